# `-o -` is standard output, and `--depfile -` too; what was done is said elsewhere then.
cd "$SCRATCH"
root=$OLDPWD
"$STRATA" pack "$root/specs" --struct WMI_RESOURCE -o - >one || exit
"$STRATA" pack "$root/specs" --struct WMI_RESOURCE -o two || exit
cmp one two
"$STRATA" bundle "$root/specs" --struct WMI_RESOURCE -o - | head -n 3
printf 'Offset\tDefinition\n0x00\tULONG A;\n' | "$STRATA" import table -q --struct S --arch x86 - -o - 2>errors | head -n 3
cp "$root/tests/check/base.strata" .
"$STRATA" gen base.strata -o out --depfile - 2>notes
echo "--- $(cat notes)"
"$STRATA" pack "$root/specs" -o - --check
ls o* t*
