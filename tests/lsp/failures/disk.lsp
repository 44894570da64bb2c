# A file of the folder crashes every check: each text is checked alone, until files change.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
save broken.strata "use \".traps/exit.strata\";\n"
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of the open texts failed with exit status 3; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of the open texts failed with exit status 3; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the check of the open texts failed with exit status 3; now each is checked alone"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the check of the open texts failed with exit status 3; now each is checked alone"}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
edit session.strata 8:48 8:61 "next 0x18"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":8,"character":53},"end":{"line":8,"character":57}},"severity":2,"code":"remark","source":"strata","message":"'Level' has no row after this one, which exists on x86 in 5.0..6.0; on x64 in 6.0","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":8,"character":20},"end":{"line":8,"character":28}}},"message":"its versions"}]}]}}
ask textDocument/hover session.strata 6:5
  {"jsonrpc":"2.0","id":2,"result":{"contents":{"kind":"plaintext","value":"\u000aA link of a list.\u000a\u000astruct LINK, 5.0.. on x86, 0x08 bytes\u000a   interpolated 5.0..10.0.19045: by a document; extrapolated 10.0.19046..\u000a   +0x000 Next          : LINK *  0x04\u000a   +0x004 Previous      : LINK *  0x04\u000a\u000astruct LINK, 6.0.. on x64, 0x10 bytes\u000a   interpolated 6.0..10.0.19045: by a document; extrapolated 10.0.19046..\u000a   +0x000 Next          : LINK *  0x08\u000a   +0x008 Previous      : LINK *  0x08\u000a"},"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}}}}
ask textDocument/rename types.strata 5:8 {"newName":"CHAIN"}
  {"jsonrpc":"2.0","id":3,"error":{"code":-32603,"message":"the answer to textDocument/rename failed with exit status 3"}}
  {"jsonrpc":"2.0","method":"window/showMessage","params":{"type":1,"message":"strata: the answer to textDocument/rename failed with exit status 3"}}
  {"jsonrpc":"2.0","method":"window/logMessage","params":{"type":1,"message":"strata: the answer to textDocument/rename failed with exit status 3"}}
save broken.strata "use \"types.strata\";\nstruct BROKEN { LINK Link at 0x04; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/broken.strata","diagnostics":[{"range":{"start":{"line":1,"character":29},"end":{"line":1,"character":33}},"severity":2,"code":"gap","source":"strata","message":"4 bytes before 'Link' belong to no row on x86 in 5.0..\u000a0x0..0x3 before it"},{"range":{"start":{"line":1,"character":29},"end":{"line":1,"character":33}},"severity":2,"code":"misaligned","source":"strata","message":"'Link' is not at a multiple of its alignment, 8, on x64 in 6.0..\u000a0x4..0x13\u000ahelp: 0x0 is where the others begin"}]}}
ask textDocument/rename types.strata 5:8 {"newName":"CHAIN"}
  {"jsonrpc":"2.0","id":4,"result":{"changes":{"ROOT/types.strata":[{"range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}},"newText":"CHAIN"},{"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}},"newText":"CHAIN"},{"range":{"start":{"line":7,"character":4},"end":{"line":7,"character":8}},"newText":"CHAIN"}],"ROOT/session.strata":[{"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}},"newText":"CHAIN"}],"ROOT/broken.strata":[{"range":{"start":{"line":1,"character":16},"end":{"line":1,"character":20}},"newText":"CHAIN"}]}}}
exit
  exit status 1
