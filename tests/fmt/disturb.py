"""disturb.py STRATA AST_DUMP SEEDS SPECS...: rewrites specs so that they look otherwise and mean the same, formats them, and
compares. With seed 0 only the blanks in their lines change, which must make no difference; with others, line ends and
comments are thrown in between words. Then the tree and the comments must be the same as before, and a second run must
change nothing."""
import os
import random
import re
import subprocess
import sys
import tempfile

COMMENTS = ('// c\n', '/* c */', '/* over\n   two */', '/// d\n', '//// r\n', '\n\n// apart\n\n', '/**/', '/***/')
WORD = re.compile(r'(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<text>"(?:[^"\\\n]|\\.)*"|(?<=\buse )<[^>\n]*>)'
                  r'|(?P<word>[A-Za-z0-9_`.][A-Za-z0-9_`.-]*)'
                  r'|(?P<sign>==|!=|<=|>=|&&|\|\||.)', re.S)
REMARKS = ('previously', 'next', 'next-in', 'last', 'remark', 'allow')
GROUP = re.compile(r' \(((?:[^()"]|"(?:[^"\\]|\\.)*"|\([^()]*\))*)\)')


def words_of(source):
    """Pairs of kind and text; blanks are left out."""
    return [(match.lastgroup, match.group()) for match in WORD.finditer(source) if not match.group().isspace()]


def comments_of(source):
    """All comments, each with how many declarations end before it; sorted: none is lost, or leaves its declaration."""
    comments, ended, last = [], 0, '{'
    for kind, text in words_of(source):
        if kind == 'comment':
            comments.append((ended, '\n'.join(line.rstrip() for line in text.split('\n'))))
            continue
        ended += kind == 'sign' and text in ';{}' and not (text == ';' and last in ';{}')
        last = text
    return sorted(comments)


def tree_of(dump):
    """Returns the output of ast_dump with the clauses of each declaration sorted by kind; remarks keep their order."""
    tree = []
    for line in dump.split('\n'):
        if re.match(r'file |  *[0-9]* \| |[^ ]', line):
            continue # where it is, and diagnostics of what it uses
        found = GROUP.findall(line)
        others = sorted(group for group in found if group.split()[0] not in REMARKS)
        remarks = [group for group in found if group.split()[0] in REMARKS]
        tree.append(GROUP.sub('', line) + ''.join(f' ({group})' for group in others + remarks))
    return tree


def blanks(chance, last, word):
    """Blanks between two words, some of which need none."""
    if '-' in (last[1], word[1]) or '.' in last[1] + word[1] or 'sign' not in (last[0], word[0]):
        return chance.choice(('  ', ' ', '\t', '   '))
    return chance.choice((' ', '', '  '))


def disturb_lines(source, chance):
    return '\n'.join(' ' * chance.randrange(9) + line.lstrip() + ' ' * chance.randrange(3)
                     for line in source.split('\n'))


def disturb_words(source, chance):
    out, last, parameters = [], None, 0
    for word in words_of(source):
        if word[1] == '(' and (parameters or last == ('sign', ')')):
            parameters += 1 # of a function pointer: they are kept as they stand
        between = blanks(chance, last, word) if last else ''
        if last and last[1].startswith('//'):
            between = '\n'
        if not parameters and chance.random() < 0.04:
            between += ' ' + chance.choice(COMMENTS) + ' '
        elif chance.random() < 0.1:
            between += chance.choice(('\n', '\n\n', '\n\n\n', '\r\n'))
        out.append(between + word[1])
        if word[1] == ')' and parameters:
            parameters -= 1
        last = word
    return ''.join(out) + '\n'


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True, encoding='utf-8')
    return done.returncode, done.stdout, done.stderr


def find_difference(strata, dump, spec, seed):
    """Returns the mistake in the format of a spec, or None."""
    with open(spec, encoding='utf-8', newline='') as file:
        source = file.read()
    status, plain, _ = run(strata, 'fmt', '-', text=source)
    if status == 1:
        return None # it has syntax errors
    chance = random.Random(f'{seed} {os.path.basename(spec)}')
    text = source.lstrip('\ufeff')
    text = disturb_words(text, chance) if seed else disturb_lines(text, chance)
    status, once, errors = run(strata, 'fmt', '-', text=text)
    if status:
        return f'exit status {status}\n{errors}{text}'
    if not seed:
        return None if once.split('\n') == plain.lstrip('\ufeff').split('\n') or '/*' in source else once
    if run(strata, 'fmt', '-', text=once)[1] != once:
        return 'a second run changes it\n' + once
    if comments_of(once) != comments_of(text):
        return 'comments are lost\n' + once
    trees = []
    for form in (text, once):
        with tempfile.NamedTemporaryFile('w', suffix='.strata', encoding='utf-8', newline='') as file:
            file.write(form)
            file.flush()
            trees.append(tree_of(run(dump, file.name)[1]))
    for before, after in zip(*trees):
        if before != after:
            return f'- {before}\n+ {after}\n{text}'
    return None if len(trees[0]) == len(trees[1]) else 'declarations are lost\n' + once


def main():
    passed = failed = 0
    for spec in sys.argv[4:]:
        for seed in range(int(sys.argv[3])):
            difference = find_difference(sys.argv[1], sys.argv[2], spec, seed)
            passed += difference is None
            if difference is not None:
                failed += 1
                print(f'FAIL fmt: {spec}, disturbed by {seed}: {difference}')
    print(f'{passed} passed, {failed} failed')


main()
