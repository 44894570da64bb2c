#!/bin/bash
# BTF and DWARF. The test compiles thing.c, other.c and classes.cc by the compilers that are there, and compares each
# member with what pahole says of it (pahole.py). Expectations: NAME.strata is a spec, wrong.expect has what is said of
# the files that btf.py writes. The BTF of the running kernel is compared, too, if there is one.
set -u
. tests/try.sh
here=$PWD/tests/debug
runtime=$PWD/runtime
cp "$here"/* "$scratch"
cd "$scratch" || exit 2

import()
{
    "$STRATA" import btf --use linux.strata "$@"
}

# clean SPEC: it is formatted, and `check` finds nothing at all.
clean()
{
    "$STRATA" check "$1" && "$STRATA" fmt --check "$1"
}

# pahole_agrees FILE [OPTION...]: what is imported of a file is what pahole says of it. ORDER=big: bits of FILE count
# from the highest.
pahole_agrees()
{
    local file=$1 name=${1##*/}
    shift
    pahole -a "$file" >"$name.pahole" 2>"$name.errors"
    import --version 6.1.0 "$@" "$file" >"$name.strata" && "$STRATA" dump "$name.strata" >"$name.json" &&
        python3 -B "$here/pahole.py" "$name.pahole" "$name.json" ${ORDER:-}
}

# pahole_text FILE: the text that pahole prints of a file, imported, says what the text says.
pahole_text()
{
    pahole -a "$1" >"$1.txt" 2>"$1.errors"
    [ -s "$1.txt" ] && "$STRATA" import text --use linux.strata --version 6.1.0 --arch "${2:-x64}" "$1.txt" \
        >"$1-text.strata" && "$STRATA" dump "$1-text.strata" >"$1-text.json" &&
        python3 -B "$here/pahole.py" "$1.txt" "$1-text.json"
}

has()
{
    command -v "$1" >"$nothing.path"
}

# ---- DWARF of C

# dwarf NAME COMPILER...: compiles thing.c; the spec is that of thing.strata, or $SPEC, and pahole agrees.
dwarf()
{
    local name=$1
    shift
    if ! has "$1"; then
        skip "$name" "there is no $1"
        return
    fi
    need "$name-compiles" "$@" -c thing.c -o "$name.o"
    try "$name" prints "$here/${SPEC:-thing.strata}" import --version 6.1.0 "$name.o"
    [ -n "${SPEC:-}" ] || ! has pahole || try "$name-text" pahole_text "$name.o"
    if has pahole; then
        try "$name-pahole" pahole_agrees "$name.o"
        try "$name-clean" clean "$name.o.strata"
    else
        skip "$name-pahole" "there is no pahole"
    fi
}
for version in 5 4 3 2; do
    dwarf "gcc-dwarf$version" gcc "-gdwarf-$version"
    dwarf "clang-dwarf$version" clang "-gdwarf-$version"
done
dwarf gcc-compressed gcc -g -gz
SPEC=big.strata ORDER=big
for version in 5 4 3 2; do
    dwarf "s390x-dwarf$version" s390x-linux-gnu-gcc "-gdwarf-$version"
done
SPEC='' ORDER=''

# The bytes that a program of that machine writes decode to the values that the program has put in.
s390x_values()
{
    s390x-linux-gnu-gcc -static values.c -o values && qemu-s390x values >values.bin
}
s390x_decode()
{
    "$STRATA" decode "$here/big.strata" --struct bits --at 6.1.0.0/s390x values.bin
}
try s390x-show prints "$here/shown.expect" "$STRATA" show "$here/big.strata" bits --at 6.1.0.0/s390x
if has s390x-linux-gnu-gcc && has qemu-s390x; then
    need s390x-values s390x_values
    try s390x-decode prints "$here/decoded.expect" s390x_decode
    # Generated headers read the same there and here: members with an order of their own (orders.strata), a structure of
    # that machine (big.strata), and big-endian members of a symbol file of Volatility.
    # s390x_read NAME INPUT: NAME.c prints the same on both machines.
    s390x_read()
    {
        local name=$1
        local flags=(-std=c99 -Wall -Wextra -Werror -I"$name" -I"$runtime" -I"$runtime/../generated")
        gcc "${flags[@]}" "$name.c" -o "$name-here" &&
            s390x-linux-gnu-gcc -static "${flags[@]}" "$name.c" -o "$name-there" && "./$name-here" <"$2" &&
            qemu-s390x "$name-there" <"$2"
    }
    need orders-headers "$STRATA" gen orders.strata big.strata -o orders
    try s390x-orders prints "$here/orders.expect" s390x_read orders values.bin
    pool=$here/../kernel/isf/kept/pool-win10-18362-x64.json
    shipped=(env STRATA_SPECS="$here/../../specs")
    need pool-spec "${shipped[@]}" "$STRATA" import isf "$pool" -o pool-spec
    need pool-headers "${shipped[@]}" "$STRATA" gen pool-spec -o pool
    try s390x-pool prints "$here/pool.expect" s390x_read pool "$nothing"
    # A structure as a kernel of Linux has it, by DWARF and by BTF: what task.c has written there.
    s390x_task()
    {
        rm -rf task_spec task_read && import --version 6.1.0 --arch s390x "$1" -o task_spec >task.said &&
            "$STRATA" gen -I . task_spec -o task_read >task.said && s390x_read task_read task.bin
    }
    task_values()
    {
        s390x-linux-gnu-gcc -static task.c -o task && qemu-s390x task >task.bin &&
            s390x-linux-gnu-gcc -g -c task.c -o task.o
    }
    need s390x-task-values task_values
    try s390x-task-dwarf prints "$here/task.expect" s390x_task task.o
    task_btf()
    {
        pahole -J task.o && s390x-linux-gnu-objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc \
            task.o task.btf && s390x_task task.btf
    }
    if has pahole; then
        try s390x-task-btf prints "$here/task.expect" task_btf
    else
        skip s390x-task-btf "there is no pahole"
    fi
else
    skip s390x-decode "there is no s390x-linux-gnu-gcc, or no qemu-s390x"
fi

# The architecture is that of the ELF file.
arch()
{
    import --version 6.1.0 "$1" | grep "^attest $2 6.1.0.0 by \"DWARF\";\$"
}
if has clang; then
    try compile-arm64 clang -target aarch64-linux-gnu -g -c thing.c -o arm64.o
    try arm64 arch arm64.o arm64
    try compile-x86 clang -m32 -g -c thing.c -o x86.o
    try x86 arch x86.o x86
    has pahole && try x86-pahole pahole_agrees x86.o
fi

# Files that several units make, with structures of one name that are equal, and that differ.
linked()
{
    gcc -g -c other.c -o other.o && gcc -g -c another.c -o another.o && ld -r other.o another.o -o linked.o &&
        prints "$here/linked.strata" import --version 6.1.0 linked.o && clean "$here/linked.strata"
}
try linked linked

# A program, with debugging information of its own or in a .debug file, and without any.
program()
{
    echo 'int main(void) { return 0; }' >main.c
    gcc -g -Wl,--build-id=none main.c thing.c -o program && objcopy --only-keep-debug program program.debug &&
        strip -g program -o stripped && import --version 6.1.0 program | diff "$here/thing.strata" - &&
        import --version 6.1.0 program.debug | diff "$here/thing.strata" -
}
try program program

# ---- C++

classes()
{
    g++ "$@" -c classes.cc -o classes.o && import --version 6.1.0 classes.o
    [ $? = 1 ] # the virtual base is left out
}
for version in 4 5; do
    try "classes-dwarf$version" prints "$here/classes.strata" classes "-gdwarf-$version"
done
# Types that are no integers and no floating-point numbers keep their size, and are neither.
odd()
{
    local bits
    for bits in 32 64; do
        g++ "-m$bits" -g -c odd.cc -o "odd-$bits.o" && import --version 6.1.0 "odd-$bits.o" >"odd-$bits.strata" &&
            cat "odd-$bits.strata" && clean "odd-$bits.strata" || return
    done
    gcc -g -c odd.c -o odd.o && import --version 6.1.0 odd.o >odd.strata && cat odd.strata && clean odd.strata
}
try odd prints "$here/odd.expect" odd
unit_types()
{
    echo 'int main() { return 0; }' >>classes.cc
    g++ -g -Wl,--build-id=none -fdebug-types-section classes.cc -o classes
    import --version 6.1.0 classes | diff "$here/classes.strata" -
    [ "${PIPESTATUS[*]}" = "1 0" ] && clean "$here/classes.strata"
}
try unit-types unit_types

# ---- BTF

if has pahole; then
    btf()
    {
        gcc -g -c thing.c -o btf.o && pahole -J btf.o && pahole_agrees btf.o --arch x64 && clean btf.o.strata &&
            prints "$here/btf.strata" import --version 6.1.0 --arch x64 btf.o
    }
    try btf btf
    raw()
    {
        objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc btf.o raw.btf &&
            import --version 6.1.0 --arch x64 raw.btf | diff "$here/btf.strata" -
    }
    try raw raw
    # The structures of a module, and those of its kernel that it holds by value.
    # Images of kernels as they lie in memory: the architecture is that of the header, the build ID stands before BTF.
    in_memory()
    {
        python3 -B boot.py "memory-$1" raw.btf >"memory-$1" && import "memory-$1" >"memory-$1.strata" &&
            grep '^attest\|^identity' "memory-$1.strata" &&
            sed "/^identity/d; s/6\\.12\\.3\\.0/6.1.0.0/; s/6\\.12\\.3/6.1/; s/${1}[0-9]*/x64/" \
            "memory-$1.strata" | diff "$here/btf.strata" -
    }
    # The same compressed: as a file, and as an image that EFI boots.
    memory_boots()
    {
        local packing
        gzip -k memory-arm64 && import - <memory-arm64.gz | diff memory-arm64.strata - || return
        for packing in gzip xz zstd lz4; do
            python3 -B boot.py "efi-$packing" raw.btf >"efi-$packing" &&
                import "efi-$packing" | diff memory-arm64.strata - || return
        done
        "$STRATA" import --use linux.strata efi-zstd | diff memory-arm64.strata - &&
            import --version 6.12.3 --base efi-xz --arch arm64 module.btf >of-image.strata &&
            import --version 6.12.3 --base raw.btf --arch arm64 module.btf | diff - of-image.strata
    }
    memory_does_not_boot()
    {
        local kind
        for kind in bzip2 lzma lzo outside size broken other; do
            python3 -B boot.py "efi-$kind" raw.btf >"efi-$kind"
            import "efi-$kind" 2>&1
            echo "exit status $?"
        done
        python3 -B boot.py memory-arm64 main.c >memory-empty
        import memory-empty 2>&1
        echo "exit status $?"
    }
    module()
    {
        gcc -g -c driver.c -o module.o && pahole -J --btf_base raw.btf module.o &&
            objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc module.o module.btf &&
            import --version 6.1.0 --base raw.btf --arch x64 module.btf
    }
    try module prints "$here/module.strata" module
    for arch in arm64 riscv loongarch; do
        try "in-memory-$arch" prints "$here/in-memory-$arch.expect" in_memory "$arch"
    done
    try memory-boots memory_boots
    try memory-does-not-boot prints "$here/memory-does-not-boot.expect" memory_does_not_boot
    # The same of another order of bytes, which libbpf turns round.
    big_btf()
    {
        s390x-linux-gnu-gcc -g -c thing.c -o big-btf.o && pahole -J big-btf.o &&
            ORDER=big pahole_agrees big-btf.o && clean big-btf.o.strata && big_raw &&
            s390x-linux-gnu-gcc -g -c driver.c -o big-module.o && pahole -J --btf_base big.btf big-module.o &&
            s390x-linux-gnu-objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc big-module.o \
                module-big.btf &&
            import --version 6.1.0 --base big.btf --arch s390x module-big.btf >module-big.strata &&
            sed 's/s390x/x64/' module-big.strata | diff "$here/module.strata" -
    }
    big_raw()
    {
        s390x-linux-gnu-objcopy -O binary --only-section=.BTF --set-section-flags .BTF=alloc big-btf.o big.btf &&
            import --version 6.1.0 big.btf | diff big-btf.o.strata -
    }
    if has s390x-linux-gnu-gcc; then
        try big-btf big_btf
    else
        skip big-btf "there is no s390x-linux-gnu-gcc"
    fi
    base_missing()
    {
        import --version 6.1.0 --arch x64 module.btf
        [ $? = 2 ]
    }
    try base-missing base_missing
else
    skip btf "there is no pahole"
fi

# `strata export isf` writes tags and integers with the names that they have in the file, and an import of that file
# gives the same again.
own_names()
{
    local kind=$1 file=$2
    import --version 6.1.0 --arch x64 "$file" >"own-$kind.strata" && clean "own-$kind.strata" &&
        "$STRATA" export isf "own-$kind.strata" --at 6.1.0/x64 >"own-$kind.json" &&
        "$STRATA" import isf --use linux.strata --version 6.1.0 --arch x64 "own-$kind.json" >"again-$kind.strata" &&
        clean "again-$kind.strata" &&
        "$STRATA" export isf "again-$kind.strata" --at 6.1.0/x64 >"again-$kind.json" &&
        python3 -B exported.py "own-$kind.json" && python3 -B exported.py "again-$kind.json" |
        diff - <(python3 -B exported.py "own-$kind.json")
}
own_names_of_dwarf()
{
    gcc -g -c own.c -o own.o && own_names dwarf own.o
}
own_names_of_btf()
{
    gcc -g -c own.c -o own-btf.o && pahole -J own-btf.o && own_names btf own-btf.o
}
# A kernel that comes later leaves the names as they are, also if it adds one that differs in underscores alone.
own_names_again()
{
    sed '/^struct _call_data inner/d' own.c >before.c && gcc -g -c before.c -o before.o &&
        gcc -g -c own.c -o after.o && mkdir into && cp linux.strata into/axis.strata &&
        "$STRATA" import btf --use into/axis.strata --version 6.1.0 before.o -o into/own &&
        "$STRATA" import btf --version 6.12.0 after.o --into into &&
        mkdir at-once && cp linux.strata at-once/axis.strata &&
        "$STRATA" import btf --use at-once/axis.strata --version 6.1.0 before.o --version 6.12.0 after.o \
            -o at-once/own >"$nothing.said" && diff -r into at-once && "$STRATA" check into &&
        "$STRATA" list into --structs
}
try own-dwarf prints "$here/own-dwarf.expect" own_names_of_dwarf
has pahole && try own-btf prints "$here/own-btf.expect" own_names_of_btf
try own-again prints "$here/own-again.expect" own_names_again

if has clang; then
    try compile-bpf clang -target bpf -g -c thing.c -o bpf.o
    has pahole && try bpf pahole_agrees bpf.o --arch x64
fi

kernel()
{
    timeout 10 "$STRATA" import btf --use linux.strata --version 6.1.0 --arch "$1" /sys/kernel/btf/vmlinux \
        >vmlinux.strata && "$STRATA" check -q --no-gap vmlinux.strata &&
        "$STRATA" dump vmlinux.strata >vmlinux.json &&
        pahole -a -F btf /sys/kernel/btf/vmlinux >vmlinux.pahole 2>vmlinux.errors
    [ -s vmlinux.pahole ] && python3 -B "$here/pahole.py" vmlinux.pahole vmlinux.json &&
        timeout 10 "$STRATA" import text --use linux.strata --version 6.1.0 --arch "$1" vmlinux.pahole >text.strata &&
        "$STRATA" dump text.strata >text.json && python3 -B "$here/pahole.py" vmlinux.pahole text.json &&
        "$STRATA" export isf vmlinux.strata --at "6.1.0/$1" >vmlinux-isf.json &&
        python3 -B exported.py vmlinux-isf.json vmlinux.pahole
}
machine=$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')
if [ ! -r /sys/kernel/btf/vmlinux ]; then
    skip kernel "this machine has no BTF"
elif ! has pahole; then
    skip kernel "there is no pahole"
elif [[ ${CFLAGS:-} == *-fsanitize* ]]; then
    skip kernel "sanitizers have seen the small ones"
else
    try kernel kernel "$machine"
fi

# ---- Files and versions

packed()
{
    xz -k gcc-dwarf5.o && gzip -k gcc-dwarf4.o &&
        import --version 6.1.0 gcc-dwarf5.o.xz | diff "$here/thing.strata" - &&
        import --version 6.1.0 gcc-dwarf4.o.gz | diff "$here/thing.strata" - &&
        import --version 6.1.0 - <gcc-dwarf5.o | diff "$here/thing.strata" - &&
        "$STRATA" import --use linux.strata --version 6.1.0 gcc-dwarf5.o | diff "$here/thing.strata" -
}
try packed packed

# ---- Images that a PC boots

boots()
{
    python3 -B boot.py "$1" gcc-dwarf5.o >"image-$1" && import --version 6.1.0 "image-$1" | diff "$here/thing.strata" -
}
for packing in gzip xz zstd lz4 none; do
    try "boots-$packing" boots "$packing"
done
# The first bytes of an image are those of a program for Windows.
boots_by_content()
{
    "$STRATA" import --use linux.strata --version 6.1.0 image-xz | diff "$here/thing.strata" -
}
try boots-by-content boots_by_content

# The same compressions of files; the last one has a block of more than the 64 KiB that are read at a time.
packed_files()
{
    local packing
    for packing in zstd lz4; do
        python3 -B boot.py "pack-$packing" gcc-dwarf5.o >"packed-$packing" &&
            import --version 6.1.0 "packed-$packing" | diff "$here/thing.strata" - || return
    done
    cat gcc-dwarf5.o <(head -c 100000 /dev/zero) >long.o && python3 -B boot.py pack-lz4 long.o >packed-long &&
        import --version 6.1.0 packed-long | diff "$here/thing.strata" -
}
try packed-files packed_files

does_not_boot()
{
    local kind
    for kind in bzip2 lzma lzo cut outside old size broken other; do
        python3 -B boot.py "$kind" gcc-dwarf5.o >"image-$kind"
        import --version 6.1.0 "image-$kind" 2>&1 | sed 's/0x[0-9A-F]*/0xN/g' # paths of this machine are in the file
        echo "exit status ${PIPESTATUS[0]}"
    done
    for kind in zstd lz4; do
        head -c 1000 "packed-$kind" >"cut-$kind"
        import --version 6.1.0 "cut-$kind" 2>&1
        echo "exit status $?"
    done
}
try does-not-boot prints "$here/does-not-boot.expect" does_not_boot

# Prints the place and size of the kernel in an image, and the program that expands it. Of an image as it lies in
# memory, pahole reads the BTF alone.
kernel_of()
{
    local image=$1 at size
    if [ "$(od -A n -t x1 -j 56 -N 4 "$image")" = ' 41 52 4d 64' ]; then
        python3 -B boot.py find-btf "$image"
        return
    fi
    set -- $(od -A n -t u1 -j $((0x1F1)) -N 1 "$image") $(od -A n -t u4 -j $((0x248)) -N 8 "$image")
    at=$((($1 + 1) * 512 + $2)) size=$(($3 - 4))
    case $(od -A n -t x1 -j "$at" -N 2 "$image") in
    ' fd 37') echo "$at $size xz -dc" ;;
    ' 28 b5') echo "$at $size zstd -dc" ;;
    ' 02 21') echo "$at $size lz4 -dc" ;;
    *) echo "$at $((size + 4)) gzip -dc" ;;
    esac
}

# The kernels of this machine: each structure is what pahole says of the kernel that another program has expanded.
# STRATA_BOOT: a directory with more of them, such as those of Debian's packages linux-image-*.
installed()
{
    local image=$1 at=$2 size=$3
    shift 3
    tail -c "+$((at + 1))" "$image" | head -c "$size" | "$@" >kernel.elf &&
        pahole -a -F btf kernel.elf >kernel.pahole 2>kernel.errors
    [ -s kernel.pahole ] &&
        timeout 20 "$STRATA" import btf --use linux.strata --version 6.1.0 "$image" >kernel.strata &&
        "$STRATA" check -q --no-gap kernel.strata && "$STRATA" dump kernel.strata >kernel.json &&
        python3 -B "$here/pahole.py" kernel.pahole kernel.json
}
if ! has pahole; then
    skip installed "there is no pahole"
elif [[ ${CFLAGS:-} == *-fsanitize* ]]; then
    skip installed "sanitizers have seen the small ones"
else
    images=$(find /boot ${STRATA_BOOT:-} -maxdepth 1 -name 'vmlinuz-*' 2>"$nothing.path")
    [ -n "$images" ] || skip installed "there is no /boot/vmlinuz-*"
    for image in $images; do
        read -ra found <<<"$(kernel_of "$image")"
        if has "${found[2]}"; then
            try "installed-${image##*/}" installed "$image" "${found[@]}"
        else
            skip "installed-${image##*/}" "there is no ${found[2]}"
        fi
    done
fi

# The version of a module, of a kernel, and of a file's name.
versions()
{
    local section text
    while read -r section text; do
        printf '__attribute__((section("%s"))) const char text[] = "x\\0%s";\n' "$section" "$text" |
            cat thing.c - >version.c
        gcc -g -c version.c -o version.o && import version.o | grep '^attest' || return
    done <<'E'
.modinfo vermagic=6.12.3-amd64 SMP
.rodata Linux version 6.6.1 (builder)
E
    cp gcc-dwarf5.o thing-6.15.2.o && import thing-6.15.2.o | grep '^attest'
    rm thing-6.15.2.o
}
try versions prints "$here/versions.expect" versions

# Integers have the names of the file's typedefs, unless they have several sizes or another thing has the name.
names()
{
    gcc -g -c names.c -o names.o && gcc -m32 -g -c names.c -o names-32.o &&
        import --version 6.1.0 names.o >names.strata && cat names.strata && clean names.strata &&
        import --version 6.1.0 names.o --version 6.1.0 names-32.o --version 6.6.0 names.o >names-all.strata &&
        cat names-all.strata && clean names-all.strata &&
        "$STRATA" import btf --into names.strata --version 6.1.0 names-32.o --version 6.6.0 names.o >said &&
        diff names-all.strata names.strata
}
try names prints "$here/names.expect" names

# A spec that is used may declare them.
names_used()
{
    { cat linux.strata && echo 'type u32 unsigned 4; type pid_t unsigned 4;'; } >used.strata &&
        "$STRATA" import btf --use used.strata --version 6.1.0 names.o | grep 'u32\|pid_t'
}
try names-used prints "$here/names-used.expect" names_used

# Five versions make one spec, also if they come one by one.
five()
{
    local number=1 version
    for version in 6.1.0 6.6.0 6.12.0 6.15.0 6.18.0; do
        gcc -g -DVERSION=$number -c thing.c -o "thing-$version.o" || return
        number=$((number + 1))
    done
    import thing-*.o && import thing-6.1.0.o thing-6.12.0.o thing-6.18.0.o >into.strata &&
        "$STRATA" import btf --into into.strata thing-6.6.0.o thing-6.15.0.o >said
}
try five prints "$here/five.strata" five
try five-clean clean "$here/five.strata"
try five-into diff "$here/five.strata" into.strata

# Each of them comes back as it was.
back()
{
    local version
    for version in 6.1.0 6.6.0 6.12.0 6.15.0 6.18.0; do
        import "thing-$version.o" >one.strata && "$STRATA" export isf one.strata --at "$version/x64" >one.json &&
            "$STRATA" export isf into.strata --at "$version/x64" >five.json && diff one.json five.json || return
    done
}
try five-back back

# ---- Identities

# Two programs of one version, and one that has the build ID from elsewhere; each is found by it.
identities()
{
    local id=0123456789abcdef0123456789abcdef012345 program
    for program in 67 68; do
        gcc -g "-DVERSION=$((program - 66))" main.c thing.c "-Wl,--build-id=0x$id$program" -o "built-$program" || return
    done
    import --version 6.1.0 built-67 -o built >said &&
        "$STRATA" import btf -I . --version 6.6.0 built-68 --into built >said && "$STRATA" check -I . built &&
        "$STRATA" list -I . built --identities && "$STRATA" show -I . built thing.flags --at "${id^^}67" &&
        "$STRATA" show -I . built thing.flags --at "${id}68" &&
        echo "${id}67 6.1.0" >versions && import --versions versions built-67 | grep ^identity &&
        echo "of one version:" &&
        import --version 6.1.0 built-67 --version 6.1.0 built-68 | grep '^a[rt].* x64_\|^identity'
}
try identities prints "$here/identities.expect" identities

# The same for BTF, which has no build ID.
build_id()
{
    objcopy -O binary --only-section=.note.gnu.build-id built-67 notes &&
        import --version 6.1.0 --arch x64 --build-id notes raw.btf | grep ^identity &&
        import --version 6.1.0 --arch x64 --build-id built-67 raw.btf | grep ^identity &&
        import --version 6.1.0 --arch x64 --build-id 00112233445566778899 raw.btf | grep ^identity
    import --version 6.1.0 --arch x64 --build-id main.c raw.btf 2>&1
    [ $? = 2 ]
    import --version 6.1.0 --arch x64 raw.btf --build-id notes 2>&1
    [ $? = 2 ]
}
if has pahole; then
    try build-id prints "$here/build-id.expect" build_id
else
    skip build-id "there is no pahole"
fi

# Programs find them in headers and packs, by a reader in C and by that in Python.
find_identity()
{
    "$STRATA" gen -I . built -o headers >said && "$STRATA" pack -I . built -o built.strpack >said &&
        ${CC:-cc} -std=c99 -Wall -Wextra -Werror -Iheaders -I"$runtime" identity.c -o identity &&
        ./identity built.strpack &&
        PYTHONPATH=$runtime/python python3 -B identity.py built.strpack
}
try find-identity prints "$here/found.expect" find_identity

# ---- What is refused

wrong()
{
    local file
    for file in *.btf *.o; do
        import --version 6.1.0 --arch x64 "$file" 2>&1 >../spec | sed 's/^/    /'
        echo "$file: exit status ${PIPESTATUS[0]}"
    done
}
mkdir wrong large damaged
python3 -B btf.py wrong && mv wrong/*-[12].btf large && cp linux.strata wrong
[ ! -e stripped ] || cp stripped wrong/stripped.o
refuses()
{
    cd wrong && wrong
}
try wrong prints "$here/wrong.expect" refuses

# refused COMMAND...: prints what is said, and the exit status.
refused()
{
    import --version 6.1.0 "$@" 2>&1
    echo "exit status $?"
}
cd "$scratch" || exit 2
if has clang; then
    need compile-bpfeb clang -target bpfeb -g -c thing.c -o big.o
    try big-endian prints "$here/big-endian.expect" refused --arch x64 big.o
fi
need compile-many-units g++ -g -fdebug-types-section -c classes.cc -o many.o
try many-units prints "$here/many-units.expect" refused many.o

# The libraries may be missing.
missing()
{
    (export LD_PRELOAD=$scratch/none.so && refused gcc-dwarf5.o && refused --arch x64 wrong/past-end.btf)
}
if [[ ${CFLAGS:-} == *-fsanitize* ]]; then
    skip missing "sanitizers want to be loaded before anything else"
else
    echo 'void *dlopen(const char *n, int m); void *dlopen(const char *n, int m) { return m ? 0 : (void *)n; }' |
        gcc -shared -fPIC -x c -o none.so -
    try missing prints "$here/missing.expect" missing
fi

# A file that is twice as large takes twice the time; a limit that is far above that tells. Sanitizers, which look at
# memory, read the smaller of two.
large()
{
    local file sizes='*'
    [[ ${CFLAGS:-} != *-fsanitize* ]] || sizes='*-1'
    for file in large/$sizes.btf; do
        timeout 60 "$STRATA" import btf --use linux.strata --version 6.1.0 --arch x64 "$file" >spec 2>said
        [ $? -lt 2 ] || { echo "$file"; return 1; }
    done
}
try large large

# A file with some bytes that are wrong, or without its end, is read, or something is said of it.
damaged()
{
    local file
    python3 -B damage.py damaged gcc-dwarf4.o gcc-dwarf5.o btf.o image-xz image-zstd image-lz4 memory-arm64 efi-lz4
    for file in damaged/*; do
        timeout 20 "$STRATA" import btf --use linux.strata --version 6.1.0 --arch x64 "$file" >spec 2>said
        [ $? -le 2 ] || { echo "$file"; return 1; }
    done
}
try damaged damaged
finish
