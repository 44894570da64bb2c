# Builds by their files: GUID and age of a PDB or the build ID of an ELF file, and the image; as text and as JSON.
$STRATA list tests/dump/all.strata --identities
$STRATA list tests/dump/all.strata --identities --arches
$STRATA list tests/module/specs --identities --format json
# A build ID names a target.
$STRATA show tests/check/identity/wrong-ok.strata S --at 0011223344556677
$STRATA show tests/check/identity/wrong-ok.strata S --at 0011223344556678
