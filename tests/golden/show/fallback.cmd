"$STRATA" show tests/golden/kinds.strata -s IDENTITY --at 2.0/x86pae
