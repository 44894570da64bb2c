# Names of specs outside of the folders cannot be changed.
send {"id":"i","method":"initialize","params":{"capabilities":{},"workspaceFolders":null,"rootUri":"ROOT/own"}}
  {"jsonrpc":"2.0","id":"i","result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open own/new.strata "use <base.strata>;\nstruct A { ULONG B; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/own/new.strata","version":1,"diagnostics":[]}}
ask textDocument/prepareRename own/new.strata 1:13
  {"jsonrpc":"2.0","id":1,"error":{"code":-32803,"message":"it is declared outside of the folders of the editor"}}
ask textDocument/rename own/new.strata 1:13 {"newName":"X"}
  {"jsonrpc":"2.0","id":2,"error":{"code":-32803,"message":"it is declared outside of the folders of the editor"}}
ask textDocument/rename own/new.strata 1:18 {"newName":"C"}
  {"jsonrpc":"2.0","id":3,"result":{"changes":{"ROOT/own/new.strata":[{"range":{"start":{"line":1,"character":17},"end":{"line":1,"character":18}},"newText":"C"}]}}}
ask textDocument/definition own/new.strata 1:13
  {"jsonrpc":"2.0","id":4,"result":[{"uri":"ROOT/shipped/base.strata","range":{"start":{"line":12,"character":5},"end":{"line":12,"character":10}}}]}
ask textDocument/definition own/new.strata 0:6
  {"jsonrpc":"2.0","id":5,"result":[{"uri":"ROOT/shipped/base.strata","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}]}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
