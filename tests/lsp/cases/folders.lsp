# Without folders of the client, those of the open texts are searched. Folders come and go.
send {"id":"i","method":"initialize","params":{"capabilities":{}}}
  {"jsonrpc":"2.0","id":"i","result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
ask textDocument/references types.strata 10:7 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":1,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":10,"character":18},"end":{"line":10,"character":22}}}]}
send {"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"ROOT/elsewhere","name":"e"}],"removed":[]}}}
ask textDocument/references types.strata 10:7 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":2,"result":[]}
# A searched path is found in the new folder.
open new.strata "use <base.strata>;\nuse <more.strata>;\nstruct A { MORE B; NONE C; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":1,"diagnostics":[{"range":{"start":{"line":2,"character":19},"end":{"line":2,"character":23}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
send {"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[],"removed":[{"uri":"ROOT/elsewhere","name":"e"}]}}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":1,"diagnostics":[{"range":{"start":{"line":1,"character":4},"end":{"line":1,"character":17}},"severity":1,"code":"read","source":"strata","message":"cannot find <more.strata>\u000ahelp: it was searched for in 'ROOT/shipped'; -I adds a directory"}]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
