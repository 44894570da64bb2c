# One text changed, and its check crashes: the cause is known at once. Other texts keep their findings.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
edit types.strata 7:23 7:27 "0x02"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":2,"diagnostics":[{"range":{"start":{"line":7,"character":23},"end":{"line":7,"character":27}},"severity":1,"code":"overlap","source":"strata","message":"'Previous' overlaps 'Next' on x86 in 5.0..\u000a0x2..0x5\u000ahelp: 0x4 follows 'Next'","relatedInformation":[{"location":{"uri":"ROOT/types.strata","range":{"start":{"line":6,"character":23},"end":{"line":6,"character":27}}},"message":"'Next' occupies 0x0..0x3"}]}]}}
open session.strata "columns x86 | x64;\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[{"range":{"start":{"line":0,"character":8},"end":{"line":0,"character":11}},"severity":1,"code":"unknown-name","source":"strata","message":"no arch is called 'x86'"},{"range":{"start":{"line":0,"character":14},"end":{"line":0,"character":17}},"severity":1,"code":"unknown-name","source":"strata","message":"no arch is called 'x64'"}]}}
text session.strata "use \".traps/crash-2.strata\";\ncolumns x86 | x64;\n"
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata was ended by signal 11; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata was ended by signal 11; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"source":"strata","message":"strata failed to check this text, and checks it again when it is edited"}]}}
text session.strata "columns x86;\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":0,"character":8},"end":{"line":0,"character":11}},"severity":1,"code":"unknown-name","source":"strata","message":"no arch is called 'x86'"}]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
kill
exit
  exit status 0
