# Members that C would align, share bytes, or cannot declare.
"$STRATA" export c tests/export/own.strata --struct UNALIGNED,OVERLAPS,UNKNOWNS,int --at 1.0/x64 | sed '/^STRATA_ASSERT/d'
