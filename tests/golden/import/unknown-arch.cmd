"$STRATA" import table --arch x86,x46 tests/import/plain.txt
