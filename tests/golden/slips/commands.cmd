# Command lines that are nearly right.
run()
{
    echo "--- strata $*"
    "$STRATA" "$@" 2>&1 | head -n 4
}
run
run chekc
run help chekc
run help check
run --help check
run --verson
run -V
run version
run -v check specs
run check
run check --verson
run check -version
run check -format json
run check specs --at 6.1-x64
run check specs --json
run check specs --no-color
run check specs --no-overlapp
run check specs --frobnicate
run table specs --format markdown
run table specs --format xml
run gen specs
run gen specs --out headers
run show specs/etw
run show specs --struct
run show specs/etw --struct _WMI_RESOURCE
run diff specs 6.1/x64 6.2/x64
run list --struct EPROCES
run completion
run completion powershell
run explain '[overlap]'
run import
run import isf --versionx
run import pages
run import tests/kernel/isf/small.json
