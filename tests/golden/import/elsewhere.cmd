# Without the specs that are used when nobody says which.
page=$PWD/tests/page/spec/plain.txt
cd /
"$STRATA" import table "$page"
