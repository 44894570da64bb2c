;;; server.el --- Prints the findings of the server by eglot, and the formatted file -*- lexical-binding: t -*-

;;; Commentary:

;; The argument is a spec, $STRATA the program.

;;; Code:

(require 'strata-mode)
(require 'eglot)

(setq strata-program (getenv "STRATA")
      eglot-sync-connect 200)
(find-file (pop command-line-args-left))
(apply #'eglot (eglot--guess-contact))
(let ((end (time-add nil 200)))
  (while (and (null (flymake-diagnostics)) (time-less-p nil end))
    (accept-process-output nil 0.02)))
(dolist (finding (sort (flymake-diagnostics)
                       (lambda (left right) (< (flymake-diagnostic-beg left) (flymake-diagnostic-beg right)))))
  (princ (format "%d: %s\n" (line-number-at-pos (flymake-diagnostic-beg finding))
                 (replace-regexp-in-string "\\`strata \\[[a-z-]*\\]: \\|\n\\(?:.\\|\n\\)*" ""
                                           (flymake-diagnostic-text finding)))))
(eglot-format-buffer)
(princ (buffer-string))
(set-buffer-modified-p nil)
(eglot-shutdown (eglot-current-server))

;;; server.el ends here
