# Versions as people name them, on the shipped specs.
for at in 24H2 26100.1742 'Windows 7 SP1' banana 22H2
do
    echo "--- $at"
    "$STRATA" show EPROCESS.Token --at "$at" 2>&1
done
