"""The user's copy of a listing in SBCL: form by form it is loaded, call by call it answers.

Whatever the copy does, something comes back: an answer, the error that it made, or that it was
stopped. One that was is started again for the next call, and a form that cannot be loaded is left
out.
"""

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from landoflisp.commands.listings.readers import lisp_skip
from landoflisp.errors import BadInput
from landoflisp.sbcl import COMMAND, START, Sbcl, Text

__all__ = ["Call", "Copy", "Outcome"]

# What SBCL is told before it gets to see the listing. Its own names are kept out of the listing's
# way; but `random` is replaced, so that the port can be given the same numbers.
PRELUDE = """
(defpackage :landoflisp (:use :common-lisp)
  (:export :landoflisp-listing :landoflisp-load :landoflisp-names :landoflisp-answer))
(in-package :landoflisp)
(use-package :landoflisp :common-lisp-user)

(defvar *home* (find-package 'common-lisp-user)) ; the package that the listing is in
(defvar *text* "")
(defvar *rolls* '())

(sb-ext:unlock-package 'common-lisp)
(proclaim '(notinline random))
(setf (fdefinition 'random)
      (lambda (limit &optional state)
        (declare (ignore state))
        (mod (or (pop *rolls*) 0) limit)))
(sb-ext:lock-package 'common-lisp)

;; Nobody waits for an answer any more once Python is gone.
#+(and unix sb-thread)
(flet ((getppid () (sb-alien:alien-funcall
                    (sb-alien:extern-alien "getppid" (function sb-alien:int))))
       (kill-group () (sb-alien:alien-funcall
                       (sb-alien:extern-alien
                        "kill" (function sb-alien:int sb-alien:int sb-alien:int))
                       0 9)))
  (let ((parent (getppid)))
    (sb-thread:make-thread
     (lambda () (loop (sleep 1) (unless (= (getppid) parent) (kill-group)))))))

(defun text (condition)
  (let ((*print-pretty* nil) (*print-length* 20) (*print-level* 5))
    (or (ignore-errors (princ-to-string condition)) (string (type-of condition)))))

(defun lacking (condition)
  "The name that is defined nowhere, if that is what the condition says."
  (when (typep condition '(or undefined-function unbound-variable))
    (princ-to-string (cell-error-name condition))))

(defun proceed-if-equal (condition)
  (when (equalp (sb-ext:defconstant-uneql-old-value condition)
                (sb-ext:defconstant-uneql-new-value condition))
    (continue condition)))

(defun call-apart (function input)
  "What the function returns, its error if it makes one, what it prints, and what it lacks."
  (let* (values error lacking
         (printed
          (with-output-to-string (*standard-output*)
            (let* ((*package* *home*)
                   (*standard-input* (make-string-input-stream input))
                   (*terminal-io* (make-two-way-stream *standard-input* *standard-output*))
                   (*query-io* *terminal-io*)
                   (*debug-io* *terminal-io*)
                   (*trace-output* *standard-output*)
                   (*error-output* (make-broadcast-stream)))
              (handler-case
                  (handler-bind ((warning #'muffle-warning)
                                 (sb-ext:defconstant-uneql #'proceed-if-equal))
                    (setf values (funcall function)))
                (serious-condition (condition)
                  (setf error (text condition)
                        lacking (lacking condition))))
              (setf *home* *package*)))))
    (list values error printed lacking)))

(defun elements (lazy depth)
  "The elements of a lazy list, should it not end, the first of them."
  (loop for cell = (funcall lazy) then (funcall (cdr cell))
        repeat 1000
        while (consp cell)
        collect (plain (car cell) depth)
        while (functionp (cdr cell))))

(defun plain (x depth)
  "The value without lazy lists: as lists, so many inside each other."
  (typecase x
    (function (if (plusp depth) (elements x (1- depth)) :lazy))
    (cons (loop for rest = x then (cdr rest)
                while (consp rest)
                collect (plain (car rest) depth) into found
                finally (return (if rest (append found (list '|.| (plain rest depth))) found))))
    ((or symbol string number) x)
    (character (string x))
    (vector (map 'vector (lambda (y) (plain y depth)) x))
    (t (text x))))

(defun landoflisp-listing (text directory)
  (setf *text* text
        *default-pathname-defaults*
        (sb-ext:parse-native-namestring directory nil #p"" :as-directory t))
  nil)

(defun landoflisp-load (start)
  "Where the form at start ends, NIL if it cannot be read; and what was wrong with it.
If there is none but what is left out, such as comments, that is the end of the text."
  (destructuring-bind (read error &rest others)
      (call-apart (lambda ()
                    (multiple-value-list (read-from-string *text* nil nil :start start)))
                  "")
    (declare (ignore others))
    (if error
        (list nil error)
        (list (second read) (second (call-apart (lambda () (eval (first read))) ""))))))

(defun special-p (symbol)
  (or (boundp symbol)
      (eval `(let ((,symbol t)) (declare (ignorable ,symbol)) (boundp ',symbol)))))

(defun landoflisp-names ()
  "What the listing has defined: functions and macros, then variables."
  (let ((symbols (loop for symbol being the present-symbols of *home*
                       when (eq (symbol-package symbol) *home*) collect symbol)))
    (list (remove-if-not #'fboundp symbols)
          (remove-if-not #'special-p symbols))))

(defun evaluate (text)
  (let ((sb-ext:*evaluator-mode* :interpret)) ; soonest done for what is evaluated once
    (eval (read-from-string text))))

(defun landoflisp-answer (setup form state input rolls depth)
  "Values, error, output of the form, and what it lacks; and the value of the state afterwards."
  (let ((*rolls* rolls))
    (append (call-apart (lambda ()
                          (evaluate setup)
                          (plain (multiple-value-list (evaluate form)) depth))
                        input)
            (call-apart (lambda () (plain (evaluate state) 0)) ""))))
"""

HEAD = 40  # characters of a form that tell which it is
LONGEST = 200  # characters of an error

UNREAD = {
    "end of file": "it does not end: a ) is missing",
    "unmatched close parenthesis": "there is a ) too many",
}


class Call(NamedTuple):
    """A call as one types it, and what it needs: all of it as Lisp.

    `setup` is evaluated before it, `state` after it. `input` is there to be read, and `rolls` are
    the numbers that (random n) takes, modulo n, before it has nothing but 0. In the answer lazy
    lists are lists, `depth` of them inside each other: so many moves ahead.
    """

    form: str
    setup: str = "nil"
    state: str = "nil"
    input: str = ""
    rolls: tuple[int, ...] = ()
    depth: int = 2


class Outcome(NamedTuple):
    """What comes of a call: its values or an error, what it printed, the state after it.

    `stopped` says that there was no answer. `lacking` is the name that the copy calls or reads and
    nowhere defines, if that is the error.
    """

    values: Any = ()
    error: str = ""
    printed: str = ""
    state: Any = ()
    stopped: bool = False
    lacking: str = ""


class Copy:
    """A listing in SBCL, for calls; use it in a with statement.

    `prepare` is a form to be evaluated when all is loaded; where it changes, everything starts from
    the beginning. Once it is loaded, `functions` (macros among them) and `variables` (constants
    among them) are what the listing defines, and `troubles` the forms that cannot be loaded.
    `command` starts SBCL, as for `Sbcl`.

    Raises Unavailable if SBCL or cl4py is missing, `BadInput` if there is no talking to SBCL once
    all is loaded, KeyboardInterrupt after `stop`.
    """

    def __init__(
        self, text: str, directory: Path, seconds: float, command: Sequence[str] = COMMAND
    ) -> None:
        self.text = text
        self.directory = directory
        self.seconds = seconds
        self.command = command
        self.prepare = "nil"
        self.functions: set[str] = set()
        self.variables: set[str] = set()
        self.troubles: dict[str, str] = {}
        self._stuck: set[int] = set()
        self._sbcl: Sbcl | None = None
        self._stopped = False

    def answer(self, call: Call, prepare: str = "nil") -> Outcome:
        """Return what comes of a call."""
        if prepare != self.prepare:
            self.close()
            self.prepare = prepare
        sbcl = self.load()
        try:
            values, error, printed, lacking, state, *_ = _asked(sbcl, call)
        except Exception as failure:  # whatever the listing has made of the connection
            self.close()
            self._go_on()
            return Outcome(error=_reason(failure), stopped=True)
        name = str(lacking or "").lower()
        # a variable that is declared and has no value is an error of the listing's own
        name = "" if name in self.functions | self.variables else name
        return Outcome(values, _sentence(error), printed or "", state, lacking=name)

    def stop(self) -> None:
        """End the process for good: all that is asked, or waited for, raises KeyboardInterrupt.

        For a handler of signals: an exception of its own could come anywhere, even where Python
        prints it and goes on.
        """
        self._stopped = True
        if self._sbcl:
            self._sbcl.kill()

    def _go_on(self) -> None:
        if self._stopped:
            raise KeyboardInterrupt

    def close(self) -> None:
        """End the process."""
        if self._sbcl:
            self._sbcl.close()
            self._sbcl = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def load(self) -> Sbcl:
        """Start SBCL and load the listing, if that is still to be done; return the process."""
        self._go_on()
        while self._sbcl is None:
            self._sbcl = Sbcl(START, self.command)
            self._go_on()  # it may have been told to stop while there was nothing to kill
            try:
                whole = self._prepared(self._sbcl)
            except Exception as failure:  # whatever the listing has made of the connection
                self.close()
                self._go_on()
                raise BadInput(f"when the listing is loaded: {_reason(failure)}") from None
            if not whole:
                self.close()
        return self._sbcl

    def _prepared(self, sbcl: Sbcl) -> bool:
        """Load all that there is to load; give up when there is no answer to one of the forms."""
        sbcl.load(PRELUDE)
        sbcl.call("landoflisp-listing", Text(self.text), Text(self.directory))
        sbcl.seconds = self.seconds
        if not self._load_forms(sbcl):
            return False
        functions, variables = sbcl.call("landoflisp-names")
        self.functions, self.variables = set(functions), set(variables)
        _asked(sbcl, Call(self.prepare))
        return True

    def _load_forms(self, sbcl: Sbcl) -> bool:
        """Load form after form; give up when there is no answer, to do without that form."""
        start = 0
        while start < len(self.text):
            end = None
            if start not in self._stuck:
                try:
                    end, error = sbcl.call("landoflisp-load", start)
                except Exception as failure:
                    self._go_on()
                    self._stuck.add(start)
                    self._note(start, _reason(failure))
                    return False
                self._note(start, _sentence(error) if end else _unread(error))
            start = end or _line_with_form(self.text, _form(self.text, start))
        return True

    def _note(self, start: int, error: str) -> None:
        if error:
            start = _form(self.text, start)
            line = self.text.count("\n", 0, start) + 1
            head = " ".join(self.text[start:].split(maxsplit=2)[:2])
            self.troubles.setdefault(f"line {line}, {head[:HEAD]}", error)


def _asked(sbcl: Sbcl, call: Call) -> Any:
    """Return values, error and output of a call, and then those of its state."""
    form, setup, state, given = map(Text, (call.form, call.setup, call.state, call.input))
    rolls = list(call.rolls)
    return sbcl.call("landoflisp-answer", setup, form, state, given, rolls, call.depth)


def _form(text: str, start: int) -> int:
    """Return where the next form begins, or a comment that never ends."""
    found = lisp_skip(text, start)
    return found if found < len(text) else len(text) - len(text[start:].lstrip())


def _line_with_form(text: str, start: int) -> int:
    """Return where the next line begins that looks as if a form began there, or the end."""
    found = text.find("\n(", start)
    return found + 1 if found >= 0 else len(text)


def _reason(failure: Exception) -> str:
    known = isinstance(failure, TimeoutError)
    return f"{failure}: stopped" if known else "what SBCL answered cannot be read: stopped"


def _sentence(error: Any) -> str:
    """Return an error's text in one line, without streams and packages, which are ours."""
    words = " ".join(re.sub(r" on #<[^>]*>|COMMON-LISP-USER::", "", str(error or "")).split())
    if re.search("heap.exhausted", words, re.I):
        return "out of memory"
    return words if len(words) <= LONGEST else words[:LONGEST] + " …"


def _unread(error: Any) -> str:
    """Return why a form cannot be read, in plain words where they are known."""
    text = _sentence(error)
    return next((plain for known, plain in UNREAD.items() if known in text), text)
