# SPDX-License-Identifier: 0BSD
"""Makes a wheel and a source package, for pip (PEP 517). Needs nothing else, since there is nothing to compile."""
import base64
import gzip
import hashlib
import io
import os
import re
import tarfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
METADATA = '''Metadata-Version: 2.1
Name: strata-pack
Version: {version}
Summary: Reads packs of Strata: layouts of structures in all versions and on all architectures
License: 0BSD
Requires-Python: >=3.8
Classifier: Typing :: Typed
'''
WHEEL = '''Wheel-Version: 1.0
Generator: strata
Root-Is-Purelib: true
Tag: py3-none-any
'''


def _read(path):
    with open(os.path.join(HERE, path), 'rb') as file:
        return file.read()


def _version():
    return re.search(rb"__version__ = '([^']*)'", _read('strata/__init__.py'))[1].decode()


def _package():
    """The files of the package itself."""
    return ['strata/' + name for name in sorted(os.listdir(os.path.join(HERE, 'strata')))
            if name.endswith('.py') or name == 'py.typed']


def _entry(name):
    """A file of the wheel; the same files give the same bytes."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.external_attr = 0o644 << 16
    return entry


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    version = _version()
    info = 'strata_pack-%s.dist-info' % version
    files = {name: _read(name) for name in _package()}
    files[info + '/METADATA'] = METADATA.format(version=version).encode()
    files[info + '/WHEEL'] = WHEEL.encode()
    record = ''
    for name, content in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b'=').decode()
        record += '%s,sha256=%s,%d\n' % (name, digest, len(content))
    files[info + '/RECORD'] = (record + info + '/RECORD,,\n').encode()
    wheel = 'strata_pack-%s-py3-none-any.whl' % version
    with zipfile.ZipFile(os.path.join(wheel_directory, wheel), 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(_entry(name), content)
    return wheel


def build_sdist(sdist_directory, config_settings=None):
    name = 'strata_pack-%s' % _version()
    files = {path: _read(path) for path in ['README.md', 'backend.py', 'pyproject.toml'] + _package()}
    files['PKG-INFO'] = METADATA.format(version=_version()).encode()
    text = io.BytesIO()
    with tarfile.open(fileobj=text, mode='w', format=tarfile.PAX_FORMAT) as archive:
        for path, content in sorted(files.items()):
            entry = tarfile.TarInfo('%s/%s' % (name, path))
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    with open(os.path.join(sdist_directory, name + '.tar.gz'), 'wb') as file:
        file.write(gzip.compress(text.getvalue(), 9, mtime=0))
    return name + '.tar.gz'
