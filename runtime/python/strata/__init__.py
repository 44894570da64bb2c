# SPDX-License-Identifier: 0BSD
"""Layouts of structures in all versions and on all architectures, out of the packs of `strata pack`.

    import strata
    pack = strata.Pack.open('nt.strpack')
    token = pack.find('EPROCESS.Token', 'Windows 10 22H2/x64')
    print(token.offset, token.grade)

Everything but reading views is asked of `Pack`. A `Target` is a version on an architecture; texts such as "24H2/x64" stand
for one. Answers have a `Grade`; that something is not there is an answer, too: the exception `Missing`.
"""
from ._format import PackError
from ._known import Grade
from ._pack import Identity, Layout, Member, Missing, Pack, Target, Type, UnknownName
from ._versions import AmbiguousVersion, NamedVersion, UnknownVersion, version_text
from ._view import EnumValue, TooShort, View, read_unicode_string, walk_list

__all__ = ['AmbiguousVersion', 'EnumValue', 'Grade', 'Identity', 'Layout', 'Member', 'Missing', 'NamedVersion', 'Pack', 'PackError',
           'Target', 'TooShort', 'Type', 'UnknownName', 'UnknownVersion', 'View', 'read_unicode_string', 'version_text',
           'walk_list']
__version__ = '0.1.0'
