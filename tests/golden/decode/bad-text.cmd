printf "# two lines\n0102\n01 0\n" | "$STRATA" decode specs/etw specs/nt --event -
echo "exit status $?"
printf "# no bytes\n" | "$STRATA" decode specs/etw specs/nt --event -
echo "exit status $?"
printf "01 xx\n" | "$STRATA" decode specs/etw specs/nt --event -
