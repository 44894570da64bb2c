#!/usr/bin/env python3
"""Checks a site that strata wrote: check_site.py DIRECTORY DUMP.json

Each page must be one well-formed document with a strict policy, and without inline scripts and styles. Links must lead
to files and ids of the site. The data of the pages must have the layouts of the dump, which an independent writer made.
"""
import functools
import html
import json
import os
import re
import sys
from bisect import bisect_right
from html.parser import HTMLParser
from itertools import islice
from urllib.parse import unquote
from xml.etree import ElementTree

PLAY_POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; "
               "img-src 'self'; base-uri 'none'; form-action 'none'")
ATOM = "{http://www.w3.org/2005/Atom}"
VOID = {"meta", "br", "input", "link"}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'"
PAGE_MOST = 150 * 1000
IDENTITIES_MOST = 400 * 1000  # a reader searches all of them on one page
NAMED = (0, 7)  # looks of rows with a name of the spec
FILE = re.compile(r"[A-Za-z0-9_=][A-Za-z0-9_.=-]*")

site, dump = sys.argv[1], json.load(open(sys.argv[2], encoding="utf-8"))


def drop_builds(on):
    """Joins the answers for builds without a revision with those of the revisions beside them, which the site shows. It
    has no revision to show where somebody saw the first one."""
    kept = []
    begins = {range_of["begin"] for range_of in on.get("grades", {}).get("ranges", [])}
    seen = {*dump["evidence"][on["evidence"]]["attested"], *(v for v in begins if v.rpartition(".")[0] + ".2" in begins)}
    begin = None
    for answer in on["answers"]:
        revision = answer["begin"].rpartition(".")[2]
        is_one = answer["end"] and answer["end"].rpartition(".")[2] == ("1" if revision == "0" else "0")
        if revision == "65535" and is_one and kept:
            kept[-1]["end"] = answer["end"]
        elif revision == "0" and is_one and answer["end"].rpartition(".")[0] == answer["begin"].rpartition(".")[0] and \
                answer["begin"] not in seen and answer["end"] not in seen and answer.get("others") != "attested":
            begin = answer["begin"]
        else:
            kept.append(answer)
            answer["begin"], begin = begin or answer["begin"], None
    on["answers"] = kept


for struct_of_dump in dump["structs"]:
    for on_arch in struct_of_dump["on"]:
        drop_builds(on_arch)
compared = 0
errors = []
versions = {}  # versions.js


def expect(condition, text):
    global compared
    compared += 1
    if not condition:
        errors.append(text)


class Page(HTMLParser):
    def __init__(self, path):
        super().__init__(convert_charrefs=True)
        self.path, self.open, self.ids, self.links, self.policy = path, [], [], [], None
        text = open(path, encoding="utf-8").read()
        expect(text.startswith("<!DOCTYPE html>\n"), f"{path}: no doctype")
        most = IDENTITIES_MOST if os.path.basename(path) == "identities.html" else PAGE_MOST
        expect(len(text.encode()) <= most, f"{path}: {len(text)} bytes")
        self.feed(text)
        self.close()
        expect(not self.open, f"{path}: {self.open} stay open")
        count = len(self.ids)
        self.ids = set(self.ids)
        expect(len(self.ids) == count, f"{path}: an id twice")
        expect(self.policy == (PLAY_POLICY if path.endswith("/playground.html") else POLICY), f"{path}: policy {self.policy}")

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        where = f"{self.path}:{self.getpos()[0]}: <{tag}>"
        for name in values:
            expect(not name.startswith("on") and name not in ("style", "srcset", "action"), f"{where} has {name}")
        if tag in ("script", "link"):
            expect(self.policy, f"{where} before the policy")
        if tag == "script":
            expect("src" in values, f"{where} is inline")
        expect(tag not in ("style", "img", "iframe", "object", "base"), f"{where} is not allowed")
        if values.get("http-equiv") == "Content-Security-Policy":
            self.policy = values["content"]
        self.ids += [values["id"]] if "id" in values else []
        self.links += [values[key] for key in ("href", "src") if key in values]
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        expect(self.open and self.open.pop() == tag, f"{self.path}:{self.getpos()[0]}: </{tag}>")


def check_links(pages):
    is_file = functools.lru_cache(None)(os.path.isfile)
    for path, page in pages.items():
        for link in page.links:
            expect(not re.match(r"[a-z]+:|//", link), f"{path}: link {link}")
            target, _, fragment = link.partition("#")
            file = os.path.normpath(os.path.join(os.path.dirname(path), unquote(target))) if target else path
            expect(is_file(file), f"{path}: nothing at {link}")
            if fragment and "=" not in fragment and file in pages:
                expect(unquote(fragment) in pages[file].ids, f"{path}: no id for {link}")


def script(path, prefix):
    """Returns the JSON of a script that assigns it."""
    text = open(path, encoding="utf-8").read()
    expect(text.startswith(prefix) and text.endswith(";\n") and "<" not in text, f"{path}: not {prefix}JSON;")
    return json.loads(text[len(prefix):-2])


def read_data(file):
    """Returns the data of a structure; that of its page and that for programs are the same."""
    path = os.path.join(site, "d", file + ".js")
    if not os.path.exists(path):
        return None
    data = script(path, f'STRATA.data["{file}"] = ')
    expect(json.load(open(os.path.join(site, "json", file + ".json"), encoding="utf-8")) == data, f"{file}: two data")
    for arch in data["arches"]:
        arch["names"] = [(versions["names"][number], *rest) for number, *rest in zip(*[iter(arch["names"])] * 5)]
    return data


def read_runs(arch):
    """Lists the runs of an architecture: first version, layout, grade, and the number of the disputed members."""
    runs = iter(arch["runs"])
    for bound in runs:
        layout, grade = divmod(next(runs), len(GRADES))
        yield versions["bounds"][bound], layout - 1, grade, next(runs) if GRADES[grade] == "disputed" else 0


def flatten(members):
    """Lists the named members of a dump."""
    for member in members:
        if member.get("name"):
            if member["form"] != "unaccounted":
                yield member["name"], member["offset"], member["size"], member.get("bit", 0), member.get("width", 0)
        elif "members" in member:
            yield from flatten(member["members"])


def decode(data, layout):
    """Lists the same of the data of a page."""
    number, offset = -1, 0
    for step, by in zip(layout["rows"][::2], layout["rows"][1::2]):
        number += step + 1
        offset += by or 0
        name, _, size, _, look, bit, width, _ = (data["rows"][number] + [0] * 6)[:8]
        if look in NAMED:
            yield name, None if by is None else offset, size, None if bit == 255 else bit, width


def check_data(struct, data):
    name = struct["name"]
    ranges = {layout["arch"]: [] for layout in struct["layouts"]}
    for layout in struct["layouts"]:
        ranges[layout["arch"]].append(layout)
    own = [arch for arch in data["arches"] if arch["name"] in ranges]
    expect(len(own) == len(ranges), f"{name}: arches {[arch['name'] for arch in data['arches']]}")
    expect(sorted(arch["name"] for arch in data["arches"]) == sorted(on["arch"] for on in struct["on"] if on["versions"]),
           f"{name}: not the arches of the dump")
    for arch in own:
        layouts = data["layouts"][arch["first"]:arch["first"] + len(arch["grades"])]
        expect(len(layouts) == len(ranges[arch["name"]]), f"{name}: {len(layouts)} layouts on {arch['name']}")
        for layout, other in zip(layouts, ranges[arch["name"]]):
            expect(layout.get("size") == other["size"], f"{name}: size {layout.get('size')}, not {other['size']}")
            expect(sorted(decode(data, layout), key=repr) == sorted(flatten(other["members"]), key=repr),
                   f"{name}: members on {arch['name']} from {layout['from']}")
        for version, index, *_ in arch["names"]:
            expect(0 <= index < len(layouts), f"{name}: {version} has layout {index}")
        check_answers(name, data, arch, next(on for on in struct["on"] if on["arch"] == arch["name"]))


def check_tallies(name, data, of_page):
    """Counts the members that differ between any two layouts, and compares the counts with those of releases.js."""
    places = []
    for layout, size, content in zip(data["layouts"], of_page["views"][::2], of_page["views"][1::2]):
        types = {}
        number = -1
        for step in layout["rows"][::2]:
            number += step + 1
            row = data["rows"][number]
            types[row[0]] = data["row_types"][row[1]][0].partition(" Pos ")[0]
        expect(size == layout.get("size"), f"{name}: size {size} in releases.js")
        places += [(content, {member: (offset, bit, size, width, types[member])
                              for member, offset, size, bit, width in decode(data, layout)})]
    for at, (to, there) in enumerate(places):
        for from_, here in places[:at]:
            low, high = sorted((from_, to))
            both = [(here[member], there[member]) for member in here if member in there]
            counts = [len(there) - len(both), len(here) - len(both), sum(a[:2] != b[:2] for a, b in both),
                      sum(a[2:] != b[2:] for a, b in both)]
            index = 4 * (high * (high - 1) // 2 + low)
            found = of_page["tallies"][index:index + 4] if low < high else [0] * 4
            wanted = counts if from_ <= to else [counts[1], counts[0], *counts[2:]]
            expect(found == wanted, f"{name}: {found} members differ, not {wanted}")


def list_changes(struct):
    """Lists the changes of a structure: (architecture, version). Disputed versions before a known layout are before it."""
    for on in struct["on"]:
        if all(layout["arch"] != on["arch"] for layout in struct["layouts"]):
            continue
        before, answers = None, on["answers"]
        for i, answer in enumerate(answers):
            after = next((other for other in answers[i + 1:] if other["basis"] != "disputed" or
                          other["layout"] != answer["layout"]), None)
            is_known = after and after["basis"] != "disputed" and after["layout"] == answer["layout"]
            if answer["layout"] != before and not (answer["basis"] == "disputed" and is_known):
                yield on["arch"], answer["begin"]
            if not (answer["basis"] == "disputed" and is_known):
                before = answer["layout"]


def list_listings(pages):
    """Link to the page of a structure -> names of the pages of versions that have it."""
    listings = {}
    for path, page in pages.items():
        if os.path.basename(os.path.dirname(path)) == "v":
            for link in {link.partition("#")[0] for link in page.links}:
                listings.setdefault(link, []).append(os.path.basename(path)[:-5].partition("=")[0])
    return listings


def check_changes(struct, file, listings):
    """Compares the pages of versions that list a structure with the answers of the dump."""
    found = sorted(listings.get(f"../s/{file}.html", []))
    expect(found == sorted(f"{arch}-{version}" for arch, version in list_changes(struct)),
           f"{struct['name']}: changes at {found}, not {list(list_changes(struct))}")


GRADES = ["attested", "bracketed", "interpolated", "extrapolated", "disputed"]


@functools.lru_cache(None)
def number(version):
    return tuple(int(part) for part in version.split("."))


def check_answers(name, data, arch, on):
    """Compares the runs of an architecture with the answers of the dump: layout, grade, and the disputed members."""
    runs = [(number(first), layout, GRADES[grade], words) for first, layout, grade, words in read_runs(arch)]
    known = [answer["layout"] for answer in on["answers"] if answer["layout"] is not None]
    answers = [(number(answer["begin"]), number(answer["end"] or "65536.0.0.0"), answer) for answer in on["answers"]]
    seen = {number(version) for version in dump["evidence"][on["evidence"]]["attested"]}
    begins = [run[0] for run in runs]
    expect(begins == sorted(begins), f"{name} on {arch['name']}: runs out of order")
    ended = 0  # of the answers, from the first one on
    for version in sorted({begin for begin, _, _ in answers} | set(begins)):
        while ended < len(answers) and answers[ended][1] <= version:
            ended += 1
        answer = next((answer for begin, end, answer in islice(answers, ended, None) if begin <= version < end), None)
        if not answer:
            continue  # a build that runs the kernel of another one
        where = f"{name} on {arch['name']} at {version}"
        before = bisect_right(begins, version)
        if not before:
            expect(answer["layout"] is None, f"{where}: nothing")
            continue
        _, layout, grade, words = runs[before - 1]
        wanted = -1 if answer["layout"] is None else answer["layout"] - min(known)
        basis = "attested" if version in seen and answer["basis"] != "disputed" else answer["basis"]
        expect((layout, grade) == (wanted, basis), f"{where}: {layout}, {grade}")
        if grade == "disputed":
            others, *members = data["words"][words].split(" ")
            expect((GRADES[int(others)], members) == (answer["others"], answer["disputed"]),
                   f"{where}: other members are disputed")


def read_page(name):
    """Returns the text of a page, without its marks."""
    text = open(os.path.join(site, name), encoding="utf-8").read()
    return html.unescape(re.sub(r"<[^>]*>", " ", text[text.index("<main"):text.index("</main>")]))


def check_origins():
    """Looks for all events and identities of the dump, and for all documents, on their pages."""
    events = [part.split() for part in re.split(r" PART ", re.sub(r"<h2 [^>]*>", " PART ", open(
        os.path.join(site, "events.html"), encoding="utf-8").read()))[1:]]
    expect(len(events) == len(dump["events"]), f"events.html: {len(events)} events")
    for event, words in zip(sorted(dump["events"], key=lambda event: event["name"]), events):
        text = html.unescape(re.sub(r"<[^>]*>", " ", " ".join(words)))
        numbers = [f"0x{cell['value']:04X}" for cell in event["hook"]]
        numbers += [f"0x{cell['value']:08X}" for header in event["headers"] for cell in header["marker"]]
        for word in [event["name"], event["data"], event["group"], *numbers, *(item["struct"] for item in event["headers"])]:
            expect(not word or word in text, f"events.html: {event['name']} lacks {word}")
    rows = re.findall(r"<tr><td>.*</tr>", open(os.path.join(site, "identities.html"), encoding="utf-8").read())
    expect(len(rows) == len(dump["identities"]), f"identities.html: {len(rows)} rows")
    for identity, row in zip(dump["identities"], rows):
        cells = [html.unescape(re.sub(r"<[^>]*>", "", cell)) for cell in re.findall(r"<td>(.*?)</td>", row)]
        build, module, arch, pdb, timestamp, size = (cells + ["", ""])[:6]
        expect(identity["version"] in (build, build + ".65535", build + ".0") and arch == identity["arch"] and
               pdb == identity.get("pdb", "") and module == identity.get("module", module) and
               int(timestamp or "0", 16) == identity.get("timestamp", 0) and
               int(size or "0", 16) == identity.get("image_size", 0), f"identities.html: {row} is not {identity}")
    sources = read_page("sources.html")
    for struct in dump["structs"]:
        expect(not struct.get("source") or struct["source"] in sources, f"sources.html lacks {struct.get('source')}")


def check_feed(path, pages):
    """Checks the form of an Atom feed: RFC 4287 wants these elements, ids that are unique, and dates."""
    feed = ElementTree.parse(path).getroot()
    expect(feed.tag == ATOM + "feed", f"{path}: no feed")
    entries, ids = feed.findall(ATOM + "entry"), set()
    for item in [feed] + entries:
        texts = [item.findtext(ATOM + name) for name in ("id", "title", "updated")]
        expect(all(texts), f"{path}: {texts}")
        expect(len(item.findall(ATOM + "id")) == 1 and texts[0] not in ids, f"{path}: id {texts[0]}")
        expect(re.fullmatch(r"tag:[^ ]+,\d{4}:[^ ]+", texts[0]), f"{path}: id {texts[0]}")
        expect(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", texts[2]), f"{path}: date {texts[2]}")
        ids.add(texts[0])
        links = [link for link in item.findall(ATOM + "link") if link.get("rel") == "alternate"]
        expect(len(links) == 1 and os.path.join(site, links[0].get("href")) in pages, f"{path}: link of {texts[0]}")
    expect(feed.find(ATOM + "author/" + ATOM + "name") is not None, f"{path}: no author")
    expect([link.get("href") for link in feed.findall(ATOM + "link") if link.get("rel") == "self"] == ["changes.atom"],
           f"{path}: no link to itself")
    expect(entries and all(entry.findtext(ATOM + "summary") for entry in entries), f"{path}: no entries")


def main():
    pages = {}
    folded = set()
    for directory, _, files in os.walk(site):
        for file in sorted(files):
            path = os.path.join(directory, file)
            expect(FILE.fullmatch(file) and path.lower() not in folded, f"{path}: not safe everywhere")
            folded.add(path.lower())
            if file.endswith(".html"):
                pages[path] = Page(path)
            elif os.path.basename(directory) == "t":
                texts = script(path, f'STRATA.texts["{file[:-3]}"] = ')
                expect(len(texts["dt"]) == len(texts["c"]), f"{path}: texts")
                expect(len(set(texts["lines"])) == len(texts["lines"]), f"{path}: a line twice")
    check_links(pages)
    listings = list_listings(pages)
    feed = os.path.join(site, "changes.atom")
    if os.path.exists(feed):
        check_feed(feed, pages)
    versions.update(script(os.path.join(site, "versions.js"), "const VERSIONS = "))
    index = script(os.path.join(site, "index.js"), "STRATA.index = ")
    found = {name: (file or name, members.split()) for name, file, members in index}
    releases = script(os.path.join(site, "releases.js"), "STRATA.releases = ")
    of_pages = {name: of_page for (name, _, _), of_page in zip(index, releases["pages"])}
    for struct in dump["structs"]:
        if struct["name"] not in found:
            continue
        file, names = found[struct["name"]]
        data = read_data(file)
        expect(bool(data) == bool(struct["layouts"]), f"{struct['name']}: data without layouts, or none")
        if data:
            check_data(struct, data)
            check_tallies(struct["name"], data, of_pages[struct["name"]])
            check_changes(struct, file, listings)
        members = {member[0] for layout in struct["layouts"] for member in flatten(layout["members"])}
        expect(members <= set(names), f"{struct['name']}: the search lacks {sorted(members - set(names))}")
    check_origins()
    picture = ElementTree.parse(os.path.join(site, "preview.svg")).getroot()
    expect(picture.get("width") == "1200" and not [item for item in picture.iter() if "href" in item.attrib],
           "preview.svg: another form")
    for error in errors[:50]:
        print(error)
    print(f"{compared} compared, {len(errors)} differ")
    return 1 if errors else 0


sys.exit(main())
