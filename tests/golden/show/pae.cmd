# Since 6.2 all kernels of 32 bits have PAE. x86 itself has evidence of older ones alone, and says which arch has newer.
for at in 6.1/x86 1909/x86 10.0.18362.30/x86 1909/x86pae
do
    "$STRATA" show EPROCESS.Token --at "$at" 2>&1
done
