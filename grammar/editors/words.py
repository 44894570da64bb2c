#!/usr/bin/env python3
"""Writes the lists of words of the language into the files of the editors: words.py [--check].

The words, their classes and their uses are those of generator/front/words.c. With --check, nothing is written: the files
that would change are printed, and the exit status is 1.
"""
import json
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join("..", "..", "generator", "front", "words.c")


def read(path):
    with open(os.path.join(HERE, path), encoding="utf-8") as file:
        return file.read()


def read_words():
    """Returns the words of each class, and of three more: `reserved` has all of them, `first` those that begin a
    declaration or row, `value` those that begin a value."""
    classes = {}
    for word, name, uses in re.findall(r'X\(n, "([a-z]+)", [A-Z]+, ([a-z]+), ([A-Z_ |]+)\)', read(TABLE)):
        names = [name, "reserved"]
        names += ["first"] if re.search("ITEM|ROW|FILE", uses) else []
        names += ["value"] if "PROVENANCE" in uses else []
        for each in names:
            classes.setdefault(each, []).append(word)
    return {name: sorted(words) for name, words in classes.items()}


def wrap(words, first, other, quote="%s"):
    """Returns the words as lines of at most 100 columns."""
    return textwrap.fill(" ".join(quote % word for word in words), 100, initial_indent=first, subsequent_indent=other,
                         break_long_words=False, break_on_hyphens=False)


def write_textmate(text, name, words):
    """Replaces the group after each comment `(?#CLASS)`."""
    return re.subn(r"\(\?#%s\)\(\?:[a-z|]*\)" % name, "(?#%s)(?:%s)" % (name, "|".join(words)), text)


def write_vim(text, name, words):
    """Replaces the keywords of the group strataCLASS, and the pattern s:CLASS."""
    text, patterns = re.subn(r"let s:%s = '.*'" % name, r"let s:%s = '%s'" % (name, r"\\|".join(words)), text)
    start = "syn keyword strata%s contained " % name.capitalize()
    lines = wrap(words, start, start) + "\n"
    text, lists = re.subn(r"(?:^%s[a-z ]*\n)+(?=\n|syn (?!keyword strata%s contained))" % (start, name.capitalize()),
                          lines, text, flags=re.M)
    return text, patterns + lists


def write_emacs(text, name, words):
    """Replaces the list strata-mode-CLASS-words."""
    return re.subn(r"(\(defconst strata-mode-%s-words\n)  '\([a-z\" \n]*\)" % name,
                   lambda match: match[1] + wrap(words, "  '(", "    ", '"%s"') + ")", text)


# The file, its writer, and the classes that it has.
CLASSES = ("clause", "declaration", "definition", "exception", "modifier", "provenance")
PLACES = ("reserved", "first", "value")
FILES = (("vscode/strata.tmLanguage.json", write_textmate, CLASSES + PLACES),
         ("vim/syntax/strata.vim", write_vim, CLASSES + PLACES),
         ("emacs/strata-mode.el", write_emacs, CLASSES + PLACES[1:]))


def main():
    check = sys.argv[1:] == ["--check"]
    if sys.argv[1:] and not check:
        sys.exit(__doc__)
    classes = read_words()
    if set(classes) != {*CLASSES, *PLACES}:
        sys.exit("words.c has other classes than words.py: " + " ".join(sorted(classes)))
    different = []
    for path, write, names in FILES:
        before = after = read(path)
        for name in names:
            after, count = write(after, name, classes[name])
            if not count:
                sys.exit("%s has no place for the words of the class %s" % (path, name))
        if path.endswith(".json"):
            json.loads(after)
        if before != after:
            different.append(path)
            if not check:
                with open(os.path.join(HERE, path), "w", encoding="utf-8") as file:
                    file.write(after)
    for path in different:
        print("%s: %s" % (path, "is not up to date; `make editors` writes it" if check else "written"))
    sys.exit(check and bool(different))


main()
