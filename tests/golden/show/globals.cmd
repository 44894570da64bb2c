# Addresses of globals: attested by version or by identity, or unknown, with the builds beside it.
show()
{
    echo "--- $*"
    "$STRATA" show tests/golden/globals.strata "$@"
}
show Head Lost
show Head --format md
show Head --format html | grep -o '<td[^>]*>[^<]*</td>' | head -n 3
for target in 6.0.6001.18000/x86 6.0.6000.1/x86 6.0.6001.17000/x86 10.0.19041.9/x64 10.0.19043.9/x64 10.0.19041.5/x64 \
    10.0.19041.9/x64la57 2004/x64 10.0.19041/x64 10.0.19041.1/x64 10.0.19041.1/x64_2 6.0.6001.18000/arm64; do
    show Head --at $target
done
show Same --at 10.0.19041.1
show Same --at 10.0.10240
show Same --at 3C9875F76C8F0FBF3EB9A9D7C1C274DF-1
show Head --at 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1
show Head --at 2C9875F76C8F0FBF3EB9A9D7C1C274DF-1
show 'ntoskrnl!He*' PROCESS --at 10.0.19041.9/x64
show Head --at 10.0.19041.9/x64 --require attested
show Head --at 10.0.19041.5/x64 --require extrapolated
show Head --at 10.0.19041.5/x64 --format md
json()
{
    "$STRATA" show tests/golden/globals.strata "$@" --format json | python3 -m json.tool --compact
}
json --struct Head,Lost --at 10.0.19041.5/x64
json Head
show Hed
show Head.Flink
"$STRATA" show Head tests/golden/globals.strata --at 10.0.19041.9
