# The text that is typed crashes the check. The text is not checked before the next edit, and requests about it fail.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
edit session.strata 1:0 1:0 "use \".traps/crash.strata\";"
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of the open texts was ended by signal 11; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of the open texts was ended by signal 11; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata was ended by signal 11; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata was ended by signal 11; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"source":"strata","message":"strata failed to check this text, and checks it again when it is edited"}]}}
ask textDocument/hover session.strata 6:6
  {"jsonrpc":"2.0","id":2,"error":{"code":-32803,"message":"the check of this text failed; edit it to try again"}}
ask textDocument/formatting session.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":3,"error":{"code":-32803,"message":"the check of this text failed; edit it to try again"}}
# The other text is alone meanwhile.
edit types.strata 3:0 3:0 "// "
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":2,"diagnostics":[]}}
ask textDocument/definition types.strata 5:8
  {"jsonrpc":"2.0","id":4,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}]}
# Other texts do not try it again. It fails again after an edit: the message is only in the log.
edit session.strata 2:0 2:0 "// "
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of ROOT/session.strata was ended by signal 11; the text is checked again when it is edited"}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}},"severity":1,"source":"strata","message":"strata failed to check this text, and checks it again when it is edited"}]}}
# Mended: everything is checked together.
text session.strata "use \"types.strata\";\ncolumns x86 | x64;\nstruct SESSION {\n    LINK Links at 0x00;\n    ULONG Flags at 0x04 | 0x10;\n}\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":4,"diagnostics":[{"range":{"start":{"line":4,"character":19},"end":{"line":4,"character":23}},"severity":1,"code":"overlap","source":"strata","message":"'Flags' overlaps 'Links' on x86 in 5.0..\u000a0x4..0x7\u000ahelp: 0x8 follows 'Links'","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":3,"character":18},"end":{"line":3,"character":22}}},"message":"'Links' occupies 0x0..0x7"}]}]}}
ask textDocument/hover session.strata 3:6
  {"jsonrpc":"2.0","id":5,"result":{"contents":{"kind":"plaintext","value":"\u000aA link of a list.\u000a\u000astruct LINK, 5.0.. on x86, 0x08 bytes\u000a   interpolated 5.0..10.0.19045: by a document; extrapolated 10.0.19046..\u000a   +0x000 Next          : LINK *  0x04\u000a   +0x004 Previous      : LINK *  0x04\u000a\u000astruct LINK, 6.0.. on x64, 0x10 bytes\u000a   interpolated 6.0..10.0.19045: by a document; extrapolated 10.0.19046..\u000a   +0x000 Next          : LINK *  0x08\u000a   +0x008 Previous      : LINK *  0x08\u000a"},"range":{"start":{"line":3,"character":4},"end":{"line":3,"character":8}}}}
ask textDocument/references types.strata 5:8 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":6,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}}},{"uri":"ROOT/types.strata","range":{"start":{"line":7,"character":4},"end":{"line":7,"character":8}}},{"uri":"ROOT/session.strata","range":{"start":{"line":3,"character":4},"end":{"line":3,"character":8}}}]}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
