;;; What SBCL loads before a listing. Its own names are kept out of the listing's way; but `random`
;;; is replaced, so that the port can be given the same numbers.

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

;; Once Python is gone the process ends, and all that it has started.
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
