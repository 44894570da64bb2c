/*
 * Finds the meaning of names in C#, and the values of constant expressions.
 */
#include <string.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "listing/csharp_parts.h"

/* ---- Numbers */

bool csharp_number(const struct csharp_token *token, uint64_t *number)
{
    const char *at = token->text, *end = at + token->size;
    bool has_radix = token->size > 2 && *at == '0' && !ascii_is_digit(at[1]);
    unsigned radix = has_radix && ascii_lower(at[1]) == 'x' ? 16 : has_radix && ascii_lower(at[1]) == 'b' ? 2 : 10;
    if (token->kind != CSHARP_NUMBER)
        return false;
    while (end > at + 1 && strchr("uUlL", end[-1]))
        end--;
    *number = 0;
    for (at += radix == 10 ? 0 : 2; at < end; at++) {
        char c = ascii_lower(*at);
        unsigned digit = ascii_is_digit(c) ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
        if (c == '_')
            continue;
        if (digit >= radix || *number > (UINT64_MAX - digit) / radix)
            return false;
        *number = *number * radix + digit;
    }
    return true;
}

/* ---- Names */

struct csharp_item *csharp_find(const struct csharp *csharp, struct csharp_item *scope, const char *name)
{
    for (; scope; scope = scope->around) {
        struct csharp_item *item = scope->names ? map_get(scope->names, name) : NULL;
        if (item)
            return item;
    }
    return map_get(csharp->anywhere, name);
}

struct csharp_item *csharp_read_path(const struct csharp *csharp, struct csharp_item *scope,
                                     struct csharp_reader *reader, const char **last)
{
    struct csharp_item *item = NULL;
    csharp_take(reader, "global");
    csharp_take(reader, "::");
    for (bool is_first = true;; is_first = false) {
        *last = csharp_name(reader);
        if (reader->token.kind != CSHARP_NAME)
            return NULL;
        item = is_first ? csharp_find(csharp, scope, *last) : item && item->names ? map_get(item->names, *last) : NULL;
        csharp_next(reader);
        if (!csharp_take(reader, ".") && !csharp_take(reader, "::"))
            return item ? item : map_get(csharp->anywhere, *last);
    }
}

const char *csharp_last_name(struct csharp *csharp, const struct csharp_place *place)
{
    struct csharp_reader reader = csharp_read_at(csharp->listing, place);
    const char *last = "";
    if (csharp_is(&reader, "(")) /* a cast of a number, as in (LayoutKind)2 */
        csharp_skip_brackets(&reader);
    for (; reader.token.kind == CSHARP_NAME || reader.token.kind == CSHARP_NUMBER; csharp_next(&reader)) {
        last = csharp_name(&reader);
        csharp_next(&reader);
        if (!csharp_is(&reader, ".") && !csharp_is(&reader, "::"))
            break;
    }
    return last;
}

/* ---- Types of numbers */

static const struct csharp_base numbers[] = {
    {"byte", "Byte", "unsigned char", ISF_INTEGER, 1, 1, false},
    {"sbyte", "SByte", "char", ISF_INTEGER, 1, 1, true},
    {"short", "Int16", "short", ISF_INTEGER, 2, 2, true},
    {"ushort", "UInt16", "unsigned short", ISF_INTEGER, 2, 2, false},
    {"int", "Int32", "long", ISF_INTEGER, 4, 4, true},
    {"uint", "UInt32", "unsigned long", ISF_INTEGER, 4, 4, false},
    {"long", "Int64", "long long", ISF_INTEGER, 8, 8, true},
    {"ulong", "UInt64", "unsigned long long", ISF_INTEGER, 8, 8, false},
    {"float", "Single", "f32", ISF_FLOAT, 4, 4, true},
    {"double", "Double", "double", ISF_FLOAT, 8, 8, true},
    {"Half", "Half", KERNEL_BYTES "2", ISF_FLOAT, 2, 2, true},
    {"Int128", "Int128", "int128", ISF_INTEGER, 16, 16, true},
    {"UInt128", "UInt128", "uint128", ISF_INTEGER, 16, 16, false},
    {"decimal", "Decimal", KERNEL_BYTES "16", ISF_FLOAT, 16, 8, false},
    {"DateTime", "DateTime", "double", ISF_FLOAT, 8, 8, true},
    {"char", "Char", "wchar", ISF_INTEGER, 2, 2, true},
    {"bool", "Boolean", "bool", ISF_INTEGER, 1, 1, false},
};

const struct csharp_base *csharp_find_base(const char *name)
{
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!strcmp(numbers[i].word, name) || !strcmp(numbers[i].other, name))
            return &numbers[i];
    return NULL;
}

/* ---- Expressions */

bool csharp_fail_at(struct csharp_reader *reader, const char *text)
{
    reader->listing->line = reader->line;
    return !reader->listing->file->error && listing_fail(reader->listing, "%s", text);
}

static bool read_binary(struct csharp *csharp, struct csharp_item *scope, struct csharp_reader *reader, unsigned level,
                        int64_t *number);

/* Reads the contents of brackets, from after the `(`: an expression, or a type to which the expression after the `)` is
 * cast. */
static bool read_bracket(struct csharp *csharp, struct csharp_item *scope, struct csharp_reader *reader,
                         int64_t *number)
{
    struct csharp_reader ahead = *reader;
    const char *last;
    struct csharp_item *item = csharp_read_path(csharp, scope, &ahead, &last);
    const struct csharp_base *to = item ? NULL : csharp_find_base(last);
    bool is_cast = csharp_take(&ahead, ")") && (to || (item && item->kind != CSHARP_CONST));
    if (!is_cast)
        return read_binary(csharp, scope, reader, 0, number) && csharp_expect(reader, ")");
    *reader = ahead;
    if (!read_binary(csharp, scope, reader, 6, number))
        return false;
    if (to && to->size < 8) {
        uint64_t bits = (uint64_t)*number << (64 - 8 * to->size);
        *number = to->is_signed ? (int64_t)bits >> (64 - 8 * to->size) : (int64_t)(bits >> (64 - 8 * to->size));
    }
    return true;
}

/* Sets the number that `uint.MaxValue` or `int.MinValue` means, by the two names. Returns false for others. */
static bool find_limit(const char *type, const char *name, int64_t *number)
{
    const struct csharp_base *base = csharp_find_base(type);
    bool is_least = !strcmp(name, "MinValue"), is_most = !strcmp(name, "MaxValue");
    bool is_number = base && base->kind == ISF_INTEGER && base->size <= 8 && strcmp(base->word, "char") != 0;
    if (!is_number || (!is_least && !is_most))
        return false;
    uint64_t most = UINT64_MAX >> (64 - 8 * base->size + base->is_signed);
    *number = (int64_t)(!is_least ? most : base->is_signed ? ~most : 0);
    return true;
}

/* Reads an operand, with the signs before it. */
static bool read_operand(struct csharp *csharp, struct csharp_item *scope, struct csharp_reader *reader,
                         int64_t *number)
{
    bool is_minus = csharp_is(reader, "-"), is_inverse = csharp_is(reader, "~");
    if (is_minus || is_inverse || csharp_is(reader, "+")) {
        csharp_next(reader);
        if (!read_binary(csharp, scope, reader, 6, number))
            return false;
        *number = is_minus ? (int64_t)(0 - (uint64_t)*number) : is_inverse ? ~*number : *number;
        return true;
    }
    uint64_t bits;
    if (reader->token.kind == CSHARP_NUMBER) {
        if (!csharp_number(&reader->token, &bits))
            return csharp_fail(reader, "a number");
        *number = (int64_t)bits;
        csharp_next(reader);
        return true;
    }
    bool is_size = csharp_take(reader, "sizeof");
    if (!is_size && (csharp_take(reader, "unchecked") || csharp_take(reader, "checked") || csharp_is(reader, "(")))
        return csharp_expect(reader, "(") && read_bracket(csharp, scope, reader, number);
    struct csharp_reader before = *reader;
    const char *last;
    if (is_size) {
        const struct csharp_base *base = NULL;
        if (csharp_expect(reader, "(") && !csharp_read_path(csharp, scope, reader, &last))
            base = csharp_find_base(last);
        *number = base ? base->size : 0;
        return base ? csharp_expect(reader, ")") : csharp_fail(&before, "a type of numbers");
    }
    struct csharp_item *item =
        reader->token.kind == CSHARP_NAME ? csharp_read_path(csharp, scope, reader, &last) : NULL;
    if (!item && before.token.kind == CSHARP_NAME && find_limit(csharp_name(&before), last, number))
        return true;
    if (!item || item->kind != CSHARP_CONST)
        return csharp_fail(&before, "a number or a constant that the text declares");
    unsigned line = reader->line;
    bool done = csharp_item_number(csharp, item, number);
    reader->line = line;
    return done;
}

/* Reads operators of one precedence and of higher ones: `|`, `^`, `&`, shifts, sums, products. */
static bool read_binary(struct csharp *csharp, struct csharp_item *scope, struct csharp_reader *reader, unsigned level,
                        int64_t *number)
{
    static const char *const signs[][3] = {{"|"}, {"^"}, {"&"}, {"<<", ">"}, {"+", "-"}, {"*", "/", "%"}};
    int64_t right;
    if (csharp->depth == 4 * LISTING_DEPTH_MOST)
        return csharp_fail_at(reader, "expressions are nested too deeply");
    csharp->depth++;
    bool done = level == sizeof signs / sizeof *signs ? read_operand(csharp, scope, reader, number)
                                                      : read_binary(csharp, scope, reader, level + 1, number);
    csharp->depth--;
    while (done && level < sizeof signs / sizeof *signs) {
        const char *sign = NULL;
        for (size_t i = 0; i < 3 && !sign; i++)
            sign = signs[level][i] && csharp_is(reader, signs[level][i]) ? signs[level][i] : NULL;
        if (!sign)
            return true;
        csharp_next(reader);
        if (*sign == '>' && !csharp_expect(reader, ">"))
            return false;
        csharp->depth++;
        done = read_binary(csharp, scope, reader, level + 1, &right);
        csharp->depth--;
        uint64_t a = (uint64_t)*number, b = done ? (uint64_t)right : 1;
        if ((*sign == '/' || *sign == '%') && (!b || (right == -1 && *number == INT64_MIN)))
            return csharp_fail_at(reader, "a division by zero");
        *number = *sign == '|'   ? (int64_t)(a | b)
                  : *sign == '^' ? (int64_t)(a ^ b)
                  : *sign == '&' ? (int64_t)(a & b)
                  : *sign == '<' ? (int64_t)(a << (b & 63))
                  : *sign == '>' ? (int64_t)(a >> (b & 63))
                  : *sign == '+' ? (int64_t)(a + b)
                  : *sign == '-' ? (int64_t)(a - b)
                  : *sign == '*' ? (int64_t)(a * b)
                  : *sign == '/' ? (done ? *number / right : 0)
                                 : (done ? *number % right : 0);
    }
    return done;
}

bool csharp_evaluate(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place,
                     int64_t *number)
{
    struct csharp_reader reader = csharp_read_at(csharp->listing, place);
    if (!read_binary(csharp, scope, &reader, 0, number))
        return false;
    return csharp_is(&reader, ",") || csharp_is(&reader, ";") || csharp_is(&reader, ")") || csharp_is(&reader, "]") ||
           csharp_is(&reader, "}") || csharp_fail(&reader, "the end of a number");
}

bool csharp_item_number(struct csharp *csharp, struct csharp_item *item, int64_t *number)
{
    bool done = true;
    int64_t before = -1;
    if (item->state == CSHARP_BUSY) {
        csharp->listing->line = item->line;
        return listing_fail(csharp->listing, "the value of '%s' needs itself", item->name);
    }
    if (item->state == CSHARP_NEW) {
        const struct csharp_item *previous = item->previous;
        struct csharp_item *const *values = (const void *)item->around->values.data;
        /* values of an enumeration depend on the previous ones, so those are evaluated first, in order */
        for (size_t i = 0; done && previous && previous->state == CSHARP_NEW; i++)
            done = values[i]->state != CSHARP_NEW || csharp_item_number(csharp, values[i], &before);
        if (!done)
            return false;
        item->state = CSHARP_BUSY;
        done = ++csharp->depth < 4 * LISTING_DEPTH_MOST;
        csharp->listing->line = item->line;
        if (!done)
            listing_fail(csharp->listing, "the value of '%s' needs too many others", item->name);
        else if (item->value.text)
            done = csharp_evaluate(csharp, item->around, &item->value, &item->number);
        else if ((done = !item->previous || csharp_item_number(csharp, item->previous, &before)))
            item->number = (int64_t)((uint64_t)before + 1);
        csharp->depth--;
        item->state = CSHARP_DONE;
    }
    *number = item->number;
    return done && !csharp->listing->file->error;
}

bool csharp_count(struct csharp *csharp, struct csharp_item *scope, const struct csharp_place *place, uint32_t least,
                  const char *what, uint32_t *count)
{
    int64_t number = 0;
    if (!csharp_evaluate(csharp, scope, place, &number))
        return false;
    csharp->listing->line = place->line;
    if (number < least || number > INT32_MAX)
        return listing_fail(csharp->listing, "%lld is no %s", (long long)number, what);
    *count = (uint32_t)number;
    return true;
}
