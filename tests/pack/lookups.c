/*
 * lookups.h with the headers of tables.h and the pack PACK_FILE, and what else strata_pack.h promises: names, and packs
 * that are not the one in which something was found.
 */
#include "tables.h"
#include "lookups.h"

static void check_names(void)
{
    strata_pack_type type;
    strata_pack_layout layout;
    strata_pack_member member;
    strata_pack_place place;
    strata_version version = 1;
    const char *name;
    uint32_t arch = 1, found;
    uint64_t value = 1;
    size_t i;

    for (i = 0; strata_pack_arch_at(&pack, i, &name, &arch) == STRATA_OK; i++)
        CHECK(strata_pack_find_arch(&pack, name, &found) == STRATA_OK && found == arch && arch == i + 1);
    CHECK(i > 1 && strata_pack_find_arch(&pack, "x65", &found) == STRATA_BAD_NAME && found == 0);
    CHECK(strata_pack_find_version(&pack, "6.1", &version) == STRATA_OK && version == STRATA_VERSION_6_1);
    CHECK(strata_pack_find_version(&pack, "6.", &version) == STRATA_BAD_NAME && version == 0);
    CHECK(strata_pack_find_type(&pack, "no such type", &type) == STRATA_BAD_NAME && type.pack == STRATA_NULLPTR);
    CHECK(strata_pack_find_layout(&type, targets[0], &layout) == STRATA_BAD_NAME);
    CHECK(strata_pack_find_member(&type, "x", &member) == STRATA_BAD_NAME);
    CHECK(strata_pack_find_place(&layout, &member, &place) == STRATA_ABSENT);
    CHECK(strata_pack_get(&place, "", 0, &value) == STRATA_ABSENT && value == 0);
    CHECK(strata_pack_find(&pack, "", "", targets[0], &place) == STRATA_BAD_NAME);
}

/* Checks that a pack refuses what was found in another, even if both have the same bytes. */
static void check_other_pack(void)
{
    strata_pack other = pack;
    strata_pack_type type;
    strata_pack_layout layout;
    strata_pack_member member;
    strata_pack_place place;
    strata_known known;
    size_t cursor = 0;
    uint64_t value;
    uint32_t i = 0;

    while (strata_pack_type_at(&pack, i, &type) == STRATA_OK && type.member_count == 0)
        i++;
    CHECK(strata_pack_list_known(&type, &cursor, &known) == STRATA_OK);
    CHECK(strata_pack_find_layout(&type, STRATA_TARGET(known.first, known.arch), &layout) == STRATA_OK);
    CHECK(strata_pack_type_at(&other, i, &type) == STRATA_OK);
    CHECK(strata_pack_member_at(&type, 0, &member) == STRATA_OK);
    CHECK(strata_pack_find_place(&layout, &member, &place) == STRATA_OTHER_KIND);
    CHECK(strata_pack_type_at(&pack, pack.type_count - 1, &type) == STRATA_OK && type.kind >= STRATA_PACK_ENUM);
    CHECK(strata_pack_member_at(&type, 0, &member) == STRATA_OK);
    CHECK(strata_pack_type_at(&other, pack.type_count - 1, &type) == STRATA_OK);
    CHECK(strata_pack_value(&type, &member, layout.target, &value) == STRATA_OTHER_KIND && value == 0);
}

int main(void)
{
    read_pack(PACK_FILE);
    check_pack();
    where_record = "names";
    check_names();
    where_record = "another pack";
    check_other_pack();
    (void)check_records;
    (void)check_values;
    printf("%u checks, %u failed\n", passed + failed, failed);
    return failed != 0;
}
