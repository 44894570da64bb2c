#!/usr/bin/env node
// A server that answers the requests of a client with nothing, and writes its arguments and the methods that it gets to
// $LOG, a line each.
'use strict';
const fs = require('fs');

const log = (line) => fs.appendFileSync(process.env.LOG, `${line}\n`);
let input = Buffer.alloc(0);

function answer(message) {
    log(message.method);
    if (message.method === 'exit')
        process.exit(0);
    if (message.id === undefined)
        return;
    const result = message.method === 'initialize' ? { capabilities: { textDocumentSync: 1 } } : null;
    const body = JSON.stringify({ jsonrpc: '2.0', id: message.id, result });
    process.stdout.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
}

log(['argv', ...process.argv.slice(2)].join(' '));
process.stdin.on('data', (data) => {
    input = Buffer.concat([input, data]);
    for (;;) {
        const head = /^Content-Length: (\d+)\r\n(?:.+\r\n)*\r\n/.exec(input.toString('latin1'));
        const end = head ? head[0].length + Number(head[1]) : Infinity;
        if (input.length < end)
            return;
        answer(JSON.parse(input.subarray(head[0].length, end).toString()));
        input = input.subarray(end);
    }
});
