// Prints the tokens of specs by the TextMate grammar, as tokens.c does: textmate.js MODULES GRAMMAR SPEC...
'use strict';
const fs = require('fs');
const path = require('path');

const [grammarFile, ...specs] = process.argv.slice(3);
const modules = path.resolve(process.argv[2]);
const textmate = require(path.join(modules, 'vscode-textmate'));
const oniguruma = require(path.join(modules, 'vscode-oniguruma'));

// The kinds of scopes. The outermost scope in the list counts: an escape is a part of its text.
const kinds = [
    ['comment', 'c'], ['string', 't'],
    ['constant.numeric.version', 'v'], ['constant.numeric', 'd'], ['constant.other.code', 'k'],
    ['storage', 'w'], ['keyword.other', 'w'], ['keyword.control', 'w'],
    ['keyword.operator', 's'], ['punctuation', 's'],
    ['entity.name', 'n'], ['variable', 'n'], ['support', 'n'], ['invalid', '!'],
];

function letterOf(scopes) {
    for (const scope of scopes) {
        const kind = kinds.find(([prefix]) => scope === prefix || scope.startsWith(prefix + '.'));
        if (kind)
            return kind[1];
    }
    return ' ';
}

function printMap(grammar, spec) {
    let state = textmate.INITIAL;
    const lines = fs.readFileSync(spec, 'utf8').split('\n');
    console.log(`== ${spec}`);
    console.log(lines.map((line) => {
        const result = grammar.tokenizeLine(line, state);
        state = result.ruleStack;
        return result.tokens.map(({startIndex, endIndex, scopes}) =>
            letterOf(scopes).repeat([...line.slice(startIndex, endIndex)].length)).join('');
    }).join('\n'));
}

async function main() {
    const wasm = fs.readFileSync(path.join(modules, 'vscode-oniguruma/release/onig.wasm'));
    await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
    const registry = new textmate.Registry({
        onigLib: Promise.resolve({
            createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
            createOnigString: (text) => new oniguruma.OnigString(text),
        }),
        loadGrammar: async () => textmate.parseRawGrammar(fs.readFileSync(grammarFile, 'utf8'), grammarFile),
    });
    const grammar = await registry.loadGrammar('source.strata');
    specs.forEach((spec) => printMap(grammar, spec));
}

main();
