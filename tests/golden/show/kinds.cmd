"$STRATA" show tests/golden/kinds.strata --struct KINDS
