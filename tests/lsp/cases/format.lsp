initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
# Only lines that change are replaced; a text in canonical form has no edits, one with syntax errors no answer.
open new.strata "use <base.strata>;\n\n\n\ncolumns x86|x64;\nstruct A {\n    // é 😀\n ULONG B at 0;\n    ULONG  C at 4 ;\n}\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":1,"diagnostics":[]}}
ask textDocument/formatting new.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":2,"result":[{"range":{"start":{"line":2,"character":0},"end":{"line":5,"character":0}},"newText":"columns x86 | x64;\u000a"},{"range":{"start":{"line":7,"character":0},"end":{"line":9,"character":0}},"newText":"    ULONG B  at 0;\u000a    ULONG C  at 4;\u000a"}]}
text new.strata "use <base.strata>;\n\ncolumns x86 | x64;\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":2,"diagnostics":[]}}
ask textDocument/formatting new.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":3,"result":[]}
text new.strata "use <base.strata>;\r\ncolumns x86|x64;"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":3,"diagnostics":[]}}
ask textDocument/formatting new.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":4,"result":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":16}},"newText":"columns x86 | x64;\u000d\u000a"}]}
text new.strata "use"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":4,"diagnostics":[{"range":{"start":{"line":0,"character":3},"end":{"line":0,"character":3}},"severity":1,"code":"syntax","source":"strata","message":"expected a text or a path in <>, not the end of the file"}]}}
ask textDocument/formatting new.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":5,"result":null}
text new.strata ""
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":5,"diagnostics":[]}}
ask textDocument/formatting new.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":6,"result":[]}
ask textDocument/formatting other.strata {"options":{"tabSize":4,"insertSpaces":true}}
  {"jsonrpc":"2.0","id":7,"result":null}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
