#include "front/words.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "front/parser.h"
#include "strata.tab.h"

/* The words by their length, frequent ones first: text, token of the grammar, class of the editors, uses. */
#define WORDS(X, n)                                                             \
    X(n, "in", IN, clause, WORD_CLAUSE)                                         \
    X(n, "at", AT, clause, WORD_CLAUSE)                                         \
    X(n, "as", AS, clause, WORD_CLAUSE)                                         \
    X(n, "by", BY, clause, WORD_CLAUSE)                                         \
    X(n, "of", OF, clause, WORD_PART)                                           \
    X(n, "bit", BIT, clause, WORD_CLAUSE)                                       \
    X(n, "big", BIG, clause, WORD_CLAUSE)                                       \
    X(n, "use", USE, declaration, WORD_ITEM)                                    \
    X(n, "was", WAS, provenance, WORD_PART)                                     \
    X(n, "size", SIZE, clause, WORD_ROW | WORD_HEADER_ROW | WORD_CLAUSE)        \
    X(n, "last", LAST, clause, WORD_CLAUSE)                                     \
    X(n, "type", TYPE, definition, WORD_ITEM)                                   \
    X(n, "next", NEXT, clause, WORD_CLAUSE)                                     \
    X(n, "arch", ARCH, definition, WORD_ITEM)                                   \
    X(n, "axis", AXIS, declaration, WORD_ITEM)                                  \
    X(n, "data", DATA, clause, WORD_HEADER_ROW | WORD_EVENT_ROW)                \
    X(n, "enum", ENUM, definition, WORD_ITEM)                                   \
    X(n, "hook", HOOK, clause, WORD_HEADER_ROW)                                 \
    X(n, "mask", MASK, clause, WORD_CLAUSE)                                     \
    X(n, "pack", PACK, clause, WORD_CLAUSE)                                     \
    X(n, "slot", SLOT, declaration, WORD_ROW)                                   \
    X(n, "flags", FLAGS, definition, WORD_ITEM)                                 \
    X(n, "const", CONST, modifier, WORD_ITEM | WORD_ROW)                        \
    X(n, "bytes", BYTES, declaration, WORD_ROW)                                 \
    X(n, "union", UNION, definition, WORD_ITEM | WORD_ROW)                      \
    X(n, "align", ALIGN, clause, WORD_CLAUSE)                                   \
    X(n, "allow", ALLOW, exception, WORD_CLAUSE)                                \
    X(n, "event", EVENT, definition, WORD_ITEM)                                 \
    X(n, "extra", EXTRA, clause, WORD_HEADER_ROW)                               \
    X(n, "group", GROUP, clause, WORD_EVENT_ROW)                                \
    X(n, "where", WHERE, clause, WORD_CLAUSE)                                   \
    X(n, "share", SHARE, declaration, WORD_ITEM)                                \
    X(n, "builds", BUILDS, declaration, WORD_ITEM)                              \
    X(n, "struct", STRUCT, definition, WORD_ITEM | WORD_ROW)                    \
    X(n, "attest", ATTEST, declaration, WORD_ITEM | WORD_ROW)                   \
    X(n, "digest", DIGEST, declaration, WORD_ROW)                               \
    X(n, "except", EXCEPT, clause, WORD_PART)                                   \
    X(n, "little", LITTLE, clause, WORD_CLAUSE)                                 \
    X(n, "header", HEADER, definition, WORD_ITEM | WORD_EVENT_ROW)              \
    X(n, "marker", MARKER, clause, WORD_HEADER_ROW | WORD_PART)                 \
    X(n, "global", GLOBAL, declaration, WORD_ITEM)                              \
    X(n, "module", MODULE, declaration, WORD_ITEM)                              \
    X(n, "opaque", OPAQUE, definition, WORD_ITEM)                               \
    X(n, "source", SOURCE, declaration, WORD_ITEM)                              \
    X(n, "strata", STRATA, declaration, WORD_FILE)                              \
    X(n, "columns", COLUMNS, declaration, WORD_ITEM | WORD_ROW)                 \
    X(n, "default", DEFAULT, clause, WORD_ITEM | WORD_CLAUSE)                   \
    X(n, "indexed", INDEXED, clause, WORD_CLAUSE)                               \
    X(n, "pointer", POINTER, clause, WORD_CLAUSE)                               \
    X(n, "unknown", UNKNOWN, modifier, WORD_ROW)                                \
    X(n, "identity", IDENTITY, declaration, WORD_ITEM)                          \
    X(n, "inferred", INFERRED, provenance, WORD_PROVENANCE)                     \
    X(n, "volatile", VOLATILE, modifier, WORD_ROW | WORD_POINTER)               \
    X(n, "corrected", CORRECTED, provenance, WORD_PROVENANCE)                   \
    X(n, "previously", PREVIOUSLY, clause, WORD_CLAUSE)                         \
    X(n, "unaccounted", UNACCOUNTED, declaration, WORD_ROW)

#define WORD(n, text, token, class, uses) {text, sizeof text - 1, T_##token, uses},

static const struct word words[] = {WORDS(WORD, 0)};

enum { WORD_COUNT = sizeof words / sizeof *words, SIZE_MOST = 11 };

/* For each length of words, the number of words that are shorter: the index of the first word of that length. */
#define IS_SHORTER(n, text, token, class, uses) +(sizeof text - 1 < (n))
#define SHORTER(n) (0 WORDS(IS_SHORTER, n))

static const uint8_t shorter[SIZE_MOST + 2] = {
    SHORTER(0), SHORTER(1), SHORTER(2), SHORTER(3),  SHORTER(4),  SHORTER(5), SHORTER(6),
    SHORTER(7), SHORTER(8), SHORTER(9), SHORTER(10), SHORTER(11), SHORTER(12)};

/* For each place, the uses that make a word reserved there. */
static const unsigned reserved[] = {
    [PLACE_ROW] = WORD_FILE | WORD_ITEM | WORD_ROW | WORD_HEADER_ROW | WORD_EVENT_ROW,
    [PLACE_TYPED] = WORD_POINTER,
    [PLACE_ENUMERATOR] = WORD_PROVENANCE,
    [PLACE_PATH] = 0,
    [PLACE_ELSEWHERE] = ~0u,
};

const struct word *word_list(size_t *count)
{
    *count = WORD_COUNT;
    return words;
}

const struct word *word_find(enum word_place place, const char *text, size_t size)
{
    if (size > SIZE_MOST || *text < 'a' || *text > 'z')
        return NULL;
    for (const struct word *word = words + shorter[size], *end = words + shorter[size + 1]; word < end; word++)
        if (*word->text == *text && word->text[1] == text[1] && (size == 2 || !memcmp(word->text, text, size)))
            return word->uses & reserved[place] ? word : NULL;
    return NULL;
}

const char *word_quote(struct arena *arena, enum word_place place, const char *name)
{
    return word_find(place, name, strlen(name)) ? arena_format(arena, "`%s`", name) : name;
}

/* Returns the place at the beginning of the next row. */
static enum word_place place_of_row(const struct word_reader *reader)
{
    return reader->enumeration == ENUMERATION_ROWS ? PLACE_ENUMERATOR : PLACE_ROW;
}

void word_reader_take(struct word_reader *reader, int token)
{
    enum word_place place = reader->place;
    reader->place = PLACE_ELSEWHERE;
    switch (token) {
    case T_NAME:
        reader->place = place == PLACE_ROW ? PLACE_TYPED : PLACE_ELSEWHERE;
        break;
    case ';':
        reader->enumeration -= reader->enumeration == ENUMERATION_HEAD;
        reader->place = place_of_row(reader);
        break;
    case '{':
        reader->enumeration += reader->enumeration == ENUMERATION_HEAD;
        reader->place = place_of_row(reader);
        break;
    case '}':
        reader->enumeration = ENUMERATION_NONE;
        reader->place = PLACE_ROW;
        break;
    case '.':
        reader->place = PLACE_PATH;
        break;
    case '*':
    case '(':
        reader->place = place == PLACE_TYPED ? PLACE_TYPED : PLACE_ELSEWHERE;
        break;
    case T_CONST:
    case T_UNKNOWN:
        reader->place = place == PLACE_ROW ? PLACE_ROW : PLACE_ELSEWHERE;
        break;
    case T_VOLATILE:
        reader->place = place == PLACE_ROW || place == PLACE_TYPED ? place : PLACE_ELSEWHERE;
        break;
    case T_ENUM:
    case T_FLAGS:
        if (place == PLACE_ROW)
            reader->enumeration = ENUMERATION_HEAD;
        break;
    }
}

const struct word *word_reader_read(struct word_reader *reader, const char *text, size_t size)
{
    const struct word *word = word_find(reader->place, text, size);
    bool is_name = (ascii_is_name(*text) && !ascii_is_digit(*text)) || *text == '`';
    word_reader_take(reader, word ? word->token : is_name ? T_NAME : size == 1 ? *text : 0);
    return word;
}
