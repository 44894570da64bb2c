/* Opens TWINS by the identities of kernels.strata, and by some that nobody knows: a line for each with the status, the
 * target, and basis and offset of its member, as the generated headers find them. The pack must find the same. */
#include <stdio.h>

#include "kernels.h"
#include "kernels_identity.h"
#include "strata_pack.h"

enum { COUNT = sizeof strata_identities_kernels / sizeof *strata_identities_kernels };

/* A member of the pack. Compilers must not see the names: gcc warns of the lengths that they do not have. */
struct known {
    const char *structure, *member;
};

/* Prints a line; returns 1 if the pack's answer is another. */
static int answer(const strata_pack *pack, const char *name, strata_status status, strata_target target,
                  strata_status pack_status, strata_target pack_target)
{
    static const struct known volatile known = {"TWINS", "A"};
    const strata_layout *layout;
    strata_pack_place place;
    strata_basis basis;
    strata_status opened = strata_TWINS_find_layout(target, &layout, &basis);
    strata_status found = strata_pack_find(pack, known.structure, known.member, pack_target, &place);
    strata_slot slot = layout ? strata_slot_of(layout->bases, layout->words, STRATA_TWINS_MEMBER_A) : 0;
    unsigned offset = (unsigned)strata_slot_offset(slot);
    printf("%s: %s 0x%016llX, %s %s at %u\n", name, strata_status_name(status), (unsigned long long)target,
           strata_status_name(opened), strata_basis_name(basis), offset);
    return status != pack_status || target != pack_target || found != opened || place.basis != basis ||
           (found == STRATA_OK && place.offset != offset);
}

static int by_pdb(const strata_pack *pack, const char *name, const unsigned char *guid, uint32_t age)
{
    strata_target target, other;
    strata_status status = strata_find_by_identity(strata_identities_kernels, COUNT, guid, age, &target);
    strata_status known = strata_pack_find_by_identity(pack, guid, age, &other);
    return answer(pack, name, status, target, known, other);
}

static int by_image(const strata_pack *pack, const char *name, uint32_t timestamp, uint32_t image_size)
{
    strata_target target, other;
    strata_status status = strata_find_by_image(strata_identities_kernels, COUNT, timestamp, image_size, &target);
    strata_status known = strata_pack_find_by_image(pack, timestamp, image_size, &other);
    return answer(pack, name, status, target, known, other);
}

int main(int argc, char **argv)
{
    /* The bytes of 11223344-5566-7788-99AA-BBCCDDEEFF00 in memory. */
    static const unsigned char twin[16] = {0x44, 0x33, 0x22, 0x11, 0x66, 0x55, 0x88, 0x77,
                                           0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0x00};
    static const unsigned char other[16] = {0x67, 0x45, 0x23, 0x01, 0xAB, 0x89, 0xEF, 0xCD,
                                            0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF};
    static const unsigned char text_order[16] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
                                                 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF, 0x00};
    static const unsigned char arm[16] = {0xCC, 0xDD, 0xEE, 0xFF, 0xAA, 0xBB, 0x88, 0x99,
                                          0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00};
    static const unsigned char none[16] = {0};
    static unsigned char bytes[1 << 16];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    strata_pack pack;
    int differ = 0;
    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 2;
    differ |= by_pdb(&pack, "first kernel", twin, 1);
    differ |= by_pdb(&pack, "second kernel", twin, 2);
    differ |= by_pdb(&pack, "first kernel, moved", other, 1);
    differ |= by_image(&pack, "second kernel, moved, by image", 0x62000000u, 0x1046000u);
    differ |= by_pdb(&pack, "arm64, greatest age", arm, 0xFFFFFFFFu);
    differ |= by_image(&pack, "by image", 0x5C89A1B2u, 0xA65000u);
    differ |= by_pdb(&pack, "another age", twin, 3);
    differ |= by_pdb(&pack, "bytes in the order of the text", text_order, 1);
    differ |= by_pdb(&pack, "no GUID", none, 0);
    differ |= by_image(&pack, "no image", 0, 0);
    differ |= by_image(&pack, "another size", 0x5C89A1B2u, 0xA65001u);
    differ |= answer(&pack, "by version", STRATA_OK,
                     STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 1586), STRATA_ARCH_X64), STRATA_OK,
                     STRATA_TARGET(STRATA_VERSION(10, 0, 19041, 1586), STRATA_ARCH_X64));
    return differ;
}
