"$STRATA" diff tests/golden/diff/changes.strata -s ALPC_HANDLE_TABLE --from 10.0.19041.1550 --to 10.0.19041.1586/x64
