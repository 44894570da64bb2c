"$STRATA" import table --struct "A B" tests/import/plain.txt
