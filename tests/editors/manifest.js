// Checks the files of the extension: manifest.js EXTENSION PACKAGE. Every file that package.json names is there, its
// languages and grammars agree, its patterns are regular expressions that match a finding, and PACKAGE has the same
// version of the library.
'use strict';
const assert = require('assert');
const fs = require('fs');
const path = require('path');

const [extension, tests] = process.argv.slice(2);
const read = (name) => JSON.parse(fs.readFileSync(name, 'utf8'));
const { main, contributes, dependencies, capabilities } = read(path.join(extension, 'package.json'));
const [language] = contributes.languages;
const [grammar] = contributes.grammars;

for (const file of [main, language.configuration, grammar.path])
    assert(fs.existsSync(path.join(extension, file)), file);
assert.strictEqual(grammar.language, language.id);
assert.strictEqual(read(path.join(extension, grammar.path)).scopeName, grammar.scopeName);

const settings = contributes.configuration.properties;
const client = fs.readFileSync(path.join(extension, main), 'utf8');
for (const [, name] of client.matchAll(/get\('([a-z.]+)'\)/g))
    assert(settings[`strata.${name}`], name);
for (const name of capabilities.untrustedWorkspaces.restrictedConfigurations)
    assert(settings[name], name);
for (const { command } of contributes.commands)
    assert(client.includes(`'${command}'`), command);

const [{ pattern }] = contributes.problemMatchers;
const found = new RegExp(pattern.regexp).exec('a/b.strata:12:3: error: \'A\' overlaps \'B\' [overlap]');
assert.deepStrictEqual([pattern.file, pattern.line, pattern.column, pattern.severity, pattern.message, pattern.code]
    .map((group) => found[group]), ['a/b.strata', '12', '3', 'error', '\'A\' overlaps \'B\'', 'overlap']);

const { wordPattern, indentationRules, onEnterRules } = read(path.join(extension, language.configuration));
for (const word of ['EPROCESS', '10.0.19041.1586', '5.2-sp1'])
    assert.strictEqual(word.match(new RegExp(wordPattern))[0], word);
assert(new RegExp(indentationRules.increaseIndentPattern).test('struct A in 5.0.. {'));
assert(!new RegExp(indentationRules.increaseIndentPattern).test('1.0 { }'));
assert(new RegExp(indentationRules.decreaseIndentPattern).test('    }'));
assert(new RegExp(onEnterRules[0].beforeText).test('    /// text'));
assert.deepStrictEqual(dependencies['vscode-languageclient'], read(tests).dependencies['vscode-languageclient']);
