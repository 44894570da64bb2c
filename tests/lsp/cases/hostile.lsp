# What is no message of the protocol does not end the server.
raw {"jsonrpc":
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
raw []
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object with a method, or an answer"}}
raw "text"
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a message is an object with a method, or an answer"}}
raw {"id":1.5,"method":"initialize"}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is an integer or a string"}}
raw {"id":[],"method":"initialize"}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is an integer or a string"}}
raw {"id":1,"method":7}
  {"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a message is an object with a method, or an answer"}}
raw {"id":null,"method":"shutdown"}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is an integer or a string"}}
raw {"id":123456789012345678901234567890,"method":"shutdown"}
  {"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"an id is an integer or a string"}}
bytes "content-length:2\r\nContent-Type: application/vscode-jsonrpc; charset=utf-8\r\n\r\n{}"
bytes "Content-Length: 4\r\n\r\n{\"\xff\""
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
bytes "Content-Length: 3\r\n\r\n{\x00}"
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
initialize {}
  {"jsonrpc":"2.0","id":1,"result":{"capabilities":{"positionEncoding":"utf-16","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
# Too many levels, too many values, too many bytes.
fill 201 [
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
fill 600000 0,
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
fill 70000000 0
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message has more than 64 MiB"}}
fill 10000 {"a":
  {"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON, or has too many values or levels"}}
# Parameters of a wrong kind.
send {"id":"a","method":"textDocument/hover"}
  {"jsonrpc":"2.0","id":"a","result":null}
send {"id":"b","method":"textDocument/hover","params":[]}
  {"jsonrpc":"2.0","id":"b","result":null}
send {"id":"c","method":"textDocument/hover","params":{"textDocument":{"uri":7},"position":7}}
  {"jsonrpc":"2.0","id":"c","result":null}
send {"id":"d","method":"textDocument/hover","params":{"textDocument":{"uri":"file:"},"position":{"line":-1,"character":1e300}}}
  {"jsonrpc":"2.0","id":"d","result":null}
send {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"ROOT/x.strata"}}}
send {"method":"textDocument/didChange","params":{"textDocument":{"uri":"ROOT/x.strata"},"contentChanges":[{"text":"x"}]}}
send {"method":"textDocument/didClose","params":{"textDocument":{"uri":"ROOT/x.strata"}}}
open x.strata "use <base.strata>;\nstruct A { ULONG B; }"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/x.strata","version":1,"diagnostics":[]}}
send {"method":"textDocument/didChange","params":{"textDocument":{"uri":"ROOT/x.strata","version":2},"contentChanges":[7,{"range":7,"text":"x"},{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}},{"text":7}]}}
# Positions outside of the text, and a range that ends before it begins.
edit x.strata 99:0 999999:5 " // end"
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/x.strata","version":2,"diagnostics":[]}}
edit x.strata 1:5 0:2 "/* back */ "
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/x.strata","version":3,"diagnostics":[{"range":{"start":{"line":1,"character":0},"end":{"line":1,"character":5}},"severity":1,"code":"syntax","source":"strata","message":"expected a declaration or the end of the file, not 'struc'"}]}}
ask textDocument/hover x.strata 2147483647:4294967296
  {"jsonrpc":"2.0","id":2,"result":null}
ask textDocument/codeAction x.strata {"range":{"start":{"line":9,"character":9},"end":{"line":0,"character":0}}}
  {"jsonrpc":"2.0","id":3,"result":[]}
# Texts with a NUL, which is U+FFFD here, and with half of a surrogate.
send {"method":"textDocument/didChange","params":{"textDocument":{"uri":"ROOT/x.strata","version":3},"contentChanges":[{"text":"// \u0000 \\u0000"}]}}
  {"jsonrpc":"2.0","method":"textDocument/publishDiagnostics","params":{"uri":"ROOT/x.strata","version":3,"diagnostics":[]}}
raw {"method":"textDocument/didChange","params":{"textDocument":{"uri":"untitled:x","version":3},"contentChanges":[{"text":"// \ud83d"}]}}
# A message that is longer than any, with nearly all of its bytes missing.
together
bytes "Content-Length: 99999999999999999999999\r\n\r\n{"
leave
  exit status 1
