#include "spec/adopt.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/load.h"
#include "spec/edit.h"
#include "spec/tree.h"

/* A spec that takes over another text. */
struct adoption {
    struct program *program;
    struct edits *edits;
    const char *page;
    uint32_t end; /* of the spec, where new declarations go */
};

/* A row, or a declaration of a file. */
struct entry {
    const struct ast_decl *decl;
    const char *key;    /* interned: its kind and name */
    const char *text;   /* interned: its words, without those that a person adds */
    const struct entry *twin; /* in the other text, or NULL */
};

struct entries {
    struct entry *items;
    size_t count;
};

/* ---- Words of a declaration ---- */

/* Returns the end of the word at `at`: a text in quotes, a comment, a name or number, or one character. */
static const char *end_of_word(const char *at)
{
    const char *end = at + 1;
    if (*at == '"') {
        while (*end && *end != '"')
            end += *end == '\\' && end[1] ? 2 : 1;
        return *end ? end + 1 : end;
    }
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (ascii_is_name(*at) || *at == '.')
        while (ascii_is_name(*end) || *end == '.' || (*end == '-' && ascii_is_name(end[1])))
            end++;
    return end;
}

static bool is_word(const char *at, const char *end, const char *word)
{
    return (size_t)(end - at) == strlen(word) && !strncmp(at, word, (size_t)(end - at));
}

/* Returns the words of a declaration with a blank between them, without texts, comments and `allow`. Of a corrected
 * value those behind `was` stay. An inferred one is `?`. */
static const char *find_words(struct arena *arena, const char *text)
{
    enum { PLAIN, ALLOW, CORRECTED, INFERRED } state = PLAIN;
    struct buffer words = {0};
    for (const char *at = text, *end; *at; at = end) {
        end = strchr(" \t\r\n", *at) ? at + 1 : end_of_word(at);
        bool is_skipped = end == at + 1 && strchr(" \t\r\n", *at);
        is_skipped = is_skipped || *at == '"' || (at[0] == '/' && at[1] == '/');
        if (state == CORRECTED) {
            state = is_word(at, end, "was") ? PLAIN : CORRECTED;
            continue;
        }
        if (is_skipped)
            continue;
        if (state == ALLOW) {
            state = PLAIN;
        } else if (state == INFERRED) {
            buffer_add_text(&words, "? ");
            state = PLAIN;
        } else if (is_word(at, end, "allow")) {
            state = ALLOW;
        } else if (is_word(at, end, "corrected")) {
            state = CORRECTED;
        } else if (is_word(at, end, "inferred")) {
            state = INFERRED;
        } else {
            buffer_add(&words, at, (size_t)(end - at));
            buffer_add_char(&words, ' ');
        }
    }
    const char *result = arena_copy(arena, words.size ? words.data : "", words.size);
    buffer_free(&words);
    return result;
}

/* ---- Entries ---- */

/* Returns the name of a row, or of the first row in it that has one; NULL if none has. */
static const char *find_name(const struct ast_decl *decl)
{
    const char *name = decl->name;
    for (const struct ast_decl *child = decl->children; child && !name; child = child->next)
        name = find_name(child);
    return name;
}

static struct span span_of(const struct adoption *adoption, const struct ast_decl *decl)
{
    const char *blank;
    uint32_t end = decl->body_span.end ? decl->body_span.end : edit_end(adoption->edits, decl, &blank);
    return (struct span){decl->span.begin, end};
}

static bool is_compared(const struct ast_decl *decl)
{
    return decl->kind != AST_COLUMNS && decl->kind != AST_SOURCE && decl->kind != AST_ATTEST;
}

static struct entries list_entries(const struct adoption *adoption, const struct ast_decl *first)
{
    struct intern *intern = adoption->program->intern;
    struct arena *arena = adoption->program->arena;
    struct entries entries = {0};
    size_t count = 0;
    for (const struct ast_decl *decl = first; decl; decl = decl->next)
        count += is_compared(decl);
    entries.items = ARENA_ARRAY(arena, struct entry, count + 1);
    for (const struct ast_decl *decl = first; decl; decl = decl->next) {
        if (!is_compared(decl))
            continue;
        const char *name = find_name(decl), *text = edit_text(adoption->edits, span_of(adoption, decl));
        bool is_record = decl->kind == AST_STRUCT || decl->kind == AST_UNION;
        struct entry *entry = &entries.items[entries.count++];
        entry->decl = decl;
        entry->key = intern_text(intern, arena_format(arena, "%d %s", is_record ? AST_STRUCT : (int)decl->kind,
                                                      name ? name : ""));
        entry->text = intern_text(intern, find_words(arena, text));
        entry->twin = NULL;
    }
    return entries;
}

/* Pairs entries with the same text or, if `by_key`, with the same name, in their order. Keys are looked up in a map of
 * the first free entry of each. */
static void pair(const struct adoption *adoption, struct entries *ours, struct entries *theirs, bool by_key)
{
    struct map *places = map_new(adoption->program->arena);
    size_t *next = ARENA_ARRAY(adoption->program->arena, size_t, ours->count + 1);
    for (size_t i = ours->count; i-- > 0;) {
        struct entry *entry = &ours->items[i];
        const char *key = by_key ? entry->key : entry->text;
        if (entry->twin)
            continue;
        struct entry *after = map_get(places, key);
        next[i] = after ? (size_t)(after - ours->items) : ours->count;
        map_set(places, key, entry);
    }
    for (size_t i = 0; i < theirs->count; i++) {
        struct entry *entry = &theirs->items[i], *found;
        const char *key = by_key ? entry->key : entry->text;
        if (entry->twin || !(found = map_get(places, key)))
            continue;
        size_t rest = next[found - ours->items];
        map_set(places, key, rest < ours->count ? &ours->items[rest] : NULL);
        entry->twin = found;
        found->twin = entry;
    }
}

/* ---- Edits ---- */

static void report(const struct adoption *adoption, const struct entry *ours, const struct entry *theirs)
{
    struct diag *diag = diag_report(adoption->program->diags, DIAG_CONTRADICTION, ours->decl->span,
                                    "'%s' says otherwise here; the spec stays as it is", adoption->page);
    diag_note(diag, theirs->decl->span, "that is what it says");
}

static void adopt_entries(const struct adoption *adoption, const struct ast_decl *ours_first,
                          const struct ast_decl *theirs_first, const struct ast_decl *around);

/* Compares two entries of one name: of declarations their rows, too. */
static void compare(const struct adoption *adoption, const struct entry *ours, const struct entry *theirs,
                    const struct ast_decl *around)
{
    if (ours->text == theirs->text)
        return;
    if (around || !theirs->decl->children) {
        report(adoption, ours, theirs);
        return;
    }
    const char *one = find_words(adoption->program->arena, edit_text(adoption->edits, ours->decl->span));
    const char *other = find_words(adoption->program->arena, edit_text(adoption->edits, theirs->decl->span));
    if (strcmp(one, other) != 0)
        report(adoption, ours, theirs);
    adopt_entries(adoption, ours->decl->children, theirs->decl->children, ours->decl);
}

/* Adds an entry behind the one above it that both texts have, else at the begin of the rows, or at the end of the
 * file. */
static void add_entry(const struct adoption *adoption, const struct entry *entry, const struct entry *above,
                      const struct ast_decl *around)
{
    struct arena *arena = adoption->program->arena;
    const char *text = edit_text(adoption->edits, span_of(adoption, entry->decl)), *blank = "    ";
    if (!around) {
        edit_insert(adoption->edits, adoption->end, arena_format(arena, "\n%s\n", text));
    } else if (above) {
        uint32_t end = edit_end(adoption->edits, above->decl, &blank);
        edit_insert(adoption->edits, end, arena_format(arena, "\n%s%s", blank, text));
    } else {
        edit_insert(adoption->edits, around->body_span.begin + 1, arena_format(arena, "\n%s%s", blank, text));
    }
}

static void adopt_entries(const struct adoption *adoption, const struct ast_decl *ours_first,
                          const struct ast_decl *theirs_first, const struct ast_decl *around)
{
    struct entries ours = list_entries(adoption, ours_first), theirs = list_entries(adoption, theirs_first);
    pair(adoption, &ours, &theirs, false);
    pair(adoption, &ours, &theirs, true);
    const struct entry *above = NULL;
    for (size_t i = 0; i < theirs.count; i++) {
        if (theirs.items[i].twin) {
            above = theirs.items[i].twin;
            compare(adoption, above, &theirs.items[i], around);
        } else {
            add_entry(adoption, &theirs.items[i], above, around);
        }
    }
}

static void add_uses(const struct adoption *adoption, const struct ast_file *spec, const struct spec_use *uses,
                     size_t count)
{
    const struct ast_use *last = spec->uses;
    while (last && last->next)
        last = last->next;
    for (size_t i = 0; i < count; i++) {
        const struct ast_use *use = spec->uses;
        while (use && strcmp(use->path, uses[i].path) != 0)
            use = use->next;
        if (use)
            continue;
        const char *line = arena_format(adoption->program->arena, uses[i].is_searched ? "use <%s>;" : "use \"%s\";",
                                        uses[i].path);
        if (last)
            edit_insert(adoption->edits, last->span.end + 1, arena_format(adoption->program->arena, "\n%s", line));
        else
            edit_insert(adoption->edits, spec->source->base, arena_format(adoption->program->arena, "%s\n", line));
    }
}

/* Returns the words of the `columns` line of a file. */
static const char *find_columns(const struct adoption *adoption, const struct ast_file *file)
{
    const struct ast_decl *decl = file->decls;
    while (decl && decl->kind != AST_COLUMNS)
        decl = decl->next;
    return decl ? find_words(adoption->program->arena, edit_text(adoption->edits, decl->span)) : "";
}

void spec_adopt(struct program *program, const struct ast_file *spec, const struct ast_file *from, const char *page,
                const struct spec_use *uses, size_t use_count, struct edits *edits)
{
    struct adoption adoption = {program, edits, page, spec->source->base + (uint32_t)spec->source->size};
    const char *columns = find_columns(&adoption, from);
    if (*columns && strcmp(columns, find_columns(&adoption, spec)) != 0) {
        diag_report(program->diags, DIAG_CONTRADICTION, (struct span){0, 0},
                    "'%s' has other columns than '%s', which stays as it is", page, spec->source->path);
        return;
    }
    add_uses(&adoption, spec, uses, use_count);
    adopt_entries(&adoption, spec->decls, from->decls, NULL);
}
