/*
 * strata completion: writes completions for shells from the tables of options. An option is described by the first
 * words of its help. The scripts ask strata for names: `strata completion versions`, `names` and `templates`.
 */
#include <string.h>

#include "base/arena.h"
#include "run/offer.h"
#include "run/options.h"

enum { DESCRIPTION_MOST = 60 };

/* State while a script is written. */
struct script {
    struct command_run *run;
    struct buffer *out;
};

/* What a shell offers for each kind of value or operand: a branch of the script for bash, an action of _arguments for
 * zsh, and options of `complete` for fish. Kinds with a list of words offer the words, too. */
static const struct offer {
    const char *bash, *zsh, *fish;
} offers[] = {
    [TAKES_TEXT] = {"text", "text: ", ""},
    [TAKES_VERSION] = {"version", "version:{compadd -- $(strata completion versions 2>/dev/null)}",
                       "-a '(strata completion versions 2>/dev/null)'"},
    [TAKES_NAMES] = {"names", "name:_strata_names", "-a '(__strata_names)'"},
    [TAKES_SPECS] = {"specs", "spec:_files -g \"*.strata\"", "-k -a '(__fish_complete_suffix .strata)'"},
    [TAKES_NAMED_SPECS] = {"named", "spec or name:_strata_operands",
                           "-k -a '(__strata_names; __fish_complete_suffix .strata)'"},
    [TAKES_NAMED_FILES] = {"named-file", "file or name:_strata_files", "-F -a '(__strata_names)'"},
    [TAKES_TEMPLATE] = {"template", "template:_strata_templates",
                        "-F -a '(strata completion templates 2>/dev/null)'"},
    [TAKES_FILE] = {"file", "file:_files", "-F"},
    [TAKES_DIRECTORY] = {"directory", "directory:_files -/", "-a '(__fish_complete_directories)'"},
    [TAKES_SERVERS] = {"directory", "server:_files -/", "-a '(__fish_complete_directories)'"},
    [TAKES_WORD] = {"word", NULL, NULL},
    [TAKES_WORDS] = {"words", NULL, NULL},
};

/* Returns the first words of an option's description, without characters that a shell interprets. */
static const char *option_summary(struct script *script, const struct option *option)
{
    struct buffer words = {0};
    while (!option->help)
        option++;
    const char *text = option->help, *end = strchr(text, '\n'), *first = option->words ? option->words[0] : NULL;
    if (end && first && !strncmp(text, first, strlen(first)))
        return option->name; /* the help has a line for each word instead of one for the option */
    while (text && *text && text != end) {
        size_t length = strcspn(text, " \n"), plain = strcspn(text, ",;:([].'\\$");
        if (*text == '-' || words.size + length > DESCRIPTION_MOST)
            break;
        if (words.size && plain)
            buffer_add_char(&words, ' ');
        buffer_add(&words, text, plain < length ? plain : length);
        text = plain < length ? NULL : text + length + (text[length] == ' ');
    }
    return buffer_take(&words, script->run->arena);
}

/* Writes text in single quotes, in a form that is the same for all shells. */
static void write_quoted(struct buffer *out, const char *text)
{
    buffer_add_char(out, '\'');
    for (; *text; text++)
        if (*text == '\'')
            buffer_add_text(out, "'\\''");
        else
            buffer_add_char(out, *text);
    buffer_add_char(out, '\'');
}

/* Writes words separated by blanks, each between `before` and `after`. */
static void write_words(struct buffer *out, const char *before, const char *after, const char *const *words)
{
    buffer_add_text(out, before);
    for (size_t i = 0; words[i]; i++)
        buffer_format(out, "%s%s", i ? " " : "", words[i]);
    buffer_add_text(out, after);
}

/* ---- bash */

static const char bash_begin[] =
    "# Completion of strata for bash, made by `strata completion bash`.\n"
    "\n"
    "_strata()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
    "    local options= operands= value= words=\n"
    "    local -a specs=()\n"
    "    COMPREPLY=()\n"
    "    # bash makes three words of --name=value.\n"
    "    if [[ $cur == = ]]; then\n"
    "        cur=\n"
    "    elif [[ $option == = ]]; then\n"
    "        option=${COMP_WORDS[COMP_CWORD-2]}\n"
    "    fi\n"
    "    [ \"$COMP_CWORD\" = 1 ] || command=${COMP_WORDS[1]}\n";

static void bash_write_list(struct script *script, const struct command *const *list, const char *more)
{
    buffer_add_text(script->out, "        operands=word words='");
    for (size_t i = 0; list[i]; i++) {
        const char *blank = strchr(list[i]->name, ' ');
        buffer_format(script->out, "%s%s", i ? " " : "", blank ? blank + 1 : list[i]->name);
    }
    buffer_format(script->out, "%s'\n        ;;\n", more);
}

static void bash_write_commands(struct script *script, const struct command *const *list)
{
    for (size_t i = 0; list[i]; i++)
        if (list[i]->kinds)
            buffer_format(script->out, "    [[ $command != %s || $COMP_CWORD == 2 ]] || "
                                       "command+=\" ${COMP_WORDS[2]}\"\n", list[i]->name);
    buffer_add_text(script->out, "    case $command in\n"
                                 "    '')\n"
                                 "        options='--help --version --print-specs-dir'\n");
    bash_write_list(script, list, " help");
    buffer_add_text(script->out, "    help)\n");
    bash_write_list(script, list, "");
    for (size_t i = 0; list[i]; i++) {
        if (!list[i]->kinds)
            continue;
        buffer_format(script->out, "    %s)\n", list[i]->name);
        bash_write_list(script, list[i]->kinds, "");
    }
}

/* Writes the names of options, and what their values may be. */
static void bash_write_options(struct script *script, const struct option *options)
{
    struct buffer *out = script->out;
    buffer_add_text(out, "        options+='");
    for (const struct option *option = options; option && option->name; option++) {
        if (option->letter)
            buffer_format(out, " -%c", option->letter);
        for (size_t i = 0; option_is_prefix(option) && option->words[i]; i++)
            buffer_format(out, " --%s%s", option->name, option->words[i]);
        if (!option_is_prefix(option))
            buffer_format(out, " --%s", option->name);
    }
    buffer_add_text(out, "'\n        case $option in\n");
    for (const struct option *option = options; option && option->name; option++) {
        if (option->takes == TAKES_NOTHING || option_is_prefix(option))
            continue;
        if (option->letter)
            buffer_format(out, "        -%c | --%s) value=%s", option->letter, option->name,
                          offers[option->takes].bash);
        else
            buffer_format(out, "        --%s) value=%s", option->name, offers[option->takes].bash);
        if (option->words)
            write_words(out, " words='", "'", option->words);
        buffer_add_text(out, " ;;\n");
    }
    buffer_add_text(out, "        esac\n");
}

static void bash_write_command(struct script *script, const struct command *command)
{
    buffer_format(script->out, "    '%s')\n        operands=%s", command->name, offers[command->operands].bash);
    if (command->words)
        write_words(script->out, " words='", "'", command->words);
    buffer_add_char(script->out, '\n');
    if (command->options)
        bash_write_options(script, command->options);
    buffer_add_text(script->out, "        ;;\n");
}

static void bash_write_end(struct script *script)
{
    buffer_add_text(script->out, "    esac\n"
                                 "    if [ -n \"$command\" ]; then\n");
    bash_write_options(script, option_common);
    buffer_add_text(
        script->out,
        "    fi\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        [[ ${COMP_WORDS[i]} != -- ]] || options= value=\n"
        "        # Names are those of the specs on the line. A word after an option may be its value.\n"
        "        [[ $i == 1 || ${COMP_WORDS[i-1]} == [-=]* ]] ||\n"
        "            [[ ! -d ${COMP_WORDS[i]} && ${COMP_WORDS[i]} != *.strata ]] ||\n"
        "            specs+=(--specs \"${COMP_WORDS[i]}\")\n"
        "    done\n"
        "    [ -n \"$value\" ] || value=$operands\n"
        "    if [[ $cur == -* && $value == \"$operands\" && -n $options ]]; then\n"
        "        value=word words=$options\n"
        "    fi\n"
        "    case $value in\n"
        "    specs | named* | template | file | directory) compopt -o filenames 2>/dev/null ;;\n"
        "    esac\n"
        "    while IFS= read -r i; do\n"
        "        COMPREPLY+=(\"$i\")\n"
        "    done < <(\n"
        "        case $value in\n"
        "        names | named | named-file)\n"
        "            strata completion \"${specs[@]}\" -- names \"$cur\" 2>/dev/null\n"
        "            ;;\n"
        "        template) compgen -W \"$(strata completion templates 2>/dev/null)\" -- \"$cur\" ;;\n"
        "        esac\n"
        "        case $value in\n"
        "        word) compgen -W \"$words\" -- \"$cur\" ;;\n"
        "        version) compgen -W \"$(strata completion versions 2>/dev/null)\" -- \"$cur\" ;;\n"
        "        words)\n"
        "            i=\n"
        "            [[ $cur != *,* ]] || i=${cur%,*},\n"
        "            compgen -P \"$i\" -W \"$words\" -- \"${cur##*,}\"\n"
        "            ;;\n"
        "        specs | named)\n"
        "            compgen -d -- \"$cur\"\n"
        "            compgen -f -X '!*.strata' -- \"$cur\"\n"
        "            ;;\n"
        "        file | template | named-file) compgen -f -- \"$cur\" ;;\n"
        "        directory) compgen -d -- \"$cur\" ;;\n"
        "        esac\n"
        "    )\n"
        "}\n"
        "\n"
        "complete -F _strata strata\n");
}

/* ---- zsh */

static const char zsh_begin[] = "#compdef strata\n"
                                "# Completion of strata for zsh, made by `strata completion zsh`.\n"
                                "\n"
                                "# Names are those of the specs on the line. A word after an option may be its value.\n"
                                "_strata_names()\n"
                                "{\n"
                                "    local -a specs\n"
                                "    local i\n"
                                "    for (( i = 2; i < CURRENT; i++ )); do\n"
                                "        [[ $words[i-1] == -* || ( ! -d $words[i] && $words[i] != *.strata ) ]] ||\n"
                                "            specs+=(--specs $words[i])\n"
                                "    done\n"
                                "    compadd -U -- ${(f)\"$(strata completion $specs -- names \"$PREFIX\" "
                                "2>/dev/null)\"}\n"
                                "}\n"
                                "\n"
                                "_strata_operands()\n"
                                "{\n"
                                "    _strata_names\n"
                                "    _files -g \"*.strata\"\n"
                                "}\n"
                                "\n"
                                "_strata_files()\n"
                                "{\n"
                                "    _strata_names\n"
                                "    _files\n"
                                "}\n"
                                "\n"
                                "_strata_templates()\n"
                                "{\n"
                                "    compadd -- $(strata completion templates 2>/dev/null)\n"
                                "    _files\n"
                                "}\n"
                                "\n"
                                "_strata()\n"
                                "{\n"
                                "    local -a commands common\n"
                                "    local command=$words[2]\n";

static void zsh_write_list(struct script *script, const struct command *const *list)
{
    buffer_add_text(script->out, "commands=(");
    for (size_t i = 0; list[i]; i++) {
        const char *blank = strchr(list[i]->name, ' ');
        buffer_add_char(script->out, ' ');
        write_quoted(script->out, arena_format(script->run->arena, "%s:%s", blank ? blank + 1 : list[i]->name,
                                               list[i]->summary));
    }
    buffer_add_text(script->out, " )\n");
}

/* Writes the completion of a value or an operand as an action of _arguments. */
static void zsh_write_action(struct script *script, enum takes takes, const char *const *words)
{
    if (takes == TAKES_WORD)
        write_words(script->out, "word:(", ")", words);
    else if (takes == TAKES_WORDS)
        write_words(script->out, "word:{_values -s , word ", "}", words);
    else
        buffer_add_text(script->out, offers[takes].zsh);
}

static void zsh_write_options(struct script *script, const struct option *options)
{
    struct buffer *out = script->out;
    for (const struct option *option = options; option && option->name; option++) {
        const char *text = option_summary(script, option);
        for (size_t i = 0; option_is_prefix(option) && option->words[i]; i++)
            buffer_format(out, " \\\n            '*--%s%s[%s]'", option->name, option->words[i], text);
        for (int is_letter = 0; is_letter < 2 && !option_is_prefix(option); is_letter++) {
            bool has_value = option->takes != TAKES_NOTHING;
            if (is_letter && !option->letter)
                continue;
            if (is_letter)
                buffer_format(out, " \\\n            '*-%c%s[%s]", option->letter, has_value ? "+" : "", text);
            else
                buffer_format(out, " \\\n            '*--%s%s[%s]", option->name, has_value ? "=" : "", text);
            buffer_add_text(out, has_value ? ":" : "");
            if (has_value)
                zsh_write_action(script, option->takes, option->words);
            buffer_add_char(out, '\'');
        }
    }
}

static void zsh_write_commands(struct script *script, const struct command *const *list)
{
    buffer_add_text(script->out, "    common=(");
    zsh_write_options(script, option_common);
    buffer_add_text(script->out, " )\n"
                                 "    ");
    zsh_write_list(script, list);
    buffer_add_text(script->out, "    if (( CURRENT == 2 )) || [[ $command == help && CURRENT -eq 3 ]]; then\n"
                                 "        _describe -t commands command commands\n"
                                 "        [[ $command == help ]] || _arguments --help --version --print-specs-dir\n"
                                 "        return\n"
                                 "    fi\n"
                                 "    shift words\n"
                                 "    (( CURRENT-- ))\n");
    for (size_t i = 0; list[i]; i++) {
        if (!list[i]->kinds)
            continue;
        buffer_format(script->out, "    if [[ $command == %s ]]; then\n        ", list[i]->name);
        zsh_write_list(script, list[i]->kinds);
        buffer_add_text(script->out, "        if (( CURRENT == 2 )); then\n"
                                     "            _describe -t commands kind commands\n"
                                     "            return\n"
                                     "        fi\n"
                                     "        command+=\" $words[2]\"\n"
                                     "        shift words\n"
                                     "        (( CURRENT-- ))\n"
                                     "    fi\n");
    }
    buffer_add_text(script->out, "    case $command in\n");
}

static void zsh_write_command(struct script *script, const struct command *command)
{
    buffer_format(script->out, "    '%s')\n        _arguments -s -S $common", command->name);
    zsh_write_options(script, command->options);
    buffer_add_text(script->out, " \\\n            '*:");
    zsh_write_action(script, command->operands, command->words);
    buffer_add_text(script->out, "' ;;\n");
}

static void zsh_write_end(struct script *script)
{
    buffer_add_text(script->out, "    esac\n"
                                 "}\n"
                                 "\n"
                                 "if [[ $funcstack[1] == _strata ]]; then\n"
                                 "    _strata \"$@\"\n"
                                 "else\n"
                                 "    compdef _strata strata\n"
                                 "fi\n");
}

/* ---- fish */

static const char fish_begin[] =
    "# Completion of strata for fish, made by `strata completion fish`.\n"
    "\n"
    "function __strata_at --description 'True if these words, without options, begin the command line'\n"
    "    set -l words (commandline -opc)\n"
    "    test (count $words) -gt (count $argv)\n"
    "    and test \"$words[2..\"(math (count $argv) + 1)\"]\" = \"$argv\"\n"
    "end\n"
    "\n"
    "function __strata_names --description 'Names of the specs on the line, or else of the shipped ones'\n"
    "    set -l words (commandline -opc)\n"
    "    set -l specs\n"
    "    for i in (seq (count $words))\n"
    "        test $i -gt 2; or continue\n"
    "        # A word after an option may be its value.\n"
    "        string match -q -- '-*' $words[(math $i - 1)]; and continue\n"
    "        test -d $words[$i]; or string match -q -- '*.strata' $words[$i]; or continue\n"
    "        set -a specs --specs $words[$i]\n"
    "    end\n"
    "    set -l word (string replace -r -- '^--[a-z-]*=' '' (commandline -ct))\n"
    "    strata completion $specs -- names \"$word\" 2>/dev/null\n"
    "end\n"
    "\n"
    "complete -c strata -f\n"
    "complete -c strata -n __fish_use_subcommand -l help -d 'list the commands'\n"
    "complete -c strata -n __fish_use_subcommand -l version -d 'print the version'\n"
    "complete -c strata -n __fish_use_subcommand -l print-specs-dir -d 'print the directory of the shipped specs'\n";

/* Writes a line that offers a command or a kind, if a condition of fish is true. */
static void fish_write_name(struct buffer *out, const char *condition, const char *name, const char *summary)
{
    buffer_format(out, "complete -c strata -n '%s' -a %s -d ", condition, name);
    write_quoted(out, summary);
    buffer_add_char(out, '\n');
}

static void fish_write_commands(struct script *script, const struct command *const *list)
{
    for (size_t i = 0; list[i]; i++) {
        const struct command *const *kinds = list[i]->kinds;
        const char *begins = arena_format(script->run->arena, "__strata_at %s; and test (count (commandline -opc)) = 2",
                                          list[i]->name);
        fish_write_name(script->out, "__fish_use_subcommand", list[i]->name, list[i]->summary);
        fish_write_name(script->out, "__strata_at help", list[i]->name, list[i]->summary);
        for (size_t k = 0; kinds && kinds[k]; k++)
            fish_write_name(script->out, begins, strchr(kinds[k]->name, ' ') + 1, kinds[k]->summary);
    }
}

static void fish_write_action(struct script *script, enum takes takes, const char *const *words)
{
    if (takes == TAKES_WORDS)
        write_words(script->out, "-a '(__fish_complete_list , \"printf %s\\\\n ", "\")'", words);
    else if (words)
        write_words(script->out, "-a '", "'", words);
    else
        buffer_add_text(script->out, offers[takes].fish);
}

static void fish_write_options(struct script *script, const char *name, const struct option *options)
{
    struct buffer *out = script->out;
    for (const struct option *option = options; option && option->name; option++) {
        for (size_t i = 0; option_is_prefix(option) && option->words[i]; i++)
            buffer_format(out, "complete -c strata -n '__strata_at %s' -l %s%s\n", name, option->name,
                          option->words[i]);
        if (option_is_prefix(option))
            continue;
        buffer_format(out, "complete -c strata -n '__strata_at %s'", name);
        if (option->letter)
            buffer_format(out, " -s %c", option->letter);
        bool takes_file = option->takes == TAKES_FILE || option->takes == TAKES_TEMPLATE;
        buffer_format(out, " -l %s -d '%s'%s", option->name, option_summary(script, option),
                      option->takes == TAKES_NOTHING ? ""
                      : takes_file                   ? " -r "
                                                     : " -x ");
        if (option->takes != TAKES_NOTHING)
            fish_write_action(script, option->takes, option->words);
        buffer_add_char(out, '\n');
    }
}

static void fish_write_command(struct script *script, const struct command *command)
{
    buffer_add_char(script->out, '\n');
    fish_write_options(script, command->name, command->options);
    fish_write_options(script, command->name, option_common);
    buffer_format(script->out, "complete -c strata -n '__strata_at %s' ", command->name);
    fish_write_action(script, command->operands, command->words);
    buffer_add_char(script->out, '\n');
}

static void fish_write_end(struct script *script)
{
    (void)script;
}

/* ---- The command */

static const struct shell {
    const char *begin;
    void (*write_commands)(struct script *script, const struct command *const *list); /* writes the names of commands */
    void (*write_command)(struct script *script, const struct command *command); /* writes the options of a command */
    void (*write_end)(struct script *script);
} shells[] = {
    {bash_begin, bash_write_commands, bash_write_command, bash_write_end},
    {zsh_begin, zsh_write_commands, zsh_write_command, zsh_write_end},
    {fish_begin, fish_write_commands, fish_write_command, fish_write_end},
};
enum { SHELL_COUNT = sizeof shells / sizeof *shells, VERSIONS = SHELL_COUNT, NAMES, TEMPLATES };
static const char *const what_words[] = {"bash", "zsh", "fish", "versions", "names", "templates", NULL};

struct completion_options {
    const char *specs; /* value of the last --specs; the operands have all of them */
};

static const struct option options[] = {
    {"specs", 0, OPTION_SPECS(struct completion_options, specs), "SPECS",
     "print names of SPECS, not of the shipped specs; may be repeated"},
    {0},
};

static enum status run_completion(struct command_run *run)
{
    struct completion_options chosen = {0};
    struct operands operands;
    if (!options_parse(run, &chosen, &operands))
        return run->status;
    bool has_word = operands.count == 2 && !strcmp(operands.items[0], what_words[NAMES]);
    if (operands.count != 1 && !has_word)
        return options_fail(run, "strata completion needs the name of a shell: bash, zsh or fish");
    int number = options_choice(run, "strata completion", operands.items[0], what_words);
    if (number < 0)
        return run->status;
    if (number == VERSIONS)
        return offer_versions(run) ? STATUS_CLEAN : run->status;
    if (number == NAMES) {
        /* Print the names that complete a word. */
        const char **specs = ARENA_ARRAY(run->arena, const char *, operands.value_count);
        size_t count = 0;
        for (size_t i = 0; i < operands.value_count; i++)
            if (!strcmp(operands.values[i].name, "specs"))
                specs[count++] = operands.values[i].value;
        const char *word = operands.count > 1 ? operands.items[1] : "";
        return offer_names(run, word, specs, count) ? STATUS_CLEAN : run->status;
    }
    if (number == TEMPLATES)
        offer_templates(run);
    else {
        const struct shell *shell = &shells[number];
        struct script script = {run, &run->out};
        buffer_add_text(&run->out, shell->begin);
        shell->write_commands(&script, run->commands);
        for (size_t i = 0; run->commands[i]; i++) {
            const struct command *command = run->commands[i];
            if (!command->kinds)
                shell->write_command(&script, command);
            for (size_t k = 0; command->kinds && command->kinds[k]; k++)
                shell->write_command(&script, command->kinds[k]);
        }
        shell->write_end(&script);
    }
    return STATUS_CLEAN;
}

const struct command command_completion = {
    .name = "completion",
    .summary = "print a script that completes command lines",
    .help = "usage: strata completion SHELL\n"
            "       strata completion versions | templates\n"
            "       strata completion [--specs SPECS...] names [WORD]\n"
            "\n"
            "Prints a script for the SHELL bash, zsh or fish, which completes commands, options, the words\n"
            "that options take, versions, structures and their members, templates, specs and files. `make\n"
            "install` puts these scripts where the shells find them. For a strata that was not installed so,\n"
            "put this line into ~/.bashrc:\n"
            "\n"
            "  source <(strata completion bash)\n"
            "\n"
            "or, for zsh, into ~/.zshrc after compinit, with zsh instead of bash; or, for fish, run:\n"
            "\n"
            "  strata completion fish > ~/.config/fish/completions/strata.fish\n"
            "\n"
            "The scripts ask strata for names. `versions` prints those of versions, and `templates` those of\n"
            "the shipped templates. `names` prints the structures, enumerations, events and globals that\n"
            "begin with WORD, in either case; for a WORD such as EPROCESS.To the members.\n"
            "\n"
            HELP_OPTIONS
            "\n"
            "Exit status: 0, or 2 if there is no such shell.\n"
            "\n"
            "  strata completion bash\n",
    .run = run_completion,
    .options = options,
    .words = what_words,
    .operands = TAKES_WORD,
};
