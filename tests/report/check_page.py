#!/usr/bin/env python3
"""Checks a page that strata wrote: check_page.py PAGE.html [PAGE.md].

The page must be one well-formed document that loads nothing, its ids unique, its links within it. With PAGE.md, its
tables must have the cells of the Markdown tables.
"""
import re
import sys
from html.parser import HTMLParser

VOID = {"meta", "br", "hr", "img", "link", "input", "col", "wbr"}
KNOWN = {"html", "head", "meta", "title", "style", "body", "header", "nav", "main", "section", "footer", "h1", "h2",
         "p", "ul", "li", "a", "div", "table", "thead", "tbody", "tr", "th", "td", "pre", "br"}

errors = []


def error(text):
    errors.append(text)


class Page(HTMLParser):
    def __init__(self):
        super().__init__(convert_charrefs=True)
        self.open, self.ids, self.links, self.style = [], [], [], ""
        self.counts, self.texts = {}, {}
        self.tables, self.cell = [], None

    def handle_starttag(self, tag, attributes):
        names = [name for name, _ in attributes]
        values = dict(attributes)
        self.counts[tag] = self.counts.get(tag, 0) + 1
        if tag not in KNOWN:
            error(f"<{tag}> in line {self.getpos()[0]}")
        if len(set(names)) != len(names):
            error(f"<{tag}> has an attribute twice in line {self.getpos()[0]}")
        for name in names:
            if name in ("src", "srcset", "data", "action", "background") or name.startswith("on"):
                error(f"attribute {name} in line {self.getpos()[0]}")
        if "id" in values:
            self.ids.append(values["id"])
        if "href" in values:
            self.links.append(values["href"])
        if tag == "meta" and "charset" in values and values["charset"].lower() == "utf-8":
            self.counts["charset"] = self.rawdata_position()
        if tag == "meta" and values.get("name") == "viewport":
            self.counts["viewport"] = 1
        if tag == "html" and not values.get("lang"):
            error("no language")
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("th", "td"):
            self.cell = {"text": "", "rows": int(values.get("rowspan", 1)), "class": values.get("class", ""),
                         "depth": int((values.get("style") or "--depth:0").split(":")[1])}
            self.tables[-1][-1].append(self.cell)
        elif tag == "br" and self.cell:
            self.cell["text"] += "\n"
        if tag not in VOID:
            self.open.append(tag)

    def rawdata_position(self):
        line, column = self.getpos()
        return sum(len(text) + 1 for text in self.lines[:line - 1]) + column

    def handle_endtag(self, tag):
        if not self.open or self.open[-1] != tag:
            error(f"</{tag}> in line {self.getpos()[0]} closes <{self.open[-1] if self.open else 'nothing'}>")
        else:
            self.open.pop()
        if tag in ("th", "td"):
            self.cell = None

    def handle_data(self, data):
        if self.cell:
            self.cell["text"] += data
        tag = self.open[-1] if self.open else None
        self.texts[tag] = self.texts.get(tag, "") + data
        if tag == "style":
            self.style += data


def check_style(style):
    if re.search(r"@import|url\(|expression\(|</", style):
        error("the style sheet loads something")
    if style.count("{") != style.count("}"):
        error("braces of the style sheet do not match")
    light, dark = (set(re.findall(r"--([a-z-]+):", block)) for block in
                   (re.search(r"^:root \{(.*?)^\}", style, re.S | re.M)[1],
                    re.search(r"prefers-color-scheme: dark\) \{(.*?)^\}", style, re.S | re.M)[1]))
    used = set(re.findall(r"var\(--([a-z-]+)", style)) - {"depth"}
    for name in sorted(used - light):
        error(f"--{name} has no value")
    for name in sorted(light - dark - {"gap"}):
        error(f"--{name} has no dark value")
    if "@media print" not in style:
        error("no styles for print")


def columns_of(table):
    """The rows of a table, each with as many cells as the table has columns; a shared cell stands in its first row."""
    rows, held = [], []
    for row in table:
        cells, given = [], iter(row)
        for i in range(max(len(held), len(table[0]))):
            if i < len(held) and held[i]:
                held[i] -= 1
                cells.append(None)
                continue
            cell = next(given, None)
            if cell is None:
                error(f"a row has fewer cells than the table has columns: {[c['text'] for c in row]}")
                return rows
            while len(held) <= i:
                held.append(0)
            held[i] = cell["rows"] - 1
            cells.append(cell)
        if next(given, None) is not None:
            error(f"a row has more cells than the table has columns: {[c['text'] for c in row]}")
        rows.append(cells)
    if any(held):
        error("a shared cell reaches out of its table")
    return rows


def markdown_tables(text):
    tables, before = [], ""
    for line in text.split("\n"):
        if not line.startswith("|"):
            before = ""
            continue
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]
        if not before:
            tables.append([])
        if not all(re.fullmatch("-{3,}", cell) for cell in cells):
            tables[-1].append(cells)
        before = line
    return tables


def plain(text):
    """A cell without escapes, marks of code and the signs of nesting; an escape in either format is gone."""
    text = re.sub(r"^(· )*", "", text)
    if re.fullmatch(r"`[^`]*`", text):
        return text[1:-1].replace("\\|", "|")
    return re.sub(r"\\([|\\`*_\[\]<&~$])", r"\1", text)


def compare(tables, markdown):
    if len(tables) != len(markdown):
        error(f"{len(tables)} tables, {len(markdown)} in Markdown")
    for table, other in zip(tables, markdown):
        rows = columns_of(table)
        if len(rows) != len(other):
            error(f"a table has {len(rows)} rows, and {len(other)} in Markdown")
        for row, cells in zip(rows, other):
            row = [cell for cell in row if cell is None or "sign" not in cell["class"].split()]
            if len(row) != len(cells):
                error(f"a row has {len(row)} cells, and in Markdown {cells}")
                continue
            for cell, text in zip(row, cells):
                if cell is None or cell["rows"] > 1:
                    continue
                own = re.sub(r"\s+", " ", cell["text"]).strip()
                if own != plain(text):
                    error(f"'{own}' is '{plain(text)}' in Markdown")
                if cell["depth"] != len(re.match("(· )*", text)[0]) // 2:
                    error(f"'{own}' is nested otherwise in Markdown")


def main():
    text = open(sys.argv[1], encoding="utf-8").read()
    page = Page()
    page.lines = text.split("\n")
    page.feed(text)
    page.close()
    if not text.startswith("<!DOCTYPE html>\n"):
        error("no doctype")
    if page.open:
        error(f"left open: {page.open}")
    for tag in ("html", "head", "title", "body", "h1", "main", "footer", "viewport"):
        if page.counts.get(tag) != 1:
            error(f"{page.counts.get(tag, 0)} times {tag}")
    if not 0 < page.counts.get("charset", 0) < 1000:
        error("no charset at the beginning")
    for tag in ("title", "h1"):
        if not page.texts.get(tag, "").strip():
            error(f"empty {tag}")
    if page.texts.get("title") != page.texts.get("h1"):
        error("title and heading differ")
    if re.search(r"&(amp|lt|gt|quot);", "".join(page.texts.get(tag, "") for tag in ("h1", "h2", "title"))):
        error("escaped twice")
    for name in sorted({name for name in page.ids if page.ids.count(name) > 1}) if len(set(page.ids)) < len(page.ids) \
            else ():
        error(f"id {name} twice")
    for name in page.ids:
        if re.search(r"\s", name) or not name:
            error(f"id '{name}' cannot be linked to")
    ids = set(page.ids)
    for link in page.links:
        if not link.startswith("#") or link[1:] not in ids:
            error(f"link to {link}")
    if page.counts.get("section", 0) > 1:
        listed = re.search(r"<nav.*?</nav>", text, re.S)
        if not listed or listed[0].count("<li") != page.counts["section"]:
            error("the contents do not list the sections")
    check_style(page.style)
    for table in page.tables:
        columns_of(table)
    if len(sys.argv) > 2:
        compare(page.tables, markdown_tables(open(sys.argv[2], encoding="utf-8").read()))
    for text in errors[:20]:
        print(text)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
