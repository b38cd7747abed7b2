"""Programs of our own that define what the book's listings define, for tests to run and break.

Each defines what the chapter defines, in its order where the order matters: what is made fast later
is defined twice, version 2 sets the size of the board twice, and version 4 has no `handle-human`.
"""

LAZY = """
;;; values put off until somebody asks
(defmacro lazy (&body body)
  (let ((done (gensym)) (result (gensym)))
    `(let (,done ,result)
       (lambda ()
         (if ,done
             ,result
             (prog1 (setq ,result (progn ,@body))
               (setq ,done t)))))))

(defun force (promise) (funcall promise))

(defmacro lazy-cons (first others) `(lazy (cons ,first ,others)))
(defun lazy-car (list) (first (force list)))
(defun lazy-cdr (list) (rest (force list)))
(defun lazy-nil () (lazy nil))
(defun lazy-null (list) (null (force list)))

(defun make-lazy (list)
  (lazy (and list (cons (first list) (make-lazy (rest list))))))

(defun take (n list)
  (loop repeat n until (lazy-null list)
        collect (lazy-car list) do (setq list (lazy-cdr list))))

(defun take-all (list)
  (loop until (lazy-null list)
        collect (lazy-car list) do (setq list (lazy-cdr list))))

(defun lazy-mapcar (function list)
  (lazy (and (not (lazy-null list))
             (cons (funcall function (lazy-car list))
                   (lazy-mapcar function (lazy-cdr list))))))

(defun lazy-mapcan (function list)
  (labels ((next (inner outer)
             (cond ((not (lazy-null inner))
                    (cons (lazy-car inner) (lazy (next (lazy-cdr inner) outer))))
                   ((lazy-null (lazy-cdr outer)) nil)
                   (t (next (funcall function (lazy-car (lazy-cdr outer))) (lazy-cdr outer))))))
    (lazy (and (not (lazy-null list))
               (next (funcall function (lazy-car list)) list)))))

(defun lazy-find-if (function list)
  (loop until (lazy-null list)
        do (let ((x (lazy-car list)))
             (when (funcall function x) (return x))
             (setq list (lazy-cdr list)))))

(defun lazy-nth (n list)
  (dotimes (i n (lazy-car list)) (setq list (lazy-cdr list))))
"""

V1 = """
(defparameter *num-players* 2)
(defparameter *max-dice* 3)
(defparameter *board-size* 2)
(defparameter *board-hexnum* (expt *board-size* 2))

(defun owner (board pos) (first (aref board pos)))
(defun dice-on (board pos) (second (aref board pos)))

(defun board-array (hexes) (coerce hexes 'vector))

(defun gen-board ()
  (board-array (loop repeat *board-hexnum*
                     collect (list (random *num-players*) (+ 1 (random *max-dice*))))))

(defun player-letter (n) (string (code-char (+ n (char-code #\\a)))))

(defun draw-board (board)
  (dotimes (row *board-size*)
    (fresh-line)
    (dotimes (i (- *board-size* row)) (princ "  "))
    (dotimes (column *board-size*)
      (let ((pos (+ column (* row *board-size*))))
        (format t "~a-~a " (player-letter (owner board pos)) (dice-on board pos))))))

(defun game-tree (board player spare-dice first-move)
  (list player board
        (add-passing-move board player spare-dice first-move
                          (attacking-moves board player spare-dice))))

(defun add-passing-move (board player spare-dice first-move moves)
  (if first-move
      moves
      (let ((next (mod (+ player 1) *num-players*)))
        (cons (list nil (game-tree (add-new-dice board player (- spare-dice 1)) next 0 t))
              moves))))

(defun attacking-moves (board cur-player spare-dice)
  (loop for src below *board-hexnum*
        when (= (owner board src) cur-player)
          append (loop for dst in (neighbors src)
                       when (and (/= (owner board dst) cur-player)
                                 (> (dice-on board src) (dice-on board dst)))
                         collect (list (list src dst)
                                       (game-tree (board-attack board cur-player src dst
                                                                (dice-on board src))
                                                  cur-player
                                                  (+ spare-dice (dice-on board dst))
                                                  nil)))))

(defun neighbors (pos)
  (let ((column (mod pos *board-size*)))
    (remove-if-not (lambda (p) (< -1 p *board-hexnum*))
                   (append (list (- pos *board-size*) (+ pos *board-size*))
                           (and (< 0 column) (list (- pos *board-size* 1) (- pos 1)))
                           (and (< column (- *board-size* 1))
                                (list (+ pos 1) (+ pos *board-size* 1)))))))

(defun board-attack (board player src dst dice)
  (let ((after (copy-seq board)))
    (setf (aref after dst) (list player (- dice 1)))
    (setf (aref after src) (list player 1))
    after))

(defun add-new-dice (board player spare-dice)
  (map 'vector
       (lambda (hex)
         (if (and (plusp spare-dice) (= (first hex) player) (< (second hex) *max-dice*))
             (progn (decf spare-dice) (list player (+ 1 (second hex))))
             hex))
       board))

(defun print-info (tree)
  (fresh-line)
  (format t "current player = ~a" (player-letter (first tree)))
  (draw-board (second tree)))

(defun say-move (n action)
  (fresh-line)
  (format t "~a. ~:[end turn~;~:*~{~a -> ~a~}~]" n action))

(defun handle-human (tree)
  (fresh-line)
  (princ "choose your move:")
  (loop for n from 1
        for (action) in (third tree)
        do (say-move n action))
  (fresh-line)
  (second (elt (third tree) (- (read) 1))))

(defun winners (board)
  (let* ((owners (map 'list #'first board))
         (players (remove-duplicates owners))
         (most (loop for p in players maximize (count p owners))))
    (loop for p in players when (= most (count p owners)) collect p)))

(defun announce-winner (board)
  (fresh-line)
  (let ((letters (mapcar #'player-letter (winners board))))
    (if (rest letters)
        (format t "The game is a tie between ~a" letters)
        (format t "The winner is ~a" (first letters)))))

(defun play-vs-human (tree)
  (print-info tree)
  (if (third tree)
      (play-vs-human (handle-human tree))
      (announce-winner (second tree))))

(defun rate-position (tree player)
  (if (third tree)
      (reduce (if (= (first tree) player) #'max #'min) (get-ratings tree player))
      (let ((best (winners (second tree))))
        (if (member player best) (/ (length best)) 0))))

(defun get-ratings (tree player)
  (loop for (nil after) in (third tree) collect (rate-position after player)))

(defun handle-computer (tree)
  (let ((ratings (get-ratings tree (first tree))))
    (second (elt (third tree) (position (reduce #'max ratings) ratings)))))

(defun play-vs-computer (tree)
  (print-info tree)
  (if (third tree)
      (play-vs-computer (if (zerop (first tree)) (handle-human tree) (handle-computer tree)))
      (announce-winner (second tree))))

;;; the same once more, made fast: what was found out is kept

(let ((slowly (fdefinition 'neighbors)) (known (make-hash-table)))
  (defun neighbors (pos)
    (or (gethash pos known)
        (setf (gethash pos known) (funcall slowly pos)))))

(let ((slowly (fdefinition 'game-tree)) (known (make-hash-table :test #'equalp)))
  (defun game-tree (&rest position)
    (or (gethash position known)
        (setf (gethash position known) (apply slowly position)))))

(let ((slowly (fdefinition 'rate-position)) (known (make-hash-table)))
  (defun rate-position (tree player)
    (let* ((seen-by (or (gethash player known)
                        (setf (gethash player known) (make-hash-table :test #'eq))))
           (rating (gethash tree seen-by)))
      (or rating (setf (gethash tree seen-by) (funcall slowly tree player))))))

(defun add-new-dice (board player spare-dice)
  (labels ((deal (hexes dice dealt)
             (cond ((null hexes) (reverse dealt))
                   ((zerop dice) (append (reverse dealt) hexes))
                   ((and (= player (first (first hexes))) (< (second (first hexes)) *max-dice*))
                    (deal (rest hexes) (- dice 1)
                          (cons (list player (+ 1 (second (first hexes)))) dealt)))
                   (t (deal (rest hexes) dice (cons (first hexes) dealt))))))
    (board-array (deal (coerce board 'list) spare-dice '()))))
"""

# What both lazy versions do alike: the moves of a tree are one lazy list, most of which is put off.
V2 = """
(load "dice_of_doom_v1.lisp")
(load "lazy.lisp")

(defparameter *board-size* 4)
(defparameter *board-hexnum* (expt *board-size* 2))

(defun add-passing-move (board player spare-dice first-move moves)
  (if first-move
      moves
      (lazy-cons (list nil (game-tree (add-new-dice board player (- spare-dice 1))
                                      (mod (+ player 1) *num-players*) 0 t))
                 moves)))

(defun targets (board player src)
  (remove-if-not (lambda (dst) (and (/= (owner board dst) player)
                                    (> (dice-on board src) (dice-on board dst))))
                 (neighbors src)))

(defun attacking-moves (board cur-player spare-dice)
  (lazy-mapcan
   (lambda (src)
     (if (= (owner board src) cur-player)
         (lazy-mapcar
          (lambda (dst)
            (list (list src dst)
                  (game-tree (board-attack board cur-player src dst (dice-on board src))
                             cur-player (+ spare-dice (dice-on board dst)) nil)))
          (make-lazy (targets board cur-player src)))
         (lazy-nil)))
   (make-lazy (loop for src below *board-hexnum* collect src))))

(defun handle-human (tree)
  (fresh-line)
  (princ "choose your move:")
  (loop for n from 1
        for (action) in (take-all (third tree))
        do (say-move n action))
  (fresh-line)
  (second (lazy-nth (- (read) 1) (third tree))))

(defun play-vs-human (tree)
  (print-info tree)
  (if (lazy-null (third tree))
      (announce-winner (second tree))
      (play-vs-human (handle-human tree))))

(defun limit-tree-depth (tree depth)
  (list (first tree) (second tree)
        (if (= depth 0)
            (lazy-nil)
            (lazy-mapcar (lambda (move)
                           (cons (first move)
                                 (mapcar (lambda (after) (limit-tree-depth after (- depth 1)))
                                         (rest move))))
                         (third tree)))))

(defparameter *ai-level* 4)

(defun best-place (ratings) (position (reduce #'max ratings) ratings))

(defun handle-computer (tree)
  (let ((limited (limit-tree-depth tree *ai-level*)))
    (second (lazy-nth (best-place (ab-get-ratings-max limited (first tree)
                                                      most-positive-fixnum
                                                      most-negative-fixnum))
                      (third tree)))))

(defun play-vs-computer (tree)
  (print-info tree)
  (if (lazy-null (third tree))
      (announce-winner (second tree))
      (play-vs-computer (if (zerop (first tree)) (handle-human tree) (handle-computer tree)))))

(defun score-board (board player)
  (loop for pos below (length board)
        sum (cond ((/= (owner board pos) player) -1)
                  ((threatened pos board) 1)
                  (t 2))))

(defun threatened (pos board)
  (not (null (find-if (lambda (n) (and (/= (owner board n) (owner board pos))
                                       (> (dice-on board n) (dice-on board pos))))
                      (neighbors pos)))))

(defun get-ratings (tree player)
  (loop for move in (take-all (third tree)) collect (rate-position (second move) player)))

(defun rate-position (tree player)
  (if (lazy-null (third tree))
      (score-board (second tree) player)
      (reduce (if (= (first tree) player) #'max #'min) (get-ratings tree player))))

(defun ab-get-ratings-max (tree player upper-limit lower-limit)
  (loop for move in (take-all (third tree))
        for x = (ab-rate-position (second move) player upper-limit lower-limit)
        collect x
        until (>= x upper-limit)
        do (setq lower-limit (max x lower-limit))))

(defun ab-get-ratings-min (tree player upper-limit lower-limit)
  (loop for move in (take-all (third tree))
        for x = (ab-rate-position (second move) player upper-limit lower-limit)
        collect x
        until (<= x lower-limit)
        do (setq upper-limit (min x upper-limit))))

(defun ab-rate-position (tree player upper-limit lower-limit)
  (cond ((lazy-null (third tree)) (score-board (second tree) player))
        ((= (first tree) player)
         (reduce #'max (ab-get-ratings-max tree player upper-limit lower-limit)))
        (t (reduce #'min (ab-get-ratings-min tree player upper-limit lower-limit)))))

(defparameter *board-size* 5)
(defparameter *board-hexnum* (expt *board-size* 2))
"""

# As much of the game in the browser as version 4 changes.
V3 = """
(load "dice_of_doom_v2.lisp")

(defparameter *die-colors* '((255 63 63) (63 63 255)))

(defvar *cur-game-tree* nil)

(defun web-handle-human (n)
  (setq *cur-game-tree* (second (lazy-nth n (third *cur-game-tree*)))))
"""

V4 = """
(load "dice_of_doom_v3.lisp")

(defparameter *num-players* 4)
(defparameter *die-colors* '((255 63 63) (63 63 255) (63 255 63) (255 63 255)))
(defparameter *max-dice* 5)
(defparameter *ai-level* 2)

(defun attacking-moves (board cur-player spare-dice)
  (flet ((after (board dst) (game-tree board cur-player (+ spare-dice (dice-on board dst)) nil)))
    (lazy-mapcan
     (lambda (src)
       (if (and (= (owner board src) cur-player) (< 1 (dice-on board src)))
           (lazy-mapcar
            (lambda (dst)
              (let ((dice (dice-on board src)))
                (list (list src dst)
                      (game-tree (board-attack board cur-player src dst dice)
                                 cur-player (+ spare-dice (dice-on board dst)) nil)
                      (after (board-attack-fail board cur-player src dst dice) dst))))
            (make-lazy (remove-if (lambda (dst) (= (owner board dst) cur-player))
                                  (neighbors src))))
           (lazy-nil)))
     (make-lazy (loop for src below *board-hexnum* collect src)))))

(defun board-attack-fail (board player src dst dice)
  (declare (ignore dst dice))
  (let ((after (copy-seq board)))
    (setf (aref after src) (list player 1))
    after))

(defparameter *board-size* 5)
(defparameter *board-hexnum* 25)

(defun roll-dice (dice-num)
  (let ((total 0))
    (dotimes (i dice-num) (incf total (+ 1 (random 6))))
    (fresh-line)
    (format t "On ~a dice rolled ~a. " dice-num total)
    total))

(defun roll-against (src-dice dst-dice)
  (let ((attack (roll-dice src-dice)))
    (> attack (roll-dice dst-dice))))

(defun pick-chance-branch (board move)
  (destructuring-bind (path won &optional lost) move
    (if (or (null path)
            (roll-against (dice-on board (first path)) (dice-on board (second path))))
        won
        lost)))

(defun web-handle-human (n)
  (setq *cur-game-tree*
        (pick-chance-branch (second *cur-game-tree*) (lazy-nth n (third *cur-game-tree*)))))

(defun handle-computer (tree)
  (let ((ratings (get-ratings (limit-tree-depth tree *ai-level*) (first tree))))
    (pick-chance-branch (second tree) (lazy-nth (best-place ratings) (third tree)))))

(defparameter *dice-odds*
  #(#(0.84 0.97 1.0 1.0)
    #(0.44 0.78 0.94 0.99)
    #(0.15 0.45 0.74 0.91)
    #(0.04 0.19 0.46 0.72)
    #(0.01 0.06 0.22 0.46)))

(defun get-ratings (tree player)
  (loop with board = (second tree)
        for (path won lost) in (take-all (third tree))
        collect (if path
                    (let* ((row (aref *dice-odds* (- (dice-on board (second path)) 1)))
                           (odds (aref row (- (dice-on board (first path)) 2))))
                      (+ (* odds (rate-position won player))
                         (* (- 1 odds) (rate-position lost player))))
                    (rate-position won player))))

(defun get-connected (board player pos)
  (let ((found '()))
    (labels ((visit (pos)
               (when (and (= (owner board pos) player) (not (member pos found)))
                 (push pos found)
                 (mapc #'visit (neighbors pos)))))
      (visit pos))
    found))

(defun largest-cluster-size (board player)
  (loop for pos below *board-hexnum*
        maximize (length (get-connected board player pos))))

(defun add-new-dice (board player spare-dice)
  (setq spare-dice (largest-cluster-size board player))
  (map 'vector
       (lambda (hex)
         (if (and (plusp spare-dice) (= (first hex) player) (< (second hex) *max-dice*))
             (progn (decf spare-dice) (list player (+ 1 (second hex))))
             hex))
       board))
"""

FILES = {
    "lazy.lisp": LAZY,
    "dice_of_doom_v1.lisp": V1,
    "dice_of_doom_v2.lisp": V2,
    "dice_of_doom_v3.lisp": V3,
    "dice_of_doom_v4.lisp": V4,
}
