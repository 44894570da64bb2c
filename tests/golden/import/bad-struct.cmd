"$STRATA" import table --struct "A B" tests/page/spec/plain.txt
