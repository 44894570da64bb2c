# Command lines of people who have just come, from an empty directory: each leads on, or answers.
cd "$SCRATCH" || exit 2
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1 | head -n 2 | cut -c 1-120
}
run list EPROCESS.Token
run bundle EPROCESS.Token -o x.h
run diff EPROCESS --from 22000 --to 24H2
run pack EPROCESS.Token -o x.strpack
run export c EPROCESS.Token --at 24H2
run gen EPROCESS.Token -o headers
run table LIST_ENTRY
run dump LIST_ENTRY
run coverage EPROCESS
run list --member Token
run show EPROCESS --version 24H2
run show EPROCESS --target 24H2
run show EPROCESS --build 26100
run show EPROCESS --release 24H2
run show EPROCESS --os 24H2
run show EPROCESS --arch x64
run diff EPROCESS --version 7
run diff EPROCESS --arch x64
run show --type EPROCESS
run show --name EPROCESS
run gen EPROCESS --directory headers
run show eprocess --at 24H2
run show EPROCES --at 24H2
run show EPROCESS.Tokn --at 24H2
run show 'nt!_EPROCESS' --at 24H2
run show EPROCESS --at 22H2
run show EPROCESS --at 24H2/amd64
run show EPROCESS --at x64/24H2
run show EPROCESS --at '24H2 x64'
run show EPROCESS --at 11.24H2
run list Tokn
run list EPROCESS --json
run bundle EPROCES
run find Token
run grep Token
run lookup Token
run offset EPROCESS.Token
run dt EPROCESS
run sizeof EPROCESS
run lint mine
run generate mine
run compare EPROCESS
run export EPROCESS --at 24H2
run import kernel.json.xz
run completion powershell
run explain overlaping
