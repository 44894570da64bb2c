/*
 * strata completion: completions for shells, from the tables of options. Descriptions are those of --help. The scripts
 * ask `strata completion versions` for names of versions.
 */
#include <string.h>

#include "base/arena.h"
#include "cmd/commands.h"
#include "model/model.h"
#include "model/version_name.h"
#include "run/load_specs.h"
#include "run/options.h"

enum { DESCRIPTION_MOST = 60 };

/* A script being written. */
struct script {
    struct command_run *run;
    struct buffer *out;
    const char *help;   /* of the command */
    const char *common; /* the lines about the options of all commands */
};

static bool is_prefix(const struct option *option)
{
    return option->name[strlen(option->name) - 1] == '-';
}

/* Returns the start of a line about an option, after its name: " FILE    write the ..."; NULL if there is none. */
static const char *find_line(const char *help, const struct option *option)
{
    size_t size = strlen(option->name);
    for (const char *line = help; (line = strstr(line, "\n  ")); line++) {
        const char *name = line + 3;
        if (name[0] == '-' && name[1] != '-' && name[2] == ',')
            name += 4;
        if (!strncmp(name, "--", 2) && !strncmp(name + 2, option->name, size) &&
            (is_prefix(option) || !name[2 + size] || strchr(" \n,=[", name[2 + size])))
            return name + 2 + size;
    }
    return NULL;
}

/* Returns the beginning of what the help says of an option: whole words without characters that shells obey. */
static const char *describe(struct script *script, const struct option *option)
{
    const char *text = script->help ? find_line(script->help, option) : NULL;
    struct buffer words = {0};
    if (!text)
        text = find_line(script->common, option);
    if (text && option->words && !strncmp(text + 1, option->words[0], strlen(option->words[0])))
        return arena_format(script->run->arena, "%s", option->name); /* there is a line for each word */
    text = text ? strstr(text, "  ") : NULL;
    while (text && strncmp(text, "\n\n", 2) != 0) {
        text += strspn(text, " \n");
        size_t length = strcspn(text, " \n"), plain = strcspn(text, ",;:([].'\\$");
        if (*text == '-' || !length || words.size + length > DESCRIPTION_MOST)
            break;
        if (words.size && plain)
            buffer_add_char(&words, ' ');
        buffer_add(&words, text, plain < length ? plain : length);
        text = plain < length ? NULL : text + length;
    }
    return buffer_take(&words, script->run->arena);
}

/* Writes words with blanks between them. */
static void write_words(struct buffer *out, const char *before, const char *after, const char *const *words)
{
    buffer_add_text(out, before);
    for (size_t i = 0; words[i]; i++)
        buffer_format(out, "%s%s", i ? " " : "", words[i]);
    buffer_add_text(out, after);
}

/* ---- bash */

static const char *const bash_takes[] = {
    [TAKES_TEXT] = "text", [TAKES_VERSION] = "version", [TAKES_SPECS] = "specs", [TAKES_FILE] = "file",
    [TAKES_DIRECTORY] = "directory", [TAKES_SERVERS] = "directory", [TAKES_WORD] = "word", [TAKES_WORDS] = "words"};

static const char bash_begin[] =
    "# Completion of strata for bash, made by `strata completion bash`.\n"
    "\n"
    "_strata()\n"
    "{\n"
    "    local cur=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command= i\n"
    "    local options= operands= value= words=\n"
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

/* Writes the names of options, and what their values are. */
static void bash_write_options(struct script *script, const struct option *options)
{
    struct buffer *out = script->out;
    buffer_add_text(out, "        options+='");
    for (const struct option *option = options; option && option->name; option++) {
        if (option->letter)
            buffer_format(out, " -%c", option->letter);
        for (size_t i = 0; is_prefix(option) && option->words[i]; i++)
            buffer_format(out, " --%s%s", option->name, option->words[i]);
        if (!is_prefix(option))
            buffer_format(out, " --%s", option->name);
    }
    buffer_add_text(out, "'\n        case $option in\n");
    for (const struct option *option = options; option && option->name; option++) {
        if (option->takes == TAKES_NOTHING || is_prefix(option))
            continue;
        if (option->letter)
            buffer_format(out, "        -%c | --%s) value=%s", option->letter, option->name,
                          bash_takes[option->takes]);
        else
            buffer_format(out, "        --%s) value=%s", option->name, bash_takes[option->takes]);
        if (option->words)
            write_words(out, " words='", "'", option->words);
        buffer_add_text(out, " ;;\n");
    }
    buffer_add_text(out, "        esac\n");
}

static void bash_write_command(struct script *script, const struct command *command)
{
    buffer_format(script->out, "    '%s')\n        operands=%s", command->name, bash_takes[command->operands]);
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
    bash_write_options(script, options_common);
    buffer_add_text(
        script->out,
        "        options+=' -h --help'\n"
        "    fi\n"
        "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
        "        [[ ${COMP_WORDS[i]} != -- ]] || options= value=\n"
        "    done\n"
        "    [ -n \"$value\" ] || value=$operands\n"
        "    if [[ $cur == -* && $value == \"$operands\" && -n $options ]]; then\n"
        "        value=word words=$options\n"
        "    fi\n"
        "    case $value in\n"
        "    specs | file | directory) compopt -o filenames 2>/dev/null ;;\n"
        "    esac\n"
        "    while IFS= read -r i; do\n"
        "        COMPREPLY+=(\"$i\")\n"
        "    done < <(\n"
        "        case $value in\n"
        "        word) compgen -W \"$words\" -- \"$cur\" ;;\n"
        "        version) compgen -W \"$(strata completion versions 2>/dev/null)\" -- \"$cur\" ;;\n"
        "        words)\n"
        "            i=\n"
        "            [[ $cur != *,* ]] || i=${cur%,*},\n"
        "            compgen -P \"$i\" -W \"$words\" -- \"${cur##*,}\"\n"
        "            ;;\n"
        "        specs)\n"
        "            compgen -d -- \"$cur\"\n"
        "            compgen -f -X '!*.strata' -- \"$cur\"\n"
        "            ;;\n"
        "        file) compgen -f -- \"$cur\" ;;\n"
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
                                "_strata()\n"
                                "{\n"
                                "    local -a commands common\n"
                                "    local command=$words[2]\n";

static void zsh_write_list(struct script *script, const struct command *const *list)
{
    buffer_add_text(script->out, "commands=(");
    for (size_t i = 0; list[i]; i++) {
        const char *blank = strchr(list[i]->name, ' ');
        buffer_format(script->out, " '%s:%s'", blank ? blank + 1 : list[i]->name, list[i]->summary);
    }
    buffer_add_text(script->out, " )\n");
}

/* Writes what completes a value or an operand, as _arguments takes it. */
static void zsh_write_action(struct script *script, enum takes takes, const char *const *words)
{
    static const char *const actions[] = {
        [TAKES_TEXT] = "text: ", [TAKES_VERSION] = "version:{compadd -- $(strata completion versions 2>/dev/null)}",
        [TAKES_SPECS] = "spec:_files -g \"*.strata\"", [TAKES_FILE] = "file:_files",
        [TAKES_DIRECTORY] = "directory:_files -/", [TAKES_SERVERS] = "server:_files -/"};
    if (takes == TAKES_WORD)
        write_words(script->out, "word:(", ")", words);
    else if (takes == TAKES_WORDS)
        write_words(script->out, "word:{_values -s , word ", "}", words);
    else
        buffer_add_text(script->out, actions[takes]);
}

static void zsh_write_options(struct script *script, const struct option *options)
{
    struct buffer *out = script->out;
    for (const struct option *option = options; option && option->name; option++) {
        const char *text = describe(script, option);
        for (size_t i = 0; is_prefix(option) && option->words[i]; i++)
            buffer_format(out, " \\\n            '*--%s%s[%s]'", option->name, option->words[i], text);
        for (int is_letter = 0; is_letter < 2 && !is_prefix(option); is_letter++) {
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
    zsh_write_options(script, options_common);
    buffer_add_text(script->out, " \\\n            '(- *)'{-h,--help}'[describe the command]' )\n"
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
    "complete -c strata -f\n"
    "complete -c strata -n __fish_use_subcommand -l help -d 'list the commands'\n"
    "complete -c strata -n __fish_use_subcommand -l version -d 'print the version'\n"
    "complete -c strata -n __fish_use_subcommand -l print-specs-dir -d 'print the directory of the shipped specs'\n";

static void fish_write_commands(struct script *script, const struct command *const *list)
{
    for (size_t i = 0; list[i]; i++) {
        buffer_format(script->out, "complete -c strata -n __fish_use_subcommand -a %s -d '%s'\n", list[i]->name,
                      list[i]->summary);
        buffer_format(script->out, "complete -c strata -n '__strata_at help' -a %s -d '%s'\n", list[i]->name,
                      list[i]->summary);
        for (size_t k = 0; list[i]->kinds && list[i]->kinds[k]; k++)
            buffer_format(script->out,
                          "complete -c strata -n '__strata_at %s; and test (count (commandline -opc)) = 2' -a %s "
                          "-d '%s'\n", list[i]->name, strchr(list[i]->kinds[k]->name, ' ') + 1,
                          list[i]->kinds[k]->summary);
    }
}

static void fish_write_action(struct script *script, enum takes takes, const char *const *words)
{
    static const char *const actions[] = {
        [TAKES_TEXT] = "", [TAKES_VERSION] = "-a '(strata completion versions 2>/dev/null)'",
        [TAKES_SPECS] = "-k -a '(__fish_complete_suffix .strata)'", [TAKES_FILE] = "-F",
        [TAKES_DIRECTORY] = "-a '(__fish_complete_directories)'",
        [TAKES_SERVERS] = "-a '(__fish_complete_directories)'"};
    if (takes == TAKES_WORDS)
        write_words(script->out, "-a '(__fish_complete_list , \"printf %s\\\\n ", "\")'", words);
    else if (words)
        write_words(script->out, "-a '", "'", words);
    else
        buffer_add_text(script->out, actions[takes]);
}

static void fish_write_options(struct script *script, const char *name, const struct option *options)
{
    struct buffer *out = script->out;
    for (const struct option *option = options; option && option->name; option++) {
        for (size_t i = 0; is_prefix(option) && option->words[i]; i++)
            buffer_format(out, "complete -c strata -n '__strata_at %s' -l %s%s\n", name, option->name,
                          option->words[i]);
        if (is_prefix(option))
            continue;
        buffer_format(out, "complete -c strata -n '__strata_at %s'", name);
        if (option->letter)
            buffer_format(out, " -s %c", option->letter);
        buffer_format(out, " -l %s -d '%s'%s", option->name, describe(script, option),
                      option->takes == TAKES_NOTHING ? "" : option->takes == TAKES_FILE ? " -r " : " -x ");
        if (option->takes != TAKES_NOTHING)
            fish_write_action(script, option->takes, option->words);
        buffer_add_char(out, '\n');
    }
}

static void fish_write_command(struct script *script, const struct command *command)
{
    buffer_add_char(script->out, '\n');
    fish_write_options(script, command->name, command->options);
    fish_write_options(script, command->name, options_common);
    buffer_format(script->out, "complete -c strata -n '__strata_at %s' -s h -l help -d 'describe the command'\n",
                  command->name);
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
    void (*write_commands)(struct script *script, const struct command *const *list); /* their names */
    void (*write_command)(struct script *script, const struct command *command);      /* its options */
    void (*write_end)(struct script *script);
} shells[] = {
    {bash_begin, bash_write_commands, bash_write_command, bash_write_end},
    {zsh_begin, zsh_write_commands, zsh_write_command, zsh_write_end},
    {fish_begin, fish_write_commands, fish_write_command, fish_write_end},
};
static const char *const shell_names[] = {"bash", "zsh", "fish", "versions", NULL};
enum { VERSIONS = sizeof shells / sizeof *shells };

/* Returns the parts of a command's help from that about one of its kinds on: kinds share the lines of options. */
static const char *help_of_kind(struct script *script, const struct command *command, const struct command *kind)
{
    struct arena *arena = script->run->arena;
    const char *help = command_help(arena, command);
    const char *part = strstr(help, arena_format(arena, "\n%s ", strchr(kind->name, ' ') + 1));
    return part ? part : help;
}

/* Prints the texts that mean one version of the shipped axis, a line for each. */
static enum status print_versions(struct command_run *run)
{
    struct used_spec used;
    if (!load_find_used(run, NULL, "nt/axis.strata", &used))
        return run->status;
    const struct model *model = load_specs(run, &used.path, 1);
    if (!model)
        return run->status;
    struct version_names names = version_name_list(run->arena, run->program->intern, &model->axis);
    for (size_t i = 0; i < names.count; i++)
        buffer_format(&run->out, "%s\n", names.items[i]);
    return STATUS_CLEAN;
}

static enum status run_completion(struct command_run *run)
{
    struct operands operands;
    if (!options_parse(run, NULL, &operands))
        return run->status;
    if (operands.count != 1)
        return options_fail(run, "strata completion needs the name of a shell: bash, zsh or fish");
    int number = options_choice(run, "strata completion", operands.items[0], shell_names);
    if (number < 0)
        return run->status;
    if (number == VERSIONS)
        return print_versions(run);
    const struct shell *shell = &shells[number];
    struct buffer common = {0};
    options_write_common(&common);
    struct script script = {run, &run->out, NULL, buffer_take(&common, run->arena)};
    buffer_add_text(&run->out, shell->begin);
    shell->write_commands(&script, run->commands);
    for (size_t i = 0; run->commands[i]; i++) {
        const struct command *command = run->commands[i];
        script.help = command->help;
        if (!command->kinds)
            shell->write_command(&script, command);
        for (size_t k = 0; command->kinds && command->kinds[k]; k++) {
            script.help = help_of_kind(&script, command, command->kinds[k]);
            shell->write_command(&script, command->kinds[k]);
        }
    }
    shell->write_end(&script);
    return STATUS_CLEAN;
}

const struct command command_completion = {
    .name = "completion",
    .summary = "print a script that completes command lines",
    .help = "usage: strata completion SHELL\n"
            "       strata completion versions\n"
            "\n"
            "Prints a script for the SHELL bash, zsh or fish, which completes commands, options, the words\n"
            "and versions that options take, specs and files. `make install` puts these scripts where the\n"
            "shells find them. For a strata that was not installed so, put this line into ~/.bashrc:\n"
            "\n"
            "  source <(strata completion bash)\n"
            "\n"
            "or, for zsh, into ~/.zshrc after compinit, with zsh instead of bash; or, for fish, run:\n"
            "\n"
            "  strata completion fish > ~/.config/fish/completions/strata.fish\n"
            "\n"
            "`strata completion versions` prints the names of versions that these scripts complete.\n"
            "\n"
            "Exit status: 0, or 2 if there is no such shell.\n"
            "\n"
            "  strata completion bash\n",
    .run = run_completion,
    .words = shell_names,
    .operands = TAKES_WORD,
};
