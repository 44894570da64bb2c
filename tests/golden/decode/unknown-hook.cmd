"$STRATA" decode specs/etw specs/nt --event --hex 020011c01800ff7f00000000000000000102030405060708
echo "exit status $?"
"$STRATA" decode specs/etw specs/nt --event --format json --hex 020011c01800ff7f00000000000000000102030405060708
