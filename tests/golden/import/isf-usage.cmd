# Mistakes in command lines.
file=tests/kernel/isf/small.json
try()
{
    "$STRATA" import isf "$@" || echo "exit status $?"
}
try
try nowhere.json
try tests
try --verson 6.1.7601 $file
try --version
try --version 6.1 $file
try --version windows $file
try --version 24H2 $file
try --version 26100 $file
try --version 21H2 $file
for version in 26100.1742 14393.0 'XP SP3'; do
    try --version "$version" $file | grep attest
done
try $file --version 6.1.7601
try --version 6.1.7601 --version 6.1.7601.1 $file
try --struct , --version 6.1.7601 $file
try --use nowhere.strata --version 6.1.7601 $file
try --use specs --version 6.1.7601 $file
try --versions nowhere.tsv $file
try --into nowhere.strata $file
try --into specs --use specs $file
try --into specs -o specs $file
