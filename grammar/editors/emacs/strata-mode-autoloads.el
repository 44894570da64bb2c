;;; strata-mode-autoloads.el --- Autoloads of strata-mode -*- lexical-binding: t; no-byte-compile: t -*-

;;; Commentary:

;; Emacs loads this file at its start if the directory is an installed package.

;;; Code:

(add-to-list 'load-path (directory-file-name (or (file-name-directory #$) (car load-path))))

(autoload 'strata-mode "strata-mode" "Major mode for Strata specs." t)
(add-to-list 'auto-mode-alist '("\\.strata\\'" . strata-mode))

(provide 'strata-mode-autoloads)

;;; strata-mode-autoloads.el ends here
