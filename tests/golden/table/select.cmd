# Some rows of two structures, and an enumeration.
"$STRATA" table tests/golden/kinds.strata -s 'KINDS.*i*,IDENTITY.First,STATE'
