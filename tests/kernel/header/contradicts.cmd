# What a header says of structures that a kernel has, too. It is no word about those that it lacks.
"$STRATA" import isf --version 10.0.19041.1 kernel.json -o kernel
"$STRATA" import c --version 10.0.19041.1 --target x64 kernel.h --into kernel
echo "exit status $?"
ls kernel
cat kernel/MOVED.strata
echo "--- a structure that both have, and one that the kernel lacks"
"$STRATA" import c --version 10.0.19041.1 --target x64 kernel.h --into kernel --struct SAME,OURS
echo "exit status $?"
tail -n +3 kernel/OURS.strata
echo "--- nothing in common"
echo 'struct _OTHER { int a; };' | "$STRATA" import c --version 10.0.19041.1 --target x64 --into kernel -
