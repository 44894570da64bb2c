"$STRATA" import table --arch "x86 & x64" tests/page/spec/plain.txt
