# Without the specs that are used when nobody says which.
page=$PWD/tests/import/plain.txt
cd /
"$STRATA" import table "$page"
