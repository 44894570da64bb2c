# The same bytes as other programs print them.
cd "$SCRATCH" || exit
hex=0f1d000000000000a0020000000000003100000000000000010000005c010000302c1b8a01e0ffff4402010002000000
{
    echo '00000000: 0f1d 0000 0000 0000 a002 0000 0000 0000  ................'
    echo '00000010: 3100 0000 0000 0000 0100 0000 5c01 0000  1...........\...'
    echo '00000020: 302c 1b8a 01e0 ffff 4402 0100 0200 0000  0,......D.......'
} >resource.xxd
{
    echo '0: kd> dq ffffe001`8a1b2c30 L6'
    echo 'ffffe001`8a1b2c30  00000000`00001d0f 00000000`000002a0'
    echo 'ffffe001`8a1b2c40  00000000`00000031 0000015c`00000001'
    echo 'ffffe001`8a1b2c50  ffffe001`8a1b2c30 00000002`00010244'
} >resource.windbg
echo $hex | sed 's/.\{60\}/&\n/' >resource.plain
for file in resource.xxd resource.windbg resource.plain; do
    "$STRATA" decode "$OLDPWD/specs" --struct WMI_RESOURCE --at x64 $file
done
"$STRATA" decode "$OLDPWD/specs" --struct WMI_RESOURCE --at x64 --member Resource --format json resource.windbg
echo "exit status $?"
# The size of the structure tells that the lines of resource.plain are one; without it nothing does.
"$STRATA" decode "$OLDPWD/specs" --struct WMI_RESOURCE --at x64 --offset 0 resource.plain
echo "exit status $?"
"$STRATA" decode "$OLDPWD/specs" --struct WMI_RESOURCE --at x64 --offset 0 --input plain --member ThreadId resource.plain
