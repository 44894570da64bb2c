#include "intake/globals.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/path.h"
#include "check/check.h"
#include "front/load.h"
#include "front/selection.h"
#include "intake/kernels.h"
#include "kernel/kernel.h"
#include "model/model.h"
#include "run/command.h"
#include "run/options.h"
#include "spec/globals.h"
#include "spec/mend.h"
#include "spec/name_escape.h"

const struct selection *intake_read_globals(struct kernels *kernels, const char *value)
{
    struct command_run *run = kernels->run;
    const char *error = NULL, *list = value;
    if (file_kind(value) == FILE_REGULAR) {
        const struct source *source = command_read_source(run, value);
        struct buffer names = {0};
        for (const char *at = source ? source->text : ""; *at; at += strcspn(at, "\n") + (at[strcspn(at, "\n")] != 0)) {
            const char *word = at + strspn(at, " \t");
            size_t length = strcspn(word, " \t\r\n#");
            if (length)
                buffer_format(&names, "%s%.*s", names.size ? "," : "", (int)length, word);
        }
        list = buffer_take(&names, run->arena);
        if (!source)
            return NULL;
    }
    const struct selection *names = selection_new(run->arena, &list, 1, &error);
    for (size_t i = 0; names && i < names->count; i++)
        if (names->words[i].count > 1 || names->words[i].module)
            error = arena_format(run->arena, "'%s' is no name of a symbol", names->words[i].text);
    if (names && names->count && !error)
        return names;
    options_fail(run, "--globals takes NAME,... or a file with a name in each line: %s",
                 error ? error : "there is no name");
    return NULL;
}

/* Returns the identity that the specs have for a kernel by its GUID and age; NULL if there is none. */
static const struct identity *find_identity(const struct kernels *kernels, const struct kernel *kernel)
{
    const struct identity *found = NULL;
    for (size_t i = 0; i < kernel->identity_count && !found; i++)
        found = model_find_identity(kernels->model, &kernel->identities[i]);
    return found;
}

/* Adds a symbol of a kernel to a list: its address, or what else the file says of it. */
static void add_symbol(struct buffer *list, const struct kernels *kernels, const struct kernel *kernel,
                       const char *name, uint32_t address, const char *text)
{
    const struct identity *identity = find_identity(kernels, kernel);
    const struct seen_address seen = {.name = name,
                                      .arch = identity ? identity->arch : kernel->arch,
                                      .version = identity ? identity->version : kernel->version,
                                      .address = address,
                                      .is_elsewhere = !address && text,
                                      .text = text,
                                      .origin = kernel->path};
    buffer_add(list, &seen, sizeof seen);
}

/* Adds the symbols of a kernel that a word names, by their names in the file or in specs. Returns their number. */
static size_t add_named(struct buffer *list, const struct kernels *kernels, const struct kernel *kernel,
                        const struct selection_word *word)
{
    size_t count = 0;
    for (size_t i = 0; i < kernel->symbol_count; i++) {
        const char *symbol = kernel->symbols[i].name, *name = name_escape(kernels->run->arena, symbol, 0);
        if (!selection_matches(word->parts[0], symbol) && !selection_matches(word->parts[0], name))
            continue;
        add_symbol(list, kernels, kernel, name, kernel->symbols[i].address, kernel->symbols[i].text);
        count++;
    }
    return count;
}

/* Adds the addresses that the symbols named by a word have in all kernels. If the word is no
 * pattern, and a kernel's file has an identity and symbols but not this one, adds the address 0: the symbol does not
 * exist there. */
static bool add_word(struct kernels *kernels, const struct selection_word *word, struct buffer *list)
{
    size_t count = 0, before = list->size;
    for (size_t i = 0; i < kernels->list.count; i++)
        count += add_named(list, kernels, kernels->list.items[i], word);
    for (size_t i = 0; i < kernels->list.count && count && !word->is_pattern; i++) {
        const struct kernel *kernel = kernels->list.items[i];
        bool has = !kernel->symbol_count || !kernel->identity_count;
        for (size_t at = before; at < list->size && !has; at += sizeof(struct seen_address))
            has = ((const struct seen_address *)(const void *)(list->data + at))->origin == kernel->path;
        if (!has)
            add_symbol(list, kernels, kernel, name_escape(kernels->run->arena, word->parts[0], 0), 0, NULL);
    }
    if (!count)
        options_fail(kernels->run,
                     word->is_pattern ? "no symbol of the files matches '%s'" : "no symbol of the files is called '%s'",
                     word->text);
    return count;
}

/* Reports files without symbols. Adds a note about files without types, because they serve only to find symbols. */
static bool check_files(const struct kernels *kernels)
{
    struct command_run *run = kernels->run;
    bool is_sound = true;
    for (size_t i = 0; i < kernels->list.count; i++) {
        const struct kernel *kernel = kernels->list.items[i];
        if (kernel->symbol_count && kernel->has_types)
            continue;
        if (kernel->symbol_count) {
            buffer_format(&run->notes, "'%s' has no types, and %zu symbol%s\n", kernel->path, kernel->symbol_count,
                          kernel->symbol_count == 1 ? "" : "s");
            continue;
        }
        diag_help(diag_report(run->program->diags, DIAG_READ, (struct span){0, 0}, "'%s' has no symbols", kernel->path),
                  "--globals reads those of Volatility's symbol files");
        run->status = STATUS_TROUBLE;
        is_sound = false;
    }
    return is_sound;
}

/* Returns the path of the spec for the globals of a module: globals.strata. If `into` is a directory with a
 * subdirectory for the module, the spec is in that one. */
static const char *find_path(const struct kernels *kernels, const char *into, const char *module)
{
    struct arena *arena = kernels->run->arena;
    const char *directory = path_normalise(arena, file_path_rules, into);
    if (file_kind(into) != FILE_DIRECTORY)
        return path_beside(arena, file_path_rules, directory, "globals.strata");
    const char *own = path_join(arena, file_path_rules, directory, module);
    if (file_kind(own) == FILE_DIRECTORY)
        directory = own;
    return path_join(arena, file_path_rules, directory, "globals.strata");
}

/* Returns the spec that a new spec at `path` uses: the spec with the module's identities in the same directory, or else
 * the one that the user names. */
static const char *find_used(const struct kernels *kernels, const struct symbols_request *request, const char *path)
{
    const struct model *model = kernels->model;
    struct arena *arena = kernels->run->arena;
    for (size_t i = 0; i < model->identity_count; i++) {
        const struct source *source = source_find(model->program->sources, model->identities[i]->decl->span.begin);
        const char *beside = path_beside(arena, file_path_rules, path, path_name(file_path_rules, source->path));
        if (!strcmp(beside, source->path) && strcmp(path, source->path) != 0)
            return arena_format(arena, "\"%s\"", path_name(file_path_rules, source->path));
    }
    return request->used;
}

/* Adds the addresses to the specs of --into. Returns false on failure, which is reported. */
static bool write_into(struct kernels *kernels, const struct symbols_request *request, struct globals_request *address,
                       struct buffer *list)
{
    struct command_run *run = kernels->run;
    struct buffer texts = {0};
    const char *module = request->module ? request->module : kernels->model->modules->name;
    address->path = find_path(kernels, request->into, module);
    address->used = find_used(kernels, request, address->path);
    bool is_sound = globals_into(address, (void *)list->data, list->size / sizeof(struct seen_address), &texts);
    const struct program_text *items = (const void *)texts.data;
    size_t count = texts.size / sizeof *items;
    is_sound = is_sound && check_texts(run->program, request->into, items, count);
    if (is_sound && !mend_write_texts(run->program, items, count, request->into, &run->notes))
        run->status = STATUS_TROUBLE;
    buffer_free(&texts);
    return is_sound && run->status == STATUS_CLEAN;
}

/* Writes a new spec with the addresses: globals.strata in the output directory, or to standard output. */
static bool write_alone(struct kernels *kernels, const struct symbols_request *request,
                        const struct globals_request *address, struct buffer *list)
{
    struct command_run *run = kernels->run;
    struct buffer text = {0};
    size_t count = list->size / sizeof(struct seen_address);
    bool is_sound = globals_join(run->program, (void *)list->data, &count);
    if (is_sound)
        globals_write_spec(address, (const void *)list->data, count, &text);
    if (is_sound && request->output)
        command_write_file(run, path_join(run->arena, file_path_rules, request->output, "globals.strata"), &text);
    else
        buffer_add(&run->out, text.data, text.size);
    buffer_free(&text);
    return is_sound;
}

bool intake_write_globals(struct kernels *kernels, const struct symbols_request *request)
{
    struct command_run *run = kernels->run;
    struct buffer list = {0}, origin = {0};
    bool is_sound = check_files(kernels);
    for (size_t i = 0; i < request->names->count && is_sound; i++)
        is_sound &= add_word(kernels, &request->names->words[i], &list);
    buffer_format(&origin, "%zu symbol file%s, by strata import", kernels->list.count,
                  kernels->list.count == 1 ? "" : "s");
    struct globals_request address = {.program = run->program,
                                      .model = kernels->model,
                                      .module = request->module,
                                      .used = request->used,
                                      .origin = buffer_take(&origin, run->arena)};
    if (is_sound)
        is_sound = request->into ? write_into(kernels, request, &address, &list)
                                 : write_alone(kernels, request, &address, &list);
    buffer_free(&list);
    return is_sound;
}
