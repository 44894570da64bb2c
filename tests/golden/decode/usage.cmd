"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --event --hex 00
"$STRATA" decode specs/etw specs/nt --hex 00
"$STRATA" decode --event
"$STRATA" decode specs/etw specs/nt --event --hex 0g
"$STRATA" decode specs/etw specs/nt --event --hex 00 --format xml
"$STRATA" decode specs/etw specs/nt --event --hex 00 --at 10.0/x65
"$STRATA" decode specs/etw specs/nt --struct WMI_RESOURCE --hex 00 --at 5.0/x86
