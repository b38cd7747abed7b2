"""Lazy lists: Conrad Barski, Land of Lisp, chapter 18 (`lazy.lisp`). Rights remain the author's.

A lazy value is a function without arguments that computes its value on the first call and then
remembers it. A lazy list is a lazy value: `()` for the empty list, otherwise the pair of its first
element and the lazy list of the others. Ordinary lists are tuples.

Where Python must differ: `lazy` and `lazy_cons` are macros, which leave their arguments alone, so
here these are functions without arguments. What walks along a list is a loop where the book
recurses, since Python's stack is shallow.
"""


def lazy(body):
    """Put off `body`, a function without arguments, until its value is asked for.

    >>> delayed = lazy(lambda: print("working") or 3)
    >>> force(delayed) + force(delayed)
    working
    6
    """
    forced = False
    value = None

    def lazy_value():
        nonlocal forced, value
        if not forced:
            value = body()
            forced = True
        return value

    return lazy_value


def force(lazy_value):
    """Value of `lazy_value`, computed now if it was not before."""
    return lazy_value()


def lazy_cons(a, d):
    """Lazy list of an element and a lazy list, both given as functions without arguments.

    >>> def integers(n):
    ...     return lazy_cons(lambda: n, lambda: integers(n + 1))
    >>> take(5, integers(1))
    (1, 2, 3, 4, 5)
    """
    return lazy(lambda: (a(), d()))


def lazy_car(x):
    """First element of a lazy list; `None` if it is empty."""
    cons = force(x)
    return cons[0] if cons else None


def lazy_cdr(x):
    """Lazy list without its first element; `None` if it is empty already."""
    cons = force(x)
    return cons[1] if cons else None


def lazy_nil():
    """Empty lazy list."""
    return lazy(lambda: ())


def lazy_null(x):
    """Tell whether a lazy list is empty."""
    return not force(x)


def make_lazy(lst):
    """Lazy list of the elements of a sequence."""
    return lazy(lambda: (lst[0], make_lazy(lst[1:])) if lst else ())


def take(n, lst):
    """First `n` elements of a lazy list, or all if there are fewer."""
    taken = []
    while not (n == 0 or lazy_null(lst)):
        taken.append(lazy_car(lst))
        n, lst = n - 1, lazy_cdr(lst)
    return tuple(taken)


def take_all(lst):
    """Elements of a lazy list, which must have an end."""
    taken = []
    while not lazy_null(lst):
        taken.append(lazy_car(lst))
        lst = lazy_cdr(lst)
    return tuple(taken)


def lazy_mapcar(fun, lst):
    """Lazy list of what `fun` makes of each element.

    >>> take_all(lazy_mapcar(lambda x: x * x, make_lazy((1, 2, 3))))
    (1, 4, 9)
    """
    return lazy(
        lambda: (fun(lazy_car(lst)), lazy_mapcar(fun, lazy_cdr(lst))) if not lazy_null(lst) else ()
    )


def lazy_mapcan(fun, lst):
    """Lazy list of the lazy lists that `fun` makes of each element, joined.

    >>> take_all(lazy_mapcan(lambda x: make_lazy("ab"[:x]), make_lazy((2, 0, 1))))
    ('a', 'b', 'a')
    """

    def f(lst_cur, lst):
        while lazy_null(lst_cur):
            lst = lazy_cdr(lst)
            if lazy_null(lst):
                return ()
            lst_cur = fun(lazy_car(lst))
        return lazy_car(lst_cur), lazy(lambda: f(lazy_cdr(lst_cur), lst))

    return lazy(lambda: f(fun(lazy_car(lst)), lst) if not lazy_null(lst) else ())


def lazy_find_if(fun, lst):
    """First element of a lazy list that satisfies `fun`, or `None`.

    >>> lazy_find_if(lambda x: x > 1, make_lazy((1, 2, 3)))
    2
    """
    while not lazy_null(lst):
        x = lazy_car(lst)
        if fun(x):
            return x
        lst = lazy_cdr(lst)
    return None


def lazy_nth(n, lst):
    """Element `n` of a lazy list, counted from 0."""
    while n != 0:
        n, lst = n - 1, lazy_cdr(lst)
    return lazy_car(lst)
