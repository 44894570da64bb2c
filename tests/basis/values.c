/*
 * Asks a pack about enumerators by strata_pack.h: a line of standard input has an enumeration, an enumerator and a
 * target in hexadecimal. Prints the value, or `absent`, and its grade.
 */
#include <stdio.h>
#include <stdlib.h>

#include "strata_pack.h"

static const char *name_grade(strata_basis basis)
{
    switch (basis) {
    case STRATA_ATTESTED:
        return "attested";
    case STRATA_BRACKETED:
        return "bracketed";
    case STRATA_INTERPOLATED:
        return "interpolated";
    case STRATA_EXTRAPOLATED:
        return "extrapolated";
    default:
        return "disputed";
    }
}

int main(int argc, char **argv)
{
    static unsigned char bytes[1 << 20];
    char enumeration[128], enumerator[128];
    unsigned long long target;
    strata_pack pack;
    FILE *file = argc > 1 ? fopen(argv[1], "rb") : NULL;
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;

    if (strata_pack_open(&pack, bytes, size) != STRATA_OK)
        return 1;
    while (scanf("%127s %127s %llx", enumeration, enumerator, &target) == 3) {
        strata_pack_type type;
        strata_pack_member member;
        strata_pack_layout layout;
        uint64_t value;

        if (strata_pack_find_type(&pack, enumeration, &type) != STRATA_OK ||
            strata_pack_find_member(&type, enumerator, &member) != STRATA_OK)
            return 1;
        (void)strata_pack_find_layout(&type, target, &layout);
        if (strata_pack_value(&type, &member, target, &value) == STRATA_OK)
            printf("%llu %s\n", (unsigned long long)value, name_grade(strata_pack_member_basis(&layout, &member)));
        else
            printf("absent %s\n", name_grade(strata_pack_member_basis(&layout, &member)));
    }
    fclose(file);
    return 0;
}
