"$STRATA" import table --use no/such.strata tests/import/plain.txt
