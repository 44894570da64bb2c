"""The oracle's layouts against `strata dump`: each member, version and arch."""

import json
import subprocess

from layouts import END, pack


def dumped(strata, paths):
    """The dump of some specs; RuntimeError with what strata said when there is none."""
    run = subprocess.run([strata, "dump", *paths], capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(run.stdout + run.stderr)
    return json.loads(run.stdout)


def find_layouts(program, struct, arch):
    """The layouts of a structure for an arch: its own, or those of the arch that it falls back on."""
    while arch:
        found = [layout for layout in struct["layouts"] if layout["arch"] == arch]
        if found:
            return found
        arch = program.arches[arch].base
    return []


def covers(layout, version):
    high = pack(layout["end"]) if layout["end"] else END
    return pack(layout["begin"]) <= version < high


def describe_entries(entries):
    """Members as the dump has them."""
    result = []
    for entry in entries:
        row, member = entry.row, {}
        member["name"] = row.node.name
        member["offset"] = entry.offset
        member["size"] = entry.size
        if entry.width:
            member["bit"], member["width"] = entry.bit, entry.width
        if row.node.bounds:
            member["count"] = entry.count
        if row.is_anonymous:
            member["members"] = describe_entries(entry.entries)
        result.append(member)
    return result


def describe_dumped(members):
    result = []
    for member in members:
        kept = {key: member[key] for key in ("name", "offset", "size", "bit", "width", "count") if key in member}
        if "members" in member:
            kept["members"] = describe_dumped(member["members"])
        result.append(kept)
    return result


def difference(layout, found):
    """Returns the difference between the oracle's layout and the dump's, or None."""
    if layout.size != found["size"] or layout.align != found["align"]:
        return f"size and alignment {layout.size}, {layout.align}; dump: {found['size']}, {found['align']}"
    ours, theirs = describe_entries(layout.entries), describe_dumped(found["members"])
    for one, other in zip(ours, theirs):
        if one != other:
            return f"{one}; dump: {other}"
    return None if len(ours) == len(theirs) else f"{len(ours)} members; dump: {len(theirs)}"


def compare(program, dump):
    """(members compared, [what differs])."""
    structs = {struct["name"]: struct for struct in dump["structs"]}
    records = [record for found in program.file_records.values() for record in found]
    compared, differing = 0, []
    if sorted(structs) != sorted(record.name for record in records):
        differing.append(f"structures: {sorted(set(structs) ^ {record.name for record in records})}")
    for record in records:
        versions = sorted(set(program.axis.points) | set(program.versions(record)))
        for arch in program.arches:
            theirs = find_layouts(program, structs.get(record.name, {"layouts": []}), arch)
            for version in versions:
                layout = program.lay_out(record, arch, version)
                found = [one for one in theirs if covers(one, version)]
                compared += len(layout.entries) if layout else 0
                if layout and len(found) == 1:
                    what = difference(layout, found[0])
                elif layout:
                    what = f"{len(found)} layouts in the dump"
                else:
                    what = None
                    if [one for one in found if one["arch"] == arch]:
                        what = "only in the dump"
                if what:
                    differing.append(f"{record.name} on {arch} in {version:#x}: {what}")
    return compared, differing
