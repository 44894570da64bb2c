"$STRATA" decode specs --struct WMI_RESOURCE --event --hex 00
"$STRATA" decode specs --hex 00
"$STRATA" decode specs --event
"$STRATA" decode specs --event --hex 0g
"$STRATA" decode specs --event --hex 00 --format xml
"$STRATA" decode specs --event --hex 00 --at 10.0/x65
"$STRATA" decode specs --struct WMI_RESOURCE --hex 00 --at 5.0/x86
