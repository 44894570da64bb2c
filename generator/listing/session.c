#include "listing/session.h"

#include <string.h>

#include "base/ascii.h"

/* Takes a prompt: "0: kd>", "lkd>", "1: kd:x86>", "0:000>", "0:000:x86>". */
static bool take_prompt(struct line *line)
{
    struct line rest = *line;
    const char *begin = rest.begin;
    while (rest.begin < rest.end && ascii_is_digit(*rest.begin))
        rest.begin++;
    bool has_processor = rest.begin > begin && line_take(&rest, ":");
    if (rest.begin > begin && !has_processor)
        return false;
    line_skip_blanks(&rest);
    begin = rest.begin;
    while (has_processor && rest.begin < rest.end && ascii_is_digit(*rest.begin))
        rest.begin++;
    if (rest.begin == begin && !line_take(&rest, "kd") && !line_take(&rest, "lkd"))
        return false;
    if (line_take(&rest, ":")) /* the processor's mode, such as x86 */
        while (rest.begin < rest.end && ascii_is_name(*rest.begin))
            rest.begin++;
    if (!line_take(&rest, ">"))
        return false;
    line_skip_blanks(&rest);
    *line = rest;
    return true;
}

/* Takes the characters up to the next blank. */
static struct line take_word(struct line *line)
{
    line_skip_blanks(line);
    struct line word = {line->begin, line->begin};
    while (word.end < line->end && *word.end != ' ' && *word.end != '\t')
        word.end++;
    line->begin = word.end;
    return word;
}

/* True if an operand is an address and no name of a member: a number, a register, an expression. Of words that are both
 * hexadecimal and names, those with eight digits are addresses. */
static bool is_address(const struct line *word)
{
    size_t size = (size_t)(word->end - word->begin), digits = 0;
    while (digits < size && ((ascii_is_digit(word->begin[digits])) || strchr("abcdefABCDEF`'", word->begin[digits])))
        digits++;
    return ascii_is_digit(*word->begin) || strchr("@(-", *word->begin) || memchr(word->begin, '!', size) ||
           (size > 4 && !memcmp(word->begin, "poi(", 4)) || (digits == size && size >= 8);
}

/* Reads the operands of dt. */
static void read_operands(struct line *line, struct session_command *command)
{
    for (struct line word = take_word(line); word.begin < word.end; word = take_word(line)) {
        if (*word.begin == '-' || *word.begin == '/') {
            size_t size = (size_t)(word.end - word.begin);
            if (size == 2 && word.begin[1] == 'l') /* the member with the next address follows */
                take_word(line);
            if (size == 2 && word.begin[1] == 'y') /* a part of the name of a member follows */
                command->kind = SESSION_PART;
        } else if (!command->type.begin) {
            command->type = word;
        } else {
            if (!is_address(&word))
                command->kind = SESSION_PART;
            return;
        }
    }
}

bool session_read(struct line line, struct session_command *command)
{
    bool has_prompt = take_prompt(&line);
    *command = (struct session_command){.kind = SESSION_PROMPT};
    if (has_prompt && line.begin == line.end)
        return true;
    struct line rest = line;
    bool is_dt = line_take(&rest, "dt") && (rest.begin == rest.end || *rest.begin == ' ' || *rest.begin == '\t');
    if (!is_dt) {
        command->kind = SESSION_OTHER;
        return has_prompt;
    }
    const char *next = memchr(rest.begin, ';', (size_t)(rest.end - rest.begin));
    struct line last = {next ? next + 1 : rest.end, rest.end};
    line_skip_blanks(&last);
    if (last.begin < last.end) /* several commands, whose outputs nothing separates */
        return true;
    rest.end = next ? next : rest.end;
    command->kind = SESSION_TYPE;
    read_operands(&rest, command);
    return true;
}
