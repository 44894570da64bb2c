# Requests before `initialize` fail, notifications are ignored.
ask textDocument/hover session.strata 5:8
  {"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"'initialize' comes first"}}
send {"method":"textDocument/didOpen","params":{"textDocument":{"uri":"ROOT/x.strata","version":1,"text":"struct"}}}
initialize {"general":{"positionEncodings":["utf-32","utf-8"]},"workspace":{"didChangeWatchedFiles":{"dynamicRegistration":true}}}
  {"jsonrpc":"2.0","id":2,"result":{"capabilities":{"positionEncoding":"utf-8","textDocumentSync":{"openClose":true,"change":2,"save":{"includeText":false}},"hoverProvider":true,"codeActionProvider":{"codeActionKinds":["quickfix","source.fixAll.strata"]},"documentFormattingProvider":true,"definitionProvider":true,"referencesProvider":true,"documentHighlightProvider":true,"documentSymbolProvider":true,"workspaceSymbolProvider":true,"completionProvider":{"triggerCharacters":[".","(","<","\""]},"renameProvider":{"prepareProvider":true},"workspace":{"workspaceFolders":{"supported":true,"changeNotifications":true}}},"serverInfo":{"name":"strata","version":"0"}}}
  {"jsonrpc":"2.0","id":"watch","method":"client/registerCapability","params":{"registrations":[{"id":"watch","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[{"globPattern":"**/*.strata"}]}}]}}
# The client's answer to client/registerCapability.
send {"id":"watch","result":null}
# Again.
initialize {}
  {"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"the session is initialized already"}}
  {"jsonrpc":"2.0","id":"watch","method":"client/registerCapability","params":{"registrations":[{"id":"watch","method":"workspace/didChangeWatchedFiles","registerOptions":{"watchers":[{"globPattern":"**/*.strata"}]}}]}}
# Unknown requests fail, unknown notifications are ignored, and so is a request without an id.
ask none/none session.strata
  {"jsonrpc":"2.0","id":4,"error":{"code":-32601,"message":"there is no such request"}}
send {"method":"none/none","params":[1,2]}
send {"method":"$/setTrace","params":{"value":"off"}}
send {"method":"textDocument/hover","params":{}}
# A notification with an id is no request that the server knows.
send {"id":"text","method":"exit"}
  {"jsonrpc":"2.0","id":"text","error":{"code":-32601,"message":"there is no such request"}}
send {"id":7,"method":"shutdown"}
  {"jsonrpc":"2.0","id":7,"result":null}
ask textDocument/hover session.strata 5:8
  {"jsonrpc":"2.0","id":5,"error":{"code":-32600,"message":"the session is shut down"}}
exit
  exit status 0
