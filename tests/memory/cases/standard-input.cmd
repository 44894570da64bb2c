"$STRATA" decode --struct EPROCESS --member UniqueProcessId - <triage.dmp
"$STRATA" decode --struct EPROCESS --member UniqueProcessId - <wrong/type-2.dmp
