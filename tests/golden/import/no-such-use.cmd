"$STRATA" import table --use no/such.strata tests/page/spec/plain.txt
"$STRATA" import table --use specs tests/page/spec/plain.txt
