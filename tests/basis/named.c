/* Writes, for every structure, architecture and named version, the status, the basis and the offset of member A: by the
 * constant of the generated header, and by the name in a pack. */
#include <stdio.h>

#include "named.h"
#include "strata_layout.h"
#include "strata_pack.h"

static const struct {
    const char *name;
    strata_version version;
} names[] = {
#define NAMED(TEXT, CONSTANT) {TEXT, STRATA_VERSION_##CONSTANT},
#include "names.inc"
};

static const struct known {
    const char *type, *member;
    const strata_table *table;
    strata_member index;
} all[] = {{"DOCUMENTED", "A", &strata_DOCUMENTED_table, STRATA_DOCUMENTED_MEMBER_A},
           {"SEEN", "A", &strata_SEEN_table, STRATA_SEEN_MEMBER_A},
           {"COMES", "A", &strata_COMES_table, STRATA_COMES_MEMBER_A}};

static void print(strata_status status, strata_basis basis, unsigned offset)
{
    printf(" %s %s %u", strata_status_name(status), status == STRATA_OK ? strata_basis_name(basis) : "-", offset);
}

/* Writes the answers for one name: of the header, then of the pack. */
static void answer(const strata_pack *pack, const struct known *known, size_t name, uint32_t arch)
{
    const strata_layout *layout;
    strata_version version;
    strata_pack_place place;
    strata_basis basis;
    strata_status status =
        strata_find_layout(known->table, STRATA_TARGET(names[name].version, arch), &layout, &basis);

    printf("%s %s/%s", known->type, names[name].name, strata_arch_name(arch));
    print(status, basis, layout ? (unsigned)strata_slot_offset(strata_slot_of(layout->bases, layout->words, known->index)) : 0);
    if (strata_pack_find_version(pack, names[name].name, &version) != STRATA_OK)
        version = 0;
    status = strata_pack_find(pack, known->type, known->member, STRATA_TARGET(version, arch), &place);
    print(status, place.basis, status == STRATA_OK ? (unsigned)strata_slot_offset(place.words[0]) : 0);
    putchar('\n');
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 16];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    strata_pack pack;

    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    for (uint32_t arch = STRATA_ARCH_X86; arch <= STRATA_ARCH_X64; arch++)
        for (size_t i = 0; i < sizeof all / sizeof *all; i++)
            for (size_t name = 0; name < sizeof names / sizeof *names; name++)
                answer(&pack, &all[i], name, arch);
    return 0;
}
