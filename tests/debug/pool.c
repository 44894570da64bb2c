/* Reads big-endian members of a symbol file of Volatility, for a target of the other order, on any machine. */
#include <stdio.h>

#include "BIG_POOL.h"

int main(void)
{
    unsigned char bytes[0x40] = {[0x0E] = 0x01, [0x0F] = 0xBB};
    strata_BIG_POOL v;
    uint16_t port;
    strata_target target = strata_target_of(STRATA_ARCH_X64, 10, 0, 18362, 0);
    if (STRATA_OPEN_AT(BIG_POOL, &v, bytes, sizeof bytes, target) != STRATA_OK ||
        STRATA_GET(BIG_POOL, &v, Port, &port) != STRATA_OK)
        return 1;
    printf("Port %u\n", port);
    return 0;
}
