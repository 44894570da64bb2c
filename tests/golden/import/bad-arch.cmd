"$STRATA" import table --arch "x86 & x64" tests/import/plain.txt
