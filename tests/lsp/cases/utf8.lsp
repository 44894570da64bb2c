# Characters are bytes: é is 2 of them, 😀 4.
initialize {"general":{"positionEncodings":["utf-16","utf-8"]}}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-8","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
edit session.strata 11:32 11:32 "/* 😀é */ "
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[]}}
edit session.strata 11:55 11:59 "0x3A"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":11,"character":55},"end":{"line":11,"character":59}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
ask textDocument/hover session.strata 11:6
  {"jsonrpc":"2.0","id":2,"result":{"contents":{"kind":"plaintext","value":"enum COLOUR : ULONG {\u000a    Red;\u000a    Green;\u000a    Blue = 7;\u000a}\u000a"},"range":{"start":{"line":11,"character":4},"end":{"line":11,"character":10}}}}
ask textDocument/definition session.strata 11:6
  {"jsonrpc":"2.0","id":3,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":12,"character":5},"end":{"line":12,"character":11}}}]}
edit session.strata 11:35 11:41 ""
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":4,"diagnostics":[{"range":{"start":{"line":11,"character":49},"end":{"line":11,"character":53}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
