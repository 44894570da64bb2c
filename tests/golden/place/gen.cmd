# Headers have the name by which `use <PATH>` finds their spec. Those of shipped specs are written only if the command
# line names them, with --with-used, or with another prefix.
root=$PWD specs=$("$STRATA" --print-specs-dir)
cd "$SCRATCH" || exit
gen()
{
    "$STRATA" gen "$@" -o out || echo "exit status $?"
    [ ! -d out ] || (cd out && find . -type f ! -name '*_[ap]*.h' | sort | xargs grep -H '^#include "[^s]')
    rm -rf out
}
columns='columns x86 | x64;'
mkdir -p mine/deep lib/part
echo "use <nt/nt.strata>; use <part/p.strata>; $columns struct A in 6.1.. size 8 | 16 { LIST_ENTRY L at 0; }" >mine/a.strata
echo "use <nt/types.strata>; use \"../a.strata\"; $columns struct B in 6.1.. size 4 { ULONG U at 0; }" >mine/deep/b.strata
echo "use <nt/types.strata>; use \"q.strata\"; $columns struct P in 6.1.. size 4 { ULONG U at 0; }" >lib/part/p.strata
echo "use <nt/types.strata>; $columns struct Q in 6.1.. size 4 { ULONG U at 0; }" >lib/part/q.strata
echo '--- a directory'
gen -I lib mine
echo '--- a file, whose used spec is above it'
gen -I lib mine/deep/b.strata
echo '--- a file below -I'
gen -I mine -I lib mine/deep/b.strata
echo '--- all'
gen -I lib mine --with-used
echo '--- another prefix'
gen -I lib mine/a.strata --prefix own_
echo '--- shipped specs, named'
gen "$specs/nt/types.strata"
gen "$specs/etw/groupmask.strata"
gen lib "$specs/nt/types.strata"
echo '--- paths relative to the files'
cp -r "$root/specs/nt" .
echo "use \"../nt/nt.strata\"; $columns struct A in 6.1.. size 8 | 16 { LIST_ENTRY L at 0; }" >mine/a.strata
gen -I nt mine/a.strata
