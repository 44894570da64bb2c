"$STRATA" import table --format pdf tests/page/spec/plain.txt
