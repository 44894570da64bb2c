# Specs that use an open one are checked with it, and say so where they stand.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
edit types.strata 7:30 7:34 "0x0C"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":2,"diagnostics":[{"range":{"start":{"line":7,"character":30},"end":{"line":7,"character":34}},"severity":2,"code":"misaligned","source":"strata","message":"'Previous' is not at a multiple of its alignment, 8, on x64 in 6.0..\u000a0xC..0x13\u000ahelp: 0x8 follows 'Next'"}]}}
# The text of an open spec counts for the others, not that on disk.
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
edit session.strata 6:35 6:39 "0x04"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":6,"character":35},"end":{"line":6,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Links' overlaps 'Flags' on x86 in 5.0..; on x64 in 6.0..\u000a0x4..0xB\u000ahelp: 0x0 is where that begins on x86 in 5.0.. and leaves no gap up to 'Flags' at 0x8\u000ahelp: 0x0 is where that begins on x64 in 6.0..","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"}]}]}}
edit types.strata 7:30 7:34 "0x08"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":2,"diagnostics":[{"range":{"start":{"line":6,"character":35},"end":{"line":6,"character":39}},"severity":1,"code":"overlap","source":"strata","message":"'Links' overlaps 'Flags' on x86 in 5.0..; on x64 in 6.0..\u000a0x4..0xB\u000ahelp: 0x0 is where that begins on x86 in 5.0.. and leaves no gap up to 'Flags' at 0x8\u000ahelp: 0x0 is where that begins on x64 in 6.0.. and leaves no gap up to 'Flags' at 0x10","relatedInformation":[{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":35},"end":{"line":7,"character":39}}},"message":"'Flags' occupies 0x8..0xB"},{"location":{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":42},"end":{"line":7,"character":46}}},"message":"'Flags' occupies 0x10..0x13"}]}]}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":3,"diagnostics":[]}}
edit session.strata 6:35 6:39 "0x00"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[]}}
# A closed text is that on disk again.
edit types.strata 7:30 7:34 "0x0C"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":4,"diagnostics":[{"range":{"start":{"line":7,"character":30},"end":{"line":7,"character":34}},"severity":2,"code":"misaligned","source":"strata","message":"'Previous' is not at a multiple of its alignment, 8, on x64 in 6.0..\u000a0xC..0x13\u000ahelp: 0x8 follows 'Next'"}]}}
close types.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","diagnostics":[]}}
# Specs change on disk.
save types.strata "use <base.strata>;\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":3,"diagnostics":[{"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'LINK' is not declared"},{"range":{"start":{"line":10,"character":18},"end":{"line":10,"character":22}},"severity":1,"code":"unknown-name","source":"strata","message":"no constant is called 'MOST'"},{"range":{"start":{"line":11,"character":4},"end":{"line":11,"character":10}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'COLOUR' is not declared"}]}}
# A text that nobody has saved, and one that is no file.
open new.strata "use \"session.strata\";\nstruct NEWER { SESSION Inner; NONE Type; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":1,"diagnostics":[{"range":{"start":{"line":1,"character":30},"end":{"line":1,"character":34}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
open untitled:one "use <base.strata>;\nstruct UNTITLED { NONE Type; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"untitled:one","version":1,"diagnostics":[{"range":{"start":{"line":1,"character":18},"end":{"line":1,"character":22}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
close new.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","diagnostics":[]}}
close session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[]}}
# A spec that is broken does not silence the one that it uses.
open types.strata "use <base.strata>;\ncolumns x86 | x64;\nstruct LINK { NONE A; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[{"range":{"start":{"line":10,"character":18},"end":{"line":10,"character":22}},"severity":1,"code":"unknown-name","source":"strata","message":"no constant is called 'MOST'"},{"range":{"start":{"line":11,"character":4},"end":{"line":11,"character":10}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'COLOUR' is not declared"}]}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[{"range":{"start":{"line":2,"character":14},"end":{"line":2,"character":18}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'NONE' is not declared"}]}}
save broken.strata "use \"types.strata\";\nstruct {"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[]}}
open broken.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/broken.strata","version":1,"diagnostics":[{"range":{"start":{"line":1,"character":7},"end":{"line":1,"character":8}},"severity":1,"code":"syntax","source":"strata","message":"expected a name, not '{'"}]}}
close broken.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/broken.strata","diagnostics":[]}}
save broken.strata ""
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[{"range":{"start":{"line":10,"character":18},"end":{"line":10,"character":22}},"severity":1,"code":"unknown-name","source":"strata","message":"no constant is called 'MOST'"},{"range":{"start":{"line":11,"character":4},"end":{"line":11,"character":10}},"severity":1,"code":"unknown-type","source":"strata","message":"type 'COLOUR' is not declared"}]}}
# Two specs that declare the same do not speak about the third one that both use.
save one.strata "use \"types.strata\";\nstruct SAME { ULONG A; }\n"
save two.strata "use \"types.strata\";\nstruct SAME { ULONG A; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","diagnostics":[]}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
