/*
 * Compares the findings of `strata check` before any kernel is folded in and after one is. Some findings are normal for
 * types of kernels; a declaration that an import wrote gets an `allow` for them. Any other new finding puts the folding
 * in doubt.
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

/* A search for an `allow` clause that an import wrote at a position. */
struct dropped {
    struct span sought, found;
};

static void find_allow(void *user, const struct allow *allow, const struct allow_scope *scope)
{
    struct dropped *dropped = user;
    (void)scope;
    if (allow->span.begin <= dropped->sought.begin && dropped->sought.begin < allow->span.end &&
        fold_is_reason(allow->name, allow->text))
        dropped->found = allow->span;
}

/* Removes an `allow` that an import wrote and that no longer excuses anything. Returns false if there is none at
 * `span`. */
static bool drop_allow(struct merge *merge, struct span span)
{
    struct dropped dropped = {.sought = span};
    model_each_allow(merge->model, find_allow, &dropped);
    if (!dropped.found.end)
        return false;
    struct span whole = dropped.found;
    whole.begin -= *edit_text(&merge->edits, (struct span){whole.begin - 1, whole.begin}) == ' ';
    edit_replace(&merge->edits, whole, "");
    return true;
}

/* Returns the reason for which imports allow a finding on their declarations. Returns NULL if they do not allow it, or
 * if a person described the declaration. */
static const char *reason_for(const struct merge *merge, const struct ast_decl *decl, const char *name,
                              enum diag_code code)
{
    const struct type *type = map_get(merge->model->type_names, name);
    bool is_told = merge_find_record(merge, name) || merge_find_enum(merge, name); /* the kernel has the declaration */
    size_t owner;
    if (!type || !is_told || decl_allows(decl, code))
        return NULL;
    struct version_set attested = merge_attested(merge, merge->arch, type->record, type->file_index, &owner);
    return version_set_is_exact(&attested) ? fold_reason_of_tag(diag_code_name(code)) : NULL;
}

/* Handles a finding of the result. Ignores it if it was there before, and allows it if it is normal. Otherwise notes a
 * doubt: the kernel cannot be folded into this declaration. */
static void excuse_finding(void *user, enum diag_code code, struct span span, const char *text)
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
    if (!*merge->findings.before) {
        /* Count the findings before any kernel. Only called if there are new ones, since it takes long. */
        struct diags *diags = diags_new(merge->arena, merge->user->sources);
        *merge->findings.before = map_new(merge->arena);
        check_run(merge->request->model, diags);
        diags_each(diags, count_before, merge);
    }
    if (after->count++ < tally_of(merge, *merge->findings.before, name, code)->count)
        return;
    map_set(merge->findings.doubted, name, arena_format(merge->arena, "%s [%s]", text, diag_code_name(code)));
}

void merge_excuse_findings(struct merge *result)
{
    struct diags *diags = diags_beside(result->program->diags);
    check_run(result->model, diags);
    result->findings.after = map_new(result->arena);
    result->findings.doubted = map_new(result->arena);
    diags_each(result->program->diags, excuse_finding, result);
    diags_each(diags, excuse_finding, result);
}
