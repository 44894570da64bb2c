# Targets as people write them: the version that is found, or what they get to read. Nothing is guessed in silence.
for at in 24H2/x64 24h2/x64 10/x64 11/x64 win11/x64 Win11-23H2/x64 w7/x64 7-sp1/x64 vista/x64 'Windows XP/x86' \
    2016/x64 'Server 2022/x64' 22000/x64 10.0.1/x64 12/x64 22h2/amd64 \
    6.1/amd64 6.1/X64 6.1/x86_64 6.1/i386 10.0/aarch64 6.1/sparc 6.1/x65 \
    x64/6.1 amd64/win7 6.1-x64 6.1:x64 '6.1 x64' 6.0-sp1-amd64 'win7 x64' xp-x86 6.1 x64 amd64 6.1/ /x64 ''
do
    echo "--- $at"
    "$STRATA" show specs/etw specs/nt --struct WMI_RESOURCE --at "$at" 2>&1 | head -n 2
done
