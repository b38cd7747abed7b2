"""`python -m landoflisp`: the `landoflisp` command where it is not on the path."""

import sys

from landoflisp.commands import main

if __name__ == "__main__":
    sys.exit(main())
