"$STRATA" diff tests/golden/diff/changes.strata --struct ALPC_HANDLE_TABLE --from 10.0.19041.1526/x64 --to=10.0.19041.1586/x64
