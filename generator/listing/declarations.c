/*
 * Reads declarations of C with comments that state offsets, as pahole and the pages of the Vergilius Project write
 * them. Types need not be declared: the meaning of a name follows from its spelling, or stays unknown.
 */
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "listing/listing_parts.h"
#include "clang/claims.h"

/* A token of the text. */
struct token {
    const char *text;
    size_t size; /* number of bytes; 0 at the end of the text */
};

/* The position in a declaration. */
struct reader {
    struct listing *listing;
    struct token token;        /* the current token */
    struct clang_claim before; /* claim of the last comment, if it stands above a declaration */
    unsigned depth;
    uint32_t unnamed_bits, unnamed_offset; /* number of unnamed bits after the last named member, and their offset */
    uint32_t last_offset;                  /* offset of the last named member */
};

static bool is_token(const struct reader *reader, const char *text)
{
    return reader->token.size == strlen(text) && !memcmp(reader->token.text, text, reader->token.size);
}

/* Skips a comment, and reads its claim. Returns the end of the comment. */
static const char *read_comment(const struct listing *listing, const char *at, struct clang_claim *claim)
{
    const char *body = at + 2, *stop = body;
    bool is_line = at[1] == '/';
    while (stop < listing->end &&
           !(is_line ? *stop == '\n' : stop + 1 < listing->end && stop[0] == '*' && stop[1] == '/'))
        stop++;
    clang_read_comment(body, (size_t)(stop - body), listing->pointer, claim);
    return is_line || stop == listing->end ? stop : stop + 2;
}

static bool is_comment(const struct listing *listing, const char *at)
{
    return listing->end - at > 1 && at[0] == '/' && (at[1] == '/' || at[1] == '*');
}

/* Returns the end of a name of C++ after its first word: of scopes, arguments of a template, and `_vptr.Shape`. */
static const char *end_scoped_name(const char *at, const char *end)
{
    for (;;) {
        const char *c = at;
        size_t depth = 0;
        if (c < end && *c == '<') {
            do
                depth += (*c == '<') - (size_t)(*c == '>');
            while (++c < end && depth && *c != ';' && c - at < 1000);
        } else if (end - c > 2 && ((c[0] == ':' && c[1] == ':') || (c[0] == '.' && ascii_is_name(c[1])))) {
            for (c += 1 + (*c == ':'); c < end && ascii_is_name(*c);)
                c++;
        }
        if (c == at || depth)
            return at;
        at = c;
    }
}

/* Takes the next token. Reads the claims of comments before it. */
static void next_token(struct reader *reader)
{
    struct listing *listing = reader->listing;
    const char *at = reader->token.text + reader->token.size;
    while (at < listing->end) {
        if (is_comment(listing, at)) {
            struct clang_claim claim;
            const char *end = read_comment(listing, at, &claim);
            if (claim.has_size || claim.has_offset)
                reader->before = claim;
            for (; at < end; at++)
                listing->line += *at == '\n';
            continue;
        }
        if (!strchr(" \t\r\n", *at))
            break;
        listing->line += *at++ == '\n';
    }
    reader->token = (struct token){at, 0};
    while (at < listing->end && ascii_is_name(*at))
        at++;
    if (listing->is_pahole && at > reader->token.text)
        at = end_scoped_name(at, listing->end);
    reader->token.size = (size_t)(at - reader->token.text);
    if (!reader->token.size && at < listing->end)
        reader->token.size = 1;
}

/* Reads the claim of a comment after the current `;`, on the same line. */
static void read_behind(struct reader *reader, struct clang_claim *claim)
{
    const struct listing *listing = reader->listing;
    const char *at = reader->token.text + 1;
    *claim = (struct clang_claim){0};
    while (at < listing->end && (*at == ' ' || *at == '\t'))
        at++;
    if (is_comment(listing, at))
        reader->token.text = read_comment(listing, at, claim) - 1;
}

static bool fail_token(struct reader *reader, const char *wanted)
{
    return listing_fail(reader->listing, "'%.*s' stands where %s is expected", (int)(reader->token.size % 60),
                        reader->token.text, wanted);
}

/* Skips the current brackets with their contents. Afterwards the current token is the one after them. */
static bool skip_brackets(struct reader *reader)
{
    size_t depth = 0;
    do {
        depth += is_token(reader, "(") || is_token(reader, "{") || is_token(reader, "[");
        depth -= is_token(reader, ")") || is_token(reader, "}") || is_token(reader, "]");
        if (!reader->token.size)
            return fail_token(reader, "the end of a bracket");
        next_token(reader);
    } while (depth);
    return true;
}

/* ---- Members */

/* A declaration of a member: its words, the declarator, and its inner structure. */
struct declared {
    char words[1024]; /* words of the type, separated by blanks */
    bool is_tag;     /* `struct`, `union` or `enum` precedes the name of the type */
    enum isf_kind kind;
    unsigned stars;
    bool is_function;
    const char *name;
    struct listing_record *body; /* structure with a name whose members stand in the declaration; or NULL */
    uint32_t bounds[8];
    size_t bound_count;
};

/* Adds a word to a type. A type that is too long is cut, so it is an unknown one. */
static void add_word(struct declared *declared, const struct token *token)
{
    size_t size = strlen(declared->words);
    if (size + token->size + 2 >= sizeof declared->words)
        return;
    if (size)
        declared->words[size++] = ' ';
    memcpy(declared->words + size, token->text, token->size);
    declared->words[size + token->size] = '\0';
}

/* Makes the type of a member. An unknown name becomes a structure with the size that the text states. */
static struct isf_type *make_type(struct reader *reader, const struct declared *declared, struct listing_member *member)
{
    struct listing *listing = reader->listing;
    struct isf_type *type = NULL;
    uint32_t size = declared->stars || declared->is_function ? 0 : member->extent;
    for (size_t i = 0; i < declared->bound_count && size; i++)
        size = declared->bounds[i] ? size / declared->bounds[i] : 0;
    if (member->inner) {
        type = listing_type(listing, &(struct isf_type){.kind = member->inner->is_union ? ISF_UNION : ISF_STRUCT,
                                                        .name = member->inner->name});
    } else if (declared->is_function) {
        type = listing_type(listing, &(struct isf_type){.kind = ISF_FUNCTION});
    } else if (!declared->is_tag) {
        type = listing_number(listing, declared->words, size);
        if (!type && member->width)
            type = listing_number(listing, declared->words, 0);
    }
    if (!type) {
        const char *name = listing_name(listing, declared->words, strlen(declared->words));
        type = listing_type(listing,
                            &(struct isf_type){.kind = declared->is_tag ? declared->kind : ISF_STRUCT, .name = name});
        struct listing_record *record = size && type->kind != ISF_ENUM ? listing_record(listing, name) : NULL;
        if (record && !record->has_size && !record->is_open) {
            record->has_size = record->is_whole = true;
            record->size = size;
            record->is_union = type->kind == ISF_UNION;
        }
    }
    for (unsigned i = 0; i < declared->stars; i++)
        type = listing_type(listing, &(struct isf_type){.kind = ISF_POINTER, .of = type});
    for (size_t i = declared->bound_count; i; i--)
        type =
            listing_type(listing, &(struct isf_type){.kind = ISF_ARRAY, .of = type, .count = declared->bounds[i - 1]});
    return type;
}

static bool read_number(const struct token *token, uint32_t *number)
{
    *number = 0;
    for (size_t i = 0; i < token->size; i++) {
        if (!ascii_is_digit(token->text[i]) || *number > INT32_MAX / 10 - 10)
            return false;
        *number = *number * 10 + (uint32_t)(token->text[i] - '0');
    }
    return token->size > 0;
}

static bool read_body(struct reader *reader, struct listing_record *record);

/* Reads the current bounds, such as `[4][2]`. */
static bool read_bounds(struct reader *reader, struct declared *declared)
{
    while (is_token(reader, "[")) {
        uint32_t bound = 0;
        next_token(reader);
        if (!is_token(reader, "]")) {
            if (!read_number(&reader->token, &bound) || declared->bound_count == 8)
                return fail_token(reader, "a number of elements");
            next_token(reader);
        }
        if (!is_token(reader, "]"))
            return fail_token(reader, "']'");
        declared->bounds[declared->bound_count++] = bound;
        next_token(reader);
    }
    return true;
}

/* Reads a pointer to a function, `(*Name)(parameters)`, or an array of such pointers. */
static bool read_function(struct reader *reader, struct declared *declared)
{
    next_token(reader);
    for (declared->stars = 0; is_token(reader, "*") || is_token(reader, "__stdcall"); next_token(reader))
        declared->stars += is_token(reader, "*"); /* those before the bracket are of the result */
    declared->name = listing_name(reader->listing, reader->token.text, reader->token.size);
    declared->is_function = true;
    next_token(reader);
    if (!read_bounds(reader, declared))
        return false;
    if (!is_token(reader, ")"))
        return fail_token(reader, "the name of a pointer to a function");
    next_token(reader);
    return !is_token(reader, "(") || skip_brackets(reader);
}

/* True if a name follows the current token. `class` is then a word of C++, and else the name of a member of C. */
static bool is_before_name(const struct reader *reader)
{
    const char *at = reader->token.text + reader->token.size;
    while (at < reader->listing->end && strchr(" \t\r\n", *at))
        at++;
    return at < reader->listing->end && ascii_is_name(*at);
}

/* Reads the words of a declaration up to its declarator, and a structure in it. */
static bool read_words(struct reader *reader, struct declared *declared, struct listing_member *member)
{
    static const char *const ignored[] = {"const", "volatile", "__restrict", "restrict", "static", "extern", "class"};
    struct token last = {0};
    for (;;) {
        bool is_ignored = false;
        for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++)
            is_ignored |= is_token(reader, ignored[i]);
        bool is_class = is_token(reader, "class");
        is_ignored = is_ignored && (!is_class || ((!declared->is_tag || last.size) && is_before_name(reader)));
        if (is_token(reader, "__attribute__") || is_token(reader, "__declspec")) {
            next_token(reader);
            if (!skip_brackets(reader))
                return false;
            continue;
        }
        if (is_token(reader, "struct") || is_token(reader, "union") || is_token(reader, "enum")) {
            declared->is_tag = true;
            declared->kind = is_token(reader, "struct") ? ISF_STRUCT : is_token(reader, "union") ? ISF_UNION : ISF_ENUM;
        } else if (is_token(reader, "{") && declared->is_tag && declared->kind != ISF_ENUM) {
            const char *tag = last.size ? listing_name(reader->listing, last.text, last.size) : NULL;
            struct listing_record *inner = listing_record(reader->listing, tag);
            inner->is_union = declared->kind == ISF_UNION;
            if (!tag)
                member->inner = inner;
            if (tag && inner->is_whole && inner->members.size) { /* pahole -E expands a type wherever it is */
                if (!skip_brackets(reader))
                    return false;
            } else {
                inner->body = reader->token.text;
                if (!read_body(reader, inner))
                    return false;
                inner->body_size = (size_t)(reader->token.text - inner->body);
                declared->body = tag ? inner : declared->body;
            }
            last = tag ? last : (struct token){0};
            continue;
        } else if (is_token(reader, "{") && declared->is_tag) { /* an enumeration, which becomes an integer */
            static const struct token number = {"int", 3};
            if (!skip_brackets(reader))
                return false;
            declared->is_tag = last.size > 0;
            last = last.size ? last : number;
            continue;
        } else if (is_token(reader, "*")) {
            if (!declared->stars++ && last.size) { /* the words before the first star are those of the type */
                add_word(declared, &last);
                last = (struct token){0};
            }
        } else if (!is_ignored && reader->token.size && ascii_is_name(*reader->token.text)) {
            if (last.size && !declared->stars)
                add_word(declared, &last);
            else if (last.size)
                return fail_token(reader, "';'");
            last = reader->token;
        } else if (!is_ignored) {
            break;
        }
        next_token(reader);
        if (declared->stars > LISTING_DEPTH_MOST)
            return fail_token(reader, "a name");
    }
    if (is_token(reader, "(")) {
        if (last.size)
            add_word(declared, &last);
        return read_function(reader, declared);
    }
    declared->name = last.size ? listing_name(reader->listing, last.text, last.size) : NULL;
    return true;
}

/* True if the last word before the width of a bit-field is its type, as in `int :0`, which has no name. */
static bool is_unnamed_bits(const struct declared *declared)
{
    static const char *const words[] = {"int", "char", "short", "long", "unsigned", "signed", "_Bool"};
    bool is_type = declared->name && !*declared->words && !declared->stars;
    for (size_t i = 0; declared->name && i < sizeof words / sizeof *words; i++)
        is_type |= !strcmp(declared->name, words[i]);
    return is_type;
}

/* Sets the size of a structure without a name to the one that the text states for the member. */
static void size_inner(const struct declared *declared, const struct listing_member *member)
{
    uint32_t size = declared->stars || declared->is_function ? 0 : member->extent;
    for (size_t i = 0; i < declared->bound_count && size; i++)
        size = declared->bounds[i] ? size / declared->bounds[i] : 0;
    if (member->inner && size && !member->inner->has_size) {
        member->inner->has_size = true;
        member->inner->size = size;
    }
}

/* Reads a member up to its `;` and the comment after it. */
static bool read_member(struct reader *reader, struct listing_record *record)
{
    struct listing *listing = reader->listing;
    struct declared declared = {0};
    struct listing_member member = {.line = listing->line, .offset = LISTING_NO_OFFSET};
    struct clang_claim before = reader->before, claim;
    uint32_t width = 0;
    reader->before = (struct clang_claim){0};
    if (!read_words(reader, &declared, &member) || !read_bounds(reader, &declared))
        return false;
    if (is_token(reader, ":")) {
        declared.name = is_unnamed_bits(&declared) ? NULL : declared.name;
        next_token(reader);
        if (!read_number(&reader->token, &width) || width > 64)
            return fail_token(reader, "the width of a bit-field");
        next_token(reader);
    }
    if (is_token(reader, "__attribute__")) {
        next_token(reader);
        if (!skip_brackets(reader))
            return false;
    }
    if (!is_token(reader, ";"))
        return fail_token(reader, "';'");
    read_behind(reader, &claim);
    if (!claim.has_offset && before.has_offset) {
        before.has_bit |= claim.has_bit;
        before.bit = claim.has_bit ? claim.bit : before.bit;
        claim = before;
    }
    next_token(reader);
    if (listing->is_pahole && declared.is_tag && !member.inner && !*declared.words && !claim.has_offset)
        return true; /* a type in a class */
    if (!declared.name && !member.inner) { /* unnamed bits, or the declaration of a structure without a member */
        bool is_more = !claim.has_offset || reader->unnamed_offset == claim.offset;
        reader->unnamed_bits = (is_more ? reader->unnamed_bits : 0) + width;
        reader->unnamed_offset = claim.has_offset ? claim.offset : reader->last_offset;
        return true;
    }
    bool is_behind = claim.has_offset && reader->unnamed_offset == claim.offset;
    member.bits_before = (uint8_t)(is_behind && reader->unnamed_bits < 64 ? reader->unnamed_bits : 0);
    reader->unnamed_bits = 0;
    reader->last_offset = claim.has_offset ? claim.offset : LISTING_NO_OFFSET;
    member.is_base = listing->is_pahole && declared.name && !strcmp(declared.name, LISTING_BASE);
    member.name = member.is_base ? listing_name(listing, declared.words, strlen(declared.words)) : declared.name;
    member.extent = claim.extent;
    member.width = (uint8_t)width;
    member.has_bit = claim.has_bit;
    if (claim.has_bit && claim.bit + width > 64)
        return fail_token(reader, "a bit-field of at most 64 bits");
    member.bit = (uint8_t)claim.bit;
    member.offset = claim.has_offset ? claim.offset : LISTING_NO_OFFSET;
    if (declared.body && claim.has_offset)
        declared.body->row_offset = claim.offset;
    if (!member.inner && !declared.is_function && !*declared.words)
        return listing_fail(listing, "'%s' has no type", member.name);
    size_inner(&declared, &member);
    member.type = make_type(reader, &declared, &member);
    if (!claim.has_offset && member.name)
        return listing_fail(listing, "no comment says the offset of '%s'", member.name);
    buffer_add(&record->members, &member, sizeof member);
    return true;
}

/* True if two structures have members of the same names. */
static bool have_same_names(const struct listing_record *a, const struct listing_record *b)
{
    const struct listing_member *left = (const void *)a->members.data, *right = (const void *)b->members.data;
    bool are_same = a->members.size == b->members.size;
    for (size_t i = 0; are_same && i < a->members.size / sizeof *left; i++)
        are_same = left[i].name == right[i].name;
    return are_same;
}

/* True if a member has the type that another one without a place may only declare. */
static bool is_use(const struct listing_member *member, const struct listing_member *type)
{
    return member->inner && member->offset != LISTING_NO_OFFSET && have_same_names(member->inner, type->inner);
}

/* Removes the types without a name that a class of C++ declares: pahole lists their members again, with their places,
 * where a member has the type. */
static void remove_types(struct listing_record *record)
{
    struct listing_member *members = (void *)record->members.data;
    size_t count = record->members.size / sizeof *members, kept = 0;
    enum { NEAR_MOST = 1000 };
    for (size_t i = 0; i < count; i++) {
        const struct listing_member *member = &members[i];
        bool may_be = !member->name && member->inner && member->offset == LISTING_NO_OFFSET, is_type = false;
        size_t first = kept > NEAR_MOST ? kept - NEAR_MOST : 0;
        for (size_t k = first; k < kept && may_be && !is_type; k++)
            is_type = is_use(&members[k], member);
        for (size_t k = i + 1; k < count && k < i + NEAR_MOST && may_be && !is_type; k++)
            is_type = is_use(&members[k], member);
        if (!is_type)
            members[kept++] = *member;
    }
    record->members.size = kept * sizeof *members;
}

/* Reads the members of a structure, from the current `{` to the token after the `}`. */
static bool read_body(struct reader *reader, struct listing_record *record)
{
    struct listing *listing = reader->listing;
    if (reader->depth == LISTING_DEPTH_MOST)
        return listing_fail(listing, "structures are nested too deeply");
    if (record->is_open || record->members.size)
        return listing_fail(listing, "'%s' is declared twice", record->name);
    reader->depth++;
    record->is_open = true;
    next_token(reader);
    while (!is_token(reader, "}")) {
        if (!reader->token.size)
            return fail_token(reader, "'}'");
        if (!read_member(reader, record))
            return false;
    }
    if (reader->before.has_size) { /* pahole writes the size at the end of the structure */
        record->has_size = true;
        record->size = reader->before.size;
    }
    if (listing->is_pahole)
        remove_types(record);
    reader->before = (struct clang_claim){0};
    record->is_open = false;
    record->is_whole = true;
    reader->depth--;
    next_token(reader);
    return true;
}

/* Reads the values of an enumeration, from the current `{` on. */
static bool read_values(struct reader *reader, const char *name)
{
    struct listing *listing = reader->listing;
    struct isf_enum enumeration = {.name = name, .size = 4, .base = listing_name(listing, "long", 4)};
    int64_t following = 0;
    enumeration.first_value = listing->file->values.size / sizeof(struct isf_value);
    for (next_token(reader); !is_token(reader, "}");) {
        struct isf_value value = {.name = listing_name(listing, reader->token.text, reader->token.size)};
        if (!reader->token.size || !ascii_is_name(*reader->token.text))
            return fail_token(reader, "the name of a value");
        next_token(reader);
        value.is_negative = following < 0;
        value.bits = (uint64_t)(following < 0 ? -following : following);
        if (is_token(reader, "=")) {
            next_token(reader);
            value.is_negative = is_token(reader, "-");
            if (value.is_negative)
                next_token(reader);
            unsigned radix = reader->token.size > 2 && ascii_lower(reader->token.text[1]) == 'x' ? 16 : 10;
            value.bits = 0;
            for (size_t i = radix == 16 ? 2 : 0; i < reader->token.size; i++) {
                char c = ascii_lower(reader->token.text[i]);
                unsigned digit = ascii_is_digit(c)      ? (unsigned)(c - '0')
                                 : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10
                                                        : 16;
                if (digit >= radix || value.bits > UINT32_MAX)
                    return fail_token(reader, "a value");
                value.bits = value.bits * radix + digit;
            }
            next_token(reader);
        }
        following = (value.is_negative ? -(int64_t)value.bits : (int64_t)value.bits) + 1;
        buffer_add(&listing->file->values, &value, sizeof value);
        enumeration.value_count++;
        if (is_token(reader, ","))
            next_token(reader);
    }
    next_token(reader);
    if (name) {
        listing_base(listing, "long", ISF_INTEGER, 4, true);
        buffer_add(&listing->file->enums, &enumeration, sizeof enumeration);
    }
    return true;
}

/* Skips a declaration up to its `;`. */
static bool skip_declaration(struct reader *reader)
{
    while (reader->token.size && !is_token(reader, ";"))
        if (is_token(reader, "(") || is_token(reader, "{") ? !skip_brackets(reader) : (next_token(reader), false))
            return false;
    return reader->token.size || fail_token(reader, "';'");
}

/* Returns the name behind the current brackets, that of a `typedef`; NULL if there is none. */
static const char *name_behind(const struct reader *reader)
{
    struct reader ahead = *reader;
    unsigned line = reader->listing->line;
    bool is_sound = skip_brackets(&ahead);
    while (is_sound && is_token(&ahead, "__attribute__"))
        is_sound = (next_token(&ahead), skip_brackets(&ahead));
    reader->listing->line = line;
    reader->listing->file->error = NULL;
    bool is_named = is_sound && ahead.token.size && ascii_is_name(*ahead.token.text);
    return is_named ? listing_name(reader->listing, ahead.token.text, ahead.token.size) : NULL;
}

/* True if two texts differ in blanks alone. */
static bool is_same(const char *a, size_t a_size, const char *b, size_t b_size)
{
    const char *a_end = a + a_size, *b_end = b + b_size;
    for (;; a++, b++) {
        while (a < a_end && strchr(" \t\r\n", *a))
            a++;
        while (b < b_end && strchr(" \t\r\n", *b))
            b++;
        if (a == a_end || b == b_end || *a != *b)
            return a == a_end && b == b_end;
    }
}

/* Returns the structure to read the current `{` into; NULL if it is the same as one of that name. pahole prints each
 * definition of a name; those that differ get numbers. */
static struct listing_record *begin_record(struct reader *reader, const char *name)
{
    struct listing *listing = reader->listing;
    struct listing_record *record = listing_record(listing, name);
    struct reader ahead = *reader;
    unsigned line = listing->line, number = 1;
    if (!listing->is_pahole)
        return record;
    const char *body = reader->token.text;
    size_t size = skip_brackets(&ahead) ? (size_t)(ahead.token.text - body) : 0;
    listing->line = line;
    while (record->body && number < LISTING_VARIANTS_MOST) {
        if (is_same(record->body, record->body_size, body, size))
            return NULL;
        const char *numbered = arena_format(listing->file->arena, "%s-%u", name, ++number);
        record = listing_record(listing, listing_name(listing, numbered, strlen(numbered)));
    }
    record->body = body;
    record->body_size = size;
    return record;
}

/* Reads a declaration outside of all braces: a structure, an enumeration, or something else, which is skipped. */
static bool read_declaration(struct reader *reader)
{
    struct listing *listing = reader->listing;
    struct clang_claim above = reader->before, behind;
    if (is_token(reader, "typedef"))
        next_token(reader);
    bool is_union = is_token(reader, "union"), is_enum = is_token(reader, "enum");
    bool is_record = is_union || is_token(reader, "struct") || is_token(reader, "class");
    struct listing_record *record = NULL;
    reader->before = (struct clang_claim){0};
    if (is_record || is_enum) {
        next_token(reader);
        const char *name = reader->token.size && ascii_is_name(*reader->token.text)
                               ? listing_name(listing, reader->token.text, reader->token.size)
                               : NULL;
        if (name)
            next_token(reader);
        if (is_token(reader, "{") && is_enum && !read_values(reader, name))
            return false;
        if (is_token(reader, "{") && is_record) {
            if (!name && !(name = name_behind(reader)))
                return listing_fail(listing, "a structure has no name");
            record = begin_record(reader, name);
            if (!record)
                return skip_declaration(reader) && (next_token(reader), true);
            record->is_union = is_union;
            if (!record->has_size && above.has_size) {
                record->has_size = true;
                record->size = above.size;
            }
            if (!read_body(reader, record))
                return false;
        }
    }
    if (!skip_declaration(reader))
        return false;
    read_behind(reader, &behind);
    if (record && behind.has_size) {
        record->has_size = true;
        record->size = behind.size;
    }
    next_token(reader);
    return true;
}

bool listing_read_member(struct listing *listing, struct listing_record *record, const char *text)
{
    listing->text = text;
    listing->end = text + strlen(text);
    struct reader reader = {.listing = listing, .token = {text, 0}};
    next_token(&reader);
    return read_member(&reader, record);
}

bool listing_read_declarations(struct listing *listing)
{
    struct reader reader = {.listing = listing, .token = {listing->text, 0}};
    for (next_token(&reader); reader.token.size;)
        if (!read_declaration(&reader))
            return false;
    return true;
}
