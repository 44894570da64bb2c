/*
 * Compares the findings of check before kernels are folded in and after one. An import's own declaration gets an
 * `allow` for a new finding that types of kernels have by nature; any other new finding is a doubt.
 */
#include <string.h>

#include "base/diag.h"
#include "base/intern.h"
#include "check/check.h"
#include "check/finding.h"
#include "merge/merge_parts.h"
#include "model/clauses.h"

struct tally {
    size_t count;
    bool is_known;
};

static struct tally *tally_of(const struct merge *merge, struct map *map, const char *name, enum diag_code code)
{
    const char *key = intern_text(merge->program->intern,
                                  arena_format(merge->arena, "%s %s", name, diag_code_name(code)));
    struct tally *tally = map_get(map, key);
    if (!tally) {
        tally = ARENA_NEW(merge->arena, struct tally);
        map_set(map, key, tally);
    }
    return tally;
}

static void count_before(void *user, enum diag_code code, struct span span, const char *text)
{
    struct merge *merge = user;
    const char *name;
    (void)text;
    edit_find_declaration(merge->user, span.begin, &name);
    tally_of(merge, *merge->findings.before, name, code)->count++;
}

/* Counts what is found before any kernel: only if it matters. */
static void count_all_before(struct merge *merge)
{
    struct diags *diags = diags_new(merge->arena, merge->user->sources);
    *merge->findings.before = map_new(merge->arena);
    check_run(model_resolve(merge->user), diags);
    diags_each(diags, count_before, merge);
}

/* The search for an `allow` of imports at a position. */
struct dropped {
    struct span at, found;
};

static void find_allow(void *user, const struct allow *allow, const struct allow_scope *scope)
{
    struct dropped *dropped = user;
    (void)scope;
    if (allow->span.begin <= dropped->at.begin && dropped->at.begin < allow->span.end &&
        fold_is_reason(allow->name, allow->text))
        dropped->found = allow->span;
}

/* Drops an `allow` that an import gave its reason: it silences nothing any more. */
static bool drop_allow(struct merge *merge, struct span span)
{
    struct dropped dropped = {.at = span};
    model_each_allow(merge->model, find_allow, &dropped);
    if (!dropped.found.end)
        return false;
    struct span whole = dropped.found;
    whole.begin -= *edit_text(&merge->edits, (struct span){whole.begin - 1, whole.begin}) == ' ';
    edit_replace(&merge->edits, whole, "");
    return true;
}

/* Returns the reason with which imports allow a finding on a declaration of theirs; NULL: they do not, or a person
 * wrote the declaration. */
static const char *reason_for(const struct merge *merge, const struct ast_decl *decl, const char *name,
                              enum diag_code code)
{
    const struct type *type = map_get(merge->model->type_names, name);
    bool is_told = merge_find_record(merge, name) || merge_find_enum(merge, name); /* by the kernel */
    size_t owner;
    if (!type || !is_told || decl_allows(decl, code))
        return NULL;
    struct version_set attested = merge_attested(merge, merge->arch, type->record, type->file_index, &owner);
    return version_set_is_exact(&attested) ? fold_reason_of_tag(diag_code_name(code)) : NULL;
}

/* Takes a finding that was not there before: something that is so by nature, or the kernel cannot be folded in here. */
static void excuse(void *user, enum diag_code code, struct span span, const char *text)
{
    struct merge *merge = user;
    const char *name;
    const struct ast_decl *decl = edit_find_declaration(merge->program, span.begin, &name);
    struct tally *after = tally_of(merge, merge->findings.after, name, code);
    const char *reason = decl ? reason_for(merge, decl, name, code) : NULL;
    if (!decl || after->is_known || (code == DIAG_DIGEST && map_get(merge->renewed, name)))
        return;
    if (reason) {
        edit_insert(&merge->edits, decl->span.end,
                    arena_format(merge->arena, " allow %s \"%s\"", diag_code_name(code), reason));
        after->is_known = true;
        return;
    }
    if (code == DIAG_UNUSED_ALLOW && drop_allow(merge, span))
        return;
    if (!*merge->findings.before)
        count_all_before(merge);
    if (after->count++ < tally_of(merge, *merge->findings.before, name, code)->count)
        return;
    map_set(merge->findings.doubted, name, arena_format(merge->arena, "%s [%s]", text, diag_code_name(code)));
}

void merge_excuse_findings(struct merge *result)
{
    check_run(result->model, result->program->diags);
    result->findings.after = map_new(result->arena);
    result->findings.doubted = map_new(result->arena);
    diags_each(result->program->diags, excuse, result);
}
