"$STRATA" table tests/golden/table/constructs.strata --format=html | sed '/^<style>$/,/^<\/style>$/d'
