# In any directory an import uses the shipped specs, and its spec can be moved. A spec of --use is a file, or is searched
# for. Without specs there is an error.
page=$PWD/tests/page/spec/plain.txt kernel=$PWD/tests/kernel/isf/small.json
cd "$SCRATCH" || exit
mkdir -p moved/further own/axis
"$STRATA" import table "$page" -o plain.strata
grep -n use plain.strata
mv plain.strata moved/further
"$STRATA" dump moved >dump && echo sound
"$STRATA" import isf --version 6.1.7601 "$kernel" -o kernel
mv kernel moved
grep -rn 'use <' moved | sort
"$STRATA" check moved/kernel
echo 'use <nt/nt.strata>;' >own/axis/nt.strata
"$STRATA" import table "$page" -I own --use axis/nt.strata | grep use
"$STRATA" import table "$page" --use own/axis/nt.strata | grep use
export STRATA_SPECS=nowhere
"$STRATA" import table "$page" --use none.strata
"$STRATA" import isf --version 6.1.7601 "$kernel"
"$STRATA" import table "$page"
