# What the first comment says, of what was named and of all that a spec declares.
"$STRATA" bundle specs -s PERFINFO_LOG_TYPE_RESOURCE,WMI_RESOURCE_ACTION_BITS --arch x64,arm64 --with print |
    sed '/\*\//q'
"$STRATA" bundle specs/etw/spinlock_information.strata | sed '/\*\//q'
