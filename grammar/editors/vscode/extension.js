// The client of `strata lsp`: starts the server for specs, and again when a setting of it changes.
'use strict';
const vscode = require('vscode');
const { LanguageClient } = require('vscode-languageclient/node');

let client;
// Starting and stopping happen one after the other.
let turn = Promise.resolve();

function newClient() {
    const settings = vscode.workspace.getConfiguration('strata');
    const server = { command: settings.get('path'), args: ['lsp', ...settings.get('arguments')] };
    const documents = [{ language: 'strata', scheme: 'file' }, { language: 'strata', scheme: 'untitled' }];
    return new LanguageClient('strata', 'Strata', server, { documentSelector: documents });
}

async function start() {
    client = newClient();
    try {
        await client.start();
    } catch (error) {
        const program = vscode.workspace.getConfiguration('strata').get('path');
        vscode.window.showErrorMessage(`"${program} lsp" does not start; the setting strata.path names the program. ` +
                                       `${error.message ?? error}`);
    }
}

async function stop() {
    const stopped = client;
    client = undefined;
    if (stopped?.needsStop())
        await stopped.stop().catch(() => undefined); // a server that has ended already
}

function restart() {
    turn = turn.then(stop).then(start);
    return turn;
}

function activate(context) {
    context.subscriptions.push(
        vscode.commands.registerCommand('strata.restart', restart),
        vscode.workspace.onDidChangeConfiguration((event) =>
            event.affectsConfiguration('strata.path') || event.affectsConfiguration('strata.arguments')
                ? restart() : undefined));
    turn = turn.then(start);
    return turn;
}

function deactivate() {
    turn = turn.then(stop);
    return turn;
}

module.exports = { activate, deactivate };
