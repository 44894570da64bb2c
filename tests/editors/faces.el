;;; faces.el --- Prints the tokens of specs by the faces of strata-mode, as tokens.c does -*- lexical-binding: t -*-

;;; Code:

(require 'strata-mode)

(defconst faces-kinds
  '((font-lock-comment-face . ?c) (font-lock-comment-delimiter-face . ?c) (font-lock-doc-face . ?c)
    (font-lock-string-face . ?t)
    (strata-number . ?d) (strata-version . ?v) (strata-code . ?k)
    (font-lock-keyword-face . ?w) (strata-clause . ?w) (strata-provenance . ?w) (strata-exception . ?w)
    (font-lock-function-name-face . ?n) (font-lock-variable-name-face . ?n) (font-lock-type-face . ?n)
    (nil . ?-))
  "The letter of each face.  Names may have no face, and signs have none.")

(defun faces-print (file)
  "Print the map of FILE."
  (with-temp-buffer
    (insert-file-contents file)
    (strata-mode)
    (font-lock-ensure)
    (goto-char (point-min))
    (princ (format "== %s\n" file))
    (while (not (eobp))
      (let ((face (get-text-property (point) 'face)))
        (write-char (cond ((eolp) ?\n)
                          (t (or (cdr (assq (if (consp face) (car face) face) faces-kinds)) ?!)))))
      (forward-char))))

(mapc #'faces-print command-line-args-left)
(setq command-line-args-left nil)

;;; faces.el ends here
