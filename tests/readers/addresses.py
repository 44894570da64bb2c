"""Prints questions about the addresses of globals with the answers of the specs.

    addresses.py DUMP.json PACK

DUMP.json is the output of `strata dump`. Besides each build that was seen, asks for the revision after it, unless that was
seen, too. The pack tells the numbers of architectures alone.
"""
import json
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..', 'pack'))
import reader


def main():
    with open(sys.argv[1], encoding='utf-8') as file:
        found = json.load(file)['globals']
    with open(sys.argv[2], 'rb') as file:
        pack = reader.Pack(file.read())
    numbers = {pack.text(name): number for name, number, *_ in pack.arches}
    for entry in found:
        seen = {}
        for place in entry['addresses']:
            parts = [int(part) for part in place['version'].split('.')]
            if len(parts) == 4:  # a build without its revision has no target
                target = numbers[place['arch']] << 56 | parts[0] << 48 | parts[1] << 32 | parts[2] << 16 | parts[3]
                seen[target] = place['address']
        for target in sorted(set(seen) | {target + 1 for target in seen}):
            address = seen.get(target, 'unknown')
            answer = 'absent' if not address else address if isinstance(address, str) else '0x%X' % address
            print('address\t%s\t%016X => %s' % (entry['name'], target, answer))


main()
