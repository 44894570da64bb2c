/* Reads "STRUCTURE.MEMBER TARGET", a target in hexadecimal, from each line of its input; writes the status, the basis of
 * the structure, the basis and the offset of the member, as the generated header finds them and as the pack does. Of the enum KIND it
 * writes the value of SECOND, and then the values that validate accepts for the members A and B of RULED; bit sets. */
#include <stdio.h>
#include <string.h>

#include "kernels.h"
#include "strata_layout.h"
#include "strata_pack.h"

struct known {
    const char *name, *member;
    const strata_table *table;
    strata_member index;
};

#define KNOWN(S, M) {#S, #M, &strata_##S##_table, STRATA_##S##_MEMBER_##M}
static const struct known all[] = {KNOWN(SAME, A),    KNOWN(MOVED, B),      KNOWN(COMES, A),
                                   KNOWN(BETWEEN, A), KNOWN(DOCUMENTED, A), KNOWN(BOTH, A),
                                   KNOWN(TWINS, A),   KNOWN(LACKS, A),      KNOWN(RULED, A),
                                   KNOWN(MANY, A),    KNOWN(MANY, B),       KNOWN(MANY, C),
                                   KNOWN(PAGES, A),   KNOWN(PAGES, B)};

static void print(strata_status status, strata_basis basis, strata_basis member, unsigned offset)
{
    printf("%s %s %s %u", strata_status_name(status), status == STRATA_BAD_ARCH ? "-" : strata_basis_name(basis),
           status == STRATA_BAD_ARCH ? "-" : strata_basis_name(member), offset);
}

static void answer(const strata_pack *pack, const struct known *known, strata_target target)
{
    static const unsigned char bytes[64];
    const strata_layout *layout;
    strata_pack_layout pack_layout;
    strata_pack_place place;
    strata_pack_type type;
    strata_basis basis, member;
    strata_view view;
    strata_slot slot = 0;
    strata_status status = strata_find_layout(known->table, target, &layout, &basis);
    member = basis;
    if (strata_open(known->table, &view, bytes, sizeof bytes, target) == STRATA_OK) {
        member = strata_member_basis(known->table, &view, known->index);
        slot = strata_slot_of(layout->bases, layout->words, known->index);
    }
    print(status == STRATA_OK ? strata_slot_is_present(slot) ? status : strata_slot_refusal(slot) : status, basis,
          member, (unsigned)strata_slot_offset(slot));
    putchar(' ');
    (void)strata_pack_find_type(pack, known->name, &type);
    (void)strata_pack_find_layout(&type, target, &pack_layout);
    status = strata_pack_find(pack, known->name, known->member, target, &place);
    print(status, pack_layout.basis, place.basis,
          status == STRATA_OK ? (unsigned)strata_slot_offset(place.words[0]) : 0);
    putchar('\n');
}

/* Returns 1 if validate accepts a RULED with these values, else 0. */
static unsigned accepts(strata_target target, unsigned a, unsigned b)
{
    unsigned char bytes[8] = {(unsigned char)a, 0, 0, 0, (unsigned char)b, 0, 0, 0};
    strata_violation violation;
    strata_RULED ruled;
    return strata_RULED_open(&ruled, bytes, sizeof bytes, target) == STRATA_OK &&
           strata_RULED_validate(&ruled, &violation) == STRATA_OK;
}

static void answer_enum(const strata_pack *pack, strata_target target)
{
    /* Compilers must not see the names: gcc warns of the lengths that they do not have. */
    static const char *const volatile known = "KIND", *const volatile enumerator = "SECOND";
    strata_pack_layout layout;
    strata_pack_type type;
    uint64_t value;
    strata_status status = strata_KIND_value_SECOND(target, &value);
    printf("%s - %u ", strata_status_name(status), (unsigned)value);
    (void)strata_pack_find_type(pack, known, &type);
    (void)strata_pack_find_layout(&type, target, &layout);
    status = strata_pack_find_value(pack, known, enumerator, target, &value);
    print(status, layout.basis, layout.basis, (unsigned)value);
    unsigned accepted_a = 0, accepted_b = 0, a = 0;
    for (unsigned i = 0; i < 32; i++)
        accepted_a |= accepts(target, i, 0) << i;
    while (a < 31 && !(accepted_a >> a & 1))
        a++;
    for (unsigned i = 0; i < 32; i++)
        accepted_b |= accepts(target, a, i) << i;
    printf(" %u %u\n", accepted_a, accepted_b);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 16];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    char name[32];
    unsigned long long target;
    strata_pack pack;
    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    while (scanf("%31s %llx", name, &target) == 2) {
        if (!strcmp(name, "KIND"))
            answer_enum(&pack, target);
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (!strncmp(all[i].name, name, strlen(all[i].name)) && name[strlen(all[i].name)] == '.' &&
                !strcmp(all[i].member, name + strlen(all[i].name) + 1))
                answer(&pack, &all[i], target);
    }
    return 0;
}
