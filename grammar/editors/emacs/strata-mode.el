;;; strata-mode.el --- Major mode for Strata specs -*- lexical-binding: t -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "26.1"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Highlights specs, finds their declarations (imenu), indents by braces, and jumps to the findings of `strata check' in
;; compilation buffers.  With eglot, `M-x eglot' starts `strata lsp'.  `make editors' writes the lists of words.

;;; Code:

(require 'compile)
(require 'imenu)

(defgroup strata nil
  "Specs of structures whose layout changes with version and architecture."
  :group 'languages)

(defcustom strata-program "strata"
  "The program `strata': its name on the path, or its file."
  :type 'string)

;;; Words

(defconst strata-mode-clause-words
  '("align" "as" "at" "big" "bit" "by" "data" "default" "except" "extra" "group" "hook" "in"
    "indexed" "last" "little" "marker" "mask" "next" "of" "pack" "pointer" "previously" "size"
    "where")
  "Reserved words that begin clauses.")

(defconst strata-mode-declaration-words
  '("attest" "axis" "builds" "bytes" "columns" "digest" "global" "identity" "module" "share" "slot"
    "source" "strata" "unaccounted" "use")
  "Reserved words that begin declarations without a name of their own.")

(defconst strata-mode-definition-words
  '("arch" "enum" "event" "flags" "header" "opaque" "struct" "type" "union")
  "Reserved words before the name that a declaration gives.")

(defconst strata-mode-exception-words
  '("allow")
  "Reserved words that silence a finding.")

(defconst strata-mode-modifier-words
  '("const" "unknown" "volatile")
  "Reserved words before a type.")

(defconst strata-mode-provenance-words
  '("corrected" "inferred" "was")
  "Reserved words for cells that a document does not have so.")

(defconst strata-mode-first-words
  '("arch" "attest" "axis" "builds" "bytes" "columns" "const" "data" "default" "digest" "enum"
    "event" "extra" "flags" "global" "group" "header" "hook" "identity" "marker" "module" "opaque"
    "share" "size" "slot" "source" "strata" "struct" "type" "unaccounted" "union" "unknown" "use"
    "volatile")
  "Words that are reserved at the beginning of a declaration or row.")

(defconst strata-mode-value-words
  '("corrected" "inferred")
  "Words that are reserved at the beginning of a row of an enumeration.")

(defconst strata-mode-reserved-regexp
  (regexp-opt (append strata-mode-clause-words strata-mode-declaration-words strata-mode-definition-words
                      strata-mode-exception-words strata-mode-modifier-words strata-mode-provenance-words)
              'symbols))

;;; Faces

(defface strata-clause '((t :inherit font-lock-builtin-face)) "Words of clauses.")
(defface strata-provenance '((t :inherit font-lock-preprocessor-face)) "The words `inferred', `corrected', `was'.")
(defface strata-exception '((t :inherit font-lock-warning-face)) "The word `allow'.")
(defface strata-code '((t :inherit font-lock-constant-face)) "The code of a finding after `allow'.")
(defface strata-number '((t :inherit default)) "Numbers.")
(defface strata-version '((t :inherit font-lock-constant-face)) "Versions and ranges of versions.")

;;; Syntax

(defvar strata-mode-syntax-table
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "_" table)
    (modify-syntax-entry ?/ ". 124b" table)
    (modify-syntax-entry ?* ". 23" table)
    (modify-syntax-entry ?\n "> b" table)
    (modify-syntax-entry ?\" "\"" table)
    (modify-syntax-entry ?\\ "\\" table)
    (modify-syntax-entry ?` "_" table)
    (dolist (sign '(?+ ?- ?= ?< ?> ?& ?| ?? ?. ?, ?: ?\; ?% ?' ?$))
      (modify-syntax-entry sign "." table))
    table)
  "Syntax of Strata specs.")

;;; Places

(defun strata-mode--find-brace ()
  "Move to the brace before point, outside of comments and texts.
Return the brace, or nil."
  (let (found)
    (while (and (not found) (re-search-backward "[{}]" nil t))
      (unless (nth 8 (save-excursion (syntax-ppss)))
        (setq found (char-after))))
    found))

(defun strata-mode--head ()
  "Return the first word of the declaration whose brace is after point."
  (save-excursion
    (let (begin)
      (while (and (not begin) (re-search-backward "[;{}]" nil 'move))
        (unless (nth 8 (save-excursion (syntax-ppss)))
          (setq begin t)
          (forward-char)))
      (forward-comment (buffer-size))
      (while (looking-at "\\_<\\(?:const\\|unknown\\|volatile\\)\\_>")
        (goto-char (match-end 0))
        (forward-comment (buffer-size)))
      (and (looking-at "[a-z]+\\_>") (match-string 0)))))

(defun strata-mode--in-enumeration ()
  "Return t if the braces around point are those of an enumeration."
  (save-excursion
    (let ((found nil))
      (while (and (not found) (eq (strata-mode--find-brace) ?{))
        (setq found (member (strata-mode--head) '("enum" "flags"))))
      (and found t))))

(defun strata-mode--place ()
  "Return the place of the word at point: row, typed, enumerator, path, or nil."
  (save-excursion
    (forward-comment (- (buffer-size)))
    (let ((before (char-before)))
      (cond ((not before) 'row)
            ((memq before '(?\; ?{ ?}))
             (if (and (/= before ?}) (strata-mode--in-enumeration)) 'enumerator 'row))
            ((eq before ?.) (and (not (eq (char-before (1- (point))) ?.)) 'path))
            ((memq before '(?* ?\())
             (backward-char)
             (and (eq (strata-mode--place) 'typed) 'typed))
            ((/= (skip-chars-backward "A-Za-z0-9_`") 0)
             (let ((place (and (not (looking-at "[0-9]")) (strata-mode--place))))
               (cond ((eq place 'row)
                      (cond ((looking-at "\\_<\\(?:const\\|unknown\\|volatile\\)\\_>") 'row)
                            ((not (looking-at (regexp-opt strata-mode-first-words 'symbols))) 'typed)))
                     ((eq place 'typed) (and (looking-at "volatile\\_>") 'typed)))))))))

(defun strata-mode--is-word (position)
  "Return t if there is a word of the language at POSITION, not a name."
  (save-match-data
    (save-excursion
      (goto-char position)
      (and (looking-at strata-mode-reserved-regexp)
           (let ((word (match-string 0)))
             (pcase (strata-mode--place)
               ('row (member word strata-mode-first-words))
               ('typed (equal word "volatile"))
               ('enumerator (member word strata-mode-value-words))
               ('path nil)
               (_ t)))
           t))))

(defun strata-mode--propertize (begin end)
  "Mark the paths in angle brackets after `use' between BEGIN and END as texts."
  (goto-char begin)
  (while (re-search-forward "\\_<use\\_>" end t)
    (let ((state (save-excursion (syntax-ppss (match-beginning 0)))))
      (unless (or (nth 8 state) (not (strata-mode--is-word (match-beginning 0))))
        (save-excursion
          (forward-comment (buffer-size))
          (when (looking-at "<[^<>\n]*>")
            (let ((last (match-end 0)))
              (put-text-property begin last 'syntax-multiline t)
              (put-text-property (point) (1+ (point)) 'syntax-table (string-to-syntax "|"))
              (put-text-property (1- last) last 'syntax-table (string-to-syntax "|")))))))))

;;; Highlighting

(defconst strata-mode--name "\\(?:\\_<[A-Za-z_][A-Za-z0-9_]*\\_>\\|`[A-Za-z_][A-Za-z0-9_]*`\\)")

(defconst strata-mode--one-version
  "[0-9]+\\(?:\\.[0-9]+\\)*\\(?:[A-Za-z][A-Za-z0-9]*\\)?\\(?:-[A-Za-z0-9]+\\)*")

(defconst strata-mode--label "[A-Za-z_][A-Za-z0-9_]*\\(?:-[A-Za-z0-9_]+\\|\\.[0-9][A-Za-z0-9_]*\\)*"
  "A version that is a word.")

(defconst strata-mode--version
  (let ((any (concat "\\(?:" strata-mode--one-version "\\|" strata-mode--label "\\)")))
    (concat any "\\.\\." any "?\\|" strata-mode--one-version "\\|\\.\\." any
            "\\|[A-Za-z_][A-Za-z0-9_]*\\(?:-[A-Za-z0-9_]+\\|\\.[0-9][A-Za-z0-9_]*\\)+")))

(defconst strata-mode--exception (regexp-opt strata-mode-exception-words 'symbols))

(defun strata-mode--match-number (limit)
  "Find the next number or version before LIMIT.
A number is group 1 of the match, a version group 2."
  (when (re-search-forward (concat "\\_<\\(?:" strata-mode--version "\\)\\|\\.\\." strata-mode--one-version "\\|\\.\\."
                                   strata-mode--label)
                           limit t)
    (let ((begin (match-beginning 0)) (end (match-end 0)))
      (set-match-data (if (string-match-p "\\`\\(?:[0-9]+\\|0[xX][0-9A-Fa-f]+\\)\\'"
                                          (buffer-substring-no-properties begin end))
                          (list begin end begin end)
                        (list begin end nil nil begin end)))
      t)))

(defun strata-mode--match-code (limit)
  "Find the next code of a finding after `allow' before LIMIT."
  (let (found)
    (while (and (not found) (re-search-forward strata-mode--exception limit t))
      (let ((begin (match-beginning 0)) (end (match-end 0)))
        (unless (or (nth 8 (save-excursion (syntax-ppss begin))) (not (strata-mode--is-word begin)))
          (forward-comment (buffer-size))
          (if (looking-at "[A-Za-z][A-Za-z0-9_-]*")
              (setq found (list begin (match-end 0) begin end (point) (match-end 0)))
            (goto-char end)))))
    (when found
      (put-text-property (car found) (cadr found) 'font-lock-multiline t)
      (goto-char (cadr found))
      (set-match-data found)
      t)))

(defun strata-mode--match-name (regexp limit)
  "Find REGEXP before LIMIT, if its group 1 is no word of the language."
  (let (found)
    (while (and (not found) (re-search-forward regexp limit t))
      (goto-char (match-end 1))
      (setq found (not (strata-mode--is-word (match-beginning 1)))))
    found))

(defun strata-mode--match-word (regexp limit)
  "Find REGEXP before LIMIT, if it is a word of the language."
  (let (found)
    (while (and (not found) (re-search-forward regexp limit t))
      (setq found (strata-mode--is-word (match-beginning 0))))
    found))

(defun strata-mode--match-type (limit)
  "Find the next type of a member before LIMIT.
It is a name before another name, before stars, or before a pointer to a
function."
  (let (found)
    (while (and (not found)
                (strata-mode--match-name
                 (concat "\\(" strata-mode--name "\\)\\(?:[ \t]*\\*[ \t*]*[A-Za-z_`]\\|[ \t]*([ \t]*\\*\\|"
                         "[ \t]+volatile\\_>\\|[ \t]+\\(" strata-mode--name "\\)\\)")
                 limit))
      (setq found (not (and (match-beginning 2) (strata-mode--is-word (match-beginning 2))))))
    found))

(defun strata-mode--words (face words)
  "Return a rule for font-lock that gives WORDS the FACE."
  (let ((regexp (regexp-opt words 'symbols)))
    (list (lambda (limit) (strata-mode--match-word regexp limit)) (list 0 (list 'quote face)))))

(defconst strata-mode-font-lock-keywords
  `((strata-mode--match-code (1 'strata-exception) (2 'strata-code))
    (strata-mode--match-number (1 'strata-number nil t) (2 'strata-version nil t))
    (,(lambda (limit)
        (strata-mode--match-name
         (concat (regexp-opt strata-mode-definition-words "\\_<\\(?:") "\\_>[ \t]+\\(" strata-mode--name "\\)") limit))
     (1 'font-lock-function-name-face))
    (,(lambda (limit) (strata-mode--match-name (concat "\\(" strata-mode--name "\\)[ \t]*=\\(?:[^=]\\|$\\)") limit))
     (1 'font-lock-variable-name-face))
    (strata-mode--match-type (1 'font-lock-type-face))
    ,(strata-mode--words 'font-lock-keyword-face
                         (append strata-mode-declaration-words strata-mode-definition-words
                                 strata-mode-modifier-words))
    ,(strata-mode--words 'strata-clause strata-mode-clause-words)
    ,(strata-mode--words 'strata-provenance strata-mode-provenance-words)
    ,(strata-mode--words 'strata-exception strata-mode-exception-words))
  "Highlighting of specs, for font-lock.")

;;; Declarations

(defconst strata-mode-imenu-generic-expression
  (mapcar (lambda (kind)
            (list (car kind)
                  (concat "^[ \t]*\\_<" (cdr kind) "\\_>[ \t]+\\_<`?\\([A-Za-z_][A-Za-z0-9_]*\\)`?\\_>") 1))
          '(("Structures" . "\\(?:struct\\|union\\)") ("Enumerations" . "\\(?:enum\\|flags\\)")
            ("Types" . "\\(?:type\\|opaque\\)") ("Constants" . "const") ("Events" . "event")
            ("Headers" . "header") ("Arches" . "arch")))
  "Declarations that imenu lists.")

;;; Indentation

(defun strata-mode-indent-line ()
  "Indent the line by the brackets around it."
  (interactive)
  (let* ((state (save-excursion (syntax-ppss (line-beginning-position))))
         (depth (car state))
         (offset (- (current-column) (current-indentation))))
    (unless (nth 8 state)
      (save-excursion
        (back-to-indentation)
        (when (looking-at "[])}]")
          (setq depth (1- depth))))
      (indent-line-to (* 4 (max 0 depth)))
      (when (> offset 0)
        (forward-char offset)))))

;;; Findings

(defconst strata-mode-compilation-regexp
  '("^\\([^ \t\n:][^:\n]*\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(note\\)\\): " 1 2 3 (4 . 5))
  "A finding of `strata check', for `compilation-error-regexp-alist-alist'.")

(add-to-list 'compilation-error-regexp-alist-alist (cons 'strata strata-mode-compilation-regexp))
(add-to-list 'compilation-error-regexp-alist 'strata)

;;; Server

(defvar eglot-server-programs)

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs (cons 'strata-mode (lambda (&rest _) (list strata-program "lsp")))))

;;;###autoload
(define-derived-mode strata-mode prog-mode "Strata"
  "Major mode for Strata specs."
  (setq-local comment-start "// ")
  (setq-local comment-end "")
  (setq-local comment-start-skip "\\(?://+\\|/\\*+\\)[ \t]*")
  (setq-local comment-multi-line t)
  (setq-local fill-column 120)
  (setq-local indent-tabs-mode nil)
  (setq-local indent-line-function #'strata-mode-indent-line)
  (setq-local syntax-propertize-function #'strata-mode--propertize)
  (setq-local font-lock-defaults '(strata-mode-font-lock-keywords))
  (setq-local imenu-generic-expression strata-mode-imenu-generic-expression)
  (setq-local imenu-case-fold-search nil)
  (setq-local compile-command (concat (shell-quote-argument strata-program) " check "
                                      (if buffer-file-name
                                          (shell-quote-argument (file-name-nondirectory buffer-file-name))
                                        "."))))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.strata\\'" . strata-mode))

(provide 'strata-mode)

;;; strata-mode.el ends here
