/* Pointers are uint64_t also where no layout has any of 8 bytes. */
#include <stdio.h>

#include "old.h"

static unsigned passed, failed;

static void check_failed(int line, const char *condition)
{
    failed++;
    printf("FAIL %d: %s\n", line, condition);
}

#define CHECK(condition) ((condition) ? (void)passed++ : check_failed(__LINE__, #condition))

int main(void)
{
    unsigned char bytes[16] = {0, 0, 0, 0, 0xF0, 0xDE, 0xBC, 0x9A, 0x78, 0x56, 0x34, 0x82};
    old_target target = OLD_TARGET(OLD_VERSION_6_0, OLD_ARCH_X86);
    old_KITCHEN_RETURNS one;
    old_KITCHEN_TRAILING many;
    uint64_t value = 1;
    CHECK(old_KITCHEN_RETURNS_open_mutable(&one, bytes, sizeof bytes, target) == OLD_OK);
    CHECK(old_KITCHEN_RETURNS_get_B(&one, &value) == OLD_OK && value == 0x9ABCDEF0u);
    CHECK(old_KITCHEN_RETURNS_set_B(&one, 0x100000000u) == OLD_RANGE);
    CHECK(old_KITCHEN_RETURNS_set_B(&one, 0xFFFFFFFFu) == OLD_OK && bytes[7] == 0xFF && bytes[8] == 0x78);
    CHECK(OLD_KITCHEN_RETURNS_READ(6_0, x86, B, bytes) == 0xFFFFFFFFu);
    CHECK(sizeof OLD_KITCHEN_RETURNS_READ(6_0, x86, B, bytes) == sizeof value);
    CHECK(old_KITCHEN_TRAILING_open(&many, bytes, sizeof bytes, target) == OLD_OK);
    CHECK(old_KITCHEN_TRAILING_Buffers_at(&many, 0, &value) == OLD_OK && value == 0x82345678u);
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
