# Names of versions: what they mean, by the name on the axis, or what leads on.
cd specs
look()
{
    "$STRATA" diff nt --struct GUID --from "$1/x86" --to "$1/x86" 2>&1 |
        sed -n 's,^--- \(.*\)/x86\,.*,\1,p; s/^strata: error: //p; s/^      help: /  /p' | sed 's/ \[usage\]$//; s,/x86,,g'
}
names()
{
    echo "# $1"
    shift
    for name; do
        printf '%s: ' "$name"
        look "$name"
    done
}
names 'one version' 24H2 24h2 '11 24H2' 11-24H2 win11-24h2 WIN11_24H2 'Windows 11 24H2' 'windows 11, version 24H2' \
    'Server 2025' 'Windows 7 SP1' win7sp1 'Windows 7 Service Pack 1' 'Microsoft Windows 7' Win7 7 xp 'XP SP3' XP-sp3 \
    'NT 4.0 SP6' 2000 'Windows 2000 SP4' vista 'Vista SP2' 'Server 2003 R2' 'Server 2008' 'Server 2008 SP2' \
    'Server 2008 R2' 2008r2 'Server 2012' '2012 R2' 8 8.1 'Windows 8.1' 'Server 2016' 'Server 2019' 'Server 2022' 2022 \
    1507 1607 'win10 1607' 1809 2004 'Windows 10 2004' 20H2 23H2 'Windows 10 22H2' win10-22h2 11-22h2 6.1 6.1-SP1 10.0
names 'a build' 26100 26100.1742 10.0.26100 10.0.26100.1742 26100.9999 'build 26100' 19045.3803 'Windows 10 19045.3803' \
    'Windows 7 7601' 'Version 24H2 (OS Build 26100.1742)' 26120 18362.1 14393.693 14393.0 14393 10.0.14393.0 10586 \
    2600.5512 20348.2340 7601.17514 65535
names 'several versions' 22H2 22h2 21H2 'Windows 10' win10 10 'Windows 11' 'Server 20' NT SP6 R2 Rtm 8000 9300.1
names 'no version' banana '' 24H3 25H1 'windows 2019' 'Windows 2022' 'Server 2021' windws-7 vist 'visa sp1' 'XP SP4' \
    'Windows 12' 'Windows 9' win11-1809 'Windows 10 23H2' 'win11 19045' 'Windows 11 19045.1' 11.0.22000 6.4.9841 \
    10.0.19041.x 10.1 7.5 12 70000 26100.70000 26100. 26100..1 24H2SP1 'XP SP' wndows11-24h2 Sever-2019 'server2018 r2' \
    '2008 R3' -1 1.2.3.4.5 0x10
