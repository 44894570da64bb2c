;;; -*- no-byte-compile: t -*-
(define-package "strata-mode" "0.1.0" "Major mode for Strata specs." '((emacs "26.1")))
