#include "spec/c_type.h"

#include <string.h>

/* `int` is INT and not LONG, as in the headers of Windows: symbol files tell `int` from `long`, too. */
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

const struct c_type *c_type_find(const char *c)
{
    for (size_t i = 0; i < c_type_count; i++)
        if (!strcmp(c_types[i].c, c))
            return &c_types[i];
    return NULL;
}
