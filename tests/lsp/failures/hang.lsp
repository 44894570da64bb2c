options --time-limit 1
# The check does not come to an end. What waits meanwhile is answered then.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
together
open session.strata "use \".traps/hang.strata\";\n"
ask textDocument/documentSymbol types.strata
ask textDocument/documentSymbol session.strata
apart
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of the open texts took longer than 1 s; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of the open texts took longer than 1 s; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata took longer than 1 s; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata took longer than 1 s; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"source":"strata","message":"strata failed to check this text, and checks it again when it is edited"}]}}
  {"jsonrpc":"2.0","id":2,"result":[{"name":"LINK","kind":23,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}},{"name":"Next","kind":8,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":6,"character":10},"end":{"line":6,"character":14}}},"containerName":"LINK"},{"name":"Previous","kind":8,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":7,"character":10},"end":{"line":7,"character":18}}},"containerName":"LINK"},{"name":"MOST","kind":14,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":10,"character":6},"end":{"line":10,"character":10}}}},{"name":"COLOUR","kind":10,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":12,"character":5},"end":{"line":12,"character":11}}}},{"name":"Red","kind":22,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":13,"character":4},"end":{"line":13,"character":7}}},"containerName":"COLOUR"},{"name":"Green","kind":22,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":14,"character":4},"end":{"line":14,"character":9}}},"containerName":"COLOUR"},{"name":"Blue","kind":22,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":15,"character":4},"end":{"line":15,"character":8}}},"containerName":"COLOUR"},{"name":"GROUPS","kind":10,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":18,"character":6},"end":{"line":18,"character":12}}}},{"name":"OBJECTS","kind":22,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":19,"character":4},"end":{"line":19,"character":11}}},"containerName":"GROUPS"}]}
  {"jsonrpc":"2.0","id":3,"error":{"code":-32803,"message":"the check of this text failed; edit it to try again"}}
text session.strata "use \"types.strata\";\ncolumns x86;\nstruct SESSION {\n    LINK Link at 0x00;\n}\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[]}}
ask textDocument/documentSymbol session.strata
  {"jsonrpc":"2.0","id":4,"result":[{"name":"SESSION","kind":23,"location":{"uri":"ROOT/session.strata","range":{"start":{"line":2,"character":7},"end":{"line":2,"character":14}}}},{"name":"Link","kind":8,"location":{"uri":"ROOT/session.strata","range":{"start":{"line":3,"character":9},"end":{"line":3,"character":13}}},"containerName":"SESSION"}]}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
