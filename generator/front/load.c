#include "front/load.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/path.h"
#include "base/progress.h"
#include "front/foreign.h"
#include "front/parse.h"
#include "front/selection.h"

/* A file that was requested, under any path. */
struct entry {
    enum { ENTRY_NEW, ENTRY_LOADING, ENTRY_LOADED, ENTRY_FAILED } state;
    bool is_reached;  /* a `use` may read the file: program_reaches was true for it */
    size_t index;     /* index in program->files after loading */
    const char *path; /* the first path by which it was requested */
};

enum { CHAIN_MOST = 10000 /* longest chain of files that use each other */ };

/* A file, and how it was found. */
struct found {
    const char *path;
    const char *known; /* path by which `use <PATH>` finds the file; the `known` of its struct program_file */
    bool is_shipped;
    bool is_listed; /* the file is in the list of a directory's specs */
};

/* The `use` lines that led to a file, innermost first. */
struct route {
    const struct route *user;
    const char *path; /* path of the file that is being loaded */
    struct span span; /* position of the `use` that requested the file; {0,0} for an operand of the command line */
    unsigned length;
    const struct ast_use *use; /* the `use` that requested the file; NULL for an operand of the command line */
    const struct found *found;
};

struct program *program_new(struct arena *arena)
{
    struct program *program = ARENA_NEW(arena, struct program);
    program->arena = arena;
    program->intern = intern_new(arena);
    program->sources = sources_new(arena);
    program->diags = diags_new(arena, program->sources);
    program->entries = map_new(arena);
    program->held = map_new(arena);
    program->cache_line = 64;
    return program;
}

struct program *program_beside(const struct program *other, const struct program_text *texts, size_t count)
{
    struct program *program = ARENA_NEW(other->arena, struct program);
    program->arena = other->arena;
    program->intern = other->intern;
    program->sources = other->sources;
    program->diags = diags_new(other->arena, other->sources);
    program->entries = map_new(other->arena);
    program->held = other->held;
    program->roots = other->roots;
    program->shipped = other->shipped;
    program->other = other;
    program->cache_line = other->cache_line;
    program->left_out = other->left_out;
    program->texts = texts;
    program->text_count = count;
    return program;
}

/* Returns the normalised form of a path from the command line. */
static const char *name_path(struct program *program, const char *path)
{
    return intern_text(program->intern, path_normalise(program->arena, file_path_rules, path));
}

/* Returns the path of the file `name` below a directory; NULL if there is none. */
static const char *search_root(const struct program *program, const char *root, const char *name)
{
    const char *path = path_normalise(program->arena, file_path_rules,
                                      path_join(program->arena, file_path_rules, root, name));
    return file_kind(path) == FILE_ABSENT ? NULL : intern_text(program->intern, path);
}

/* True if a normalised path may be appended to a directory: it is relative and does not lead out of it. */
static bool is_below(const char *name)
{
    return !path_root_length(file_path_rules, name) && strcmp(name, ".") != 0 && strcmp(name, "..") != 0 &&
           strncmp(name, "../", 3) != 0;
}

/* Searches the roots and then the shipped specs for a file. */
static struct found search_roots(const struct program *program, const char *name)
{
    struct found found = {.known = path_normalise(program->arena, file_path_rules, name)};
    if (!is_below(found.known))
        return found;
    for (const struct program_root *root = program->roots; root && !found.path; root = root->next)
        found.path = root->is_searched ? search_root(program, root->path, found.known) : NULL;
    if (!found.path && program->shipped) {
        found.path = search_root(program, program->shipped, found.known);
        found.is_shipped = true;
    }
    return found;
}

const char *program_search(const struct program *program, const char *name)
{
    return search_roots(program, name).path;
}

void program_help_search(const struct program *program, const char *name, struct diag *diag)
{
    struct buffer list = {0};
    if (!is_below(path_normalise(program->arena, file_path_rules, name)))
        return;
    for (const struct program_root *root = program->roots; root; root = root->next)
        if (root->is_searched)
            buffer_format(&list, "%s'%s'", list.size ? ", " : "", root->path);
    if (program->shipped)
        buffer_format(&list, "%s'%s'", list.size ? ", " : "", program->shipped);
    if (list.size)
        diag_help(diag, "it was searched for in %s; -I adds a directory", buffer_text(&list));
    else
        diag_help(diag, "there are no directories to search; -I adds one, and STRATA_SPECS names the shipped specs");
    buffer_free(&list);
}

size_t program_find_file(const struct program *program, const char *path)
{
    size_t i = 0;
    while (i < program->file_count && strcmp(program->files[i].path, path) != 0)
        i++;
    return i;
}

bool program_uses(const struct program *program, size_t user, size_t used)
{
    bool *reached = ARENA_ARRAY(program->arena, bool, user + 1);
    reached[user] = true;
    /* a file follows those that it uses, so only files from `used` to `user` can lie between both */
    for (size_t i = user + 1; i-- > used && !(i == used && reached[i]);)
        for (size_t k = 0; reached[i] && k < program->files[i].use_count; k++)
            reached[program->files[i].uses[k]] = true;
    return used <= user && reached[used];
}

/* Appends a file and returns its index. */
static size_t file_append(struct program *program, const struct ast_file *ast, const char *path)
{
    if (program->file_count == program->file_capacity) {
        size_t capacity = program->file_capacity ? program->file_capacity * 2 : 16;
        struct program_file *files = ARENA_ARRAY(program->arena, struct program_file, capacity);
        if (program->file_count)
            memcpy(files, program->files, program->file_count * sizeof *files);
        program->files = files;
        program->file_capacity = capacity;
    }
    program->files[program->file_count] =
        (struct program_file){.ast = ast, .path = path, .name = path_name(file_path_rules, path)};
    return program->file_count++;
}

/* Returns the entry of a file. All paths that lead to one file share the entry. */
static struct entry *find_entry(struct program *program, const char *path)
{
    struct entry *entry = map_get(program->entries, path), *other;
    if (entry)
        return entry;
    const char *identity = file_identity(program->arena, path);
    if (identity) /* the key cannot be a path, because no normalised path begins with a dot and a slash */
        identity = intern_text(program->intern, ARENA_JOIN(program->arena, "./", identity));
    entry = identity ? map_get(program->entries, identity) : NULL;
    if (!entry) {
        entry = ARENA_NEW(program->arena, struct entry);
        other = program->other && identity ? map_get(program->other->entries, identity) : NULL;
        entry->path = other ? other->path : path;
        if (identity)
            map_set(program->entries, identity, entry);
    }
    map_set(program->entries, path, entry);
    return entry;
}

void program_text_add(struct buffer *texts, struct arena *arena, const char *path, const struct buffer *text,
                      size_t edits)
{
    char *copy = arena_alloc(arena, text->size + 2);
    const struct program_text added = {path, copy, text->size, edits};
    if (text->size)
        memcpy(copy, text->data, text->size);
    buffer_add(texts, &added, sizeof added);
}

void program_replace_text(struct program *program, const char *path, const char *text, size_t size)
{
    struct program_text *texts = ARENA_ARRAY(program->arena, struct program_text, program->text_count + 1);
    if (program->text_count)
        memcpy(texts, program->texts, program->text_count * sizeof *texts);
    texts[program->text_count++] = (struct program_text){name_path(program, path), text, size, 0};
    program->texts = texts;
    /* makes the entry, which all paths of the file then share */
    find_entry(program, texts[program->text_count - 1].path);
}

/* True if a replaced text (program_replace_text) stands for the file. */
static bool is_replaced(const struct program *program, const char *path)
{
    bool is_replaced = false;
    for (size_t i = 0; i < program->text_count && !is_replaced; i++)
        is_replaced = !strcmp(program->texts[i].path, path);
    return is_replaced;
}

/* True if a file exists, or a replaced text stands for it. */
static bool is_there(const struct program *program, const char *path)
{
    return map_get(program->entries, path) || file_kind(path) != FILE_ABSENT || is_replaced(program, path);
}

/* Returns a file by its path relative to the spec that uses it. */
static struct found find_beside(struct program *program, const struct route *route, const char *path)
{
    struct found found = {
        .path = intern_text(program->intern, path_beside(program->arena, file_path_rules, route->path, path))};
    if (!route->found->known)
        return found;
    found.known = path_beside(program->arena, file_path_rules, route->found->known, path);
    found.is_shipped = route->found->is_shipped && is_below(found.known);
    found.known = is_below(found.known) ? found.known : NULL;
    return found;
}

/* Returns the file that a `use` line names. If it is not found, reports that; the result then has no path. */
static struct found find_used(struct program *program, const struct route *route, const struct ast_use *use)
{
    struct found beside = find_beside(program, route, use->path);
    if (!use->is_searched && is_there(program, beside.path))
        return beside;
    struct found found = search_roots(program, use->path);
    if (found.path || !use->is_searched)
        return found.path ? found : beside;
    if (is_below(path_normalise(program->arena, file_path_rules, use->path)))
        program_help_search(program, use->path,
                            diag_report(program->diags, DIAG_READ, use->span, "cannot find <%s>", use->path));
    else
        diag_report(program->diags, DIAG_READ, use->span, "a path in <> is below a searched directory: it neither "
                                                          "begins with '/' nor leads out by '..'");
    return found;
}

static bool load_file(struct program *program, const struct route *user, const struct found *found,
                      const struct ast_use *use, size_t *index);

/* Loads the files that a file uses, and stores their indices in `uses`, without duplicates. Returns their number. */
static size_t load_uses(struct program *program, const struct route *route, const struct ast_file *ast, size_t *uses)
{
    size_t count = 0, same;
    for (const struct ast_use *use = ast->uses; use; use = use->next) {
        const struct found found = find_used(program, route, use);
        if (!found.path || !load_file(program, route, &found, use, &uses[count]))
            continue;
        for (same = 0; uses[same] != uses[count]; same++)
            continue;
        count += same == count;
    }
    return count;
}

static struct diag *report_unread(struct program *program, const char *path, struct span span, const char *error)
{
    return diag_report(program->diags, error == file_too_large ? DIAG_LIMIT : DIAG_READ, span, "cannot read '%s': %s",
                       path, error);
}

void program_report_unread(struct program *program, const char *path, struct span span, const char *error)
{
    report_unread(program, path, span, error);
}

const struct source *program_add_source(struct program *program, const char *path, struct span span, const char *text,
                                        size_t size)
{
    const struct source *source = source_add(program->sources, path, text, size);
    if (!source)
        diag_report(program->diags, DIAG_LIMIT, span,
                    "cannot read '%s': all files of a run have at most 4 GiB", path);
    return source;
}

/* Reports a file that the roots do not allow to read, and the reason. */
static void report_refused(struct program *program, const char *path, struct span span,
                           const struct program_refusal *why)
{
    struct diag *diag =
        diag_report(program->diags, DIAG_USE_OUTSIDE, span, "'%s' is not read: %s", path, why->reason);
    const struct foreign_name *foreign = foreign_find_name(path);
    if (why->directory)
        diag_help(diag, "-I '%s' allows it", why->directory);
    else if (foreign && foreign->import)
        diag_help(diag, "%s", foreign->advice);
}

/* True if a `use` may read a file. Otherwise reports that. Returns true for a directory and for a missing file: reading
 * them fails later. */
static bool may_use(struct program *program, struct entry *entry, const struct found *found, const struct ast_use *use)
{
    struct program_refusal why;
    enum file_kind kind = entry->is_reached || is_replaced(program, entry->path) ? FILE_ABSENT : file_kind(found->path);
    if (kind == FILE_ABSENT || kind == FILE_DIRECTORY)
        return true;
    entry->is_reached = program_reaches(program, found->path, &why);
    if (!entry->is_reached)
        report_refused(program, found->path, use->span, &why);
    return entry->is_reached;
}

/* Returns the path of the first shipped spec with a name, in any of its directories; NULL if there is none. */
static const char *find_shipped(const struct program *program, const char *name)
{
    const char *const *paths, *error;
    size_t count = 0;
    if (!file_search(program->arena, program->shipped, ".strata", &paths, &count, &error))
        return NULL;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(path_name(file_path_rules, paths[i]), name))
            return paths[i];
    return NULL;
}

/* Reads a file. If it is too large, reports this and returns an empty source. */
static const struct source *read_source(struct program *program, const struct route *route)
{
    const char *text, *error, *path = route->path;
    size_t size;
    for (size_t i = 0; i < program->text_count; i++)
        if (!strcmp(program->texts[i].path, path))
            return program_add_source(program, path, route->span, program->texts[i].text, program->texts[i].size);
    bool is_named = !route->use && !route->found->is_listed && !program->takes_files_only;
    if (!(is_named ? file_read : file_read_regular)(program->arena, path, &text, &size, &error)) {
        struct diag *diag = report_unread(program, path, route->span, error);
        if (route->use && file_kind(path) == FILE_ABSENT)
            program_help_search(program, route->use->path, diag);
        else if (file_kind(path) == FILE_ABSENT) {
            /* Say which spec the user may mean by a path that does not exist: one with a suffix, or a shipped one. */
            const char *with_suffix = arena_format(program->arena, "%s.strata", path);
            const char *guess = file_kind(with_suffix) == FILE_REGULAR ? with_suffix : program_search(program, path);
            if (!guess)
                guess = program_search(program, with_suffix);
            if (!guess && program->shipped)
                guess = find_shipped(program,
                                     arena_format(program->arena, "%s.strata", selection_without_underscores(path)));
            if (guess)
                diag_help(diag, "did you mean '%s'?", guess);
        }
        if (error != file_too_large)
            return NULL;
        text = "\0";
        size = 0;
    }
    return program_add_source(program, path, route->span, text, size);
}

/* Returns the tree of a file. If the program that this one was made beside has read the file, returns that tree. */
static const struct ast_file *read_file(struct program *program, const struct route *route)
{
    const struct entry *entry = program->other ? map_get(program->other->entries, route->path) : NULL;
    if (entry && entry->state == ENTRY_LOADED && !is_replaced(program, route->path))
        return program->other->files[entry->index].ast;
    const struct source *source = read_source(program, route);
    const struct foreign *foreign = source ? foreign_find(source->text, source->size) : NULL;
    if (!foreign)
        return source ? parse_source(program, source) : NULL;
    struct diag *diag = diag_report(program->diags, DIAG_READ, route->span, "'%s' is %s, not a spec", route->path,
                                    foreign->what);
    diag_help(diag, "%s", foreign->advice);
    return NULL;
}

/* Loads a file and the files that it uses, unless it is loaded already. */
static bool load_file(struct program *program, const struct route *user, const struct found *found,
                      const struct ast_use *use, size_t *index)
{
    struct entry *entry = find_entry(program, found->path);
    const struct span span = use ? use->span : (struct span){0, 0};
    if (use && !may_use(program, entry, found, use))
        return false;
    if (entry->state == ENTRY_LOADED) {
        *index = entry->index;
        return true;
    }
    if (entry->state == ENTRY_LOADING) {
        const struct route *route = user;
        const char *path = entry->path;
        struct diag *diag = diag_report(program->diags, DIAG_USE_CYCLE, span, "'%s' uses itself", path);
        for (; route && route->path != path; route = route->user)
            diag_note(diag, route->span, "through '%s', which is used here", route->path);
        return false;
    }
    const struct route route = {user, entry->path, span, user ? user->length + 1 : 1, use, found};
    if (route.length > CHAIN_MOST) {
        diag_report(program->diags, DIAG_NESTING, span, "more than %d files form a chain of `use` lines", CHAIN_MOST);
        return false;
    }
    entry->state = ENTRY_LOADING;
    const struct ast_file *ast = read_file(program, &route);
    if (!ast) {
        entry->state = ENTRY_FAILED;
        return false;
    }
    size_t use_count = 0;
    for (const struct ast_use *next = ast->uses; next; next = next->next)
        use_count++;
    size_t *uses = ARENA_ARRAY(program->arena, size_t, use_count);
    use_count = load_uses(program, &route, ast, uses);
    *index = entry->index = file_append(program, ast, entry->path);
    program->files[*index].known = found->known;
    program->files[*index].is_shipped = found->is_shipped;
    program->files[*index].uses = uses;
    program->files[*index].use_count = use_count;
    entry->state = ENTRY_LOADED;
    return true;
}

/* Returns a path in the current directory, from which relative paths can be made. */
static const char *find_here(const struct program *program)
{
    return path_join(program->arena, file_path_rules, file_directory(program->arena), "x");
}

/* Returns a directory as an absolute path with a slash at its end. */
static const char *find_directory(const struct program *program, const char *here, const char *directory)
{
    return path_join(program->arena, &path_posix, path_beside(program->arena, file_path_rules, here, directory), "");
}

/* Returns the part of a path below a directory, which find_directory returned; NULL if the path is not below it. */
static const char *name_below(const struct program *program, const char *here, const char *directory, const char *path)
{
    path = path_beside(program->arena, file_path_rules, here, path);
    return strncmp(path, directory, strlen(directory)) ? NULL : path + strlen(directory);
}

/* Returns a file of the command line. If `use <PATH>` also finds it, sets that path as well. */
static struct found find_operand(const struct program *program, const char *path)
{
    struct found found = {.path = path};
    const char *here = find_here(program);
    for (const struct program_root *root = program->roots; root && !found.known; root = root->next)
        if (root->is_searched)
            found.known = name_below(program, here, find_directory(program, here, root->path), path);
    if (!found.known && program->shipped) {
        found.known = name_below(program, here, find_directory(program, here, program->shipped), path);
        found.is_shipped = found.known;
    }
    return found;
}

/* Loads a file that the user named; `name` is its name in messages. */
static bool load_requested(struct program *program, const struct found *found, const char *name)
{
    size_t index;
    if (!load_file(program, NULL, found, NULL, &index))
        return false;
    struct program_file *file = &program->files[index];
    file->requested = true;
    file->is_shipped = false;
    file->known = found->known;
    file->name = name;
    return true;
}

/* True if all files of a directory may be read. Otherwise reports the first that may not. The search follows links to
 * files only, so a file that is no link lies below the directory. */
static bool may_read_all(struct program *program, const char *const *paths, size_t count)
{
    struct program_refusal why;
    for (size_t i = 0; i < count; i++) {
        if (!file_is_link(paths[i]) || program_reaches(program, paths[i], &why))
            continue;
        report_refused(program, paths[i], (struct span){0, 0}, &why);
        return false;
    }
    return true;
}

bool program_find_specs(struct program *program, const char *path, const char *const **paths, size_t *count)
{
    const char *error = "no such file";
    program_add_operand(program, path);
    if (*path && file_kind(path) != FILE_DIRECTORY) {
        *paths = arena_copy_array(program->arena, &path, 1, sizeof path);
        *count = 1;
        return true;
    }
    if (!*path || !file_search(program->arena, path, ".strata", paths, count, &error)) {
        program_report_unread(program, path, (struct span){0, 0}, error);
        return false;
    }
    /* Remove the files in the directory that the program leaves out from a list of paths. */
    size_t found = *count;
    if (program->left_out) {
        const char **kept = ARENA_ARRAY(program->arena, const char *, found);
        *count = 0;
        for (size_t i = 0; i < found; i++)
            if (strncmp(name_path(program, (*paths)[i]), program->left_out, strlen(program->left_out)) != 0)
                kept[(*count)++] = (*paths)[i];
        *paths = kept;
    }
    if (!*count)
        diag_report(program->diags, DIAG_READ, (struct span){0, 0}, "no *.strata below '%s'", path);
    return *count && may_read_all(program, *paths, *count);
}

bool program_add_path(struct program *program, const char *path)
{
    const char *const *paths;
    size_t count, below = strlen(path_join(program->arena, file_path_rules, path, ""));
    if (!program_find_specs(program, path, &paths, &count))
        return false;
    bool all = true;
    const char *here = find_here(program);
    const char *shipped = program->shipped ? find_directory(program, here, program->shipped) : NULL;
    for (size_t i = 0; i < count && paths[i] != path; i++) /* a `use` of a listed file needs no check */
        find_entry(program, name_path(program, paths[i]))->is_reached = true;
    for (size_t i = 0; i < count; i++) {
        progress_step(program->progress, "reading", i, count, path_name(file_path_rules, paths[i]));
        bool is_operand = paths[i] == path;
        struct found found = {.path = name_path(program, paths[i]), .is_listed = !is_operand};
        if (is_operand)
            found = find_operand(program, found.path);
        else if (shipped)
            found.known = name_below(program, here, shipped, found.path);
        const char *name = is_operand ? path_name(file_path_rules, found.path)
                                      : found.path + strlen(found.path) - strlen(paths[i] + below);
        all = load_requested(program, &found, name) && all;
    }
    return all;
}

void program_add_text(struct program *program, const char *path, const char *text, size_t size)
{
    char *copy = arena_alloc(program->arena, size + 2);
    if (size)
        memcpy(copy, text, size);
    path = intern_text(program->intern, path);
    const struct source *source = program_add_source(program, path, (struct span){0, 0}, copy, size);
    if (!source)
        return;
    const struct ast_file *ast = parse_source(program, source);
    for (const struct ast_use *use = ast->uses; use; use = use->next)
        diag_report(program->diags, DIAG_READ, use->span, "text that is not a file cannot use files");
    size_t index = file_append(program, ast, path);
    program->files[index].requested = true;
}
