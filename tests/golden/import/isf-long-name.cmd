# A name longer than specs and file systems take; two such that begin alike are two.
long=Template$(printf '<Argument%.0s' $(seq 40))
sed "s/_S\"/$long one\"/; s/\"user_types\": {/&\"$long other\": {\"kind\": \"struct\", \"size\": 0, \"fields\": {}},/" tests/kernel/isf/small.json |
    "$STRATA" import isf --version 6.1.7601 - | grep struct
