/*
 * damage PACK: every truncation of a pack, and every change of one bit, is a status. So it is when somebody puts the
 * checksum right again, or else nothing that the pack is asked for then leads out of it.
 */
#include <stdio.h>

#include "exercise.h"

static unsigned passed, failed;

static void check(int condition, const char *what, size_t at)
{
    if (condition)
        passed++;
    else if (failed++ < 20)
        printf("FAIL %s, at byte %zu\n", what, at);
}

/* Exactly that many bytes, so that a sanitizer sees any read past them. */
static unsigned char *copy_bytes(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = malloc(size + (size == 0));

    if (copy == NULL)
        exit(2);
    if (size != 0)
        memcpy(copy, bytes, size);
    return copy;
}

static void truncate_pack(const unsigned char *bytes, size_t size)
{
    strata_pack_type type;
    strata_pack pack;
    size_t i;

    for (i = 0; i < size; i++) {
        unsigned char *copy = copy_bytes(bytes, i);

        check(strata_pack_open(&pack, copy, i) == STRATA_TOO_SHORT, "a truncated pack opens", i);
        check(strata_pack_find_type(&pack, "KITCHEN_SCALARS", &type) == STRATA_BAD_NAME, "it has something in it", i);
        free(copy);
    }
}

/* One byte changed, and the checksum put right again: how many of these packs open. */
static unsigned mend_pack(unsigned char *copy, size_t size, size_t at)
{
    strata_pack pack;
    unsigned i, opened = 0;
    static const unsigned char changes[] = {0x01, 0x10, 0x80, 0xFF};

    for (i = 0; i < sizeof changes; i++) {
        copy[at] ^= changes[i];
        strata_store_u64(copy + 16, strata_pack_checksum(copy, size));
        if (strata_pack_open(&pack, copy, size) == STRATA_OK) {
            exercise_pack(&pack);
            opened++;
        }
        copy[at] ^= changes[i];
    }
    return opened;
}

static void change_pack(const unsigned char *bytes, size_t size)
{
    unsigned char *copy = copy_bytes(bytes, size);
    unsigned opened = 0, bit;
    strata_pack pack;
    size_t i;

    for (i = 0; i < size; i++) {
        for (bit = 0; bit < 8; bit++) {
            copy[i] ^= (unsigned char)(1u << bit);
            check(strata_pack_open(&pack, copy, size) != STRATA_OK, "a damaged pack opens", i);
            copy[i] ^= (unsigned char)(1u << bit);
        }
        opened += i < 16 || i >= 24 ? mend_pack(copy, size, i) : 0;
        memcpy(copy, bytes, size);
    }
    check(opened > 0 && opened < 4 * size, "all or none of the mended packs open", 0);
    free(copy);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 16];
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    size_t size = file != NULL ? fread(bytes, 1, sizeof bytes, file) : 0;
    strata_pack pack;
    unsigned char *more;

    if (file == NULL || size == sizeof bytes || fclose(file) != 0)
        return 2;
    more = copy_bytes(bytes, size + 5);
    check(strata_pack_open(&pack, more, size + 5) == STRATA_OK, "a pack with something behind it does not open", size);
    exercise_pack(&pack);
    check(strata_pack_open(&pack, NULL, size) == STRATA_TOO_SHORT, "no bytes at all open", 0);
    more[8] = 0;
    check(strata_pack_open(&pack, more, size) == STRATA_BAD_FORMAT, "a pack of an older format opens", 8);
    more[8] = STRATA_PACK_FORMAT + 1;
    check(strata_pack_open(&pack, more, size) == STRATA_BAD_FORMAT, "a pack of a newer format opens", 8);
    truncate_pack(bytes, size);
    change_pack(bytes, size);
    free(more);
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
