cp "$CASES/../../kernel/isf/small.json" a.json
sed 's/"size": 20/"size": 24/; s/00112233445566778899AABBCCDDEEFF/11112233445566778899AABBCCDDEEFF/' a.json >b.json
"$STRATA" import isf --use "$CASES/../base.strata" --version 6.1.7601 a.json --version 6.1.7601.1 b.json >imported.strata
