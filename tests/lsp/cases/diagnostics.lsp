# The second row of a contradiction is a related place. An edit that mends it takes it away.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
edit session.strata 8:35 8:39 "0x0A"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":8,"character":35},"end":{"line":8,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Level' overlaps 'Flags' on x86 in 5.0..6.0\u000a0xA..0xD\u000ahelp: 0xC follows 'Flags' and leaves no gap up to 'Owners' at 0x10","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"}]}]}}
edit session.strata 11:42 11:46 "0x3A"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":8,"character":35},"end":{"line":8,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Level' overlaps 'Flags' on x86 in 5.0..6.0\u000a0xA..0xD\u000ahelp: 0xC follows 'Flags' and leaves no gap up to 'Owners' at 0x10","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"}]},{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
# The first one is mended.
edit session.strata 8:35 8:39 "0x0C"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":4,"diagnostics":[{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
# The whole text, with a syntax error: checks wait until it can be read.
text session.strata "use \"types.strata\";\ncolumns x86 | x64;\nstruct A { ULONG B at; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":5,"diagnostics":[{"range":{"start":{"line":2,"character":21},"end":{"line":2,"character":22}},"severity":1,"code":"syntax","source":"strata","message":"expected a value, not ';'"}]}}
# Lines end in LF, CR LF or CR.
text session.strata "use \"types.strata\";\r\ncolumns x86 | x64;\rstruct A { NONE B; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":6,"diagnostics":[{"range":{"start":{"line":2,"character":11},"end":{"line":2,"character":15}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
close session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
