#include "run/options.h"

#include <stdarg.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/progress.h"
#include "model/nearest.h"
#include "front/load.h"
#include "run/fence.h"
#include "run/help.h"

static struct diag *report_text(struct command_run *run, const char *text)
{
    run->status = STATUS_TROUBLE;
    return diag_report(run->program->diags, DIAG_USAGE, (struct span){0, 0}, "%s", text);
}

static struct diag *report_option(struct command_run *run, const char *format, va_list arguments)
{
    struct buffer text = {0};
    buffer_format_list(&text, format, arguments);
    struct diag *diag = report_text(run, buffer_text(&text));
    buffer_free(&text);
    return diag;
}

struct diag *options_report(struct command_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct diag *diag = report_option(run, format, arguments);
    va_end(arguments);
    return diag;
}

enum status options_fail(struct command_run *run, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    report_option(run, format, arguments);
    va_end(arguments);
    return STATUS_TROUBLE;
}

enum status options_fail_near(struct command_run *run, const char *guess, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    struct diag *diag = report_option(run, format, arguments);
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
    enum { LISTED_MOST = 8 };
    static const char *const other_words[][2] = {{"markdown", "md"}, {"txt", "text"}, {"htm", "html"}};
    struct nearest nearest = {.wanted = text};
    struct buffer list = {0};
    int count = 0;
    for (; words[count]; count++) {
        if (!strcmp(text, words[count])) {
            buffer_free(&list);
            return count;
        }
        nearest_consider(&nearest, words[count]);
        for (size_t i = 0; i < sizeof other_words / sizeof *other_words; i++)
            if (!strcmp(text, other_words[i][0]) && !strcmp(words[count], other_words[i][1]))
                nearest = (struct nearest){.wanted = words[count], .best = words[count]};
        buffer_format(&list, "%s%s", count ? ", " : "", words[count]);
    }
    struct diag *diag = report_text(run, arena_format(run->arena, "%s does not take '%s'", option, text));
    if (nearest.best)
        diag_help(diag, "did you mean '%s'?", nearest.best);
    else if (count <= LISTED_MOST)
        diag_help(diag, "it takes one of %s", buffer_text(&list));
    buffer_free(&list);
    return -1;
}

/* ---- Tables of options */

/* Returns the option with a letter; NULL if there is none. */
static const struct option *find_letter(const struct option *options, char letter)
{
    for (; options && options->name; options++)
        if (options->letter && options->letter == letter)
            return options;
    return NULL;
}

/* Returns the option in a text such as "output=x", and sets `*value` to the value if the text contains one. */
static const struct option *find_name(const struct option *options, const char *name, const char **value)
{
    const char *equals = strchr(name, '=');
    size_t length = equals ? (size_t)(equals - name) : strlen(name);
    for (; options && options->name; options++) {
        size_t size = strlen(options->name);
        if (option_is_prefix(options) && !strncmp(options->name, name, size)) {
            *value = name + size;
            return options;
        }
        if (size == length && !memcmp(options->name, name, length)) {
            *value = equals ? equals + 1 : NULL;
            return options;
        }
    }
    return NULL;
}

/* Options of other programs, and the options of Strata with the same meaning. */
static const struct {
    const char *name;
    const char *here;
} other_names[] = {
    {"no-color", "--color never"}, {"no-colour", "--color never"}, {"colour", "--color"},
    {"silent", "--quiet"},         {"json", "--format json"},      {"html", "--format html"},
    {"out", "--output"},           {"directory", "--output"},      {"file", "--output"},
    {"version", "--versions"},     {"o", "> FILE"},               {"output", "> FILE"},
    {"version", "--at"},           {"version", "--from"},          {"version", "strata --version"},
    {"target", "--at"},            {"build", "--at"},              {"release", "--at"},
    {"os", "--at"},                {"arch", "--at VERSION/ARCH"},  {"arch", "--from VERSION/ARCH"},
    {"member", "--members"},       {"member", "--struct STRUCT.MEMBER"},
    {"type", "--struct"},          {"name", "--struct"},           {"structure", "--struct"},
    {"filter", "--struct"},        {"grade", "--require"},         {"min-grade", "--require"},
};

/* True if a table has an option with exactly this name. */
static bool has_name(const struct option *options, const char *name)
{
    for (; options && options->name; options++)
        if (!strcmp(options->name, name))
            return true;
    return false;
}

/* Returns the option of the command that has the meaning of another program's option; NULL if there is none, or if the
 * command has an option with that name. */
static const char *find_here(struct command_run *run, const char *name)
{
    const struct option *options = run->command->options;
    for (size_t i = 0; i < sizeof other_names / sizeof *other_names; i++) {
        const char *here = other_names[i].here, *option = here + strspn(here, "-");
        option = arena_copy(run->arena, option, strcspn(option, " "));
        bool is_had = *here != '-' || has_name(options, option) || has_name(option_common, option);
        if (is_had && !strcmp(other_names[i].name, name) && !has_name(options, name))
            return here;
    }
    return NULL;
}

/* Returns the names of the commands that have an option: "strata decode, strata show"; NULL if none has it. */
static const char *find_commands(struct command_run *run, const char *name)
{
    struct buffer list = {0};
    for (const struct command *const *command = run->commands; *command; command++) {
        if (has_name((*command)->options, name))
            buffer_format(&list, "%sstrata %s", list.size ? ", " : "", (*command)->name);
        for (size_t i = 0; (*command)->kinds && (*command)->kinds[i]; i++)
            if (has_name((*command)->kinds[i]->options, name))
                buffer_format(&list, "%sstrata %s", list.size ? ", " : "", (*command)->kinds[i]->name);
    }
    return list.size ? buffer_take(&list, run->arena) : NULL;
}

static void consider_option(struct nearest *nearest, const struct option *options)
{
    for (; options && options->name; options++)
        if (!option_is_prefix(options))
            nearest_consider(nearest, options->name);
}

static bool fail_unknown(struct command_run *run, const char *argument)
{
    const char *word = argument + strspn(argument, "-"), *name = arena_copy(run->arena, word, strcspn(word, "="));
    struct diag *diag = options_report(run, "strata %s has no option '%s'", run->command->name, argument);
    struct nearest nearest = {.wanted = name};
    const char *here = find_here(run, name), *commands = find_commands(run, name);
    consider_option(&nearest, run->command->options);
    consider_option(&nearest, option_common);
    nearest_consider(&nearest, "version");
    if (here || (nearest.best && (here = find_here(run, nearest.best))))
        diag_help(diag, "did you mean '%s'?", here);
    else if (commands && !(nearest.best && !strcmp(nearest.best, name)))
        diag_help(diag, "these have it: %s", commands);
    else if (nearest.best)
        diag_help(diag, "did you mean '--%s'?", nearest.best);
    else
        diag_help(diag, "strata %s --help lists its options", run->command->name);
    return false;
}

/* ---- Parsing */

/* Carries out a common option that takes effect at once. */
static bool obey_common(struct command_run *run, const struct option *option, const char *value)
{
    if (option->field == offsetof(struct common_options, include)) {
        /* Let `use <PATH>` search the directory of an option -I. */
        if (!*value || file_kind(value) != FILE_DIRECTORY) {
            options_fail(run, "-I '%s' is not a directory", value);
            return false;
        }
        program_add_root(run->program, value);
        return true;
    }
    return option->takes != TAKES_WORD ||
           options_choice(run, arena_format(run->arena, "--%s", option->name), value, option->words) >= 0;
}

/* Takes an option with its value. If `value` is NULL and the option needs one, takes the next argument. */
static bool take_option(struct command_run *run, const struct option *option, const char *value, void *chosen, int *at,
                        struct operands *operands)
{
    const char *argument = run->argv[*at];
    const bool is_common = option_is_common(option);
    if (option->takes == TAKES_NOTHING && value) {
        options_fail(run, "'--%s' takes no value", option->name);
        return false;
    }
    if (option->takes != TAKES_NOTHING && !value && *at + 1 < run->argc)
        value = run->argv[++*at];
    if (option->takes != TAKES_NOTHING && !value) {
        options_fail(run, "'%s' needs a value", argument);
        return false;
    }
    /* Set the field of an option. */
    void *structure = is_common ? &run->common : chosen;
    if (option->field != OPTION_NO_FIELD) {
        char *field = (char *)structure + option->field;
        if (option->takes == TAKES_NOTHING)
            *(bool *)(void *)field = true;
        else
            *(const char **)(void *)field = value;
    }
    operands->effects |= 1u << option->effect;
    if (value)
        operands->values[operands->value_count++] =
            (struct option_value){option->name, value, operands->count, option};
    return !is_common || obey_common(run, option, value);
}

/* Takes the option that the argument argv[*at] names: --name or --name=VALUE. */
static bool take_name(struct command_run *run, void *chosen, int *at, struct operands *operands)
{
    const char *argument = run->argv[*at], *value = NULL;
    if (find_here(run, argument + 2))
        return fail_unknown(run, argument);
    const struct option *option = find_name(run->command->options, argument + 2, &value);
    if (!option)
        option = find_name(option_common, argument + 2, &value);
    return option ? take_option(run, option, value, chosen, at, operands) : fail_unknown(run, argument);
}

/* Takes the options whose letters are in the argument argv[*at]. A value may follow the last letter: -v, -vofile. */
static bool take_letters(struct command_run *run, void *chosen, int *at, struct operands *operands)
{
    const char *name = run->argv[*at] + 1; /* a long name after a single hyphen is a typing error */
    if (name[1] && (has_name(run->command->options, name) || has_name(option_common, name) ||
                    find_here(run, name)))
        return fail_unknown(run, run->argv[*at]);
    for (const char *letter = run->argv[*at] + 1; *letter; letter++) {
        const struct option *option = find_letter(run->command->options, *letter);
        if (!option)
            option = find_letter(option_common, *letter);
        if (!option)
            return fail_unknown(run, run->argv[*at]);
        if (option->takes != TAKES_NOTHING)
            return take_option(run, option, letter[1] ? letter + 1 : NULL, chosen, at, operands);
        if (!take_option(run, option, NULL, chosen, at, operands))
            return false;
    }
    return true;
}

/* True if some file of the command line is standard input, which --stdin-filename names. Otherwise reports it. */
static bool names_input(struct command_run *run, const struct operands *operands)
{
    bool is_any = false;
    for (size_t i = 0; i < operands->count; i++)
        is_any |= command_is_standard(operands->items[i]);
    for (size_t i = 0; i < operands->value_count; i++)
        is_any |= command_is_standard(operands->values[i].value);
    if (is_any && *run->common.input && file_kind(run->common.input) != FILE_DIRECTORY)
        return true;
    if (is_any)
        options_fail(run, "--stdin-filename '%s' is not the name of a file", run->common.input);
    else
        options_fail(run, "--stdin-filename names standard input, but no file is '-'");
    return false;
}

bool options_parse(struct command_run *run, void *chosen, struct operands *operands)
{
    bool only_operands = false;
    operands->items = ARENA_ARRAY(run->arena, const char *, (size_t)run->argc);
    operands->count = 0;
    operands->values = ARENA_ARRAY(run->arena, struct option_value, (size_t)run->argc);
    operands->value_count = 0;
    operands->effects = 0;
    for (int i = 0; i < run->argc; i++) {
        const char *argument = run->argv[i];
        if (only_operands || argument[0] != '-' || !argument[1]) {
            operands->items[operands->count++] = argument;
        } else if (!strcmp(argument, "--")) {
            only_operands = true;
            operands->bare = operands->count;
        } else if (!(argument[1] == '-' ? take_name : take_letters)(run, chosen, &i, operands)) {
            return false;
        }
        if (run->common.is_help) {
            help_write(run->named, &run->out);
            run->status = STATUS_CLEAN;
            return false;
        }
    }
    if (!only_operands)
        operands->bare = operands->count;
    if (run->common.input && !names_input(run, operands))
        return false;
    if (!run->common.is_quiet && command_has_terminal(run, 2))
        run->program->progress = progress_new(run->arena);
    fence_enter(run, operands);
    return true;
}

/* ---- Severities of checks */

/* The severity that an option sets, and the severities of the checks that `all` includes. */
static const struct level {
    const char *option;
    enum diag_severity severity;
    bool of_off, of_warnings, of_errors;
} levels[] = {
    {"warn", DIAG_SEVERITY_WARNING, true, false, false},
    {"error", DIAG_SEVERITY_ERROR, false, true, false},
    {"no-", DIAG_SEVERITY_OFF, false, true, true},
};

static void change_severities(struct diags *diags, const struct level *level)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        enum diag_code code = (enum diag_code)i;
        enum diag_severity now = diags_severity(diags, code);
        bool meant = (now == DIAG_SEVERITY_OFF && level->of_off) ||
                     (now == DIAG_SEVERITY_WARNING && level->of_warnings) ||
                     (now == DIAG_SEVERITY_ERROR && level->of_errors);
        if (meant && diag_code_is_check(code))
            diags_set_severity(diags, code, level->severity);
    }
}

void options_silence_warnings(struct diags *diags)
{
    static const struct level silence = {.severity = DIAG_SEVERITY_OFF, .of_warnings = true};
    change_severities(diags, &silence);
}

static bool change_severity(struct command_run *run, const struct level *level, const char *name)
{
    enum diag_code code;
    if (!strcmp(name, "all")) {
        change_severities(run->program->diags, level);
        return true;
    }
    if (!diag_code_find(name, &code)) {
        struct nearest nearest = {.wanted = name};
        for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
            if (diag_code_is_check((enum diag_code)i))
                nearest_consider(&nearest, diag_code_name((enum diag_code)i));
        options_fail_near(run, nearest.best, "no check is called '%s'; strata explain lists them", name);
        return false;
    }
    if (!diag_code_is_check(code)) {
        options_fail(run, "'%s' is not a check, so its severity is fixed; strata explain lists the checks", name);
        return false;
    }
    diags_set_severity(run->program->diags, code, level->severity);
    return true;
}

bool options_take_severities(struct command_run *run, const struct operands *operands)
{
    for (size_t i = 0; i < operands->value_count; i++)
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
            if (!strcmp(operands->values[i].name, levels[k].option) &&
                !change_severity(run, &levels[k], operands->values[i].value))
                return false;
    return true;
}
