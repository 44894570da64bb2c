;;; client.el --- A session with `strata lsp' by eglot  -*- lexical-binding: t -*-

;; $STRATA serves $DIRECTORY; the results go to standard output.

(package-initialize)
(require 'eglot)
(require 'flymake)
(require 'cl-lib)
(require 'strata-mode)

(defvar passed 0)
(defvar failed 0)

(defun check (name holds seen)
  "Count a check called NAME, which passes if HOLDS; print SEEN if not."
  (if holds (cl-incf passed)
    (cl-incf failed)
    (princ (format "FAIL lsp/clients: %s: %S\n" name seen))))

(defun wait (condition)
  "Wait until CONDITION holds, and return its value."
  (let ((end (+ (float-time) 20)) value)
    (while (and (not (setq value (funcall condition))) (< (float-time) end))
      (accept-process-output nil 0.01))
    value))

(defun findings ()
  "Return the findings of this buffer."
  (flymake-start)
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(defun have-findings (count)
  "Wait until there are COUNT findings."
  (eglot--signal-textDocument/didChange)
  (wait (lambda () (= count (length (findings))))))

(defun replace (from to)
  "Replace the first FROM of the buffer by TO."
  (goto-char (point-min))
  (search-forward from)
  (replace-match to t t))

(defun go-to (text)
  "Put the point on the first TEXT of the buffer, which the server knows by then."
  (eglot--signal-textDocument/didChange)
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun session ()
  "Ask for everything."
  (setq eglot-server-programs `((strata-mode . ("env" ,(concat "LD_PRELOAD=" (getenv "TRAP")) ,(getenv "STRATA") "lsp")))
        eglot-sync-connect t eglot-autoshutdown nil eglot-confirm-server-initiated-edits nil
        eglot-send-changes-idle-time 0 flymake-no-changes-timeout nil xref-prompt-for-identifier nil
        project-find-functions (list (lambda (_) (cons 'transient (getenv "DIRECTORY")))))
  (find-file (expand-file-name "session.strata" (getenv "DIRECTORY")))
  (strata-mode)
  (apply #'eglot (eglot--guess-contact))
  (check "eglot starts" (eglot-current-server) nil)
  (check "a clean text" (have-findings 0) (findings))
  (goto-char (point-min))
  (insert "use \".traps/crash.strata\";\n")
  (check "a crash" (and (have-findings 1) (string-match-p "strata failed" (car (findings)))) (findings))
  (replace "use \".traps/crash.strata\";\n" "")
  (check "a mended text" (have-findings 0) (findings))
  (replace "previously -" "previously 0x04")
  (check "diagnostics appear" (have-findings 1) (findings))
  (replace "previously 0x04" "previously -")
  (check "diagnostics vanish" (have-findings 0) (findings))

  (replace "ULONG  Depth" "ULONG  Level")
  (replace "previously -" "previously 0x04")
  (replace "  next in Depth" "")
  (check "a finding with a fix" (have-findings 1) (findings))
  (go-to "0x04")
  (let* ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                                   (list :textDocument (eglot--TextDocumentIdentifier)
                                         :range (list :start (eglot--pos-to-lsp-position (point))
                                                      :end (eglot--pos-to-lsp-position (+ 4 (point))))
                                         :context (list :diagnostics [])))))
    (check "a quick fix" (> (length actions) 0) actions)
    (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit)))
  (check "the fix mends the text" (have-findings 0) (findings))

  (eglot-format-buffer)
  (check "formatting" (save-excursion (goto-char (point-min)) (search-forward "    PVOID Owners[MOST]" nil t))
         (buffer-string))
  (go-to "Owners")
  (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                (eglot--TextDocumentPositionParams))))
    (check "hover" (string-match-p "SESSION.Owners" (format "%S" hover)) hover))
  (go-to "marker Flags")
  (forward-char 7)
  (eglot-rename "Bits")
  (check "rename" (save-excursion (goto-char (point-min)) (re-search-forward "ULONG +Bits" nil t)) (buffer-string))
  (check "a renamed text" (have-findings 0) (findings))
  (go-to "x86 | x64;")
  (let ((items (jsonrpc-request (eglot--current-server-or-lose) :textDocument/completion
                                (eglot--TextDocumentPositionParams))))
    (check "completion" (= 2 (length (plist-get items :items))) items))
  (check "symbols" (string-match-p "SESSION" (format "%S" (eglot-imenu))) (eglot-imenu))
  (go-to "LINK")
  (let ((references (xref-backend-references 'eglot "LINK")))
    (check "references" (= 4 (length references)) references))
  (go-to "LINK")
  (let ((definitions (xref-backend-definitions 'eglot (xref-backend-identifier-at-point 'eglot))))
    (check "definition" (and (= 1 (length definitions))
                             (string-match-p "types.strata" (format "%S" (xref-item-location (car definitions)))))
           definitions))
  (eglot-shutdown (eglot-current-server))
  (check "eglot ends" (not (eglot-current-server)) nil))

(condition-case problem (session)
  (error (check "the session" nil problem)))
(princ (format "%d passed, %d failed\n" passed failed))
;;; client.el ends here
