/* Reads targets in hexadecimal, one from each line of its input. Writes a line for each structure and enum of walk.inc:
 * its name; status, basis, size and layout by the generated header; and the same by the pack. Headers do not say how well
 * an enum is known; in place of its size and layout is a sum of the values that it has. */
#include <stdio.h>

#include "headers.inc"
#include "strata_layout.h"
#include "strata_pack.h"

static const struct {
    const char *name;
    const strata_table *table;
} records[] = {
#define RECORD(TEXT, NAME) {TEXT, &strata_##NAME##_table},
#define ENUM(TEXT, NAME)
#include "walk.inc"
#undef RECORD
#undef ENUM
};

static const struct {
    const char *name;
    const strata_values *rows;
    size_t count;
} enums[] = {
#define RECORD(TEXT, NAME)
#define ENUM(TEXT, NAME) {TEXT, strata_##NAME##_values, sizeof strata_##NAME##_values / sizeof *strata_##NAME##_values},
#include "walk.inc"
};

static void print_pack(const strata_pack *pack, const char *name, strata_target target)
{
    strata_pack_layout layout;
    strata_pack_type type;
    strata_status status = strata_pack_find_type(pack, name, &type);
    if (status == STRATA_OK)
        status = strata_pack_find_layout(&type, target, &layout);
    if (status != STRATA_OK)
        printf("%s - 0\n", strata_status_name(status));
    else
        printf("OK %s %u %u\n", strata_basis_name(layout.basis), layout.size, layout.number);
}

static void print_record(size_t i, strata_target target)
{
    const strata_layout *layout;
    strata_basis basis;
    strata_status status = strata_find_layout(records[i].table, target, &layout, &basis);
    printf("%s|%s ", records[i].name, strata_status_name(status));
    if (layout)
        printf("%s %u %u|", strata_basis_name(basis), layout->size, (unsigned)(layout - records[i].table->layouts));
    else
        printf("- 0|");
}

static void print_enum(size_t i, strata_target target)
{
    uint64_t sum = 0;
    for (size_t k = 0; k < enums[i].count; k++)
        if (strata_values_hold(&enums[i].rows[k], target))
            sum = sum * 31 + enums[i].rows[k].low + 1;
    printf("%s|%llu|", enums[i].name, (unsigned long long)sum);
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 20];
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    unsigned long long target;
    strata_pack pack;
    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    while (scanf("%llx", &target) == 1) {
        for (size_t i = 0; i < sizeof records / sizeof *records; i++) {
            print_record(i, target);
            print_pack(&pack, records[i].name, target);
        }
        for (size_t i = 0; i < sizeof enums / sizeof *enums; i++) {
            print_enum(i, target);
            print_pack(&pack, enums[i].name, target);
        }
    }
    return 0;
}
