#include "spec/c_type.h"

#include <string.h>

/* `int` is INT and not LONG, as in the headers of Windows. Symbol files also distinguish `int` from `long`. */
const struct c_type c_types[] = {
    {"unsigned char", 1, "UCHAR", "unsigned"},
    {"char", 1, "CHAR", "char"},
    {"unsigned short", 2, "USHORT", "unsigned"},
    {"short", 2, "SHORT", "signed"},
    {"wchar", 2, "WCHAR", "char"},
    {"unsigned long", 4, "ULONG", "unsigned"},
    {"long", 4, "LONG", "signed"},
    {"unsigned int", 4, "UINT", "unsigned"},
    {"int", 4, "INT", "signed"},
    {"HRESULT", 4, "HRESULT", "signed"},
    {"f32", 4, "FLOAT", "float"},
    {"unsigned long long", 8, "ULONGLONG", "unsigned"},
    {"long long", 8, "LONGLONG", "signed"},
    {"double", 8, "DOUBLE", "float"},
    {"bool", 1, "bool_8", "bool"},
};

const size_t c_type_count = sizeof c_types / sizeof *c_types;

bool c_type_are_kin(const char *a, const char *b)
{
    static const char *const kin[][2] = {{"int", "long"}, {"unsigned int", "unsigned long"}};
    bool are_kin = !strcmp(a, b);
    for (size_t i = 0; i < sizeof kin / sizeof *kin; i++)
        are_kin |= (!strcmp(a, kin[i][0]) && !strcmp(b, kin[i][1])) || (!strcmp(a, kin[i][1]) && !strcmp(b, kin[i][0]));
    return are_kin;
}

const char *c_type_name(const char *name)
{
    for (size_t i = 0; i < c_type_count; i++)
        if (!strcmp(c_types[i].name, name))
            return c_types[i].c;
    return NULL;
}

const struct c_type *c_type_find(const char *c)
{
    for (size_t i = 0; i < c_type_count; i++)
        if (!strcmp(c_types[i].c, c))
            return &c_types[i];
    return NULL;
}
