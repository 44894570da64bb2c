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

TYPES = {"object": dict, "array": list, "string": str, "null": type(None), "boolean": bool, "integer": int}
# The first keys of what commands write, and of the files of a site.
HEADS = (["format", "document"], ["format", "name"])
ABOUT = {"$schema", "$id", "$defs", "title", "description"}


class Schema:
    """A schema, and which of its keys and words were seen.

    Each schema in it becomes a function once, which returns the violations of a value: nothing, or a list of texts that
    begin with the path in the value. Millions of values are checked.
    """

    def __init__(self, root):
        self.root = root
        self.checks = {} # by the place in the schema
        self.seen = {}   # sets, by that place
        self.log = []    # what was seen for the first time: (set, item)

    def see(self, seen, item):
        if item not in seen:
            seen.add(item)
            self.log.append((seen, item))

    def resolve(self, reference):
        """The schema of a reference below #."""
        found = self.root
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found

    def check(self, value):
        """Returns the violations of a whole document."""
        return self.make(self.root, "#")(value)

    def make(self, schema, where):
        """Returns the function of a schema at a place of the root."""
        if where not in self.checks:
            self.checks[where] = lambda value: self.checks[where](value)  # for a schema that refers to itself
            checks = [getattr(self, "make_" + keyword.replace("$", ""))(schema, wanted, where)
                      for keyword, wanted in schema.items() if keyword not in ABOUT]
            checks = [check for check in checks if check]
            self.checks[where] = checks[0] if len(checks) == 1 else lambda value: [
                found for check in checks for found in check(value)]
        return self.checks[where]

    def make_ref(self, _, wanted, __):
        return self.make(self.resolve(wanted), wanted)

    def make_anyOf(self, _, wanted, where):
        choices = [self.make(schema, "%s/anyOf/%d" % (where, i)) for i, schema in enumerate(wanted)]

        def check(value):
            """One of the schemas must allow the value; else these are the violations of the nearest one."""
            before, nearest = len(self.log), None
            for choice in choices:
                violations = choice(value)
                if not violations:
                    return ()
                while len(self.log) > before:
                    seen, item = self.log.pop()
                    seen.remove(item)
                nearest = violations if nearest is None or len(violations) < len(nearest) else nearest
            return nearest
        return check

    def make_type(self, _, wanted, where):
        names = {TYPES[name]: name for name in (wanted if isinstance(wanted, list) else [wanted])}
        seen = self.seen.setdefault((where, "type"), set())

        def check(value):
            name = names.get(type(value))
            if not name:
                return [": %r is not %s" % (value, wanted)]
            if name not in seen:
                self.see(seen, name)
            return ()
        return check

    def make_properties(self, schema, wanted, where):
        """The keys of an object, which are all known; some must be there."""
        if schema["additionalProperties"] is not False:
            raise ValueError("additionalProperties must be false")
        required = schema.get("required", [])
        unknown = [key for key in required if key not in wanted]
        if unknown:
            raise ValueError("%s requires %r, which it does not have" % (where, unknown))
        inner = {key: self.make(value, where + "/properties/" + key) for key, value in wanted.items()}
        seen = self.seen.setdefault((where, "keys"), set())

        def check(value):
            found = []
            if type(value) is not dict:
                return found
            if (keys := tuple(value)) not in seen:
                found += [": the schema has no key %r" % key for key in keys if key not in inner]
                found += [": there is no key %r" % key for key in required if key not in value]
                if not found:
                    self.see(seen, keys)
            for key in keys:
                if key in inner and (below := inner[key](value[key])):
                    found += [".%s%s" % (key, violation) for violation in below]
            return found
        return check

    def make_additionalProperties(self, schema, *_):
        if "properties" not in schema:
            raise ValueError("additionalProperties without properties")

    make_required = make_additionalProperties

    def make_items(self, _, wanted, where):
        inner = self.make(wanted, where + "/items")

        def check(value):
            return [] if type(value) is not list else [
                "[%d]%s" % (i, violation) for i, item in enumerate(value) for violation in inner(item)]
        return check

    def make_enum(self, _, wanted, where):
        seen = self.seen.setdefault((where, "words"), set())

        def check(value):
            if value not in wanted:
                return [": %r is none of %s" % (value, wanted)]
            self.see(seen, value)
            return ()
        return check

    def make_const(self, _, wanted, __):
        return lambda value: () if value == wanted and isinstance(value, bool) == isinstance(wanted, bool) else [
            ": %r is not %r" % (value, wanted)]

    def make_pattern(self, _, wanted, __):
        search = re.compile(wanted).search
        return lambda value: () if not isinstance(value, str) or search(value) else [
            ": %r is not like %s" % (value, wanted)]

    def make_minimum(self, _, wanted, __):
        return lambda value: () if not isinstance(value, int) or value >= wanted else [
            ": %r is below %r" % (value, wanted)]

    def make_maximum(self, _, wanted, __):
        return lambda value: () if not isinstance(value, int) or value <= wanted else [
            ": %r is above %r" % (value, wanted)]

    def make_minLength(self, _, wanted, __):
        return lambda value: () if not isinstance(value, str) or len(value) >= wanted else [
            ": %r is too short" % value]

    def make_minItems(self, _, wanted, __):
        return lambda value: () if not isinstance(value, list) or len(value) >= wanted else [
            ": fewer than %d items" % wanted]

    def make_maxItems(self, _, wanted, __):
        return lambda value: () if not isinstance(value, list) or len(value) <= wanted else [
            ": more than %d items" % wanted]

    def unseen(self, schema, where):
        """Yields the keys, types and words below a schema that no value had."""
        for name in [schema["type"]] if isinstance(schema.get("type"), str) else schema.get("type", ()):
            if name not in self.seen.get((where, "type"), ()):
                yield "%s: no value is %s" % (where, name)
        for word in schema.get("enum", ()):
            if word not in self.seen.get((where, "words"), ()):
                yield "%s: no value is %r" % (where, word)
        keys = {key for keys in self.seen.get((where, "keys"), ()) for key in keys}
        for key, inner in schema.get("properties", {}).items():
            if key not in keys:
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
        violations += [path + violation for violation in schema.check(value)]
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
