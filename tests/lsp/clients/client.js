#!/usr/bin/env node
// A session with `strata lsp` by VS Code's own library: client.js MODULES STRATA DIRECTORY
'use strict';
const { spawn } = require('child_process');
const fs = require('fs');
const path = require('path');
const { pathToFileURL } = require('url');

const [modules, strata, directory] = process.argv.slice(2);
const protocol = require(path.join(modules, 'vscode-languageserver-protocol', 'node'));

const uriOf = (name) => pathToFileURL(path.join(directory, name)).href;
const position = (line, character) => ({ line, character });

// Applies edits of a text as the protocol says: they do not overlap, and mean the text before all of them.
function apply(text, edits) {
    const lines = [0];
    for (let i = 0; i < text.length; i++)
        if (text[i] === '\n')
            lines.push(i + 1);
    const offset = (place) => place.line < lines.length ? lines[place.line] + place.character : text.length;
    for (const edit of [...edits].sort((a, b) => offset(b.range.start) - offset(a.range.start)))
        text = text.slice(0, offset(edit.range.start)) + edit.newText + text.slice(offset(edit.range.end));
    return text;
}

let passed = 0, failed = 0;
function check(name, holds, seen) {
    if (holds) {
        passed++;
        return;
    }
    failed++;
    console.log(`FAIL lsp/clients: ${name}: ${JSON.stringify(seen)}`);
}

async function main() {
    const server = spawn(strata, ['lsp'], {
        stdio: ['pipe', 'pipe', 'inherit'], env: { ...process.env, LD_PRELOAD: process.env.TRAP } });
    const ended = new Promise((resolve) => server.on('exit', resolve));
    const connection = protocol.createProtocolConnection(new protocol.StreamMessageReader(server.stdout),
        new protocol.StreamMessageWriter(server.stdin));
    const findings = new Map(), shown = [];
    let wake = () => {};
    connection.onNotification(protocol.PublishDiagnosticsNotification.type, (params) => {
        findings.set(params.uri, params);
        wake();
    });
    connection.onNotification(protocol.ShowMessageNotification.type, (params) => shown.push(params.message));
    connection.onRequest(protocol.RegistrationRequest.type, () => null);
    connection.listen();

    const uri = uriOf('session.strata');
    const textDocument = { uri };
    let text = fs.readFileSync(path.join(directory, 'session.strata'), 'utf8'), version = 1;
    const current = () => new Promise((resolve) => {
        wake = () => {
            const found = findings.get(uri);
            if (found && found.version === version)
                resolve(found.diagnostics);
        };
        wake();
    });
    async function change(edits) {
        text = apply(text, edits);
        version++;
        await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
            textDocument: { uri, version }, contentChanges: edits.map((edit) => ({ range: edit.range, text: edit.newText })) });
    }

    const begun = await connection.sendRequest(protocol.InitializeRequest.type, {
        processId: process.pid, rootUri: pathToFileURL(directory).href,
        workspaceFolders: [{ uri: pathToFileURL(directory).href, name: 'specs' }],
        capabilities: {
            general: { positionEncodings: ['utf-16'] },
            textDocument: {
                hover: { contentFormat: ['markdown'] }, documentSymbol: { hierarchicalDocumentSymbolSupport: true },
                codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ['quickfix'] } } } } } });
    check('initialize', begun.capabilities.renameProvider.prepareProvider, begun);
    await connection.sendNotification(protocol.InitializedNotification.type, {});
    await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'strata', version, text } });
    check('a clean text', (await current()).length === 0, findings.get(uri));

    // The check crashes, until the text is mended.
    await change([{ range: { start: position(0, 0), end: position(0, 0) }, newText: 'use ".traps/crash.strata";\n' }]);
    let seen = await current();
    check('a crash', seen.length === 1 && seen[0].message.startsWith('strata failed') && shown.length > 0, [seen, shown]);
    const refused = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument }).catch((error) => error.code);
    check('a request about a text that failed', refused === -32803, refused);
    await change([{ range: { start: position(0, 0), end: position(1, 0) }, newText: '' }]);
    check('a mended text', (await current()).length === 0, findings.get(uri));

    // A remark contradicts the rows: its fix takes the finding away.
    const line = text.split('\n').findIndex((row) => row.includes('previously -'));
    const at = text.split('\n')[line].indexOf('previously -');
    await change([{ range: { start: position(line, at), end: position(line, at + 12) }, newText: '' },
                  { range: { start: position(line - 1, 48), end: position(line - 1, 61) }, newText: 'next in None' }]);
    seen = await current();
    check('diagnostics appear', seen.length === 1 && seen[0].code === 'remark', seen);
    await change([{ range: { start: position(line - 1, 48), end: position(line - 1, 60) }, newText: 'next 0x10' }]);
    seen = await current();
    check('diagnostics change', seen.length === 1 && seen[0].relatedInformation.length === 1, seen);
    await change([{ range: { start: position(line - 1, 48), end: position(line - 1, 57) }, newText: '' }]);
    check('diagnostics vanish', (await current()).length === 0, findings.get(uri));
    await change([{ range: { start: position(line, 11), end: position(line, 16) }, newText: 'Level' },
                  { range: { start: position(line, 48), end: position(line, 48) }, newText: 'previously 0x10' }]);
    seen = await current();
    const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
        textDocument, range: seen[0].range, context: { diagnostics: seen, only: ['quickfix'] } });
    check('a quick fix', actions.length === 1 && actions[0].diagnostics[0].code === 'remark', actions);
    await change(actions[0].edit.changes[uri]);
    check('the fix mends the text', (await current()).length === 0, [findings.get(uri), text]);

    const edits = await connection.sendRequest(protocol.DocumentFormattingRequest.type, {
        textDocument, options: { tabSize: 4, insertSpaces: true } });
    await change(edits);
    const again = await connection.sendRequest(protocol.DocumentFormattingRequest.type, {
        textDocument, options: { tabSize: 4, insertSpaces: true } });
    check('formatting', edits.length > 0 && again.length === 0, [edits, again]);

    const place = (word, name) => {
        const row = text.split('\n').findIndex((one) => one.includes(word));
        return { textDocument, position: position(row, text.split('\n')[row].indexOf(name) + 1) };
    };
    const hover = await connection.sendRequest(protocol.HoverRequest.type, place('Owners[', 'Owners'));
    check('hover', hover.contents.value.includes('| PVOID'), hover);
    const definition = await connection.sendRequest(protocol.DefinitionRequest.type, place('LINK', 'LINK'));
    check('definition', definition.length === 1 && definition[0].uri === uriOf('types.strata'), definition);
    const references = await connection.sendRequest(protocol.ReferencesRequest.type, {
        ...place('LINK', 'LINK'), context: { includeDeclaration: false } });
    check('references', references.length === 3, references);
    const symbols = await connection.sendRequest(protocol.DocumentSymbolRequest.type, { textDocument });
    check('symbols', symbols[0].name === 'SESSION' && symbols[0].children.length === 7, symbols);
    const found = await connection.sendRequest(protocol.WorkspaceSymbolRequest.type, { query: 'colour' });
    check('workspace symbols', found.some((one) => one.location.uri === uriOf('types.strata')), found);
    const items = await connection.sendRequest(protocol.CompletionRequest.type, place('LINK ', 'INK'));
    check('completion', items.items.some((one) => one.label === 'LINK'), items);
    const prepared = await connection.sendRequest(protocol.PrepareRenameRequest.type, place('Owners[', 'Owners'));
    check('prepareRename', prepared.placeholder === 'Owners', prepared);
    const renamed = await connection.sendRequest(protocol.RenameRequest.type, {
        ...place('marker Flags', 'Flags'), newName: 'Bits' });
    check('rename', renamed.changes[uri].length === 2, renamed);
    await change(renamed.changes[uri]);
    check('a renamed text', (await current()).length === 0, findings.get(uri));

    // A request that is cancelled, and one that nobody knows.
    const source = new protocol.CancellationTokenSource();
    const cancelled = connection.sendRequest(protocol.HoverRequest.type, place('Owners[', 'Owners'), source.token);
    source.cancel();
    const outcome = await cancelled.then((result) => (result ? 'answered' : 'nothing'), (error) => error.code);
    check('cancellation', outcome === 'answered' || outcome === -32800, outcome);
    const unknown = await connection.sendRequest('none/none', {}).catch((error) => error.code);
    check('an unknown request', unknown === -32601, unknown);
    await connection.sendRequest(protocol.ShutdownRequest.type);
    await connection.sendNotification(protocol.ExitNotification.type);
    check('the exit status', await ended === 0, server.exitCode);
}

main().then(() => console.log(`${passed} passed, ${failed} failed`), (error) => {
    console.log(`FAIL lsp/clients: ${error.stack}`);
    console.log(`${passed} passed, ${failed + 1} failed`);
    process.exit(1);
});
