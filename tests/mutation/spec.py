"""A reader of .strata files, for the oracle.

It follows grammar/README.md and nothing else: it shares no code with the
compiler, knows no diagnostics, and gives up (SpecError) at the first thing
that it does not understand.  What it reads keeps its place in the text, since
mutants are made by replacing pieces of text.
"""

import re

_VERSION = r"\d+(?:\.\d+)*[A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"
_TOKEN = re.compile(rf"""
    (?P<blank>   \s+ | //[^\n]* | /\*.*?\*/ )
  | (?P<text>    "(?:\\.|[^"\\\n])*" | (?<=\buse[ ])<[^>\n]*> )
  | (?P<range>   (?:{_VERSION})?\.\.(?:{_VERSION})? )
  | (?P<number>  {_VERSION} )
  | (?P<name>    [A-Za-z_]\w* )
  | (?P<quoted>  `\w+` )
  | (?P<sign>    == | != | <= | >= | && | \|\| | . )
""", re.X | re.S)

_CELL_CLAUSES = {"at", "size", "bit", "mask", "align", "default"}
_CLAUSES = _CELL_CLAUSES | {"in", "pack", "pointer", "indexed", "as", "where",
                            "previously", "next", "last", "allow"}


class SpecError(Exception):
    """The text is not what this reader understands."""


class Token:
    __slots__ = ("kind", "text", "begin", "end")

    def __init__(self, kind, text, begin, end):
        self.kind, self.text, self.begin, self.end = kind, text, begin, end


class Set:
    """Ranges (from, to) of version names, None where open, less others."""
    __slots__ = ("included", "excluded", "ranges")

    def __init__(self, included, excluded, ranges):
        self.included, self.excluded = included, excluded
        self.ranges = ranges            # the tokens of them all


class Alternative:
    """One alternative of a cell: a number, "?" or "-"."""
    __slots__ = ("value", "set", "provenance", "begin", "end")

    def __init__(self, value, set_, provenance, begin, end):
        self.value, self.set, self.provenance = value, set_, provenance
        self.begin, self.end = begin, end       # of the value


class Clause:
    __slots__ = ("kind", "cell", "sets", "number", "name", "begin", "end",
                 "name_begin", "name_end")

    def __init__(self, kind, begin):
        self.kind, self.begin = kind, begin
        self.cell = self.sets = self.number = self.name = None
        self.end = self.name_begin = self.name_end = begin


class Node:
    """A declaration: an item of a file, a row, an enumerator."""

    def __init__(self, kind, begin):
        self.kind, self.begin, self.end, self.head_end = kind, begin, begin, 0
        self.name = self.type = self.base = self.cell = self.set = None
        self.stars = 0
        self.bounds = []        # a cell each; None for [] , "any" for [ANYSIZE_ARRAY]
        self.clauses = []
        self.rows = []
        self.names = []         # of `columns`
        self.releases = []      # of `axis`: (name, [(point, version)])

    def clause(self, kind):
        for clause in self.clauses:
            if clause.kind == kind:
                return clause
        return None


def number_of(text):
    return int(text, 16 if text[:2].lower() == "0x" else 10)


def tokens_of(text):
    tokens, at = [], 1 if text.startswith("\ufeff") else 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match.lastgroup != "blank":
            tokens.append(Token(match.lastgroup, match.group(), at, match.end()))
        at = match.end()
    tokens.append(Token("end", "", at, at))
    return tokens


class Reader:
    def __init__(self, text):
        self.tokens = tokens_of(text)
        self.at = 0

    # -- tokens

    @property
    def token(self):
        return self.tokens[self.at]

    def take(self):
        self.at += 1
        return self.tokens[self.at - 1]

    def sees(self, *texts):
        return self.token.text in texts and self.token.kind != "text"

    def skip(self, text):
        if not self.sees(text):
            return False
        self.at += 1
        return True

    def expect(self, text):
        if not self.skip(text):
            raise SpecError(f"{self.token.text!r} at {self.token.begin}, not {text!r}")

    def name(self):
        token = self.take()
        if token.kind not in ("name", "quoted"):
            raise SpecError(f"{token.text!r} at {token.begin} is no name")
        return token.text.strip("`")

    def number(self):
        token = self.take()
        try:
            return number_of(token.text)
        except ValueError:
            raise SpecError(f"{token.text!r} at {token.begin} is no number") from None

    # -- sets and cells

    def ranges(self, tokens):
        found = []
        while True:
            token = self.take()
            if token.kind == "range":
                low, high = token.text.split("..")
            elif token.kind == "number":
                low = high = token.text
            else:
                raise SpecError(f"{token.text!r} at {token.begin} is no version")
            found.append((low or None, high or None))
            tokens.append(token)
            if not (self.sees(",") and self.tokens[self.at + 1].kind in ("range", "number")):
                return found
            self.at += 1

    def set(self):
        tokens = []
        included = self.ranges(tokens)
        excluded = self.ranges(tokens) if self.skip("except") else []
        return Set(included, excluded, tokens)

    def set_in_brackets(self):
        if not self.skip("("):
            return None
        result = self.set()
        self.expect(")")
        return result

    def value(self, evaluate):
        """(value, begin, end); evaluate: an expression, as in bounds."""
        begin = self.token.begin
        if not evaluate and self.sees("?"):
            value = self.take().text
        elif not evaluate and self.skip("-"):
            value = -self.number() if self.token.kind == "number" else "-"
        elif evaluate:
            value = self.expression()
        else:
            value = self.number()
        return value, begin, self.tokens[self.at - 1].end

    def expression(self):
        """Numbers and names as nested tuples (operator, left, right)."""
        left = self.term()
        while self.sees("+", "-"):
            left = (self.take().text, left, self.term())
        return left

    def term(self):
        left = self.factor()
        while self.sees("*"):
            left = (self.take().text, left, self.factor())
        return left

    def factor(self):
        if self.skip("("):
            inner = self.expression()
            self.expect(")")
            return inner
        return self.name() if self.token.kind in ("name", "quoted") else self.number()

    def alternative(self, evaluate):
        provenance = "documented"
        if self.sees("inferred", "corrected"):
            provenance = self.take().text
        value, begin, end = self.value(evaluate)
        set_ = self.set_in_brackets()
        if provenance == "corrected":
            self.expect("was")
            self.value(evaluate)
            self.set_in_brackets()
        return Alternative(value, set_, provenance, begin, end)

    def cell(self, evaluate=False):
        """A list of columns, each a list of alternatives."""
        columns = [[self.alternative(evaluate)]]
        while self.sees(",", "|"):
            if self.take().text == "|":
                columns.append([])
            columns[-1].append(self.alternative(evaluate))
        return columns

    # -- clauses

    def clauses(self, node):
        while True:
            token = self.token
            if token.kind == "text":
                clause = Clause("text", token.begin)
                self.at += 1
            elif token.kind == "sign" and token.text == ":":
                clause = Clause("width", token.begin)
                self.at += 1
                clause.name_begin = self.token.begin
                clause.number = self.number()
                clause.name_end = self.tokens[self.at - 1].end
            elif token.kind == "name" and token.text in _CLAUSES:
                clause = self.clause()
            else:
                return
            clause.end = self.tokens[self.at - 1].end
            node.clauses.append(clause)

    def clause(self):
        clause = Clause(self.token.text, self.token.begin)
        self.at += 1
        kind = clause.kind
        if kind in _CELL_CLAUSES:
            clause.cell = self.cell()
        elif kind == "in":
            clause.sets = [None if self.skip("-") else self.set()]
            while self.skip("|"):
                clause.sets.append(None if self.skip("-") else self.set())
        elif kind in ("pack", "pointer"):
            clause.number = self.number()
        elif kind == "indexed":
            self.take()
        elif kind == "as":
            clause.name = self.name()
        elif kind == "where":
            self.condition()
        elif kind == "allow":
            clause.name = self.check_name()
            self.take()
        elif kind == "last":
            clause.sets = [self.set_in_brackets()]
        elif kind == "next" and self.skip("in"):
            clause.kind = "next in"
            self.named(clause)
        else:                                           # previously, next
            if self.token.kind in ("name", "quoted") and not self.sees("inferred", "corrected"):
                self.named(clause)
            clause.cell = self.cell()
        return clause

    def named(self, clause):
        clause.name_begin, clause.name_end = self.token.begin, self.token.end
        clause.name = self.name()

    def check_name(self):
        """A check's code; its words may be any, joined by `-`."""
        text = self.take().text
        while self.skip("-"):
            text += "-" + self.take().text
        return text

    def condition(self):
        while True:
            if not self.sees("==", "!=", "<", "<=", ">", ">="):
                raise SpecError(f"{self.token.text!r} at {self.token.begin} compares nothing")
            self.at += 1
            self.skip("-")
            self.number()
            if not self.sees("&&", "||"):
                return
            self.at += 1

    # -- declarations

    def file(self):
        items = []
        while self.token.kind != "end":
            if not self.skip(";"):
                items.append(self.item())
        return items

    def finish(self, node):
        """Reads the clauses and the `;` of a declaration without braces. Returns it."""
        self.clauses(node)
        self.expect(";")
        node.end = node.head_end = self.tokens[self.at - 1].end
        return node

    def braces(self, node, row):
        self.clauses(node)
        self.expect("{")
        node.head_end = self.tokens[self.at - 1].end
        while not self.skip("}"):
            if not self.skip(";"):
                node.rows.append(row())
        node.end = self.tokens[self.at - 1].end
        return node

    def item(self):
        node = Node(self.token.text, self.token.begin)
        if self.token.kind != "name":
            raise SpecError(f"{self.token.text!r} at {self.token.begin} begins no declaration")
        self.at += 1
        kind = node.kind
        if kind == "use":
            node.name = self.take().text[1:-1]
        elif kind == "strata":
            self.take()
        elif kind == "axis":
            return self.axis(node)
        elif kind == "arch":
            node.name = self.name()
            node.base = self.name() if self.skip(":") or self.skip("=") else None
        elif kind == "columns":
            self.columns(node)
        elif kind == "source":
            self.take()
            if self.token.kind == "name" and not self.sees("last"):
                self.take()
            if self.skip("last"):
                node.set = self.set()
        elif kind == "attest":
            self.attest(node)
        elif kind == "identity":
            while not self.sees(";"):
                self.at += 1
        elif kind == "type":
            node.name = self.name()
            node.base = self.name()
            is_pointer_wide = node.base == "pointer" or self.skip("pointer")
            node.cell = None if is_pointer_wide else self.cell()
        elif kind == "opaque":
            node.name = self.name()
        elif kind == "const":
            node.name = self.name()
            self.expect("=")
            node.cell = self.cell()
        elif kind in ("enum", "flags"):
            node.name = self.name()
            node.base = self.name() if self.skip(":") else None
            return self.braces(node, self.enumerator)
        elif kind in ("header", "event"):
            return self.skipped(node)
        elif kind in ("struct", "union"):
            node.name = self.name()
            return self.braces(node, self.row)
        else:
            raise SpecError(f"no declaration begins with {kind!r}")
        return self.finish(node)

    def axis(self, node):
        if self.skip("of"):
            self.take()
        self.expect("{")
        while not self.skip("}"):
            release, points = self.take().text, []
            self.products()
            self.expect("{")
            while not self.skip("}"):
                point = self.take().text
                self.expect("=")
                points.append((point, self.take().text))
                if self.skip("kernel"):
                    self.take()
                self.products()
                self.expect(";")
            node.releases.append((release, points))
        node.end = node.head_end = self.tokens[self.at - 1].end
        return node

    def products(self):
        """The names that people use, which have nothing to do with layouts."""
        while self.token.kind == "text":
            self.take()
            self.skip(",")

    def columns(self, node):
        node.names = [self.name()]
        while self.skip("|"):
            node.names.append(self.name())

    def attest(self, node):
        if self.token.kind == "name":
            node.name = self.name()
        node.set = self.set()
        if self.skip("by"):
            self.at += 1

    def skipped(self, node):
        """`header` and `event` have nothing to do with bytes of layouts."""
        while not self.sees("{"):
            self.at += 1
        while not self.skip("}"):
            self.at += 1
        node.end = node.head_end = self.tokens[self.at - 1].end
        return node

    def enumerator(self):
        node = Node("enumerator", self.token.begin)
        if self.token.kind in ("name", "quoted"):
            node.name = self.name()
            node.cell = self.cell() if self.skip("=") else None
        else:
            node.cell = self.cell()
        return self.finish(node)

    def row(self):
        node = Node(self.token.text, self.token.begin)
        kind = node.kind if self.token.kind == "name" else None
        if kind in ("struct", "union"):
            self.at += 1
            if self.token.kind == "quoted" or (self.token.kind == "name" and self.token.text not in _CLAUSES):
                node.name = self.name()
                self.bounds(node)
            return self.braces(node, self.row)
        if kind == "slot":
            self.at += 1
            return self.braces(node, self.row)
        if kind in ("unaccounted", "bytes", "size", "digest"):
            self.at += 1
            node.cell = self.cell()
            node.name = self.name() if kind == "bytes" else None
        elif kind == "columns":
            self.at += 1
            self.columns(node)
        elif kind == "attest":
            self.at += 1
            self.attest(node)
        else:
            self.skip("unknown")
            node.kind = "member"
            self.member(node)
        return self.finish(node)

    def member(self, node):
        while self.sees("const", "volatile"):
            self.at += 1
        node.type = self.name()
        self.stars(node)
        if self.skip("("):
            self.expect("*")
            node.stars = 1
            node.name = self.name()
            self.bounds(node)
            self.expect(")")
            self.expect("(")
            depth = 1
            while depth:
                text = self.take().text
                depth += (text == "(") - (text == ")")
        else:
            node.name = self.name()
            self.bounds(node)

    def stars(self, node):
        while self.skip("*"):
            node.stars += 1
        self.skip("volatile")

    def bounds(self, node):
        while self.skip("["):
            if self.skip("]"):
                node.bounds.append(None)
                continue
            if self.sees("ANYSIZE_ARRAY"):
                self.at += 1
                node.bounds.append("any")
            else:
                node.bounds.append(self.cell(evaluate=True))
            self.expect("]")


def read(text):
    """The declarations of a file; SpecError when there is something else."""
    try:
        return Reader(text).file()
    except IndexError:
        raise SpecError("the text ends too early") from None
