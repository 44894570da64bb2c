#include "clang/missing.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"

/* The beginning of the declarations. In programs of Windows an integer of the width of a pointer may be a long. */
static const char prefix[] = "#if __SIZEOF_POINTER__ == 8\n"
                             "#define STRATA_WORD long long\n"
                             "#else\n"
                             "#define STRATA_WORD long\n"
                             "#endif\n"
                             "typedef __WCHAR_TYPE__ wchar_t;\n";

/* Names of numbers and of pointers to nothing known, with their meaning in C. */
static const char *const known[][2] = {
    {"BYTE", "unsigned char"},
    {"UCHAR", "unsigned char"},
    {"UINT8", "unsigned char"},
    {"uint8_t", "unsigned char"},
    {"u8", "unsigned char"},
    {"__u8", "unsigned char"},
    {"BOOLEAN", "unsigned char"},
    {"CHAR", "char"},
    {"INT8", "signed char"},
    {"int8_t", "signed char"},
    {"s8", "signed char"},
    {"__s8", "signed char"},
    {"WORD", "unsigned short"},
    {"USHORT", "unsigned short"},
    {"UINT16", "unsigned short"},
    {"uint16_t", "unsigned short"},
    {"u16", "unsigned short"},
    {"__u16", "unsigned short"},
    {"SHORT", "short"},
    {"INT16", "short"},
    {"int16_t", "short"},
    {"s16", "short"},
    {"__s16", "short"},
    {"WCHAR", "wchar_t"},
    {"wchar_t", "__WCHAR_TYPE__"},
    {"DWORD", "unsigned long"},
    {"ULONG", "unsigned long"},
    {"LONG", "long"},
    {"NTSTATUS", "long"},
    {"HRESULT", "long"},
    {"UINT", "unsigned int"},
    {"UINT32", "unsigned int"},
    {"ULONG32", "unsigned int"},
    {"DWORD32", "unsigned int"},
    {"uint32_t", "unsigned int"},
    {"u32", "unsigned int"},
    {"__u32", "unsigned int"},
    {"INT", "int"},
    {"BOOL", "int"},
    {"INT32", "int"},
    {"LONG32", "int"},
    {"int32_t", "int"},
    {"s32", "int"},
    {"__s32", "int"},
    {"QWORD", "unsigned long long"},
    {"DWORD64", "unsigned long long"},
    {"DWORDLONG", "unsigned long long"},
    {"ULONG64", "unsigned long long"},
    {"ULONGLONG", "unsigned long long"},
    {"UINT64", "unsigned long long"},
    {"uint64_t", "unsigned long long"},
    {"u64", "unsigned long long"},
    {"__u64", "unsigned long long"},
    {"LONG64", "long long"},
    {"LONGLONG", "long long"},
    {"INT64", "long long"},
    {"int64_t", "long long"},
    {"s64", "long long"},
    {"__s64", "long long"},
    {"FLOAT", "float"},
    {"DOUBLE", "double"},
    {"SIZE_T", "unsigned STRATA_WORD"},
    {"ULONG_PTR", "unsigned STRATA_WORD"},
    {"UINT_PTR", "unsigned STRATA_WORD"},
    {"DWORD_PTR", "unsigned STRATA_WORD"},
    {"KAFFINITY", "unsigned STRATA_WORD"},
    {"SSIZE_T", "STRATA_WORD"},
    {"LONG_PTR", "STRATA_WORD"},
    {"INT_PTR", "STRATA_WORD"},
    {"size_t", "__SIZE_TYPE__"},
    {"uintptr_t", "__UINTPTR_TYPE__"},
    {"intptr_t", "__INTPTR_TYPE__"},
    {"VOID", "void"},
    {"PVOID", "void *"},
    {"LPVOID", "void *"},
    {"HANDLE", "void *"},
};

/* Returns the meaning of a known name, or NULL. */
static const char *find_known(const char *name)
{
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (!strcmp(known[i][0], name))
            return known[i][1];
    return NULL;
}

/* Constants of the headers of Windows that are bounds of arrays. */
static const struct {
    const char *name, *value;
} constants[] = {{"ANYSIZE_ARRAY", "1"}, {"MAX_PATH", "260"}};

/* Adds the definition of a constant, if it is known. */
static bool define_constant(struct clang_missing *missing, const char *name)
{
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
        if (strcmp(constants[i].name, name) != 0)
            continue;
        buffer_format(&missing->text, "%s#define %s %s\n", missing->text.size ? "" : prefix, name, constants[i].value);
        return true;
    }
    return false;
}

/* Adds the declaration of a name. `PNAME` points to NAME, as in the headers of Windows; other unknown names are
 * structures. `word` says what clang knows of the name: struct, union, enum; NULL: nothing. */
static void declare_name(struct clang_missing *missing, const char *name, const char *word)
{
    const char *meaning = find_known(name), *target = !strncmp(name, "LP", 2) ? name + 2 : name + 1;
    bool is_pointer = *name == 'P' || target == name + 2;
    if (!missing->text.size)
        buffer_add_text(&missing->text, prefix);
    if (word)
        buffer_format(&missing->text, "typedef %s %s %s;\n", word, name, name);
    else if (meaning)
        buffer_format(&missing->text, "typedef %s %s;\n", meaning, name);
    else if (is_pointer && find_known(target))
        buffer_format(&missing->text, "typedef %s *%s;\n", find_known(target), name);
    else if (is_pointer && *target >= 'A' && *target <= 'Z')
        buffer_format(&missing->text, "typedef struct _%s *%s;\n", target, name);
    else
        buffer_format(&missing->text, "typedef struct _%s %s;\n", name, name);
    missing->has_opaque |= !word && !meaning && !(is_pointer && find_known(target));
}

/* Returns the name in quotes after a beginning of a text, or NULL. */
static const char *name_after(struct arena *arena, const char *text, const char *beginning)
{
    const char *at = text + strlen(beginning);
    if (strncmp(text, beginning, strlen(beginning)) != 0)
        return NULL;
    size_t size = 0;
    while (ascii_is_name(at[size]))
        size++;
    return size && at[size] == '\'' ? arena_copy(arena, at, size) : NULL;
}

/* Adds a definition without a meaning of a structure that a member needs, as in "incomplete type 'struct _S'". Returns
 * false if the error says nothing like that, or if it was added before. */
static bool add_definition(struct clang_missing *missing, struct arena *arena, struct intern *intern, const char *error)
{
    static const char *const words[] = {"struct", "union"};
    const char *at = strstr(error, "has incomplete "), *name = NULL;
    for (size_t i = 0; at && i < sizeof words / sizeof *words && !name; i++) {
        const char *begin = arena_format(arena, "'%s ", words[i]), *quoted = strstr(at, begin);
        name = quoted ? name_after(arena, quoted, begin) : NULL;
        if (!name)
            continue;
        const char *key = intern_text(intern, arena_format(arena, "%s %s", words[i], name));
        if (map_get(missing->names, key))
            return false;
        map_set(missing->names, key, missing);
        buffer_format(&missing->text, "%s %s { char strata_unknown; };\n", words[i], name);
        buffer_format(&missing->list, "%s%s", missing->list.size ? ", " : "", key);
        missing->has_opaque = true;
    }
    return name != NULL;
}

static const char undeclared[] = "use of undeclared identifier '";

bool clang_add_missing(struct clang_missing *missing, struct arena *arena, struct intern *intern, const char *error)
{
    static const char *const words[] = {"struct", "union", "enum"};
    const char *constant = name_after(arena, error, undeclared);
    constant = constant ? intern_text(intern, constant) : NULL;
    if (constant && !map_get(missing->names, constant) && define_constant(missing, constant)) {
        buffer_format(&missing->list, "%s%s", missing->list.size ? ", " : "", constant);
        map_set(missing->names, constant, missing);
        return true;
    }
    const char *name = name_after(arena, error, "unknown type name '"), *word = NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words && !name; i++) {
        name = name_after(arena, error, arena_format(arena, "must use '%s' tag to refer to type '", words[i]));
        word = words[i];
    }
    name = name ? intern_text(intern, name) : NULL;
    if (!name)
        return add_definition(missing, arena, intern, error);
    if (map_get(missing->names, name))
        return false;
    if (!word)
        buffer_format(&missing->list, "%s%s", missing->list.size ? ", " : "", name);
    map_set(missing->names, name, missing);
    declare_name(missing, name, word);
    return true;
}

bool clang_is_missing_header(const char *error, bool *is_pack)
{
    const char *end = strstr(error, "' file not found"), *name = error + 1;
    for (const char *at = error; end && at < end; at++)
        name = *at == '/' ? at + 1 : name;
    *is_pack = end && (!strncmp(name, "pshpack", 7) || !strncmp(name, "poppack", 7));
    return *error == '\'' && end;
}

bool clang_is_missing_constant(const char *error)
{
    return !strncmp(error, undeclared, sizeof undeclared - 1);
}
