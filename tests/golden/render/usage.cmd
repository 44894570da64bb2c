cp tests/golden/bits.strata "$SCRATCH/spec.strata"
cd "$SCRATCH" || exit
echo '{{tool}}' >ok.mustache
"$STRATA" render spec.strata
"$STRATA" render spec.strata --template nowhere.mustache 2>&1 | sed 's, are in .*/generator/templates/shipped$, are in templates,'
"$STRATA" render spec.strata --template nowhere/ctypes.mustache 2>&1 | sed 's, are in .*/generator/templates/shipped$, are in templates,'
"$STRATA" render spec.strata --template .
"$STRATA" render --template ok.mustache
"$STRATA" render spec.strata --template ok.mustache --check
"$STRATA" render spec.strata --template ok.mustache --arch x64 --at 1.0/x64
"$STRATA" render spec.strata --template ok.mustache --at 9.0/x64
"$STRATA" render spec.strata --template ok.mustache --struct BITZ
"$STRATA" render spec.strata --template ok.mustache --escape json
"$STRATA" render spec.strata --template ok.mustache --prefix 1
"$STRATA" render spec.strata --template ok.mustache -o ok.mustache
"$STRATA" render spec.strata --template ok.mustache -o spec.strata
"$STRATA" render spec.strata --template - --depfile d -o out </dev/null
ls
