"$STRATA" decode --struct EPROCESS arm64.dmp
"$STRATA" decode --struct EPROCESS.Token arm64.dmp
"$STRATA" decode --struct ETHREAD arm64.dmp
"$STRATA" decode --struct KPROCESS.DirectoryTableBase --require interpolated arm64.dmp
"$STRATA" decode --struct EPROCESS --at 10.0.21292/arm64 --member UniqueProcessId,ImageFileName arm64.dmp
"$STRATA" decode --struct KPRCB arm64.dmp
"$STRATA" decode --walk EPROCESS.ActiveProcessLinks arm64.dmp
