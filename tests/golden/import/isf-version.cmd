# Where the version of a file comes from, and what is no version of it.
root=$PWD
cd "$SCRATCH" || exit 2
cp "$root/tests/kernel/isf/small.json" nothing.json
cp nothing.json ntkrnl-6.0.6000.1-and-6.1.7601.24540.json
cp nothing.json 00112233445566778899AABBCCDDEEFF-1.json
{
    echo '# What the files of Volatility are.'
    echo ''
    printf '00112233445566778899aabbccddeeff-1\t6.0.6001.18000   # Vista SP1\r\n'
    echo '00112233445566778899AABBCCDDEEFF-2 6.0.6002.18005'
} >versions.txt
import()
{
    "$STRATA" import isf --use "${use:-$root/specs/nt/axis.strata}" "$@" | grep attest
    local status=${PIPESTATUS[0]}
    [ "$status" = 0 ] || echo "exit status $status"
}
import nothing.json
import ntkrnl-6.0.6000.1-and-6.1.7601.24540.json
import --versions versions.txt 00112233445566778899AABBCCDDEEFF-1.json
import --versions versions.txt --version 6.1.7600.16385 nothing.json
sed 's/0011/0022/' nothing.json >other.json
sed 's/0011/0033/' nothing.json | import --version 6.1.7600 nothing.json --version=6.1.7601 - \
    --version 6.1.7601.24540 other.json
import --version 6.1.7600 nothing.json ntkrnl-6.0.6000.1-and-6.1.7601.24540.json
import --version 7.0.1 nothing.json
import --version 3.10.300 nothing.json
sed 's/332}/34404}/' nothing.json >x64.json
import --version 5.1.2600 x64.json
sed 's/332}/43620}/' nothing.json | use=$root/tests/check/base.strata import --version 6.1.7601 -
{
    echo '00112233445566778899AABBCCDDEEFF-1'
    echo '00112233445566778899AABBCCDDEEFF 6.0.6002.18005'
    echo '00112233445566778899AABBCCDDEEFF-1 6.0'
    echo '00112233445566778899AABBCCDDEEFF-1 6.0.6002.18005 SP2'
    echo '00112233445566778899AABBCCDDEEFF-3 6.0.6002.18005'
    echo '00112233445566778899aABbCCDDEEFF-3 6.0.6002.18006'
} >versions.txt
import --versions versions.txt nothing.json
