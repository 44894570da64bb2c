# Sourced by run.sh: a user who has only strata on the PATH, in an empty directory, with an installation that was moved.
# A spec of one's own, a page, a kernel, a new kernel, headers, a bundle, a program with pkg-config, a CMake project.
moved="$scratch/moved here"
user="$scratch/an empty directory"
kernel=$PWD/tests/kernel/isf/small.json

# as_user SCRIPT: runs the commands in that directory, with nothing else in the environment.
as_user()
{
    env -i -C "$user" HOME="$user" PATH="$moved/bin:/usr/bin:/bin" LC_ALL=C.UTF-8 CC="$CC" \
        FLAGS="$CFLAGS -std=c99 -Wall -Wextra -Werror" KERNEL="$kernel" MOVED="$moved" bash -eu -o pipefail -c "$1"
}

mkdir "$user"
mv "$root$prefix" "$moved"
cat >"$user/queue.strata" <<'END'
use <nt/nt.strata>;
columns x86 | x64;

struct QUEUE in 6.1.. size 0x10 | 0x20 {
    LIST_ENTRY Links   at 0x00;
    PVOID Owner        at 0x08 | 0x10;
    ULONG Depth        at 0x0C | 0x18;
    unaccounted 0 | 4  at 0x10 | 0x1C;
}
END
cat >"$user/program.c" <<'END'
#include "kernel/S.h"
#include "page.h"
#include "queue_print.h"
#include <strata/nt/nt.h>

int main(void)
{
    static const unsigned char bytes[0x20] = {[0x18] = 42};
    strata_QUEUE v;
    uint32_t depth;
    return strata_QUEUE_open(&v, bytes, sizeof bytes,
                             STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), STRATA_ARCH_X64)) != STRATA_OK ||
           strata_QUEUE_get_Depth(&v, &depth) != STRATA_OK || depth != 42;
}
END
cat >"$user/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(own C)
find_package(strata CONFIG REQUIRED)
strata_generate(own_headers queue.strata page.strata kernel)
add_executable(program program.c)
target_link_libraries(program PRIVATE own_headers strata::print)
strata_generate(acme_headers queue.strata PREFIX acme_)
add_executable(prefixed prefixed.c)
target_link_libraries(prefixed PRIVATE acme_headers)
END
cat >"$user/prefixed.c" <<'END'
#include "queue.h"

int main(void)
{
    static const unsigned char bytes[0x20] = {0};
    acme_QUEUE v;
    return acme_QUEUE_open(&v, bytes, sizeof bytes,
                           STRATA_TARGET(STRATA_VERSION(6, 1, 7601, 0), ACME_ARCH_X64)) != STRATA_OK;
}
END
printf 'Offset\tDefinition\tVersions\n0x00\tULONG Id;\t6.0 and higher\n' >"$user/page.tsv"

need "moved: a spec of one's own" as_user '
    strata check queue.strata
    strata show queue.strata --struct QUEUE --at 6.1/x64 | grep Depth'
need "moved: a page" as_user '
    strata import table --struct PAGE --arch x86,x64 page.tsv -o page.strata
    strata check page.strata'
need "moved: a kernel" as_user '
    strata import isf --version 6.1.7601 "$KERNEL" -o alone
    strata gen alone -o alone_headers'
need "moved: a kernel, to be used with other specs" as_user '
    strata import isf --use nt/nt.strata --version 6.1.7601 "$KERNEL" -o kernel
    grep "use <nt/nt.strata>;" kernel/types.strata
    strata check kernel'
need "moved: a new kernel" as_user '
    strata import isf --version 10.0.10240 "$KERNEL" --into kernel
    strata check kernel
    grep "attest x86 6.1.7601.0, 10.0.10240.0;" kernel/types.strata'
try "moved: its specs elsewhere" as_user '
    mkdir -p further/away
    cp -r queue.strata page.strata kernel further/away
    strata check further'
need "moved: headers" as_user '
    strata gen queue.strata page.strata kernel -o headers
    (cd headers && find . -name "*.h" ! -name "*_*" | sort) >names
    printf "%s\n" ./kernel/E.h ./kernel/S.h ./kernel/types.h ./page.h ./queue.h | diff - names
    strata gen queue.strata page.strata kernel -o headers --check'
try "moved: headers with all that they use" as_user '
    strata gen queue.strata -o complete --with-used
    echo "#include \"queue.h\"" >complete/unit.c
    $CC $FLAGS -Icomplete -I"$(strata --print-specs-dir)/../../../include/strata" -c complete/unit.c -o complete/unit.o
    [ -e complete/nt/nt.h ]'
try "moved: a bundle" as_user '
    strata bundle queue.strata --struct QUEUE --prefix own_ -o own.h
    printf "%s\n" "#include \"own.h\"" "int main(void) { return !sizeof(own_QUEUE); }" >bundle.c
    $CC $FLAGS bundle.c -o bundle
    ./bundle'
if command -v pkg-config >/dev/null; then
    try "moved: a program" as_user '
        export PKG_CONFIG_PATH="$MOVED/lib/pkgconfig"
        eval "flags=($(pkg-config --define-variable=prefix="$MOVED" --cflags strata))"
        $CC $FLAGS -Iheaders "${flags[@]}" program.c "$MOVED/share/strata/strata_print.c" -o with_pkg_config
        ./with_pkg_config'
else
    skip "moved: a program" "pkg-config is not there"
fi
if command -v cmake >/dev/null; then
    try "moved: a project" as_user '
        cmake -S . -B build -DCMAKE_PREFIX_PATH="$MOVED" -DCMAKE_C_COMPILER="$CC" -DCMAKE_C_FLAGS="$FLAGS"
        cmake --build build
        build/program
        build/prefixed'
else
    skip "moved: a project" "cmake is not there"
fi
mv "$moved" "$root$prefix"
