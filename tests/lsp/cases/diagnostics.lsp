# The second row of a contradiction is a related place. An edit that mends it takes it away.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
edit session.strata 8:35 8:39 "0x0A"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":8,"character":35},"end":{"line":8,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Level' overlaps 'Flags' on x86 in 5.0..6.0\u000a0xA..0xD\u000ahelp: 0xC follows 'Flags' and leaves no gap up to 'Owners' at 0x10","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"}]}]}}
edit session.strata 11:42 11:46 "0x3A"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":8,"character":35},"end":{"line":8,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Level' overlaps 'Flags' on x86 in 5.0..6.0\u000a0xA..0xD\u000ahelp: 0xC follows 'Flags' and leaves no gap up to 'Owners' at 0x10","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"}]},{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
# The first one is mended.
edit session.strata 8:35 8:39 "0x0C"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":4,"diagnostics":[{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":1,"code":"overlap","source":"strata","message":"'Colour' overlaps 'Header' on x64 in 6.0..\u000a0x3A..0x3D\u000ahelp: 0x38 follows 'Owners' and leaves no gap up to 'Header' at 0x3C","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":42},"end":{"line":12,"character":46}}},"message":"'Header' occupies 0x3C..0x3F"}]}]}}
# A character beyond U+FFFF has two units. An `allow` without a use stands behind such a one.
edit session.strata 11:46 11:46 " /* 😀 */ allow overlap \"none\" "
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":5,"diagnostics":[{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":2,"code":"misaligned","source":"strata","message":"'Colour' is not at a multiple of its alignment, 4, on x64 in 6.0..\u000a0x3A..0x3D"},{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":2,"code":"gap","source":"strata","message":"2 bytes before 'Colour' belong to no row on x64 in 6.0..\u000a0x38..0x39 before it","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":10,"character":42},"end":{"line":10,"character":46}}},"message":"'Owners' ends at 0x38"}]}]}}
edit session.strata 11:50 11:50 "😀"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":6,"diagnostics":[{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":2,"code":"misaligned","source":"strata","message":"'Colour' is not at a multiple of its alignment, 4, on x64 in 6.0..\u000a0x3A..0x3D"},{"range":{"start":{"line":11,"character":42},"end":{"line":11,"character":46}},"severity":2,"code":"gap","source":"strata","message":"2 bytes before 'Colour' belong to no row on x64 in 6.0..\u000a0x38..0x39 before it","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":10,"character":42},"end":{"line":10,"character":46}}},"message":"'Owners' ends at 0x38"}]}]}}
edit session.strata 11:67 11:75 "misaligned"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":7,"diagnostics":[{"range":{"start":{"line":11,"character":79},"end":{"line":11,"character":82}},"severity":1,"code":"syntax","source":"strata","message":"this text is not closed on its line"}]}}
edit session.strata 11:62 11:62 " \"😀\" "
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":8,"diagnostics":[{"range":{"start":{"line":11,"character":58},"end":{"line":11,"character":62}},"severity":1,"code":"syntax","source":"strata","message":"expected ';' or a clause, not 'allo'"}]}}
# The whole text, with a syntax error: checks wait until it can be read.
text session.strata "use \"types.strata\";\ncolumns x86 | x64;\nstruct A { ULONG B at; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":9,"diagnostics":[{"range":{"start":{"line":2,"character":21},"end":{"line":2,"character":22}},"severity":1,"code":"syntax","source":"strata","message":"expected a value, not ';'"}]}}
# Lines end in LF, CR LF or CR.
text session.strata "use \"types.strata\";\r\ncolumns x86 | x64;\rstruct A { NONE B; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":10,"diagnostics":[{"range":{"start":{"line":2,"character":11},"end":{"line":2,"character":15}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
close session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
