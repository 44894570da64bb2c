/* Reads "STRUCTURE TARGET", a target in hexadecimal, from each line of its input; writes the status, the basis and the
 * offset of the structure's last member, as the generated header finds them and as the pack does. */
#include <stdio.h>
#include <string.h>

#include "kernels.h"
#include "strata_pack.h"

struct known {
    const char *name, *member;
    const strata_table *table;
    unsigned index;
};

#define KNOWN(S, M) {#S, #M, &strata_##S##_table, STRATA_##S##_MEMBER_##M}
static const struct known all[] = {KNOWN(SAME, A),    KNOWN(MOVED, B),      KNOWN(COMES, A),
                                   KNOWN(BETWEEN, A), KNOWN(DOCUMENTED, A), KNOWN(BOTH, A),
                                   KNOWN(TWINS, A),   KNOWN(LACKS, A)};

static void print(strata_status status, strata_basis basis, unsigned offset)
{
    printf("%s %s %u", strata_status_name(status), status == STRATA_OK ? strata_basis_name(basis) : "-", offset);
}

static void answer(const strata_pack *pack, const struct known *known, strata_target target)
{
    const strata_layout *layout;
    strata_pack_place place;
    strata_basis basis;
    strata_status status = strata_find_layout(known->table, target, &layout, &basis);
    print(status, basis, layout ? (unsigned)strata_slot_offset(layout->members[known->index]) : 0);
    putchar(' ');
    status = strata_pack_find(pack, known->name, known->member, target, &place);
    print(status, place.basis, status == STRATA_OK ? (unsigned)strata_slot_offset(place.words[0]) : 0);
    putchar('\n');
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
    while (scanf("%31s %llx", name, &target) == 2)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            if (!strcmp(all[i].name, name))
                answer(&pack, &all[i], target);
    return 0;
}
