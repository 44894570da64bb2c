"""Checks that JSON and SARIF have the findings of the text: heads.py TEXT JSON SARIF, for each case three files.

Control characters are escaped in the text alone. A head is
FILE:LINE:COLUMN: SEVERITY: MESSAGE [CODE], or strata: SEVERITY: MESSAGE [CODE] if there is no position.
"""
import difflib
import json
import re
import sys
import urllib.parse


OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def shown(head):
    """A head as the text has it."""
    return OBEYED.sub(lambda found: (r"\x%02X" if found[0] < "\x80" else r"\u%04X") % ord(found[0]), head)


def heads_of_text(text):
    heads = [line for line in text.split("\n") if re.search(r": (error|warning): .*\[[a-z-]+\]$", line)]
    return [re.sub(r"\\x[89A-F][0-9A-F]", "\ufffd", head) for head in heads]


def heads_of_json(text):
    for line in text.splitlines():
        finding = json.loads(line)
        place = "{file}:{line}:{column}".format(**finding) if "file" in finding else "strata"
        yield f"{place}: {finding['severity']}: {finding['message']} [{finding['code']}]"


def plain(message):
    return message["text"].split("\n")[0].replace("{{", "{").replace("}}", "}")


def heads_of_sarif(text):
    run = json.loads(text)["runs"][0]
    for item in run["invocations"][0]["toolExecutionNotifications"]:
        yield f"strata: {item['level']}: {plain(item['message'])} [{item['descriptor']['id']}]"
    for item in run["results"]:
        place = item["locations"][0]["physicalLocation"]
        path = urllib.parse.unquote(place["artifactLocation"]["uri"])
        at = "{startLine}:{startColumn}".format(**place["region"])
        yield f"{path}:{at}: {item['level']}: {plain(item['message'])} [{item['ruleId']}]"


def read(path):
    with open(path, "rb") as file:
        return file.read().decode("utf-8", "replace")


def main():
    failed = False
    paths = iter(sys.argv[1:])
    for text, lines, sarif in zip(paths, paths, paths):
        wanted = heads_of_text(read(text))
        for path, found in (lines, heads_of_json(read(lines))), (sarif, heads_of_sarif(read(sarif))):
            differences = list(difflib.unified_diff(wanted, list(map(shown, found)), text, path, lineterm="", n=0))
            print(*differences, sep="\n", end="\n" if differences else "")
            failed = failed or bool(differences)
    return failed


if __name__ == "__main__":
    sys.exit(main())
