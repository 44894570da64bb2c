#!/usr/bin/env python3
"""Checks that random specs have every construct of the language.

    coverage.py COUNTS GRAMMAR AST README [--all]

COUNTS is the output of coverage.c. Each rule of GRAMMAR (grammar/strata.y) must have been used, except those about
mistakes, and each declaration must have had each clause that the table of README (grammar/README.md) allows on it. The
numbers of declarations are those of the enum in AST (generator/front/ast.h), those of clauses the rows of clauses.def
beside it. Prints what no spec has, and with --all how often everything else was there; the last line is "N compared, N
differ".
"""
import os
import re
import sys

TOKEN = re.compile(r"'(?:\\.|[^'])'|%\w+|\w+(?:\[\w+\])?|[:;|]")
# How the table names declarations, and the kinds of the syntax tree.
KINDS = {'arch': 'ARCH', 'type': 'TYPE', 'opaque': 'OPAQUE', 'enum': 'ENUM', 'flags': 'FLAGS', 'enumerators': 'ENUMERATOR',
         'event': 'EVENT', 'struct': 'STRUCT', 'union': 'UNION', 'members': 'MEMBER', 'bytes': 'BYTES',
         'unaccounted': 'UNACCOUNTED', 'slot': 'SLOT', 'const': 'CONST', 'header': 'HEADER', 'attest': 'ATTEST',
         'global': 'GLOBAL', 'identity': 'IDENTITY', 'builds': 'BUILDS', 'size': 'SIZE_ROW', 'digest': 'DIGEST',
         'attest of': 'SIGHTING'}
CLAUSES = {': WIDTH': ['WIDTH'], 'next': ['NEXT', 'NEXT_IN'], 'big': ['ORDER'], 'little': ['ORDER']}
# Random specs have an axis of numbers. tests/check/axis and tests/golden try axes of names.
ELSEWHERE = {'version: NAME'}


def read(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def without_actions(text):
    """A grammar without comments and without what stands in braces outside of quotes."""
    text = re.sub(r'/\*.*?\*/', '', text, flags=re.S)
    kept, depth = [], 0
    for piece in re.findall(r"'(?:\\.|[^'])'|\"(?:\\.|[^\"])*\"|.", text, re.S):
        depth += piece == '{'
        if not depth:
            kept.append(piece)
        depth -= piece == '}'
    return ''.join(kept)


def rules(text):
    """The rules in the order in which bison counts them, from 2 on: it adds $accept, which is 1."""
    found = []
    tokens = TOKEN.findall(without_actions(text.split('\n%%\n')[1]))
    name, symbols = None, []
    for i, token in enumerate(tokens):
        if tokens[i + 1:i + 2] == [':'] and name is None:
            name, symbols = token, []
        elif token == ':' and not symbols and tokens[i - 1] == name:
            continue
        elif token in ('|', ';'):
            found.append('%s: %s' % (name, ' '.join(symbols) or '%empty'))
            name, symbols = None if token == ';' else name, []
        else:
            symbols.append(token)
    return found


def enumerators(text, name, prefix):
    body = re.sub(r'/\*.*?\*/', '', re.search(r'enum %s \{(.*?)\};' % name, text, re.S)[1], flags=re.S)
    return [word[len(prefix):] for word in re.findall(r'\w+', body)]


def allowed(text):
    """Yields (declaration, whether it must be a row, clause) of the table; None: it does not matter."""
    table = re.search(r'\| on \| clauses, besides remarks and `allow` \|\n\|---\|---\|\n(.*?)\n\n', text, re.S)[1]
    for line in table.splitlines():
        on, clauses = [cell.strip() for cell in line.strip('|').split('|')]
        names = [word for word in re.findall(r'attest of|\w+', on.replace('`', '')) if word in KINDS]
        words, _, within = clauses.partition(';')
        for name in names:
            must_be_row = None if not within else False
            for clause in re.findall(r'`([^`]+)`', words):
                for kind in CLAUSES.get(clause, [clause.upper()]):
                    yield KINDS[name], must_be_row, kind
                    if within:
                        yield KINDS[name], True, kind
            for clause in re.findall(r'`([^`]+)`', within):
                for kind in CLAUSES.get(clause, [clause.upper()]):
                    yield KINDS[name], True, kind
            for kind in ('REMARK', 'ALLOW'):
                yield KINDS[name], None, kind


def main():
    counts, grammar, ast, readme = sys.argv[1:5]
    listed = rules(read(grammar))
    text = read(ast)
    kinds = enumerators(text, 'ast_kind', 'AST_')
    clauses = re.findall(r'^CLAUSE\((\w+),', read(os.path.join(os.path.dirname(ast), 'clauses.def')), re.M)
    seen, held = {}, {}
    for line in read(counts).splitlines():
        words = line.split()
        if words[0] == 'rule':
            seen[int(words[1])] = int(words[2])
        else:
            held[kinds[int(words[2])], words[1] == 'row', clauses[int(words[3])]] = int(words[4])
    if len(seen) != len(listed):
        sys.exit('%s has %d rules, the parser has %d' % (grammar, len(listed), len(seen)))
    results = [(rule, seen[number]) for number, rule in enumerate(listed, 2)
               if ' error' not in rule and rule not in ELSEWHERE]
    for kind, must_be_row, clause in allowed(read(readme)):
        count = sum(held.get((kind, row, clause), 0) for row in ((False, True) if must_be_row is None else (must_be_row,)))
        results.append(('%s%s with the clause %s' % (kind.lower(), ' as a row' if must_be_row else '', clause.lower()), count))
    for what, count in results:
        if '--all' in sys.argv:
            print('%8d  %s' % (count, what))
        elif not count:
            print('no random spec has %s' % what)
    missing = sum(not count for _, count in results)
    print('%d compared, %d differ' % (len(results), missing))
    sys.exit(missing > 0)


if __name__ == '__main__':
    main()
