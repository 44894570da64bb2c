# Several processes write what one does, and say what one says.
out=$(mktemp -d) && trap 'rm -rf "$out"' EXIT || exit 2
"$STRATA" gen specs -o "$out/one" --depfile "$out/one.d" --jobs 1 >/dev/null
"$STRATA" gen specs -o "$out/many" --depfile "$out/many.d" --jobs 7 | sed "s|$out/||"
diff -r "$out/one" "$out/many" && diff "$out/one.d" <(sed 's|/many/|/one/|' "$out/many.d") && echo the same
echo >>"$out/many/etw/wmi_resource.h"
rm "$out/many/nt/axis.h"
for jobs in 1 7; do
    "$STRATA" gen specs -o "$out/many" --check -j $jobs 2>&1 | sed "s|$out/||"
done
"$STRATA" gen specs -o "$out/many" -j 0 | sed "s|$out/||"
mkdir "$out/templates" "$out/none"
echo '{{nonsense}}' >"$out/templates/assert.mustache"
for jobs in 1 7; do
    "$STRATA" gen specs -o "$out/none" --templates "$out/templates" -j $jobs 2>&1 | sed "s|$out/||"
done
find "$out/none" "$out" -name '*.tmp' -o -path "$out/none/*"
"$STRATA" gen specs -o "$out/none" --jobs many
"$STRATA" gen specs -o "$out/none" --jobs 257
