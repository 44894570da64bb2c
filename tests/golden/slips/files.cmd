# Files that are not what the command reads.
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1 | sed "s,'[^']*specs/etw,'SPECS/etw,"
}
cp tests/kernel/isf/small.json "$SCRATCH/small.json"
cd "$SCRATCH"
mkdir empty
printf '#include "nt.h"\n#define SIZE 4\nstruct S in 6.0.. {\n    ULONG A at 0;\n}\n' >include.strata
printf '# a comment\nstruct S in 6.0.. {\n}\n' >comment.strata
printf '{"types": {}}\n' >kernel.json
printf '<html><table></table></html>' >page.html
printf '# Title\n\n| Offset |\n|---|\n' >page.md
printf 'Offset,Definition\n0x00,ULONG A;\n' >page.csv
printf '\xFD7zXZ\0\0' >kernel.json.xz
printf 'Microsoft C/C++ MSF 7.00\r\n' >kernel.pdb
printf 'MZ\x90\0' >ntoskrnl.exe
printf 'use <kernel.json>;\n' >uses.strata
printf 'int a;\n' >c.strata
for file in include.strata kernel.json page.html page.md page.csv kernel.json.xz kernel.pdb ntoskrnl.exe empty \
    nowhere include etw/wmi_resource etw/wmi_resource.strata c.strata
do
    run check $file
done
run check -I . uses.strata
run import table include.strata
run import table kernel.json.xz
run import isf include.strata
run import isf page.html
run import isf kernel.pdb
run import isf --into kernel.json small.json | sed "s,$PWD,.,"
