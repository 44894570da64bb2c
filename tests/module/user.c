/* Headers of three modules in one program. Both PEBs are read from the same bytes. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "kernel.h"
#include "kernel_assert.h"
#include "kernel_print.h"
#include "ntdll.h"
#include "ntdll_assert.h"
#include "ntdll_identity.h"
#include "ntdll_print.h"
#include "tcpip.h"
#include "tcpip_assert.h"
#include "tcpip_identity.h"
#include "tcpip_print.h"

/* An address is of one build, one architecture and one module. */
static int check_addresses(void)
{
    const strata_version first = STRATA_VERSION(10, 0, 19041, 1), second = STRATA_VERSION(10, 0, 19041, 7);
    uint32_t offset = 1;
    if (strata_Head_address(STRATA_TARGET(first, STRATA_ARCH_X64), &offset) != STRATA_OK || offset != 0x2000)
        return 4;
    if (strata_Head_address(STRATA_TARGET(first, STRATA_ARCH_X86), &offset) != STRATA_OK || offset != 0x1000)
        return 5;
    if (strata_Head_address(STRATA_TARGET(second, STRATA_ARCH_X64), &offset) != STRATA_UNKNOWN || offset)
        return 6;
    if (strata_ntdll_Head_address(STRATA_TARGET(second, STRATA_ARCH_X64), &offset) != STRATA_OK || offset != 0x3000)
        return 7;
    if (strata_Head_address(STRATA_TARGET(STRATA_VERSION(10, 0, 10240, 16384), STRATA_ARCH_X86), &offset) !=
            STRATA_ABSENT || offset)
        return 8;
    return strata_ntdll_Head_address(0, &offset) == STRATA_UNKNOWN ? 0 : 9;
}

/* 0, or the number of the first of nine checks that fails. */
static int check(void)
{
    unsigned char bytes[0x28];
    strata_PEB kernel;
    strata_ntdll_PEB ntdll;
    strata_tcpip_TEB teb;
    uint32_t z = 0, more = 0, only = 0;
    strata_target target = STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 7), STRATA_ARCH_X64);
    memset(bytes, 0, sizeof bytes);
    bytes[0] = 3;
    bytes[16] = 7;
    if (strata_PEB_open(&kernel, bytes, sizeof bytes, target) != STRATA_OK ||
        strata_ntdll_PEB_open(&ntdll, bytes, sizeof bytes, target) != STRATA_OK ||
        strata_tcpip_TEB_open(&teb, bytes, sizeof bytes, target) != STRATA_OK)
        return 1;
    if (strata_PEB_get_Z(&kernel, &z) != STRATA_OK || strata_ntdll_PEB_get_More(&ntdll, &more) != STRATA_OK ||
        strata_tcpip_TEB_get_Only(&teb, &only) != STRATA_OK)
        return 2;
    return z == 7 && more == 7 && only == 3 ? check_addresses() : 3;
}

int main(void)
{
    int failed = check();
    if (failed)
        printf("check %d fails\n", failed);
    printf("9 checks, %d failed\n", failed != 0);
    return failed;
}
