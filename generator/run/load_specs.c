#include "run/load_specs.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/changes.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/journal.h"
#include "base/path.h"
#include "base/recovery.h"
#include "check/check.h"
#include "run/options.h"
#include "run/target.h"
#include "front/foreign.h"
#include "front/load.h"
#include "model/select.h"

bool load_lock(struct command_run *run, const char *const *paths, size_t count)
{
    const char **trees = ARENA_ARRAY(run->arena, const char *, count), *error;
    size_t tree_count = 0;
    intptr_t lock; /* lock of the tree, held until the process ends */
    for (size_t i = 0; i < count; i++)
        if (!command_is_standard(paths[i]) && (trees[tree_count] = journal_tree(run->arena, paths[i])) != NULL)
            tree_count++;
    if (tree_count)
        /* every run locks the trees in this order, so that two runs cannot wait for each other */
        qsort(trees, tree_count, sizeof *trees, ascii_compare);
    for (size_t i = 0; i < tree_count; i++) {
        bool is_held = i && !strcmp(trees[i - 1], trees[i]);
        if (is_held || file_lock(run->arena, trees[i], &lock, &error))
            continue;
        return command_fail_write(run, file_path_here(run->arena, trees[i]), error);
    }
    return true;
}

bool load_complete(struct command_run *run, const char *const *paths, size_t count, bool *is_completed)
{
    *is_completed = false;
    if (!load_lock(run, paths, count))
        return false;
    run->is_editing = true;
    for (size_t i = 0; i < count; i++) {
        const char *error, *tree = journal_tree(run->arena, paths[i]), *journal = journal_path(run->arena, tree);
        size_t files;
        if (!recovery_complete(run->arena, journal, tree, &files, &error)) {
            struct diag *diag = diag_report(run->program->diags, DIAG_WRITE, (struct span){0, 0},
                                            "%s: the changes of the killed run cannot be completed: "
                                            "%s", paths[i], error);
            diag_help(diag, "if no other run is writing, restore the specs and remove '%s'", journal);
            run->status = STATUS_TROUBLE;
            return false;
        }
        if (files)
            buffer_format(&run->notes, "%s: completed the changes of an earlier run to %zu files\n", paths[i], files);
        *is_completed = *is_completed || files;
    }
    return true;
}

bool load_is_whole(struct command_run *run, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *tree = journal_tree(run->arena, paths[i]), *journal = journal_path(run->arena, tree), *ignored;
        intptr_t lock = FILE_NO_LOCK;
        if (journal_exists(run->arena, journal)) { /* another run may be writing at this moment: wait for its end */
            file_lock(run->arena, tree, &lock, &ignored);
            file_unlock(lock);
        }
        if (!journal_exists(run->arena, journal))
            continue;
        struct diag *diag = diag_report(run->program->diags, DIAG_READ, (struct span){0, 0},
                                        "%s: a run was killed while it changed the specs", paths[i]);
        diag_help(diag, "to complete the changes, repeat its command or run strata check --apply %s", paths[i]);
        run->status = STATUS_TROUBLE;
        return false;
    }
    return true;
}

bool load_are_files(struct command_run *run, const char *what, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!command_is_standard(paths[i]))
            continue;
        options_fail(run, "%s rewrites files, and standard input is none", what);
        return false;
    }
    return true;
}

/* Reads the spec from standard input, if '-' is among the paths. Returns the paths, with the name of the input instead
 * of '-'. If it cannot be read, reports that and returns NULL. */
static const char *const *read_input(struct command_run *run, const char *const *paths, size_t count)
{
    const char **named = arena_copy_array(run->arena, paths, count, sizeof *named);
    for (size_t i = 0; i < count; i++) {
        const char *text;
        size_t size;
        if (!command_is_standard(paths[i]))
            continue;
        if (!command_read_file(run, paths[i], &text, &size))
            return NULL;
        named[i] = command_name_input(run, paths[i]);
        program_replace_text(run->program, named[i], text, size);
    }
    return named;
}

const struct model *load_specs(struct command_run *run, const char *const *paths, size_t count)
{
    return load_specs_within(run, paths, count, run->program->arena);
}

/* Reads, resolves and checks the specs, as load_specs_checked does. If `arena` is NULL, the structures of the model
 * lose their rows after their check. */
static struct model *read_specs(struct command_run *run, const char *const *paths, size_t count, struct arena *arena)
{
    struct program *program = run->program;
    size_t unread = 0;
    if (!count) {
        struct diag *diag =
            options_report(run, "strata %s needs spec files, or directories with spec files", run->command->name);
        if (program->shipped)
            diag_help(diag, "the shipped specs are in the directory that strata --print-specs-dir prints");
        return NULL;
    }
    if (!(paths = read_input(run, paths, count)) || !load_is_whole(run, paths, count))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (*paths[i] && file_kind(paths[i]) == FILE_DIRECTORY)
            program_add_root(program, paths[i]);
        else
            program_add_operand(program, paths[i]);
    for (size_t i = 0; i < count; i++)
        unread += !program_add_path(program, paths[i]);
    if (run->is_editing) {
        /* Remove temporaries of killed runs from the directories of all specs that were read. */
        struct changes *changes = changes_new(program->arena);
        for (size_t i = 0; i < program->file_count; i++)
            changes_sweep(changes, program->files[i].path);
    }
    if (diags_error_count(program->diags)) {
        run->status = diags_error_count(program->diags) == unread ? STATUS_TROUBLE : STATUS_FINDINGS;
        return NULL;
    }
    struct model *model = arena ? model_resolve_within(program, arena) : check_program(program);
    if (arena)
        check_run(model, program->diags);
    run->status = diags_error_count(program->diags) ? STATUS_FINDINGS : STATUS_CLEAN;
    return model;
}

const struct model *load_specs_checked(struct command_run *run, const char *const *paths, size_t count)
{
    return read_specs(run, paths, count, run->program->arena);
}

bool load_and_check(struct command_run *run, const char *const *paths, size_t count)
{
    return read_specs(run, paths, count, NULL);
}

const struct model *load_specs_within(struct command_run *run, const char *const *paths, size_t count,
                                      struct arena *arena)
{
    const struct model *model = read_specs(run, paths, count, arena);
    return run->status == STATUS_CLEAN ? model : NULL;
}

/* ---- The shipped specs as the default ---- */

/* Reads a shipped spec. Returns its text after a line break, or NULL. */
static const char *read_shipped(struct command_run *run, const char *path)
{
    const char *text, *error;
    size_t size;
    return file_read(run->arena, path, &text, &size, &error) ? arena_format(run->arena, "\n%s", text) : NULL;
}

/* True if a text declares a structure or an enumeration. */
static bool text_declares(struct command_run *run, const char *text, const char *name)
{
    static const char *const keywords[] = {"struct", "union", "enum", "flags", NULL};
    for (size_t i = 0; keywords[i]; i++)
        if (strstr(text, arena_format(run->arena, "\n%s %s ", keywords[i], name)))
            return true;
    return false;
}

/* Adds the files among `paths` that declare the structure of a word beside others, and are not called like one: their
 * names begin with no capital letter. Does nothing if one of the files of the word that were found before, from `first`
 * on, is of the first module, or of the one that the word names. */
static void add_declaring(struct command_run *run, const struct selection_word *word, const char *const *paths,
                          size_t count, size_t first, struct buffer *chosen)
{
    const char *const *found = (const void *)chosen->data, *bare = selection_without_underscores(word->parts[0]);
    for (size_t i = first; i < chosen->size / sizeof *found; i++) {
        const char *text = read_shipped(run, found[i]), *module = text ? strstr(text, "\nmodule ") : NULL;
        const char *wanted = word->module ? arena_format(run->arena, "\nmodule %s;", word->module) : NULL;
        if (!module || (wanted && strstr(text, wanted)))
            return;
    }
    for (size_t i = 0; i < count; i++) {
        const char *text = ascii_is_upper(*path_name(file_path_rules, paths[i])) ? NULL : read_shipped(run, paths[i]);
        if (text && !strstr(text, "\nmodule ") && text_declares(run, text, bare))
            buffer_add(chosen, &paths[i], sizeof paths[i]);
    }
}

/* Adds the files among `paths` that have the name of the structure in a word, and if none of them is of the first
 * module, those of it that declare the structure beside others. Returns false if there is none. */
static bool add_called(struct command_run *run, const struct selection_word *word, const char *const *paths,
                       size_t count, struct buffer *chosen)
{
    const char *bare = selection_without_underscores(word->parts[0]);
    const char *name = arena_format(run->arena, "%s.strata", bare);
    /* an import gives the file of tagWND this name, if another structure has the first name */
    const char *second = arena_format(run->arena, "%s_2.strata", bare);
    size_t first = chosen->size / sizeof *paths;
    bool any = false;
    for (size_t i = 0; i < count && !selection_is_pattern(word->parts[0]); i++) {
        const char *file = path_name(file_path_rules, paths[i]);
        if (strcmp(file, name) != 0 && strcmp(file, second) != 0)
            continue;
        buffer_add(chosen, &paths[i], sizeof paths[i]);
        any = true;
    }
    if (any)
        add_declaring(run, word, paths, count, first, chosen);
    return any;
}

/* Adds the files among `paths` that declare the global in a word, as imports of globals write them. Returns false if
 * there is none. */
static bool add_global(struct command_run *run, const struct selection_word *word, const char *const *paths,
                       size_t count, struct buffer *chosen)
{
    const char *line = arena_format(run->arena, "\nglobal %s ", word->parts[0]), *text, *error;
    bool any = false;
    size_t size;
    for (size_t i = 0; i < count && word->count == 1 && !word->is_pattern; i++) {
        if (strcmp(path_name(file_path_rules, paths[i]), "globals.strata") != 0 ||
            !file_read(run->arena, paths[i], &text, &size, &error) || !strstr(text, line))
            continue;
        buffer_add(chosen, &paths[i], sizeof paths[i]);
        any = true;
    }
    return any;
}

/* Finds the shipped files that the words of --struct and --members need. Returns false if no word names a file. */
static bool find_called(struct command_run *run, const struct operands *operands, struct buffer *chosen)
{
    const char *const *paths, *error;
    size_t count, words = 0;
    bool all = file_search(run->arena, run->program->shipped, ".strata", &paths, &count, &error);
    for (size_t i = 0; i < operands->value_count && all; i++) {
        const struct option_value *value = &operands->values[i];
        if (strcmp(value->name, "struct") != 0 && strcmp(value->name, "members") != 0)
            continue;
        const struct selection *selection = selection_new(run->arena, &value->value, 1, &error);
        /* a word of --members without a structure is the name of a member */
        bool is_alone = !strcmp(value->name, "members");
        for (size_t k = 0; selection && k < selection->count && all; k++, words++)
            all = (!is_alone || selection->words[k].count > 1) &&
                  (add_called(run, &selection->words[k], paths, count, chosen) ||
                   (!is_alone && add_global(run, &selection->words[k], paths, count, chosen)));
    }
    return all && words;
}

/* True if some --struct names declarations. */
static bool has_words(const struct operands *operands)
{
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, "struct"))
            return true;
    return false;
}

const struct model *load_or_shipped(struct command_run *run, const struct operands *operands, size_t count)
{
    const char *const *paths = operands->items, *shipped = run->program->shipped;
    struct buffer called = {0};
    if (!count && shipped && find_called(run, operands, &called)) {
        run->program->is_by_name = true;
        count = called.size / sizeof *paths;
        paths = arena_copy_array(run->arena, called.data, count, sizeof *paths);
    } else if (!count && shipped) {
        paths = &shipped;
        count = 1;
    }
    buffer_free(&called);
    struct model *model = read_specs(run, paths, count, run->program->arena);
    if (run->status != STATUS_CLEAN)
        return NULL;
    const struct module *module = model ? target_find_module(model, operands) : NULL;
    if (module && !has_words(operands))
        model_keep_module(model, module);
    return model;
}

bool load_has_choice(struct command_run *run, const struct operands *operands)
{
    if (has_words(operands))
        return true;
    if (!operands->count)
        options_fail(run, "strata %s needs SPECS, or --struct NAME for structures of the shipped specs",
                     run->command->name);
    return operands->count;
}

/* True if an operand may be a word of --struct: no file has this path, and it does not look like a path. */
static bool is_name(const char *operand)
{
    size_t size = strlen(operand), ending = strlen(".strata");
    return *operand && !command_is_standard(operand) && !strpbrk(operand, "/\\") &&
           (size < ending || strcmp(operand + size - ending, ".strata") != 0) && file_kind(operand) == FILE_ABSENT;
}

void load_take_names(struct command_run *run, struct operands *operands, const char **last)
{
    if (has_words(operands))
        return;
    struct option_value *values = ARENA_ARRAY(run->arena, struct option_value, operands->value_count + operands->count);
    if (operands->value_count)
        memcpy(values, operands->values, operands->value_count * sizeof *values);
    operands->values = values;
    size_t kept = 0, count = operands->count;
    for (size_t i = 0; i < count; i++) {
        if (is_name(operands->items[i]))
            values[operands->value_count++] = (struct option_value){"struct", *last = operands->items[i], kept, NULL};
        else
            operands->items[kept++] = operands->items[i];
    }
    operands->count = kept;
}

/* Reads the words of all --struct options; NULL without the option, or if a word is wrong, with `*error` set. */
static const struct selection *read_words(struct command_run *run, const struct operands *operands, const char **error)
{
    const char **lists = ARENA_ARRAY(run->arena, const char *, operands->value_count);
    size_t count = 0;
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, "struct"))
            lists[count++] = operands->values[i].value;
    *error = NULL;
    return count ? selection_new(run->arena, lists, count, error) : NULL;
}

bool load_selection(struct command_run *run, const struct operands *operands, const char *nouns,
                    const struct selection **selection)
{
    const char *error;
    *selection = read_words(run, operands, &error);
    if (error)
        options_fail(run, "%s", error);
    else if (*selection && !(*selection)->count)
        options_fail(run, "--struct needs names of %s", nouns);
    return !error && (!*selection || (*selection)->count);
}

bool load_select(struct command_run *run, const struct model *model, const struct operands *operands, unsigned kinds,
                 struct selected_list *list)
{
    const char *nouns = kinds & SELECT_EVENTS    ? "structures, enums, events or globals"
                        : kinds & SELECT_VALUES  ? "structures, enumerations or globals"
                        : kinds & SELECT_ENUMS   ? "structures or enumerations"
                        : kinds & SELECT_GLOBALS ? "structures or globals"
                                                 : "structures";
    const struct selection *selection;
    *list = (struct selected_list){0};
    if (!load_selection(run, operands, nouns, &selection))
        return false;
    if (!selection || model_select(model, selection, kinds, target_find_module(model, operands), list))
        return true;
    run->status = STATUS_TROUBLE;
    return false;
}

const struct arch *load_find_target(struct command_run *run, const struct model *model,
                                    const struct operands *operands, const char **text, uint64_t *version)
{
    const char *error; /* not reported here, because the command reports it when it selects */
    return target_parse(run, model, read_words(run, operands, &error), text, version);
}

bool load_fits_import(struct command_run *run, const char *import, const char *const *files, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct foreign_name *name = foreign_find_name(files[i]);
        if (!name || (name->import && strstr(name->import, import)))
            continue;
        diag_help(options_report(run, "strata import %s does not read '%s', which is %s", import, files[i], name->what),
                  "%s", name->advice);
        return false;
    }
    return true;
}

bool load_find_used(struct command_run *run, const char *given, const char *usual, struct used_spec *used)
{
    const struct program *program = run->program;
    *used = (struct used_spec){given, NULL};
    if (!given || file_kind(given) == FILE_ABSENT) {
        used->searched = path_normalise(run->arena, file_path_rules, given ? given : usual);
        used->path = program_search(program, used->searched);
    }
    if (used->path && file_kind(used->path) != FILE_DIRECTORY)
        return true;
    if (used->path)
        options_fail(run, "'%s' is a directory; --use takes one spec", used->path);
    else
        program_help_search(program, used->searched,
                            diag_report(program->diags, DIAG_READ, (struct span){0, 0},
                                        given ? "cannot read '%s': No such file or directory"
                                              : "there is no shipped spec '%s'; name one with --use", used->searched));
    run->status = STATUS_TROUBLE;
    return false;
}

/* Adds the spec that one --use names; if `given` is NULL, the shipped spec `usual`. */
static bool add_used(struct command_run *run, const char *given, const char *usual, struct used_specs *specs)
{
    struct used_spec *used = &specs->items[specs->count];
    if (!load_find_used(run, given, usual, used))
        return false;
    specs->paths[specs->count++] = used->path;
    return true;
}

bool load_find_all_used(struct command_run *run, const struct operands *operands, const char *usual,
                        struct used_specs *specs)
{
    specs->count = 0;
    specs->items = ARENA_ARRAY(run->arena, struct used_spec, operands->value_count + 1);
    specs->paths = ARENA_ARRAY(run->arena, const char *, operands->value_count + 1);
    for (size_t i = 0; i < operands->value_count; i++)
        if (!strcmp(operands->values[i].name, "use") && !add_used(run, operands->values[i].value, usual, specs))
            return false;
    return specs->count || add_used(run, NULL, usual, specs);
}
