"""Where work is done: in this process, in others, or on a Dask cluster."""
