#!/usr/bin/env python3
"""Lists what headers give that no doc comment speaks of: undocumented.py HEADER...

That is every macro, type, function, enumerator and member of a structure, less include guards and names that end in an
underscore. A doc comment ends on the line above, or stands behind on the same line (/**< ... */); one above several lines without
a blank line between them speaks of all of them, but not of what is between braces.
"""

import re
import sys

COMMENT = re.compile(r"/\*.*?\*/", re.S)
FIELD = re.compile(r"\s+[\w\s*]*?[\s*](\w+)(\[\w*\])?(, \w+)*( : \d+)?;$|\s+.*\(\*(\w+)\)\(.*")
ENUMERATOR = re.compile(r"\s+([A-Z]\w+)( = .*?)?,?$")
MACRO = re.compile(r"# *define (\w+)")
TYPE = re.compile(r"typedef .*?(\w+)( \{|;)$")
FUNCTION_TYPE = re.compile(r"typedef .*\(\*?(\w+)\)\(")
INSTANCE = re.compile(r"([A-Z][A-Z_]+\(\w+).*\);$")
FUNCTION = re.compile(r"(?!typedef|#|return)[\w].*?(\w+)\([^;{]*")


def blank_comments(text):
    """The lines of the text, each with whether a doc comment stands behind it, and whether one ends on the line above."""
    doc_ends, behind = set(), set()
    for match in COMMENT.finditer(text):
        line = text.count("\n", 0, match.end())
        if match.group().startswith("/**<"):
            behind.add(text.count("\n", 0, match.start()))
        elif match.group().startswith("/**"):
            doc_ends.add(line)
    plain = COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    return [line.rstrip() for line in plain.split("\n")], doc_ends, behind


def names(line, depth, kind):
    """Returns the results of a line: a list, mostly of none or one."""
    macro = MACRO.match(line)
    if macro:
        return [] if macro.group(1).endswith(("_H", "_INCLUDED")) else [macro.group(1)]
    if depth and kind:
        match = (ENUMERATOR if kind == "enum" else FIELD).match(line)
        return [next(g for g in (match.group(1), match.groups()[-1]) if g)] if match else []
    if depth or not line or line[0] in " }#":
        return []
    for pattern in (FUNCTION_TYPE, TYPE, INSTANCE, FUNCTION):
        match = pattern.match(line)
        if match:
            return [match.group(1)]
    return []


def check(path):
    with open(path, encoding="utf-8") as file:
        lines, doc_ends, behind = blank_comments(file.read())
    depth, kind, documented, continued = 0, None, False, False
    for number, line in enumerate(lines):
        if number in doc_ends:
            documented = True
        elif not line and not depth and number not in behind:
            documented = False
        if not continued:
            in_macro = line.startswith("#")
            inner = depth > 0 and not in_macro
            for name in names(line, depth if not in_macro else 0, kind):
                is_known = number in behind or (not inner and documented) or (inner and number - 1 in doc_ends)
                if not is_known and not name.endswith("_") and 'extern "C"' not in line:
                    print("%s:%d: %s" % (path, number + 1, name))
        continued = line.endswith("\\")
        if not line.startswith("#") and not continued:
            if depth == 0 and line.endswith("{"):
                head = re.match(r"(typedef )?(struct|enum|union)\b", line)
                kind = head.group(2) if head else None
            if 'extern "C"' not in line and line.strip() != "}" or depth:
                depth += line.count("{") - line.count("}")


def main(paths):
    for path in paths:
        check(path)


if __name__ == "__main__":
    main(sys.argv[1:])
