#include "run/help.h"

#include <string.h>

#include "run/option.h"

enum { LINE_MOST = 96, NAMES_MOST = 25 };

/* An entry of the list of options: rows without a text, followed by the row with the text for all of them. */
struct entry {
    const struct option *first, *last;
};

/* Appends the names of an entry, such as "  -s, --struct NAME,...". Returns their length. */
static size_t write_names(struct entry entry, struct buffer *out)
{
    size_t before = out->size;
    for (const struct option *option = entry.first; option <= entry.last; option++) {
        buffer_add_text(out, option == entry.first ? "  " : ", ");
        if (option->letter)
            buffer_format(out, "-%c, ", option->letter);
        buffer_format(out, "--%s", option->name);
        if (option->value)
            buffer_format(out, "%s%s", option_is_prefix(option) ? "" : " ", option->value);
    }
    return out->size - before;
}

/* Appends a text. Its first line begins at the end of `out`, which is at `column`, and its other lines begin at
 * `column`, too. */
static void write_text(const char *text, size_t column, struct buffer *out)
{
    for (size_t at = column; *text; text += strspn(text, " ")) {
        size_t length = strcspn(text, " \n");
        if (at > column && at + 1 + length > LINE_MOST)
            at = 0;
        else if (at > column) {
            buffer_add_char(out, ' ');
            at++;
        }
        if (!at) {
            buffer_format(out, "\n%*s", (int)column, "");
            at = column;
        }
        buffer_add(out, text, length);
        text += length;
        at = *text == '\n' ? 0 : at + length;
        text += *text == '\n';
    }
    buffer_add_char(out, '\n');
}

/* True if one of the kinds before `kind` lists an option with the same text. */
static bool is_listed(const struct command *const *kinds, const struct command *kind, const struct option *option)
{
    for (; kinds && *kinds != kind; kinds++)
        for (const struct option *other = strstr((*kinds)->help, HELP_OPTIONS) ? (*kinds)->options : NULL;
             other && other->name; other++)
            if (other->help && !strcmp(other->name, option->name) && !strcmp(other->help, option->help))
                return true;
    return false;
}

/* Appends the entries of a table, without those that an earlier kind lists. */
static void write_options(const struct option *options, const struct command *const *kinds, const struct command *kind,
                          struct buffer *out)
{
    size_t widest = 0;
    for (int pass = 0; pass < 2; pass++) {
        const struct option *next = options;
        while (next->name) {
            struct entry entry = {next, next};
            while (!entry.last->help && entry.last[1].name)
                entry.last++;
            next = entry.last + 1;
            if (is_listed(kinds, kind, entry.last))
                continue;
            size_t before = out->size, width = write_names(entry, out);
            if (!pass) {
                widest = width <= NAMES_MOST && width > widest ? width : widest;
                out->size = before;
                continue;
            }
            buffer_format(out, "%*s", width <= widest ? (int)(widest + 2 - width) : 0, "");
            if (width > widest)
                buffer_format(out, "\n%*s", (int)widest + 2, "");
            write_text(entry.last->help, widest + 2, out);
        }
    }
}

/* Appends a part of a command's help, with the list of its options in place of HELP_OPTIONS. */
static void write_part(const struct command *command, const char *text, const struct command *const *kinds,
                       struct buffer *out)
{
    const char *place = strstr(text, HELP_OPTIONS);
    buffer_add(out, text, place ? (size_t)(place - text) : strlen(text));
    if (!place)
        return;
    write_options(command->options, kinds, command, out);
    buffer_add_text(out, place + strlen(HELP_OPTIONS));
}

void help_write_common(struct buffer *out)
{
    buffer_add_text(out, "Options of all commands:\n");
    write_options(option_common, NULL, NULL, out);
}

void help_write(const struct command *command, struct buffer *out)
{
    struct buffer text = {0};
    write_part(command, command->help, NULL, &text);
    for (size_t i = 0; command->kinds && command->kinds[i]; i++)
        write_part(command->kinds[i], command->kinds[i]->help, command->kinds, &text);
    if (command->help_end)
        write_part(command, command->help_end, NULL, &text);
    const char *end = strstr(buffer_text(&text), "\nExit status: ");
    size_t length = end ? (size_t)(end + 1 - buffer_text(&text)) : text.size;
    buffer_add(out, text.data, length);
    help_write_common(out);
    buffer_format(out, "\n%s", buffer_text(&text) + length);
    buffer_free(&text);
}
