printf 'struct S{ULONG A at 0;}' | "$STRATA" fmt -
