// Loads the extension with a `vscode` without an editor, activates it with the setting strata.path, changes the setting,
// and deactivates it: extension.js MODULES EXTENSION PROGRAM OTHER. Prints a line for each failure, and the counts.
'use strict';
const Module = require('module');
const path = require('path');

const [modules, extension, program, other] = process.argv.slice(2).map((name) => path.resolve(name));
const settings = { path: program, arguments: ['-I', 'specs'] };
const shown = [];
const commands = {};
let changed;

// Anything that the client asks of the editor: it may be called, constructed, extended and looked into.
function anything() {
    const members = new Map();
    return new Proxy(class {}, {
        get: (target, name) => {
            if (name === 'prototype' || typeof name === 'symbol' || name === 'then')
                return target[name];
            if (!members.has(name))
                members.set(name, anything());
            return members.get(name);
        },
        set: (target, name, value) => Boolean(members.set(name, value)),
        apply: () => anything(),
    });
}

const vscode = anything();
vscode.version = '1.82.0';
vscode.workspace.workspaceFolders = undefined;
vscode.workspace.textDocuments = [];
vscode.workspace.notebookDocuments = [];
vscode.window.tabGroups.all = [];
vscode.env.appName = 'test';
vscode.env.language = 'en';
vscode.workspace.getConfiguration = () => ({ get: (name, otherwise) => settings[name] ?? otherwise });
vscode.workspace.onDidChangeConfiguration = (listener) => {
    changed ??= listener;
    return { dispose() {} };
};
vscode.EventEmitter = class {
    event = () => ({ dispose() {} });
    fire() {}
    dispose() {}
};
vscode.window.showErrorMessage = async (text) => void shown.push(text);
vscode.commands.registerCommand = (name, action) => {
    commands[name] = action;
    return { dispose() {} };
};

const load = Module._load;
Module._load = function (name, ...rest) {
    return name === 'vscode' ? vscode : load.call(this, name, ...rest);
};
process.env.NODE_PATH = modules;
Module._initPaths();

// The library leaves promises behind if the program ends early. VS Code writes these to a log.
process.on('unhandledRejection', () => {});

let passed = 0;
let failed = 0;

function check(name, holds) {
    passed += Number(Boolean(holds));
    failed += Number(!holds);
    if (!holds)
        console.log(`FAIL editors/extension: ${name}`);
}

const changes = (...names) => ({ affectsConfiguration: (name) => names.includes(name) });

async function main() {
    const { activate, deactivate } = require(extension);
    const context = { subscriptions: [] };
    await activate(context);
    check(`it starts without an error (${shown})`, shown.length === 0);
    check('it registers two things to dispose', context.subscriptions.length === 2);
    check('it registers its command', typeof commands['strata.restart'] === 'function');
    check('it listens to settings', typeof changed === 'function');
    await changed(changes('editor.fontSize'));
    settings.path = other;
    await changed(changes('strata.path'));
    check('a program that does not exist is an error', shown.some((text) => text.includes(`"${other} lsp"`)));
    shown.length = 0;
    settings.path = program;
    settings.arguments = [];
    await commands['strata.restart']();
    await deactivate();
    check(`it starts again (${shown})`, shown.length === 0);
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed ? 1 : 0);
}

main();
