"""Where work is done: in this process, in others on all cores, or on a Dask cluster.

>>> with working(workers=1) as (executor, at_once):
...     [result for _, result in finished({executor.submit(pow, 2, 10): "ten"})], at_once
([1024], 1)
"""

from landoflisp.executors.choice import at_once, check_choice, working
from landoflisp.executors.results import Here, WorkersLost, finished

__all__ = ["Here", "WorkersLost", "at_once", "check_choice", "finished", "working"]
