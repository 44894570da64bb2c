set -e
"$STRATA" --help | grep -q check
for command in check gen show decode dump; do
    "$STRATA" $command --help | grep -q "strata $command"
done
for command in check gen show decode dump; do
    "$STRATA" $command -h | cmp - <("$STRATA" help $command)
done
