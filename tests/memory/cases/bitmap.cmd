"$STRATA" decode --struct EPROCESS.UniqueProcessId,EPROCESS.ActiveProcessLinks --walk _EPROCESS.ActiveProcessLinks --require attested \
    bitmap-kernel.dmp
