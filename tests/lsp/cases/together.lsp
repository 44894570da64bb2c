# Messages that arrive together: a request that waits can be cancelled, and edits are checked once.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
together
open new.strata "use <base.strata>;\nstruct A { ULONG B; }\n"
edit new.strata 1:11 1:16 "NONE"
edit new.strata 1:11 1:15 "PVOID"
ask textDocument/hover new.strata 1:7
ask textDocument/hover new.strata 1:12
send {"method":"$/cancelRequest","params":{"id":2}}
send {"method":"$/cancelRequest","params":{"id":"none"}}
send {"method":"$/cancelRequest"}
apart
  {"jsonrpc":"2.0","id":2,"error":{"code":-32800,"message":"the request was cancelled"}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":3,"diagnostics":[]}}
  {"jsonrpc":"2.0","id":3,"result":{"contents":{"kind":"plaintext","value":"type PVOID  pointer\u000a"},"range":{"start":{"line":1,"character":11},"end":{"line":1,"character":16}}}}
# One that is answered already cannot.
send {"method":"$/cancelRequest","params":{"id":3}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
