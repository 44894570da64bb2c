"$STRATA" show --struct KINDS --at=2.0/x64 tests/golden/kinds.strata
