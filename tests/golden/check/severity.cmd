# Options change the severity of two checks; the last one about a check counts.
check()
{
    echo "$*:"
    "$STRATA" check -I tests/check "$@" tests/golden/check/session.strata 2>&1 | grep -oE '(error|warning): .*\[[a-z-]+\]$|^[0-9]+ (error|warning).*'
    echo "exit status ${PIPESTATUS[0]}"
}
check
check -W overlap
check -Woverlap --warn=unknown-type --error unused-allow
check --error=all
check --no-overlap --no-unused-allow
check --no-all -W unused-allow
check --error unused-allow -W unused-allow
check --no-all -W all
check --no-all
