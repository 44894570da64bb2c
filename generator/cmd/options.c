#include "cmd/options.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "model/nearest.h"
#include "front/load.h"

static struct diag *report(struct command_run *run, const char *format, va_list arguments)
{
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    struct diag *diag = diag_report(run->program->diags, DIAG_USAGE, (struct span){0, 0}, "%s", buffer_text(&text));
    buffer_free(&text);
    run->status = STATUS_TROUBLE;
    return diag;
}

enum status options_fail(struct command_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report(run, format, arguments);
    va_end(arguments);
    return STATUS_TROUBLE;
}

enum status options_fail_near(struct command_run *run, const char *guess, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct diag *diag = report(run, format, arguments);
    va_end(arguments);
    if (guess)
        diag_help(diag, "did you mean '%s'?", guess);
    return STATUS_TROUBLE;
}

bool options_number(const char *text, uint64_t *number)
{
    unsigned base = 10;
    if (text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) {
        base = 16;
        text += 2;
    }
    if (!*text)
        return false;
    for (*number = 0; *text; text++) {
        const char *digit = strchr("0123456789abcdef", *text >= 'A' && *text <= 'F' ? *text - 'A' + 'a' : *text);
        unsigned value = digit ? (unsigned)(digit - "0123456789abcdef") : base;
        if (value >= base || *number > (UINT64_MAX - value) / base)
            return false;
        *number = *number * base + value;
    }
    return true;
}

const char *options_next_word(struct arena *arena, const char **list)
{
    *list += strspn(*list, ",");
    size_t length = strcspn(*list, ",");
    const char *word = length ? arena_copy(arena, *list, length) : NULL;
    *list += length;
    return word;
}

int options_choice(struct command_run *run, const char *option, const char *text, const char *const *words)
{
    struct nearest nearest = {.wanted = text};
    for (int i = 0; words[i]; i++) {
        if (!strcmp(text, words[i]))
            return i;
        nearest_consider(&nearest, words[i]);
    }
    options_fail_near(run, nearest.best, "%s does not take '%s'", option, text);
    return -1;
}

/* True if the value follows the name directly, as in --no-CODE. */
static bool is_prefix(const struct option *option)
{
    size_t size = strlen(option->name);
    return size && option->name[size - 1] == '-';
}

/* Returns the option that an argument names, and sets the start of its value if the argument contains it. */
static const struct option *find_option(const char *argument, const struct option *options, size_t count,
                                        const char **value)
{
    *value = NULL;
    if (argument[1] != '-') {
        for (size_t i = 0; i < count; i++) {
            if (options[i].letter && options[i].letter == argument[1]) {
                *value = argument[2] ? argument + 2 : NULL;
                return &options[i];
            }
        }
        return NULL;
    }
    const char *name = argument + 2, *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    for (size_t i = 0; i < count; i++) {
        size_t size = strlen(options[i].name);
        if (is_prefix(&options[i]) && !strncmp(options[i].name, name, size)) {
            *value = name + size;
            return &options[i];
        }
        if (size == length && !memcmp(options[i].name, name, length)) {
            *value = equals ? equals + 1 : NULL;
            return &options[i];
        }
    }
    return NULL;
}

static bool fail_unknown(struct command_run *run, const char *argument, const struct option *options, size_t count)
{
    const char *name = argument + strspn(argument, "-");
    struct nearest nearest = {.wanted = arena_copy(run->arena, name, strcspn(name, "="))};
    for (size_t i = 0; i < count; i++)
        if (!is_prefix(&options[i]))
            nearest_consider(&nearest, options[i].name);
    const char *guess = nearest.best ? arena_format(run->arena, "--%s", nearest.best) : NULL;
    options_fail_near(run, guess, "strata %s has no option '%s'", run->command->name, argument);
    return false;
}

/* Has `use` search the directory of an option -I. */
static bool add_directory(struct command_run *run, const char *path)
{
    if (!*path || file_kind(path) != FILE_DIRECTORY) {
        options_fail(run, "-I '%s' is not a directory", path);
        return false;
    }
    program_add_root(run->program, path);
    return true;
}

/* Takes the option at argv[*at], and the next argument where that is its value. */
static bool take_option(struct command_run *run, const struct option *options, size_t count, int *at,
                        struct operands *operands)
{
    const char *argument = run->argv[*at], *value;
    const char *directory = NULL;
    const struct option every = {"include", 'I', &directory, NULL};
    const struct option *option = find_option(argument, options, count, &value);
    if (!option)
        option = find_option(argument, &every, 1, &value);
    if (!option)
        return fail_unknown(run, argument, options, count);
    if (!option->value && value) {
        options_fail(run, "'--%s' takes no value", option->name);
        return false;
    }
    if (option->given)
        *option->given = true;
    if (!option->value)
        return true;
    if (!value && *at + 1 < run->argc)
        value = run->argv[++*at];
    if (!value) {
        options_fail(run, "'%s' needs a value", argument);
        return false;
    }
    *option->value = value;
    operands->values[operands->value_count++] = (struct option_value){option->name, value, operands->count};
    return !directory || add_directory(run, directory);
}

bool options_parse(struct command_run *run, const struct option *options, size_t count, struct operands *operands)
{
    bool only_operands = false;
    operands->items = ARENA_ARRAY(run->arena, const char *, (size_t)run->argc);
    operands->count = 0;
    operands->values = ARENA_ARRAY(run->arena, struct option_value, (size_t)run->argc);
    operands->value_count = 0;
    for (int i = 0; i < run->argc; i++) {
        const char *argument = run->argv[i];
        if (only_operands || argument[0] != '-' || !argument[1]) {
            operands->items[operands->count++] = argument;
        } else if (!strcmp(argument, "--")) {
            only_operands = true;
        } else if (!strcmp(argument, "--help") || !strcmp(argument, "-h")) {
            buffer_add_text(&run->out, run->command->help);
            run->status = STATUS_CLEAN;
            return false;
        } else if (!take_option(run, options, count, &i, operands)) {
            return false;
        }
    }
    return true;
}
