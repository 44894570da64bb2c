#include "listing/tag.h"

#include <string.h>

#include "base/ascii.h"
#include "listing/listing_parts.h"

/* Types of numbers: the name in the debugger, and the name in symbol files. */
static const struct {
    const char *word, *name;
    enum isf_base_kind kind;
    uint32_t size;
    bool is_signed;
} bases[] = {
    {"UChar", "unsigned char", ISF_INTEGER, 1, false},
    {"Char", "char", ISF_INTEGER, 1, true},
    {"Uint1B", "unsigned char", ISF_INTEGER, 1, false},
    {"Int1B", "char", ISF_INTEGER, 1, true},
    {"Uint2B", "unsigned short", ISF_INTEGER, 2, false},
    {"Int2B", "short", ISF_INTEGER, 2, true},
    {"Uint4B", "unsigned long", ISF_INTEGER, 4, false},
    {"Int4B", "long", ISF_INTEGER, 4, true},
    {"Uint8B", "unsigned long long", ISF_INTEGER, 8, false},
    {"Int8B", "long long", ISF_INTEGER, 8, true},
    {"Uint16B", "uint128", ISF_INTEGER, 16, false},
    {"Int16B", "int128", ISF_INTEGER, 16, true},
    {"Wchar", "wchar", ISF_INTEGER, 2, true},
    {"WChar", "wchar", ISF_INTEGER, 2, true},
    {"Float", "f32", ISF_FLOAT, 4, true},
    {"Double", "double", ISF_FLOAT, 8, true},
    {"Bool", "bool", ISF_INTEGER, 1, false},
    {"HRESULT", "HRESULT", ISF_INTEGER, 4, true},
    {"Void", "void", ISF_VOID, 0, true},
    {"void", "void", ISF_VOID, 0, true},
};

const char *tag_take_name(struct listing *listing, struct line *line)
{
    size_t depth = 0;
    const char *begin = line->begin;
    for (; line->begin < line->end; line->begin++) {
        depth += *line->begin == '<';
        depth -= *line->begin == '>' && depth;
        if (!depth && (*line->begin == ' ' || *line->begin == ',' || *line->begin == '\t'))
            break;
    }
    return line->begin > begin ? listing_name(listing, begin, (size_t)(line->begin - begin)) : NULL;
}

/* Takes the measures after the name of a structure: ", 12 elements, 0x48 bytes". */
static void take_measures(struct line *line, struct listing_record *record)
{
    uint32_t count;
    struct line rest = *line;
    while (line_take(&rest, ",")) {
        if (!line_take_count(&rest, &count))
            return;
        line_skip_blanks(&rest);
        if (record && line_take(&rest, "bytes")) {
            record->has_size = true;
            record->size = count;
        } else if (!line_take(&rest, "elements") && !line_take(&rest, "element") && !line_take(&rest, "total enums") &&
                   !line_take(&rest, "bytes")) {
            return;
        }
        *line = rest;
    }
}

struct isf_type *tag_read(struct listing *listing, struct line *line, struct listing_member *member)
{
    static const struct {
        const char *word;
        enum isf_kind kind;
    } words[] = {{"struct ", ISF_STRUCT}, {"class ", ISF_STRUCT}, {"union ", ISF_UNION}, {"Enum ", ISF_ENUM}};
    enum isf_kind kind = ISF_WRONG;
    for (size_t i = 0; i < sizeof words / sizeof *words && kind == ISF_WRONG; i++)
        kind = line_take(line, words[i].word) ? words[i].kind : ISF_WRONG;
    line_skip_blanks(line);
    const char *name = tag_take_name(listing, line);
    for (size_t i = 0; name && kind == ISF_WRONG && i < sizeof bases / sizeof *bases; i++)
        if (!strcmp(name, bases[i].word))
            return listing_base(listing, bases[i].name, bases[i].kind, bases[i].size, bases[i].is_signed);
    if (!name || (!ascii_is_name(*name) && *name != '<') || ascii_is_digit(*name))
        return NULL;
    bool is_unnamed = *name == '<' || isf_is_unnamed(name);
    kind = kind == ISF_WRONG ? ISF_STRUCT : kind;
    if (kind == ISF_ENUM && !is_unnamed) {
        take_measures(line, NULL);
        return listing_type(listing, &(struct isf_type){.kind = ISF_ENUM, .name = name});
    }
    if (is_unnamed) {
        member->inner = listing_record(listing, NULL);
        member->inner->is_union = kind == ISF_UNION;
        name = member->inner->name;
    }
    struct listing_record *record = member->inner ? member->inner : listing_record(listing, name);
    record->is_union |= kind == ISF_UNION;
    take_measures(line, record);
    return listing_type(listing, &(struct isf_type){.kind = kind, .name = name});
}
