"""Asks specs that do not have System Informer's table for every member of every image of it.

    without.py STRATA SPECS SHARED

Prints how many answers are right, wrong and refused, by architecture and grade. Exit status 1 if one that is called
attested or bracketed is wrong.
"""
import collections
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', '..', 'sources'))
import readers
import table
from answers import number


def count(tree, source, counts):
    """Counts the answers about an image."""
    version = number(source.version)
    for tag, (name, _, standings) in table.compare(tree, source, version).items():
        places, standings = tree.answer(name, source.arch, version)[0], dict(standings)
        for path, stated in source.placements[tag].items():
            owner, _, member = path.rpartition('.')
            _, same, grade = standings.get(owner, standings[''])
            place = table.absolute(places, path)
            counts[source.arch, *(('refused', '') if place is None else
                                  (same or grade(member), 'right' if place == stated else 'WRONG'))] += 1


def main():
    strata, specs, shared = sys.argv[1:]
    dump = subprocess.run([strata, 'dump', specs], stdout=subprocess.PIPE, check=True).stdout
    tree, counts = table.Tree(json.loads(dump), specs), collections.Counter()
    for source in readers.read_images(shared, specs):
        if source.arch:
            count(tree, source, counts)
    for key, answers in sorted(counts.items()):
        print(*filter(None, key), answers, sep=' | ')
    sys.exit(any(verdict == 'WRONG' and grade in ('attested', 'bracketed') for _, grade, verdict in counts))


main()
