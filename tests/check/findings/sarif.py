"""Checks SARIF documents: sarif.py FILE... prints the mistakes of each, and ends with status 1 if there are any.

The rules are those of the SARIF 2.1.0 schema for the properties that Strata writes; another property is an error.
Beside them, what the standard says in words and no schema can: indices that lead to what they name, regions that go
forward and are where the text of the artifact is, relative references that are normal, braces that are no placeholders.
"""
import json
import os
import re
import sys
import urllib.parse

LEVEL = {"enum": ["none", "note", "warning", "error"]}


def text(**rules):
    return {"type": str, **rules}


def number(least):
    return {"type": int, "least": least}


def array(items, **rules):
    return {"type": list, "items": items, **rules}


def record(required, **properties):
    return {"type": dict, "required": required.split(), "properties": properties}


MESSAGE = record("text", text=text())
ARTIFACT = record("uri", uri=text(pattern=r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+|file:///([A-Za-z0-9._~/-]|%[0-9A-F]{2})+"))
REGION = record("startLine", startLine=number(1), startColumn=number(1), endLine=number(1), endColumn=number(1))
LOCATION = record("physicalLocation", id=number(-1), message=MESSAGE,
                  physicalLocation=record("artifactLocation", artifactLocation=ARTIFACT, region=REGION))
REPLACEMENT = record("deletedRegion", deletedRegion=REGION, insertedContent=record("", text=text()))
CHANGE = record("artifactLocation replacements", artifactLocation=ARTIFACT,
                replacements=array(REPLACEMENT, fewest=1))
FIX = record("artifactChanges", artifactChanges=array(CHANGE, fewest=1, unique=True))
RESULT = record("message", ruleId=text(), ruleIndex=number(-1), level=LEVEL, message=MESSAGE,
                locations=array(LOCATION), relatedLocations=array(LOCATION, unique=True),
                fixes=array(FIX, unique=True))
DESCRIPTOR = record("id", id=text(), shortDescription=MESSAGE, fullDescription=MESSAGE, help=MESSAGE,
                    defaultConfiguration=record("", enabled={"type": bool}, level=LEVEL))
NOTIFICATION = record("message", descriptor=record("id", id=text(), index=number(-1)), level=LEVEL, message=MESSAGE)
INVOCATION = record("executionSuccessful", executionSuccessful={"type": bool},
                    toolExecutionNotifications=array(NOTIFICATION))
DRIVER = record("name", name=text(), version=text(), rules=array(DESCRIPTOR, unique=True),
                notifications=array(DESCRIPTOR, unique=True))
RUN = record("tool", tool=record("driver", driver=DRIVER), invocations=array(INVOCATION), results=array(RESULT),
             columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]})
LOG = record("version runs", version={"enum": ["2.1.0"]}, runs=array(RUN),
             **{"$schema": text(pattern=r"https://\S+")})


def validate(value, rule, where, wrong):
    """Returns the parts of a value that break the rule."""
    kind = rule.get("type")
    if kind and (not isinstance(value, kind) or (kind is int and isinstance(value, bool))):
        wrong(where, f"is no {kind.__name__}")
        return
    if "enum" in rule and value not in rule["enum"]:
        wrong(where, f"{value!r} is none of {rule['enum']}")
    if "least" in rule and value < rule["least"]:
        wrong(where, f"{value} is below {rule['least']}")
    if "pattern" in rule and not re.fullmatch(rule["pattern"], value):
        wrong(where, f"{value!r} is not {rule['pattern']}")
    if kind is list:
        if len(value) < rule.get("fewest", 0):
            wrong(where, "has too few items")
        if rule.get("unique") and len({json.dumps(item, sort_keys=True) for item in value}) < len(value):
            wrong(where, "has the same item twice")
        for i, item in enumerate(value):
            validate(item, rule["items"], f"{where}[{i}]", wrong)
    if kind is dict:
        for name in rule["required"]:
            if name not in value:
                wrong(where, f"has no {name}")
        for name, item in value.items():
            if name in rule["properties"]:
                validate(item, rule["properties"][name], f"{where}.{name}", wrong)
            else:
                wrong(where, f"has a property {name!r}")


def each(value, key, where=""):
    """All values of that key, however deep."""
    if isinstance(value, dict):
        for name, item in value.items():
            if name == key:
                yield f"{where}.{name}", item
            yield from each(item, key, f"{where}.{name}")
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield from each(item, key, f"{where}[{i}]")


def lines_of(uri):
    """The lines of an artifact, as code points; None when they cannot be had."""
    path = urllib.parse.unquote_to_bytes(uri[len("file://"):] if uri.startswith("file://") else uri)
    if not os.path.isfile(path):
        return None
    with open(path, "rb") as file:
        return file.read().decode("utf-8-sig", "replace").replace("\r\n", "\n").split("\n")


def check_region(place, key, where, wrong):
    region = place[key]
    begin, end = (region["startLine"], region["startColumn"]), (region["endLine"], region["endColumn"])
    if end < begin:
        wrong(where, f"{key} ends before it begins")
    lines = lines_of(place["artifactLocation"]["uri"])
    if lines is None:
        wrong(where, f"there is no {place['artifactLocation']['uri']}")
        return
    for line, column in (begin, end):
        if line > len(lines) or column > len(lines[line - 1]) + 2:
            wrong(where, f"{line}:{column} is outside of the text")


def check_meaning(log, wrong):
    for run in log["runs"]:
        rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
        notifications = [rule["id"] for rule in run["tool"]["driver"]["notifications"]]
        for i, result in enumerate(run["results"]):
            if rules[result["ruleIndex"]:result["ruleIndex"] + 1] != [result["ruleId"]]:
                wrong(f"results[{i}]", "its ruleIndex leads to another rule")
            if not result["locations"]:
                wrong(f"results[{i}]", "it is nowhere")
        for where, notification in each(run, "descriptor"):
            if notifications[notification["index"]:notification["index"] + 1] != [notification["id"]]:
                wrong(where, "its index leads to another notification")
    for where, place in each(log, "physicalLocation"):
        check_region(place, "region", where, wrong)
    for where, changes in each(log, "artifactChanges"):
        for change in changes:
            for replacement in change["replacements"]:
                check_region({**replacement, "artifactLocation": change["artifactLocation"]}, "deletedRegion", where,
                             wrong)
    for where, uri in each(log, "uri"):
        path = uri[len("file://"):] if uri.startswith("file://") else uri
        if re.search(r"(^|/)\./|//|[^./][^/]*/\.\.(/|$)", path):
            wrong(where, f"{uri} is not normal")
    for key in ("message", "shortDescription", "fullDescription", "help"):
        for where, message in each(log, key):
            if re.search(r"[{}]", message["text"].replace("{{", "").replace("}}", "")):
                wrong(where, "a brace stands once, and is a placeholder")


def no_twice(pairs):
    names = [name for name, _ in pairs]
    if len(set(names)) < len(names):
        raise ValueError(f"a key stands twice among {names}")
    return dict(pairs)


def main():
    failed = False
    for path in sys.argv[1:]:
        faults = []
        try:
            with open(path, "rb") as file:
                log = json.loads(file.read().decode("utf-8"), object_pairs_hook=no_twice)
            validate(log, LOG, "", lambda where, what: faults.append(f"{where}: {what}"))
            if not faults:
                check_meaning(log, lambda where, what: faults.append(f"{where}: {what}"))
        except ValueError as error:
            faults.append(str(error))
        for fault in faults:
            print(f"{path}: {fault}")
        failed = failed or bool(faults)
    return failed


if __name__ == "__main__":
    sys.exit(main())
