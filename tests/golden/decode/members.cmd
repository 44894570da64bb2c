hex=$(for i in {1..255}; do printf %02x $i; done)
decode() { "$STRATA" decode tests/golden/kinds.strata --struct KINDS --at 1.0-sp1/x64 --hex "$hex" "$@"; echo "exit status $?"; }
decode --member 'S*'
decode --member 'Identity,Thr[a-f]*' --format json
decode --member '*' --depth 0 | head -3
decode --member State,Stat
decode --member 'a..b'
decode --member 'a['
decode --member ,
"$STRATA" decode specs/etw specs/nt --struct PERFINFO_TRACE_HEADER --at 10.0/x64 --hex "${hex:0:64}" --member Header.Packet.HookId
"$STRATA" decode specs/etw specs/nt --struct PERFINFO_TRACE_HEADER --at 10.0/x64 --hex "${hex:0:64}" --member HookId,TS --format json
