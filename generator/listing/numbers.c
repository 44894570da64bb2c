/*
 * Finds the types of numbers that words of C mean.
 */
#include <string.h>

#include "base/arena.h"
#include "kernel/kernel.h"
#include "listing/listing_parts.h"

/* Types of numbers by their words in C, in any order. `long` has 8 bytes if the text says so. */
static const struct {
    const char *word, *name;
    enum isf_base_kind kind;
    uint32_t size;
    bool is_signed;
} names[] = {
    {"UCHAR", "unsigned char", ISF_INTEGER, 1, false},
    {"BYTE", "unsigned char", ISF_INTEGER, 1, false},
    {"CHAR", "char", ISF_INTEGER, 1, true},
    {"USHORT", "unsigned short", ISF_INTEGER, 2, false},
    {"SHORT", "short", ISF_INTEGER, 2, true},
    {"WCHAR", "wchar", ISF_INTEGER, 2, true},
    {"wchar_t", "wchar", ISF_INTEGER, 2, true},
    {"ULONG", "unsigned long", ISF_INTEGER, 4, false},
    {"LONG", "long", ISF_INTEGER, 4, true},
    {"DWORD", "unsigned long", ISF_INTEGER, 4, false},
    {"UINT", "unsigned int", ISF_INTEGER, 4, false},
    {"INT", "int", ISF_INTEGER, 4, true},
    {"HRESULT", "HRESULT", ISF_INTEGER, 4, true},
    {"ULONGLONG", "unsigned long long", ISF_INTEGER, 8, false},
    {"LONGLONG", "long long", ISF_INTEGER, 8, true},
    {"FLOAT", "f32", ISF_FLOAT, 4, true},
    {"float", "f32", ISF_FLOAT, 4, true},
    {"double", "double", ISF_FLOAT, 8, true},
    {"DOUBLE", "double", ISF_FLOAT, 8, true},
    {"bool", "bool", ISF_INTEGER, 1, false},
    {"_Bool", "bool", ISF_INTEGER, 1, false},
    {"VOID", "void", ISF_VOID, 0, true},
    {"void", "void", ISF_VOID, 0, true},
    {"u8", "unsigned char", ISF_INTEGER, 1, false},
    {"s8", "char", ISF_INTEGER, 1, true},
    {"u16", "unsigned short", ISF_INTEGER, 2, false},
    {"s16", "short", ISF_INTEGER, 2, true},
    {"u32", "unsigned int", ISF_INTEGER, 4, false},
    {"s32", "int", ISF_INTEGER, 4, true},
    {"u64", "unsigned long long", ISF_INTEGER, 8, false},
    {"s64", "long long", ISF_INTEGER, 8, true},
};

static bool has_word(const char *words, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(words, word); at; at = strstr(at + 1, word))
        if ((at == words || at[-1] == ' ') && (!at[size] || at[size] == ' '))
            return true;
    return false;
}

/* Returns the floating-point type with a size in bytes. If there is none, returns a type of bytes without a meaning. */
static struct isf_type *find_float(struct listing *listing, const char *words, uint32_t size)
{
    static const struct {
        uint32_t size;
        const char *name;
    } floats[] = {{4, "f32"}, {8, "double"}, {10, "f80"}, {12, "f96"}, {16, "long double"}};
    for (size_t i = 0; i < sizeof floats / sizeof *floats; i++)
        if (floats[i].size == size && !has_word(words, "complex") && !has_word(words, "_Complex"))
            return listing_base(listing, floats[i].name, ISF_FLOAT, size, true);
    return listing_base(listing, arena_format(listing->file->arena, KERNEL_BYTES "%lu", (unsigned long)size), ISF_FLOAT,
                        size, false);
}

struct isf_type *listing_number(struct listing *listing, const char *words, uint32_t size)
{
    static const char *const unsigned_names[] = {"unsigned char", "unsigned short", "unsigned int",
                                                 "unsigned long long"};
    static const char *const signed_names[] = {"char", "short", "int", "long long"};
    static const char *const ranks[][2] = {
        {"char", "__int8"}, {"short", "__int16"}, {"__int32", "int"}, {"__int64", "__int64"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(words, names[i].word) && (!size || size == names[i].size))
            return listing_base(listing, names[i].name, names[i].kind, names[i].size, names[i].is_signed);
    bool is_unsigned = has_word(words, "unsigned"), is_long = has_word(words, "long");
    if (has_word(words, "double") || has_word(words, "float"))
        return size ? find_float(listing, words, size) : NULL;
    unsigned rank = 0;
    while (rank < 4 && !has_word(words, ranks[rank][0]) && !has_word(words, ranks[rank][1]))
        rank++;
    if (rank == 4 && !is_long && !is_unsigned && !has_word(words, "signed"))
        return NULL;
    rank = rank == 4 ? 2 : rank;
    if (is_long && !strstr(words, "long long") &&
        !(strstr(words, "long ") && strstr(strstr(words, "long ") + 5, "long")) && (!size || size == 4))
        return listing_base(listing, is_unsigned ? "unsigned long" : "long", ISF_INTEGER, 4, !is_unsigned);
    rank = is_long ? 3 : rank;
    if (size && size != 1u << rank)
        return NULL;
    return listing_base(listing, (is_unsigned ? unsigned_names : signed_names)[rank], ISF_INTEGER, 1u << rank,
                        !is_unsigned);
}
