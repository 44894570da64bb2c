"$STRATA" diff tests/golden/diff/changes.strata --from 6.0/x64 --to 10.0.19041.1586/x64 --format html >"$SCRATCH/page"
echo "exit status $?"
sed '/^<style>$/,/^<\/style>$/d' "$SCRATCH/page"
"$STRATA" diff specs/etw specs/nt --from 6.1/x64 --to 6.1/x64 --format html --title 'No <change>' | sed '1,/^<\/style>$/d'
