;;; mode.el --- Prints the declarations of a spec and the findings of check -*- lexical-binding: t -*-

;;; Commentary:

;; Arguments: a spec, and the output of `strata check' on it.

;;; Code:

(require 'strata-mode)
(require 'eglot)

(defun mode-print-findings (output)
  "Print the findings that a compilation buffer with OUTPUT has."
  (with-temp-buffer
    (insert-file-contents output)
    (compilation-mode)
    (compilation--ensure-parse (point-max))
    (goto-char (point-min))
    (while (not (eobp))
      (let ((message (get-text-property (point) 'compilation-message)))
        (when message
          (let ((place (compilation--message->loc message)))
            (princ (format "%s:%s:%s: type %s\n" (caar (compilation--loc->file-struct place))
                           (compilation--loc->line place) (compilation--loc->col place)
                           (compilation--message->type message))))))
      (forward-line))))

(let ((spec (pop command-line-args-left))
      (output (pop command-line-args-left)))
  (find-file spec)
  (princ (format "%s, compile: %s, server: %s\n" major-mode compile-command
                 (let ((contact (cdr (assq 'strata-mode eglot-server-programs))))
                   (if (functionp contact) (funcall contact nil) contact))))
  (dolist (kind (let ((imenu-use-markers nil)) (imenu--make-index-alist t)))
    (when (consp (cdr kind))
      (dolist (entry (cdr kind))
        (princ (format "%s %s:%d\n" (car kind) (car entry) (line-number-at-pos (cdr entry)))))))
  (let ((text (buffer-string)))
    (goto-char (point-min))
    (while (not (eobp))
      (indent-line-to 3)
      (forward-line))
    (indent-region (point-min) (point-max))
    (princ (format "indentation %s\n" (if (equal text (buffer-string)) "kept" (buffer-string))))
    (goto-char (point-min))
    (comment-region (point-min) (line-end-position))
    (princ (format "comment %s\n" (buffer-substring (point-min) (line-end-position))))
    (set-buffer-modified-p nil))
  (mode-print-findings output))

;;; mode.el ends here
