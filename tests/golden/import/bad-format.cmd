"$STRATA" import table --format pdf tests/import/plain.txt
