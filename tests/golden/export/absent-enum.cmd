# An enumeration that does not exist in a version is not in the symbol file of that version.
cat >"$SCRATCH/s.strata" <<'END'
use <std.strata>;
axis { 1.0; 2.0; }
arch m64 pointer 8 align 8;
columns m64;
enum OLD : uint32_t in ..1.0 { Yes = 1; }
enum BOTH : uint32_t { No = 0; }
struct S { BOTH A; uint16_t B big; }
END
for version in 1.0 2.0
do
    "$STRATA" export isf "$SCRATCH/s.strata" --at $version/m64 | python3 -c '
import json, sys
file = json.load(sys.stdin)
print(sorted(file["enums"]), file["base_types"], file["user_types"]["_S"] if "_S" in file["user_types"] else file["user_types"])'
done
