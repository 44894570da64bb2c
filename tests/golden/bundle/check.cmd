out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
mkdir "$out/specs" && cp -r specs/etw specs/nt "$out/specs"
cd "$out"
"$STRATA" bundle specs --struct WMI_RESOURCE -o one.h --check
"$STRATA" bundle specs --struct WMI_RESOURCE -o one.h --depfile one.d
"$STRATA" bundle specs --struct WMI_RESOURCE -o one.h
"$STRATA" bundle specs --struct WMI_RESOURCE -o one.h --check
head -n 1 one.d
"$STRATA" bundle specs --struct WMI_RESOURCE --struct GUID -o one.h --check
