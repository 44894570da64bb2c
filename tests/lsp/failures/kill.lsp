# Someone kills the process that checks texts, while it has nothing to do: nothing is lost, and nothing comes twice.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
kill
open session.strata "use \"types.strata\";\nuse \"types.strata\";\nstruct SESSION { LINK Link; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
kill
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
ask textDocument/definition session.strata 2:19
  {"jsonrpc":"2.0","id":2,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}]}
kill
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
edit session.strata 1:0 2:0 ""
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[]}}
kill
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
kill
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the process that checks texts was ended by signal 9; another one begins"}}
ask textDocument/definition session.strata 1:19
  {"jsonrpc":"2.0","id":3,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}]}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
kill
exit
  exit status 0
