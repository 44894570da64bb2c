"$STRATA" import table --use no/such.strata tests/import/plain.txt
"$STRATA" import table --use specs tests/import/plain.txt
