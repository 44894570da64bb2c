# A name that means several versions is not in a pack: 22H2 is one of Windows 10 and one of Windows 11.
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
"$STRATA" pack --struct GUID -o "$out/guid.strpack" >/dev/null
tr '\0' '\n' <"$out/guid.strpack" | grep -aE '^[ -~]*(2H2|1H2)$'
