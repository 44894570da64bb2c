# A system that runs the kernel of another build: the layouts, the events and the names of values are the kernel's.
# An architecture that shares the layouts of another one has its own basis.
spec=tests/golden/kernels.strata
for at in 10.0.19045.100/x64 10.0.19045.200/x64 10.0.19045.200/la57; do
    "$STRATA" decode $spec --struct HEAD --at $at --hex 000011c00c00310001000000
    "$STRATA" decode $spec --event --at $at --hex 000011c031000c0001000000
    "$STRATA" decode $spec --event --at $at --hex 000011c00c00300001000000
done
