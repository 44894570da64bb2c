cat > fields.kernels <<'KERNEL'
kernel 10.0.19041.1526 x64
struct _S 8
  A 0 unsigned.long
  B 4 unsigned.long
KERNEL
python3 "$CASES/../../kernel/fold/kernels.py" fields.kernels . >files
"$STRATA" import isf --use ../base.strata $(cat files) >s.strata
