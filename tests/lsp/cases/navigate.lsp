initialize {"textDocument":{"documentSymbol":{"hierarchicalDocumentSymbolSupport":true}}}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
open session.strata
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/session.strata","version":1,"diagnostics":[]}}
# A type, declared in another file; a member; a constant; a version; an architecture; a nested member in a path.
ask textDocument/definition session.strata 6:5
  {"jsonrpc":"2.0","id":2,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}}]}
ask textDocument/definition session.strata 7:12
  {"jsonrpc":"2.0","id":3,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":11},"end":{"line":7,"character":16}}}]}
ask textDocument/definition session.strata 10:19
  {"jsonrpc":"2.0","id":4,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":10,"character":6},"end":{"line":10,"character":10}}}]}
ask textDocument/definition session.strata 7:25
  {"jsonrpc":"2.0","id":5,"result":[{"uri":"ROOT/shipped/base.strata","range":{"start":{"line":1,"character":4},"end":{"line":1,"character":7}}}]}
ask textDocument/definition session.strata 2:9
  {"jsonrpc":"2.0","id":6,"result":[{"uri":"ROOT/shipped/base.strata","range":{"start":{"line":7,"character":5},"end":{"line":7,"character":8}}}]}
ask textDocument/definition session.strata 21:17
  {"jsonrpc":"2.0","id":7,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":14,"character":15},"end":{"line":14,"character":17}}}]}
ask textDocument/definition session.strata 21:9
  {"jsonrpc":"2.0","id":8,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":12,"character":11},"end":{"line":12,"character":17}}}]}
ask textDocument/definition session.strata 8:58
  {"jsonrpc":"2.0","id":9,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":9,"character":11},"end":{"line":9,"character":16}}}]}
ask textDocument/definition session.strata 0:7
  {"jsonrpc":"2.0","id":10,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}}]}
# Behind the last character of a name; beside one.
ask textDocument/definition session.strata 7:16
  {"jsonrpc":"2.0","id":11,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":7,"character":11},"end":{"line":7,"character":16}}}]}
ask textDocument/definition session.strata 7:17
  {"jsonrpc":"2.0","id":12,"result":[]}
# References of a type stand also in files that are not open.
ask textDocument/references session.strata 6:5 {"context":{"includeDeclaration":true}}
  {"jsonrpc":"2.0","id":13,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":5,"character":7},"end":{"line":5,"character":11}}},{"uri":"ROOT/types.strata","range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}}},{"uri":"ROOT/types.strata","range":{"start":{"line":7,"character":4},"end":{"line":7,"character":8}}},{"uri":"ROOT/session.strata","range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}}}]}
ask textDocument/references session.strata 9:13 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":14,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":8,"character":56},"end":{"line":8,"character":61}}}]}
ask textDocument/references session.strata 13:15 {"context":{"includeDeclaration":true}}
  {"jsonrpc":"2.0","id":15,"result":[{"uri":"ROOT/session.strata","range":{"start":{"line":13,"character":15},"end":{"line":13,"character":19}}},{"uri":"ROOT/session.strata","range":{"start":{"line":20,"character":16},"end":{"line":20,"character":20}}}]}
ask textDocument/documentHighlight session.strata 9:13
  {"jsonrpc":"2.0","id":16,"result":[{"range":{"start":{"line":8,"character":56},"end":{"line":8,"character":61}},"kind":2},{"range":{"start":{"line":9,"character":11},"end":{"line":9,"character":16}},"kind":3}]}
# Definitions in an open text are where they are by now.
open types.strata "use <base.strata>;\n\n\ncolumns x86 | x64;\nstruct LINK { LINK *Next; LINK *Previous; }\nconst MOST = 4;\nenum COLOUR : ULONG { Red; }\n"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/types.strata","version":1,"diagnostics":[]}}
ask textDocument/definition session.strata 6:5
  {"jsonrpc":"2.0","id":17,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":4,"character":7},"end":{"line":4,"character":11}}}]}
ask textDocument/definition types.strata 4:15
  {"jsonrpc":"2.0","id":18,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":4,"character":7},"end":{"line":4,"character":11}}}]}
ask textDocument/references types.strata 4:15 {"context":{"includeDeclaration":false}}
  {"jsonrpc":"2.0","id":19,"result":[{"uri":"ROOT/types.strata","range":{"start":{"line":4,"character":14},"end":{"line":4,"character":18}}},{"uri":"ROOT/types.strata","range":{"start":{"line":4,"character":26},"end":{"line":4,"character":30}}},{"uri":"ROOT/session.strata","range":{"start":{"line":6,"character":4},"end":{"line":6,"character":8}}}]}
ask textDocument/documentSymbol session.strata
  {"jsonrpc":"2.0","id":20,"result":[{"name":"SESSION","detail":"struct","kind":23,"range":{"start":{"line":5,"character":0},"end":{"line":16,"character":1}},"selectionRange":{"start":{"line":5,"character":7},"end":{"line":5,"character":14}},"children":[{"name":"Links","detail":"member","kind":8,"range":{"start":{"line":6,"character":4},"end":{"line":6,"character":39}},"selectionRange":{"start":{"line":6,"character":11},"end":{"line":6,"character":16}},"children":[]},{"name":"Flags","detail":"member","kind":8,"range":{"start":{"line":7,"character":4},"end":{"line":7,"character":54}},"selectionRange":{"start":{"line":7,"character":11},"end":{"line":7,"character":16}},"children":[]},{"name":"Level","detail":"member","kind":8,"range":{"start":{"line":8,"character":4},"end":{"line":8,"character":61}},"selectionRange":{"start":{"line":8,"character":11},"end":{"line":8,"character":16}},"children":[]},{"name":"Depth","detail":"member","kind":8,"range":{"start":{"line":9,"character":4},"end":{"line":9,"character":60}},"selectionRange":{"start":{"line":9,"character":11},"end":{"line":9,"character":16}},"children":[]},{"name":"Owners","detail":"member","kind":8,"range":{"start":{"line":10,"character":4},"end":{"line":10,"character":46}},"selectionRange":{"start":{"line":10,"character":11},"end":{"line":10,"character":17}},"children":[]},{"name":"Colour","detail":"member","kind":8,"range":{"start":{"line":11,"character":4},"end":{"line":11,"character":46}},"selectionRange":{"start":{"line":11,"character":11},"end":{"line":11,"character":17}},"children":[]},{"name":"Header","detail":"struct","kind":8,"range":{"start":{"line":12,"character":4},"end":{"line":15,"character":5}},"selectionRange":{"start":{"line":12,"character":11},"end":{"line":12,"character":17}},"children":[{"name":"Size","detail":"member","kind":8,"range":{"start":{"line":13,"character":8},"end":{"line":13,"character":28}},"selectionRange":{"start":{"line":13,"character":15},"end":{"line":13,"character":19}},"children":[]},{"name":"Id","detail":"member","kind":8,"range":{"start":{"line":14,"character":8},"end":{"line":14,"character":28}},"selectionRange":{"start":{"line":14,"character":15},"end":{"line":14,"character":17}},"children":[]}]}]}]}
send {"id":"s1","method":"workspace/symbol","params":{"query":"colo"}}
  {"jsonrpc":"2.0","id":"s1","result":[{"name":"COLOUR","kind":10,"location":{"uri":"ROOT/types.strata","range":{"start":{"line":6,"character":5},"end":{"line":6,"character":11}}}},{"name":"Colour","kind":8,"location":{"uri":"ROOT/session.strata","range":{"start":{"line":11,"character":11},"end":{"line":11,"character":17}}},"containerName":"SESSION"}]}
send {"id":"s2","method":"workspace/symbol","params":{"query":"session.header.i"}}
  {"jsonrpc":"2.0","id":"s2","result":[{"name":"Size","kind":8,"location":{"uri":"ROOT/session.strata","range":{"start":{"line":13,"character":15},"end":{"line":13,"character":19}}},"containerName":"SESSION.Header"},{"name":"Id","kind":8,"location":{"uri":"ROOT/session.strata","range":{"start":{"line":14,"character":15},"end":{"line":14,"character":17}}},"containerName":"SESSION.Header"}]}
send {"id":"s3","method":"workspace/symbol","params":{"query":"no such thing"}}
  {"jsonrpc":"2.0","id":"s3","result":[]}
send {"id":"x","method":"shutdown"}
  {"jsonrpc":"2.0","id":"x","result":null}
exit
  exit status 0
