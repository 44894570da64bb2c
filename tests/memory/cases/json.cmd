"$STRATA" decode --struct LIST_ENTRY --at-address 0xFFFFF8040001E200 --format json bitmap-full.dmp
"$STRATA" decode --struct EPROCESS.UniqueProcessId --format json triage.dmp
