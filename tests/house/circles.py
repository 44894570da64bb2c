#!/usr/bin/env python3
"""Finds circles between the files of the generator, by the symbols of their objects: circles.py OBJECTS

Prints each set of files that need each other in a circle, one a line, in order. The parser's files count as one: flex
and bison write two of them.
"""
import glob
import os
import subprocess
import sys

PARSER = ('front/build', 'front/parse', 'front/scan', 'strata.tab', 'strata_lex')


def read_symbols(paths):
    """Path of each object -> the symbols that it defines, and those that it needs."""
    symbols = {path: (set(), set()) for path in paths}
    lines = subprocess.run(['nm', '-P', '-A', *paths], stdout=subprocess.PIPE, text=True, check=True).stdout
    for line in lines.splitlines():
        path, name, kind = line.split()[:3] # `path: name kind value size`
        defined, needed = symbols[path[:-1]]
        if kind == 'U':
            needed.add(name)
        elif kind.isupper():
            defined.add(name)
    return symbols


def read_graph(directory):
    """Name of each object -> names of those that it needs."""
    paths = {}
    for path in sorted(glob.glob(os.path.join(directory, '*', '*.o')) + glob.glob(os.path.join(directory, '*.o'))):
        name = os.path.relpath(path, directory)[:-2]
        if os.path.exists(os.path.join('generator', name + '.c')) or '/' not in name:
            paths[path] = name
    symbols = {paths[path]: both for path, both in read_symbols(paths).items()}
    owner = {symbol: name for name, (defined, _) in symbols.items() for symbol in defined}
    return {name: {owner[symbol] for symbol in needed if owner.get(symbol, name) != name}
            for name, (_, needed) in symbols.items()}


def reachable(graph, start):
    found, todo = set(), [start]
    while todo:
        for name in graph[todo.pop()]:
            if name not in found:
                found.add(name)
                todo.append(name)
    return found


def find_circles(graph):
    reach = {name: reachable(graph, name) for name in graph}
    circles = {tuple(sorted(other for other in reach[name] if name in reach[other])) for name in graph}
    return sorted(circle for circle in circles if len(circle) > 1 and not set(circle) <= set(PARSER))


def main():
    for circle in find_circles(read_graph(sys.argv[1])):
        print(' '.join(circle))


if __name__ == '__main__':
    main()
