# What a terminal would obey is escaped: in names of files, source lines, remarks and messages; carets stay below.
cp tests/check/base.strata "$SCRATCH"
cd "$SCRATCH"
{
    printf 'use "base.strata";\ncolumns x86 | x64;\n/// A \e[31mred\e[0m \xc2\x9b31m \xe2\x80\xae remark\x7f.\n'
    printf 'struct S in 5.0.. {\n    ULONG A at 0x00 "tail \e]0;title\x01 \xe2\x81\xa6";\n    ULONG B at 0x04;\n'
    printf '    ULONG C at 0x08 | 0x0C;\n}\n'
} >spec.strata
name=$'esc\e[31m\x7f c1\xc2\x9b bidi\xe2\x80\xae\xe2\x81\xa6 two\nlines.strata'
text=$(<spec.strata)
comment=$'/* \e[31m\xc2\x9b\xe2\x80\xae */ ULONG B'
text=${text/ULONG B/"$comment"}
echo "${text/0x04/0x02}" >"$name"
run()
{
    echo "--- strata $1"
    "$STRATA" "$@" 2>&1
    echo "status $?"
}
run check "$name"
run check $'no\e[31m\nsuch.strata'
run gen spec.strata -o $'out\e[31m'
run fmt $'no\e[31m.strata' spec.strata
run show --struct S --at 6.1/x64 spec.strata
run diff --from 6.1/x86 --to 6.1/x64 spec.strata
run diff --format md --from 6.1/x86 --to 6.1/x64 spec.strata
for format in text md html; do
    run table --format $format spec.strata
done | sed '/^<style>$/,/^<\/style>$/d'
run decode --struct S --at 6.1/x64 --hex 01000000020000000300000004000000 spec.strata
json()
{
    "$STRATA" "$@" 2>&1 | python3 -c '
import json, sys
text = sys.stdin.read()
for part in [text] if "sarif" in sys.argv else text.splitlines():
    json.loads(part)
print("JSON without controls:", text != "" and all(c >= " " or c == "\n" for c in text))' "$@"
}
json check --format json "$name"
json check --format sarif "$name"
json diff --format json --from 6.1/x86 --to 6.1/x64 spec.strata
json decode --format json --struct S --at 6.1/x64 --hex 01000000020000000300000004000000 spec.strata
