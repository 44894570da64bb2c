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

struct tally {
    size_t count;
    bool is_known;
};

/* Returns the declaration of a file around a place, or NULL. */
static const struct ast_decl *declaration_at(const struct program *program, struct span span)
{
    const struct source *source = source_find(program->sources, span.begin);
    for (size_t i = 0; source && i < program->file_count; i++) {
        if (program->files[i].ast->source != source)
            continue;
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            if (decl->name && decl->span.begin <= span.begin && span.begin < decl->body_span.end)
                return decl;
    }
    return NULL;
}

static struct tally *tally_of(const struct merge *merge, struct map *map, const struct ast_decl *decl,
                              enum diag_code code)
{
    const char *key = intern_text(merge->program->intern,
                                  arena_format(merge->arena, "%s %s", decl ? decl->name : "", diag_code_name(code)));
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
    (void)text;
    tally_of(merge, *merge->findings.before, declaration_at(merge->user, span), code)->count++;
}

/* Counts what is found before any kernel: only if it matters. */
static void count_all_before(struct merge *merge)
{
    struct diags *diags = diags_new(merge->arena, merge->user->sources);
    *merge->findings.before = map_new(merge->arena);
    check_run(model_resolve(merge->user), diags);
    diags_each(diags, count_before, merge);
}

/* Drops an `allow` that an import gave its reason, on a declaration or in it; it silences nothing any more. */
static bool drop_allow(struct merge *merge, const struct ast_decl *decl, struct span span)
{
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next) {
        if (clause->kind == AST_ALLOW && fold_is_reason(clause->name, clause->text) &&
            clause->span.begin <= span.begin && span.begin < clause->span.end) {
            struct span whole = clause->span;
            whole.begin -= *edit_text(&merge->edits, (struct span){whole.begin - 1, whole.begin}) == ' ';
            edit_replace(&merge->edits, whole, "");
            return true;
        }
    }
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        if (drop_allow(merge, child, span))
            return true;
    return false;
}

/* Returns the reason with which imports allow a finding on a declaration of theirs; NULL: they do not, or a person
 * wrote the declaration. */
static const char *reason_for(const struct merge *merge, const struct ast_decl *decl, enum diag_code code)
{
    const struct type *type = map_get(merge->model->type_names, decl->name);
    bool is_told = merge_find_record(merge, decl->name) || merge_find_enum(merge, decl->name); /* by the kernel */
    size_t owner;
    if (!type || !is_told || decl_allows(decl, code))
        return NULL;
    struct version_set attested = merge_attested(merge, merge->arch, type->record, type->file_index, &owner);
    return merge_is_imported(&attested) ? fold_reason_of_tag(diag_code_name(code)) : NULL;
}

/* Takes a finding that was not there before: something that is so by nature, or the kernel cannot be folded in here. */
static void excuse(void *user, enum diag_code code, struct span span, const char *text)
{
    struct merge *merge = user;
    const struct ast_decl *decl = declaration_at(merge->program, span);
    struct tally *after = tally_of(merge, merge->findings.after, decl, code);
    const char *reason = decl ? reason_for(merge, decl, code) : NULL;
    if (!decl || after->is_known)
        return;
    if (reason) {
        edit_insert(&merge->edits, decl->span.end,
                    arena_format(merge->arena, " allow %s \"%s\"", diag_code_name(code), reason));
        after->is_known = true;
        return;
    }
    if (code == DIAG_UNUSED_ALLOW && drop_allow(merge, decl, span))
        return;
    if (!*merge->findings.before)
        count_all_before(merge);
    if (after->count++ < tally_of(merge, *merge->findings.before, decl, code)->count)
        return;
    map_set(merge->findings.doubted, decl->name, arena_format(merge->arena, "%s [%s]", text, diag_code_name(code)));
}

void merge_excuse_findings(struct merge *result)
{
    check_run(result->model, result->program->diags);
    result->findings.after = map_new(result->arena);
    result->findings.doubted = map_new(result->arena);
    diags_each(result->program->diags, excuse, result);
}
