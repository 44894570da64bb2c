"$STRATA" import table --arch x86,x46 tests/page/spec/plain.txt
