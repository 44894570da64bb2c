"""Packs the extension for VS Code: vsix.py DIRECTORY VERSION FILE. The same files give the same bytes."""
import json
import os
import sys
import zipfile

MANIFEST = '''<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{name}" Version="{version}" Publisher="{publisher}"/>
    <DisplayName>{displayName}</DisplayName>
    <Description xml:space="preserve">{description}</Description>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
  </Assets>
</PackageManifest>
'''
TYPES = '''<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
  <Default Extension=".json" ContentType="application/json"/>
  <Default Extension=".js" ContentType="application/javascript"/>
  <Default Extension=".vsixmanifest" ContentType="text/xml"/>
</Types>
'''


def main(directory, version, path):
    with open(os.path.join(directory, 'package.json'), encoding='utf-8') as file:
        package = json.load(file)
    package['version'] = version
    files = {'extension.vsixmanifest': MANIFEST.format(**package), '[Content_Types].xml': TYPES}
    for name in sorted(os.listdir(directory)):
        if name.endswith(('.js', '.json')):
            with open(os.path.join(directory, name), encoding='utf-8') as file:
                files['extension/' + name] = file.read()
    files['extension/package.json'] = json.dumps(package, indent=4) + '\n'
    with zipfile.ZipFile(path, 'w', zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)


main(*sys.argv[1:])
