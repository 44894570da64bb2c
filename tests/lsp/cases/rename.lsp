# A member: its rows, remarks (`next in`) and paths.
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
ask textDocument/prepareRename session.strata 9:14
  {"jsonrpc":"2.0","id":2,"result":{"range":{"start":{"line":9,"character":11},"end":{"line":9,"character":16}},"placeholder":"Depth"}}
ask textDocument/rename session.strata 9:14 {"newName":"Deep"}
  {"jsonrpc":"2.0","id":3,"result":{"changes":{"ROOT/session.strata":[{"range":{"start":{"line":8,"character":56},"end":{"line":8,"character":61}},"newText":"Deep"},{"range":{"start":{"line":9,"character":11},"end":{"line":9,"character":16}},"newText":"Deep"}]}}}
ask textDocument/rename session.strata 21:17 {"newName":"Ident"}
  {"jsonrpc":"2.0","id":4,"result":{"changes":{"ROOT/session.strata":[{"range":{"start":{"line":14,"character":15},"end":{"line":14,"character":17}},"newText":"Ident"},{"range":{"start":{"line":21,"character":16},"end":{"line":21,"character":18}},"newText":"Ident"}]}}}
ask textDocument/rename session.strata 12:13 {"newName":"Head"}
  {"jsonrpc":"2.0","id":5,"result":{"changes":{"ROOT/session.strata":[{"range":{"start":{"line":12,"character":11},"end":{"line":12,"character":17}},"newText":"Head"},{"range":{"start":{"line":20,"character":9},"end":{"line":20,"character":15}},"newText":"Head"},{"range":{"start":{"line":21,"character":9},"end":{"line":21,"character":15}},"newText":"Head"}]}}}
# A word of the language is written in backticks where it is reserved.
ask textDocument/rename session.strata 7:12 {"newName":"size"}
  {"jsonrpc":"2.0","id":6,"result":{"changes":{"ROOT/session.strata":[{"range":{"start":{"line":7,"character":11},"end":{"line":7,"character":16}},"newText":"size"},{"range":{"start":{"line":19,"character":11},"end":{"line":19,"character":16}},"newText":"`size`"}]}}}
# A type, also where it is used in other files; a constant; an enumerator.
ask textDocument/rename session.strata 6:5 {"newName":"LIST"}
  {"jsonrpc":"2.0","id":7,"result":{"changes":{"ROOT/types.strata":[{"range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}},"newText":"LIST"},{"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}},"newText":"LIST"},{"range":{"start":{"line":7,"character":4},"end":{"line":7,"character":8}},"newText":"LIST"}],"ROOT/session.strata":[{"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}},"newText":"LIST"}]}}}
ask textDocument/rename session.strata 10:19 {"newName":"LIMIT"}
  {"jsonrpc":"2.0","id":8,"result":{"changes":{"ROOT/types.strata":[{"range":{"start":{"line":10,"character":6},"end":{"line":10,"character":10}},"newText":"LIMIT"}],"ROOT/session.strata":[{"range":{"start":{"line":10,"character":18},"end":{"line":10,"character":22}},"newText":"LIMIT"}]}}}
# These cannot be renamed: no name, a name that is taken, shipped types, versions, checks, nothing.
ask textDocument/rename session.strata 7:12 {"newName":"two words"}
  {"jsonrpc":"2.0","id":9,"error":{"code":-32803,"message":"a name has letters, digits and '_', at most 255, and does not begin with a digit"}}
ask textDocument/rename session.strata 7:12 {"newName":"0x"}
  {"jsonrpc":"2.0","id":10,"error":{"code":-32803,"message":"a name has letters, digits and '_', at most 255, and does not begin with a digit"}}
ask textDocument/rename session.strata 7:12 {"newName":""}
  {"jsonrpc":"2.0","id":11,"error":{"code":-32803,"message":"a name has letters, digits and '_', at most 255, and does not begin with a digit"}}
ask textDocument/rename session.strata 7:12 {}
  {"jsonrpc":"2.0","id":12,"error":{"code":-32803,"message":"a name has letters, digits and '_', at most 255, and does not begin with a digit"}}
ask textDocument/rename session.strata 7:12 {"newName":"Level"}
  {"jsonrpc":"2.0","id":13,"error":{"code":-32803,"message":"another declaration has this name"}}
ask textDocument/prepareRename session.strata 7:25
  {"jsonrpc":"2.0","id":14,"error":{"code":-32803,"message":"only types, members, enumerators, constants, events and globals can be renamed"}}
ask textDocument/rename session.strata 7:25 {"newName":"x"}
  {"jsonrpc":"2.0","id":15,"error":{"code":-32803,"message":"only types, members, enumerators, constants, events and globals can be renamed"}}
ask textDocument/prepareRename session.strata 3:0
  {"jsonrpc":"2.0","id":16,"result":null}
ask textDocument/rename session.strata 3:0 {"newName":"x"}
  {"jsonrpc":"2.0","id":17,"error":{"code":-32803,"message":"there is no name at this position"}}
# The same name is no change.
ask textDocument/rename session.strata 7:12 {"newName":"Flags"}
  {"jsonrpc":"2.0","id":18,"result":{"changes":{"ROOT/session.strata":[{"range":{"start":{"line":7,"character":11},"end":{"line":7,"character":16}},"newText":"Flags"},{"range":{"start":{"line":19,"character":11},"end":{"line":19,"character":16}},"newText":"Flags"}]}}}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
