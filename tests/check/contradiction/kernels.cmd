cp "$CASES/../../kernel/isf/small.json" a.json
sed 's/"size": 20/"size": 24/' a.json >b.json
"$STRATA" import isf --use "$CASES/../base.strata" --version 6.1.7601 a.json --version 6.1.7601 b.json
