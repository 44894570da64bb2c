"$STRATA" show tests/golden/kinds.strata --struct KINDS --format html | sed '/^<style>$/,/^<\/style>$/d'
