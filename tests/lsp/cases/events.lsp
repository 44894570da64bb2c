# Names of headers, events and flags; names in backticks; versions of an axis; types of remarks.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open new.strata "use \"types.strata\";\ncolumns x86 | x64;\nstruct `type` in 5.0.. {\n    ULONG `at`  at 0x00;\n    USHORT Size at 0x04;\n    USHORT Hook at 0x06;\n    const volatile `type` *Next at 0x08;\n}\nheader `type` {\n    marker `at`;\n    size Size;\n    hook Hook;\n    data 0x08;\n}\nevent HAPPENED = 0x10 in 5.0.. {\n    header `type` marker 0x01;\n    data LINK;\n    group OBJECTS;\n}\nstruct OTHER in 6.1-sp1.. {\n    USHORT A in ..6.1 at 0x00;\n    ULONG A in 10.0.. at 0x00 previously USHORT 0x00;\n}\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/new.strata","version":1,"diagnostics":[]}}
ask textDocument/references new.strata 2:8 {"context":{"includeDeclaration":true}}
  {"jsonrpc":"2.0","id":2,"result":[{"uri":"ROOT/new.strata","range":{"start":{"line":2,"character":7},"end":{"line":2,"character":13}}},{"uri":"ROOT/new.strata","range":{"start":{"line":6,"character":19},"end":{"line":6,"character":25}}},{"uri":"ROOT/new.strata","range":{"start":{"line":8,"character":7},"end":{"line":8,"character":13}}},{"uri":"ROOT/new.strata","range":{"start":{"line":15,"character":11},"end":{"line":15,"character":17}}}]}
ask textDocument/references new.strata 3:11 {"context":{"includeDeclaration":true}}
  {"jsonrpc":"2.0","id":3,"result":[{"uri":"ROOT/new.strata","range":{"start":{"line":3,"character":10},"end":{"line":3,"character":14}}},{"uri":"ROOT/new.strata","range":{"start":{"line":9,"character":11},"end":{"line":9,"character":15}}}]}
ask textDocument/rename new.strata 9:12 {"newName":"plain"}
  {"jsonrpc":"2.0","id":4,"result":{"changes":{"ROOT/new.strata":[{"range":{"start":{"line":3,"character":10},"end":{"line":3,"character":14}},"newText":"plain"},{"range":{"start":{"line":9,"character":11},"end":{"line":9,"character":15}},"newText":"plain"}]}}}
ask textDocument/definition new.strata 17:10
  {"jsonrpc":"2.0","id":5,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":19,"character":4},"end":{"line":19,"character":11}}}]}
ask textDocument/references new.strata 17:10 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":6,"result":[{"uri":"ROOT/new.strata","range":{"start":{"line":17,"character":10},"end":{"line":17,"character":17}}}]}
ask textDocument/definition new.strata 16:10
  {"jsonrpc":"2.0","id":7,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}]}
ask textDocument/references new.strata 14:8 {"context":{"includeDeclaration":true}}
  {"jsonrpc":"2.0","id":8,"result":[{"uri":"ROOT/new.strata","range":{"start":{"line":14,"character":6},"end":{"line":14,"character":14}}}]}
ask textDocument/hover new.strata 14:8
  {"jsonrpc":"2.0","id":9,"result":{"contents":{"kind":"plaintext","value":"event HAPPENED = 0x10 in 5.0.. {\u000a    header `type` marker 0x01;\u000a    data LINK;\u000a    group OBJECTS;\u000a}\u000a"},"range":{"start":{"line":14,"character":6},"end":{"line":14,"character":14}}}}
ask textDocument/hover new.strata 17:10
  {"jsonrpc":"2.0","id":10,"result":{"contents":{"kind":"plaintext","value":"OBJECTS = 0x40\u000a"},"range":{"start":{"line":17,"character":10},"end":{"line":17,"character":17}}}}
ask textDocument/definition new.strata 19:18
  {"jsonrpc":"2.0","id":11,"result":[{"uri":"ROOT/shipped/base.strata","range":{"start":{"line":3,"character":31},"end":{"line":3,"character":38}}}]}
ask textDocument/references new.strata 21:42 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":12,"result":[{"uri":"ROOT/new.strata","range":{"start":{"line":4,"character":4},"end":{"line":4,"character":10}}},{"uri":"ROOT/new.strata","range":{"start":{"line":5,"character":4},"end":{"line":5,"character":10}}},{"uri":"ROOT/new.strata","range":{"start":{"line":20,"character":4},"end":{"line":20,"character":10}}},{"uri":"ROOT/new.strata","range":{"start":{"line":21,"character":41},"end":{"line":21,"character":47}}},{"uri":"ROOT/session.strata","range":{"start":{"line":13,"character":8},"end":{"line":13,"character":14}}},{"uri":"ROOT/session.strata","range":{"start":{"line":14,"character":8},"end":{"line":14,"character":14}}}]}
ask textDocument/hover new.strata 20:15
  {"jsonrpc":"2.0","id":13,"result":null}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
