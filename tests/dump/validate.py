#!/usr/bin/env python3
"""validate.py SCHEMA FILE...: JSON files against a JSON Schema, draft 2020-12.

It knows exactly the keywords of strata.schema.json, and fails on any other.
A file may have several documents, one a line, as strata decode writes them.  Prints each violation with its path, and which keys of the schema no
file has; the last line is "N compared, N differ".  With --covered, a key that
no file has is a violation, too.
"""
import json
import re
import sys

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool}
# The first keys of what commands write, and of the files of a site.
HEADS = (["format", "document"], ["format", "name"])
ABOUT = {"$schema", "$id", "$defs", "title", "description"}


class Schema:
    """A schema, and which of its keys and words were seen."""

    def __init__(self, root):
        self.root = root
        self.seen = {} # in the order in which they were seen

    def resolve(self, reference):
        """The schema of a reference below #."""
        found = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def check(self, schema, value, path, where):
        """Yields the violations of a value."""
        for keyword, wanted in schema.items():
            if keyword not in ABOUT:
                yield from getattr(self, "check_" + keyword.replace("$", ""))(schema, wanted, value, path, where)

    def check_ref(self, _, wanted, value, path, __):
        yield from self.check(self.resolve(wanted), value, path, wanted)

    def check_anyOf(self, _, wanted, value, path, where):
        """One of the schemas must allow the value; else yields the violations of the nearest one."""
        before, nearest = len(self.seen), None
        for i, schema in enumerate(wanted):
            violations = list(self.check(schema, value, path, "%s/anyOf/%d" % (where, i)))
            if not violations:
                return
            while len(self.seen) > before:
                self.seen.popitem()
            nearest = violations if nearest is None or len(violations) < len(nearest) else nearest
        yield from nearest

    def check_type(self, _, wanted, value, path, where):
        for name in wanted if isinstance(wanted, list) else [wanted]:
            is_integer = isinstance(value, int) and not isinstance(value, bool)
            if is_integer if name == "integer" else isinstance(value, TYPES[name]):
                self.seen.setdefault((where, "type", name))
                return
        yield "%s: %r is not %s" % (path, value, wanted)

    def check_properties(self, _, wanted, value, path, where):
        for key in value if isinstance(value, dict) else ():
            if key in wanted:
                self.seen.setdefault((where, "key", key))
                yield from self.check(wanted[key], value[key], "%s.%s" % (path, key), where + "/properties/" + key)

    def check_additionalProperties(self, schema, wanted, value, path, _):
        if wanted is not False:
            raise ValueError("additionalProperties must be false")
        for key in value if isinstance(value, dict) else ():
            if key not in schema["properties"]:
                yield "%s: the schema has no key %r" % (path, key)

    def check_required(self, schema, wanted, value, path, where):
        for key in wanted:
            if key not in schema["properties"]:
                raise ValueError("%s requires %r, which it does not have" % (where, key))
            if isinstance(value, dict) and key not in value:
                yield "%s: there is no key %r" % (path, key)

    def check_items(self, _, wanted, value, path, where):
        for i, item in enumerate(value) if isinstance(value, list) else ():
            yield from self.check(wanted, item, "%s[%d]" % (path, i), where + "/items")

    def check_enum(self, _, wanted, value, path, where):
        if value in wanted:
            self.seen.setdefault((where, "word", value))
        else:
            yield "%s: %r is none of %s" % (path, value, wanted)

    def check_const(self, _, wanted, value, path, __):
        if value != wanted or isinstance(value, bool) != isinstance(wanted, bool):
            yield "%s: %r is not %r" % (path, value, wanted)

    def check_pattern(self, _, wanted, value, path, __):
        if isinstance(value, str) and not re.search(wanted, value):
            yield "%s: %r is not like %s" % (path, value, wanted)

    def check_minimum(self, _, wanted, value, path, __):
        if isinstance(value, int) and value < wanted:
            yield "%s: %r is below %r" % (path, value, wanted)

    def check_maximum(self, _, wanted, value, path, __):
        if isinstance(value, int) and value > wanted:
            yield "%s: %r is above %r" % (path, value, wanted)

    def check_minLength(self, _, wanted, value, path, __):
        if isinstance(value, str) and len(value) < wanted:
            yield "%s: %r is too short" % (path, value)

    def check_minItems(self, _, wanted, value, path, __):
        if isinstance(value, list) and len(value) < wanted:
            yield "%s: fewer than %d items" % (path, wanted)

    def check_maxItems(self, _, wanted, value, path, __):
        if isinstance(value, list) and len(value) > wanted:
            yield "%s: more than %d items" % (path, wanted)

    def unseen(self, schema, where):
        """Yields the keys, types and words below a schema that no value had."""
        for name in [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", ()):
            if (where, "type", name) not in self.seen:
                yield "%s: no value is %s" % (where, name)
        for word in schema.get("enum", ()):
            if (where, "word", word) not in self.seen:
                yield "%s: no value is %r" % (where, word)
        for key, inner in schema.get("properties", {}).items():
            if (where, "key", key) not in self.seen:
                yield "%s: no object has %r" % (where, key)
            yield from self.unseen(inner, where + "/properties/" + key)
        if "items" in schema:
            yield from self.unseen(schema["items"], where + "/items")
        for i, inner in enumerate(schema.get("anyOf", ())):
            yield from self.unseen(inner, "%s/anyOf/%d" % (where, i))
        for name, inner in schema.get("$defs", {}).items():
            yield from self.unseen(inner, "#/$defs/" + name)


def distinct(pairs):
    """An object; one key twice is a mistake that json hides."""
    if len({key for key, _ in pairs}) != len(pairs):
        raise ValueError("a key twice in %s" % [key for key, _ in pairs])
    return dict(pairs)


def documents(paths):
    """Yields the documents of files, each with its path."""
    for path in paths:
        with open(path, encoding="utf-8") as file:
            for line in file:
                yield path, json.loads(line, object_pairs_hook=distinct)


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--covered"]
    with open(arguments[0], encoding="utf-8") as file:
        schema = Schema(json.load(file, object_pairs_hook=distinct))
    compared = differ = 0
    for path, value in documents(arguments[1:]):
        first = list(value)[:2] if isinstance(value, dict) else None
        violations = [] if first in HEADS else ["%s: the first keys are %r" % (path, first)]
        violations += schema.check(schema.root, value, path, "#")
        for violation in violations[:20]:
            print(violation)
        differ += bool(violations)
        compared += 1
    if "--covered" in sys.argv:
        unseen = list(schema.unseen(schema.root, "#"))
        print("".join(line + "\n" for line in unseen), end="")
        compared, differ = compared + 1, differ + bool(unseen)
    print("%d compared, %d differ" % (compared, differ))
    sys.exit(differ > 0)


if __name__ == "__main__":
    main()
