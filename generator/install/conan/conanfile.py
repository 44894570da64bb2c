"""The headers and the runtime of Strata for Conan 2; run `conan create generator/install/conan` in a release."""
import os

from conan import ConanFile
from conan.tools.files import copy


class Strata(ConanFile):
    name = 'strata'
    version = '0.1.0'
    license = '0BSD'
    description = 'Headers that read structures whose layout changes with version and architecture'
    package_type = 'header-library'
    no_copy_source = True

    def export_sources(self):
        root = os.path.join(self.recipe_folder, '..', '..', '..')
        for pattern in ('generated/*', 'runtime/*', 'LICENSE'):
            copy(self, pattern, root, self.export_sources_folder)

    def package(self):
        for folder in ('generated', 'runtime'):
            copy(self, '*.h', os.path.join(self.source_folder, folder), os.path.join(self.package_folder, 'include'))
        copy(self, 'strata_print.c', os.path.join(self.source_folder, 'runtime'), os.path.join(self.package_folder, 'res'))
        copy(self, 'LICENSE', self.source_folder, os.path.join(self.package_folder, 'licenses'))

    def package_info(self):
        self.cpp_info.bindirs = self.cpp_info.libdirs = []
