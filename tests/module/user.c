/* Headers of three modules in one program. Both PEBs are read from the same bytes. */
#include <stdint.h>
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

int main(void)
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
    return z == 7 && more == 7 && only == 3 ? 0 : 3;
}
