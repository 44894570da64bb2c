# Headers of the chosen structures, of their types and of the axis, and no others.
mkdir "$SCRATCH/own" && cp -r specs/etw specs/nt "$SCRATCH/own"
"$STRATA" gen "$SCRATCH/own" -s 'WMI_TRACE_PACKET.Size,_WMI_TRACE_MESSAGE_PACKET.*Number' -o "$SCRATCH/out" | sed 's,^.*/,,'
(cd "$SCRATCH/out" && find . -name '*.h' | LC_ALL=C sort && grep -h '_M_[A-Za-z]* STRATA_IS.*\|^#include "' etw/trace_headers.h)
"$STRATA" gen "$SCRATCH/own" -s WMI_TRACE_PACKETS -o "$SCRATCH/out"
