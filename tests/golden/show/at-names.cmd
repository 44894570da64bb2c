# Versions as people name them, on the shipped specs.
for at in 24H2/x64 26100.1742/x64 'Windows 7 SP1/x64' 'Windows XP SP3/x86' 24H2 banana 22H2
do
    echo "--- $at"
    "$STRATA" show EPROCESS.Token --at "$at" 2>&1
done
