#include "clang/claims.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"

/* ---- The text of a comment */

/* A comment that is being read. */
struct comment {
    const char *text, *end;
};

static void skip_blanks(struct comment *comment)
{
    while (comment->text < comment->end && strchr(" \t\r\n*-=:", *comment->text) && *comment->text)
        comment->text++;
}

/* Takes a word, ignoring case. `word` is in lower case. */
static bool take_word(struct comment *comment, const char *word)
{
    size_t size = strlen(word);
    if ((size_t)(comment->end - comment->text) < size)
        return false;
    for (size_t i = 0; i < size; i++)
        if (ascii_lower(comment->text[i]) != word[i])
            return false;
    if (comment->text + size < comment->end && ascii_is_letter(comment->text[size]))
        return false;
    comment->text += size;
    return true;
}

/* Takes a number: hexadecimal with 0x, otherwise decimal. Sets `*is_hexadecimal`. */
static bool take_number(struct comment *comment, uint32_t *number, bool *is_hexadecimal)
{
    const char *at = comment->text;
    uint64_t value = 0;
    *is_hexadecimal = comment->end - at > 2 && at[0] == '0' && ascii_lower(at[1]) == 'x';
    at += *is_hexadecimal ? 2 : 0;
    const char *first = at;
    for (; at < comment->end && value <= UINT32_MAX; at++) {
        char c = ascii_lower(*at);
        if (ascii_is_digit(c))
            value = value * (*is_hexadecimal ? 16 : 10) + (unsigned)(c - '0');
        else if (*is_hexadecimal && c >= 'a' && c <= 'f')
            value = value * 16 + (unsigned)(c - 'a') + 10;
        else
            break;
    }
    if (at == first || value > INT32_MAX || (at < comment->end && ascii_is_name(*at)))
        return false;
    comment->text = at;
    *number = (uint32_t)value;
    return true;
}

/* Takes the bits of a bit-field: "bit 3", "bits 3-5", "bit position: 3". */
static bool take_bit(struct comment *comment, struct clang_claim *claim)
{
    bool is_hexadecimal;
    if (!take_word(comment, "bit") && !take_word(comment, "bits"))
        return false;
    skip_blanks(comment);
    if (take_word(comment, "position"))
        skip_blanks(comment);
    return claim->has_bit = take_number(comment, &claim->bit, &is_hexadecimal);
}

/* Takes the numbers that pahole writes: "8     4"; for a bit-field "8: 3  4"; with --hex "0x24:0x3 0x4", also "0 0x8".
 * The last number is a size. */
static bool take_pahole(struct comment *comment, struct clang_claim *claim)
{
    uint32_t numbers[3];
    size_t count = 0;
    bool is_hexadecimal = false, has_colon = false, has_hexadecimal = false, has_decimal = false;
    while (count < 3 && take_number(comment, &numbers[count], &is_hexadecimal)) {
        has_hexadecimal |= is_hexadecimal;
        has_decimal |= !is_hexadecimal && numbers[count];
        count++;
        has_colon |= count == 1 && comment->text < comment->end && *comment->text == ':';
        comment->text += count == 1 && has_colon;
        skip_blanks(comment);
    }
    if (comment->text != comment->end || count != (has_colon ? 3u : 2u) || (has_hexadecimal && has_decimal))
        return false;
    claim->has_offset = claim->is_worded = true;
    claim->offset = numbers[0];
    claim->has_bit = has_colon;
    claim->bit = has_colon ? numbers[1] : 0;
    claim->extent = numbers[count - 1];
    return true;
}

/* Takes a size: "size: 0x10", "sizeof = 16". */
static bool take_size(struct comment *comment, struct clang_claim *claim)
{
    bool is_hexadecimal;
    if (!take_word(comment, "size") && !take_word(comment, "sizeof"))
        return false;
    skip_blanks(comment);
    return claim->has_size = take_number(comment, &claim->size, &is_hexadecimal);
}

/* Skips the same number in decimal, such as "(16)", and commas. */
static void skip_decimal(struct comment *comment)
{
    uint32_t number;
    bool is_hexadecimal;
    skip_blanks(comment);
    struct comment inside = *comment;
    if (inside.text < inside.end && *inside.text == '(') {
        inside.text++;
        if (take_number(&inside, &number, &is_hexadecimal) && inside.text < inside.end && *inside.text == ')') {
            inside.text++;
            *comment = inside;
        }
    }
    while (comment->text < comment->end && strchr(" \t,;])>", *comment->text))
        comment->text++;
}

/* Takes what tells that an offset follows: "offset", "off", "at", "@", "+", perhaps after a bracket, as in "[+0x8]", or
 * the marks of Doxygen, as in "///< +0x8". */
static bool take_mark(struct comment *comment)
{
    static const char *const words[] = {"offset", "offs", "ofs", "off", "at"};
    bool is_taken = false;
    while (comment->text < comment->end && strchr("/!<[( ", *comment->text))
        comment->text++;
    for (size_t i = 0; i < sizeof words / sizeof *words && !is_taken; i++)
        is_taken = take_word(comment, words[i]);
    skip_blanks(comment);
    while (is_taken && comment->text < comment->end && strchr("/ ", *comment->text))
        comment->text++; /* the marks of a comment that goes on in the next line */
    while (comment->text < comment->end && strchr("@+", *comment->text)) {
        is_taken = true;
        comment->text++;
        skip_blanks(comment);
    }
    return is_taken;
}

/* True if the same number follows in brackets and is hexadecimal, as in "16 (0x10)". Skips it. Such a decimal number is
 * as clear as a hexadecimal one. */
static bool take_same(struct comment *comment, uint32_t number)
{
    struct comment inside = *comment;
    uint32_t other;
    bool is_hexadecimal;
    skip_blanks(&inside);
    if (inside.text == inside.end || *inside.text++ != '(' || !take_number(&inside, &other, &is_hexadecimal) ||
        !is_hexadecimal || other != number || inside.text == inside.end || *inside.text++ != ')')
        return false;
    *comment = inside;
    return true;
}

/* Takes a number that may be an offset: "8", "0010", "1C", "10h", "0x8 flags". A comment that is one word of letters,
 * such as "C", may be a hexadecimal number. */
static bool take_unsure(struct comment *comment, struct clang_claim *claim)
{
    static const unsigned bases[CLANG_BASE_COUNT] = {[CLANG_DECIMAL] = 10, [CLANG_HEXADECIMAL] = 16};
    struct comment digits = *comment;
    bool has_prefix = digits.end - digits.text > 2 && digits.text[0] == '0' && ascii_lower(digits.text[1]) == 'x';
    digits.text += has_prefix ? 2 : 0;
    for (comment->text = digits.text; comment->text < comment->end && ascii_is_name(*comment->text);)
        comment->text++;
    digits.end = comment->text;
    bool has_suffix = digits.end > digits.text + 1 && ascii_lower(digits.end[-1]) == 'h';
    digits.end -= has_suffix;
    claim->has_text = comment->text != comment->end;
    for (size_t i = 0; i < CLANG_BASE_COUNT; i++) {
        uint64_t value = i == CLANG_DECIMAL && (has_prefix || has_suffix) ? UINT64_MAX : 0;
        for (const char *at = digits.text; at < digits.end && value <= INT32_MAX; at++) {
            unsigned digit = ascii_is_digit(*at) ? (unsigned)(*at - '0') : (unsigned)(ascii_lower(*at) - 'a') + 10;
            value = digit < bases[i] ? value * bases[i] + digit : UINT64_MAX;
        }
        claim->readings[i] = value <= INT32_MAX ? (uint32_t)value : CLANG_NO_NUMBER;
    }
    bool is_word = digits.text < digits.end && !ascii_is_digit(*digits.text) && !has_prefix;
    return claim->is_number = digits.text < digits.end && claim->readings[CLANG_HEXADECIMAL] != CLANG_NO_NUMBER &&
                              !(is_word && (claim->has_text || has_suffix));
}

/* Skips a number, perhaps with a sign, and the blanks after it. Returns its first digit; NULL if there is none. */
static const char *skip_number(const char **at, const char *end)
{
    *at += *at < end && **at == '+';
    const char *first = *at;
    while (*at < end && ascii_is_name(**at))
        ++*at;
    bool is_number = first < *at && ascii_is_digit(*first);
    while (*at < end && (**at == ' ' || **at == '\t'))
        ++*at;
    return is_number ? first : NULL;
}

/* Narrows a comment of two numbers, "004/008" or "+0x4 / +0x8", to the one for pointers of a size. */
static void choose_number(struct comment *comment, uint32_t pointer_size)
{
    const char *at = comment->text, *first = skip_number(&at, comment->end), *middle = at;
    if (!first || at == comment->end || *at++ != '/')
        return;
    while (at < comment->end && (*at == ' ' || *at == '\t'))
        at++;
    const char *second = at;
    if (!skip_number(&at, comment->end) || at != comment->end)
        return;
    if (pointer_size == 8)
        comment->text = second;
    else
        comment->end = middle;
}

/* Words by which comments tell architectures apart, and the size of their pointers. */
static const struct {
    const char *word;
    uint32_t pointer_size;
} labels[] = {{"x86_64", 8}, {"x86", 4},    {"x64", 8},    {"amd64", 8},  {"win32", 4},
              {"win64", 8},  {"32-bit", 4}, {"64-bit", 8}, {"32 bit", 4}, {"64 bit", 8}};

/* Takes a label at the beginning of a comment. Returns the size of pointers that it stands for; 0 if there is none. */
static uint32_t take_label(struct comment *comment)
{
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (take_word(comment, labels[i].word))
            return labels[i].pointer_size;
    return 0;
}

/* Narrows a comment of two labels, "x86: 0x4, x64: 0x8", to the number for pointers of a size. */
static void choose_label(struct comment *comment, uint32_t pointer_size)
{
    struct comment rest = *comment, chosen = {NULL, NULL};
    bool has_other = false;
    while (rest.text < rest.end) {
        const char *begin = rest.text;
        bool is_inside = begin > comment->text && ascii_is_name(begin[-1]);
        uint32_t size = is_inside ? 0 : take_label(&rest);
        rest.text += size == 0;
        if (size && chosen.text && chosen.end == comment->end)
            chosen.end = begin;
        skip_blanks(&rest);
        struct comment number = rest;
        bool is_number = take_mark(&number) || (number.text < number.end && ascii_is_digit(*number.text));
        if (size == pointer_size && is_number && !chosen.text)
            chosen = rest;
        has_other |= size && size != pointer_size;
    }
    if (chosen.text && has_other)
        *comment = chosen;
}

/* Takes an offset behind other words, as in "owner @ 0x10" or "flags (+0x8)". Only the numbers of the other members
 * tell whether it is one. */
static bool take_behind(struct comment comment, struct clang_claim *claim)
{
    uint32_t number;
    bool is_hexadecimal;
    for (const char *at = comment.text + 1; at < comment.end; at++) {
        struct comment rest = {at, comment.end};
        if (ascii_is_name(at[-1]) || !take_mark(&rest) || !take_number(&rest, &number, &is_hexadecimal) ||
            !is_hexadecimal)
            continue;
        claim->is_number = claim->has_text = true;
        claim->readings[CLANG_DECIMAL] = number ? CLANG_NO_NUMBER : 0;
        claim->readings[CLANG_HEXADECIMAL] = number;
    }
    claim->is_worded &= !claim->is_number;
    return claim->is_number;
}

bool clang_read_comment(const char *text, size_t size, uint32_t pointer_size, struct clang_claim *claim)
{
    struct comment comment = {text, text + size}, begin, columns, whole;
    bool is_hexadecimal = false;
    uint32_t number;
    *claim = (struct clang_claim){0};
    skip_blanks(&comment);
    while (comment.end > comment.text && strchr(" \t\r\n*", comment.end[-1]))
        comment.end--;
    choose_number(&comment, pointer_size);
    choose_label(&comment, pointer_size);
    columns = whole = comment;
    if (take_pahole(&columns, claim))
        return true;
    if (take_size(&comment, claim) || take_bit(&comment, claim)) {
        struct clang_claim rest; /* the offset may follow: "size 0x4, offset 0x10" */
        skip_decimal(&comment);
        if (comment.text < comment.end && take_mark(&(struct comment){comment.text, comment.end}) &&
            clang_read_comment(comment.text, (size_t)(comment.end - comment.text), pointer_size, &rest)) {
            claim->has_offset = rest.has_offset;
            claim->offset = rest.offset;
            claim->is_worded = true;
        }
        return true;
    }
    claim->is_worded = take_mark(&comment);
    begin = comment;
    bool has_number = take_number(&comment, &number, &is_hexadecimal);
    if (!has_number || (!is_hexadecimal && !take_same(&comment, number))) {
        skip_decimal(&comment);
        bool is_counted = has_number && (take_word(&comment, "bytes") || take_word(&comment, "byte"));
        claim->has_size = is_counted && !claim->is_worded;
        claim->size = number;
        is_counted |= has_number && !claim->is_worded && (take_word(&comment, "bits") || take_word(&comment, "bit"));
        if (is_counted || !take_unsure(&begin, claim))
            return claim->has_size || take_behind(whole, claim);
        skip_decimal(&begin);
        if (claim->is_worded)
            take_bit(&begin, claim);
        return true;
    }
    skip_decimal(&comment);
    if (take_word(&comment, "bytes") || take_word(&comment, "byte")) {
        claim->has_size = !claim->is_worded;
        claim->size = number;
        return claim->has_size;
    }
    claim->has_offset = true;
    claim->offset = number;
    take_bit(&comment, claim);
    skip_decimal(&comment);
    if (comment.text == comment.end || claim->is_worded)
        return true;
    claim->has_offset = false;
    return take_unsure(&begin, claim);
}

/* ---- Assertions */

/* The measures that an assertion compares with a number: sizes and offsets. */
static const struct {
    const char *word;
    bool has_member;
} measures[] = {{"UFIELD_OFFSET", true},
                {"FIELD_OFFSET", true},
                {"offsetof", true},
                {"__builtin_offsetof", true},
                {"sizeof", false}};

/* Takes a name, after blanks and the words `struct` and `union`. With `is_tag`, removes its leading underscores. */
static const char *take_name(struct arena *arena, struct comment *text, bool is_tag)
{
    while (is_tag && (take_word(text, "struct") || take_word(text, "union") || take_word(text, " ")))
        skip_blanks(text);
    skip_blanks(text);
    const char *begin = text->text;
    while (text->text < text->end && (ascii_is_name(*text->text) || (!is_tag && *text->text == '.')))
        text->text++;
    while (is_tag && begin < text->text && *begin == '_')
        begin++;
    return arena_copy(arena, begin, (size_t)(text->text - begin));
}

/* Takes the number before an assertion's first word, as in "8 == sizeof(S)". `begin` is the beginning of the text. */
static bool take_number_before(const char *begin, const char *word, uint32_t *number)
{
    bool is_hexadecimal;
    const char *end = word;
    while (end > begin && strchr(" \t(", end[-1]))
        end--;
    if (end - begin < 2 || end[-1] != '=' || end[-2] != '=')
        return false;
    for (end -= 2; end > begin && strchr(" \t)uUlL", end[-1]);)
        end--;
    const char *first = end;
    while (first > begin && ascii_is_name(first[-1]))
        first--;
    return take_number(&(struct comment){first, end}, number, &is_hexadecimal);
}

/* Reads the rest of an assertion after its first word: "(S, m) == 8". `begin` is the beginning of the whole text, and
 * `word` that of the first word. */
static bool read_assertion(struct arena *arena, struct comment text, const char *begin, const char *word,
                           bool has_member, const char **key, uint32_t *number)
{
    bool is_hexadecimal;
    while (text.text < text.end && *text.text == ' ')
        text.text++;
    if (text.text == text.end || *text.text++ != '(')
        return false;
    const char *tag = take_name(arena, &text, true), *member = NULL;
    while (text.text < text.end && (*text.text == ' ' || *text.text == ','))
        text.text++;
    if (has_member)
        member = take_name(arena, &text, false);
    while (text.text < text.end && (*text.text == ' ' || *text.text == ')'))
        text.text++;
    *key = has_member ? arena_format(arena, "%s.%s", tag, member) : tag;
    if (!*tag || (has_member && !*member))
        return false;
    if (text.end - text.text < 2 || text.text[0] != '=' || text.text[1] != '=')
        return take_number_before(begin, word, number);
    skip_blanks(&text);
    while (text.text < text.end && *text.text == '(')
        text.text++;
    while (text.end > text.text && !ascii_is_digit(*text.text) && *text.text == ' ')
        text.text++;
    struct comment digits = text; /* the number may end with U or L */
    while (digits.text < digits.end && ascii_is_name(*digits.text))
        digits.text++;
    while (digits.text > text.text && strchr("uUlL", digits.text[-1]))
        digits.text--;
    text.end = digits.text;
    return take_number(&text, number, &is_hexadecimal);
}

void clang_read_assertions(struct arena *arena, struct intern *intern, const struct source *source,
                           struct map *assertions)
{
    const char *text = source->text, *end = text + source->size;
    for (const char *at = text; at < end; at++) {
        if (at > text && ascii_is_name(at[-1]))
            continue;
        for (size_t i = 0; i < sizeof measures / sizeof *measures; i++) {
            size_t size = strlen(measures[i].word);
            const char *key;
            uint32_t number;
            if ((size_t)(end - at) <= size || *at != *measures[i].word || strncmp(at, measures[i].word, size) != 0)
                continue;
            const char *line = memchr(at, '\n', (size_t)(end - at));
            if (read_assertion(arena, (struct comment){at + size, line ? line : end}, text, at,
                               measures[i].has_member, &key, &number))
                map_set(assertions, intern_text(intern, key), (void *)((uintptr_t)number + 1));
        }
    }
}

bool clang_is_assertion(const struct source *source, size_t offset)
{
    size_t begin = offset, end = offset;
    while (begin && source->text[begin - 1] != '\n')
        begin--;
    while (end < source->size && source->text[end] != '\n')
        end++;
    struct source line = {.text = source->text + begin, .size = end - begin};
    for (size_t i = 0; i < sizeof measures / sizeof *measures; i++)
        for (const char *at = line.text; at + strlen(measures[i].word) < line.text + line.size; at++)
            if (!strncmp(at, measures[i].word, strlen(measures[i].word)))
                return true;
    return false;
}
