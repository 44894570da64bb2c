# Two kernels of one version, by GUID and age; one of them and a version.
spec=tests/golden/identities.strata
guid=0123456789ABCDEF0123456789ABCDEF
"$STRATA" diff $spec --from $guid-1 --to $guid-2
"$STRATA" diff $spec --from $guid-2 --to 1.0.10.9/x64
"$STRATA" diff $spec --from $guid-1 --to 82EBDE1DDC76EB29BE78B8F32B7F3A1D-1
"$STRATA" diff $spec --from $guid-3 --to $guid-2
