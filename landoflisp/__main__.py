"""`python -m landoflisp`: the `landoflisp` command where it is not on the path."""

from landoflisp.commands import program

if __name__ == "__main__":
    program()
