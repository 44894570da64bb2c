# -q leaves out what was done and the summary; findings stay. -v says which files were read.
cp tests/check/base.strata "$SCRATCH"
printf 'use "base.strata";\nuse <more.strata>;\nstruct S in 5.0.. {\n    ULONG A at 0;\n    ULONG A at 4;\n}\n' >"$SCRATCH/twice.strata"
cd "$SCRATCH"
mkdir more
echo '// nothing' >more/more.strata
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1 | sed -E 's,(searches|read) .[^ ]*specs/?,\1 '\''SPECS/,; s/took [0-9.]+ s/took T s/'
}
run gen base.strata -o out
run gen -q base.strata -o out
run gen --quiet --check base.strata -o other
run check -I more twice.strata
run check -qI more twice.strata
run check -q -I more twice.strata
run check -v -I more twice.strata
echo 'use <nt/axis.strata>;' >shipped.strata
run check -v shipped.strata
run check -qv base.strata
echo 'struct  X{ULONG A at 0;}' >form.strata
run fmt -q form.strata
cat form.strata
run decode base.strata -v --struct S --hex 00
mkdir templates
cp "$OLDPWD/generator/templates/header.mustache" templates
run gen -v --templates templates base.strata -o templated
