/* Reads members with an order of bytes of their own, for targets of both orders, and, from standard input, a structure
 * of a big-endian machine. Prints the same on any machine. */
#include <stdio.h>

#include "big.h"
#include "orders.h"

static const unsigned char bytes[0x20] = {
    0x11, 0x22, 0x33, 0x44, 0x11, 0x22, 0x33, 0x44, 0x11, 0x22, 0x33, 0x44, 0xFF, 0xFF, 0xFF, 0xFE,
    0x01, 0xBB, 0x50, 0x00, 0x51, 0x00, 0x12, 0x34, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x08};

static int print(const char *arch, strata_target target)
{
    strata_WIRE v;
    uint32_t native, big, little;
    int32_t negative;
    uint16_t port, first, second, rest;
    uint64_t whole;
    if (STRATA_OPEN_AT(WIRE, &v, bytes, sizeof bytes, target) != STRATA_OK ||
        STRATA_GET(WIRE, &v, Native, &native) != STRATA_OK || STRATA_GET(WIRE, &v, Big, &big) != STRATA_OK ||
        STRATA_GET(WIRE, &v, Little, &little) != STRATA_OK || STRATA_GET(WIRE, &v, Negative, &negative) != STRATA_OK ||
        STRATA_GET(WIRE, &v, Port, &port) != STRATA_OK || STRATA_GET_AT(WIRE, &v, Ports, 0, &first) != STRATA_OK ||
        STRATA_GET_AT(WIRE, &v, Ports, 1, &second) != STRATA_OK || STRATA_GET(WIRE, &v, Rest, &rest) != STRATA_OK ||
        STRATA_GET(WIRE, &v, Long, &whole) != STRATA_OK)
        return 1;
    printf("%s: %08lX %08lX %08lX %ld %u %u %u %04X %08lX%08lX\n", arch, (unsigned long)native, (unsigned long)big,
           (unsigned long)little, (long)negative, port, first, second, rest, (unsigned long)(whole >> 32),
           (unsigned long)(whole & 0xFFFFFFFF));
    return 0;
}

/* Prints what values.c has put into bit-fields. */
static int print_bits(void)
{
    unsigned char read[16];
    strata_bits v;
    uint64_t wide;
    uint8_t low, high, byte, color;
    int32_t last;
    if (fread(read, sizeof read, 1, stdin) != 1 ||
        STRATA_OPEN_AT(bits, &v, read, sizeof read, strata_target_of(STRATA_ARCH_S390X, 6, 1, 0, 0)) != STRATA_OK ||
        STRATA_GET(bits, &v, low, &low) != STRATA_OK || STRATA_GET(bits, &v, high, &high) != STRATA_OK ||
        STRATA_GET(bits, &v, wide, &wide) != STRATA_OK || STRATA_GET(bits, &v, byte, &byte) != STRATA_OK ||
        STRATA_GET(bits, &v, color, &color) != STRATA_OK || STRATA_GET(bits, &v, last, &last) != STRATA_OK)
        return 1;
    printf("bits: %u %u %02lX%08lX %02X %u %ld\n", low, high, (unsigned long)(wide >> 32),
           (unsigned long)(wide & 0xFFFFFFFF), byte, color, (long)last);
    return 0;
}

int main(void)
{
    return print("x64", strata_target_of(STRATA_ARCH_X64, 6, 1, 0, 0)) +
           print("s390x", strata_target_of(STRATA_ARCH_S390X, 6, 1, 0, 0)) + print_bits();
}
