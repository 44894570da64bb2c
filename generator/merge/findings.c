/*
 * What check finds in a spec before kernels are folded in, and after one: what is new is excused by an `allow`, where
 * it is so by nature, or is a doubt.
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

/* The declaration of a file around a place, or NULL. */
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

static struct tally *tally_of(const struct into *into, struct map *map, const struct ast_decl *decl,
                              enum diag_code code)
{
    const char *key = intern_text(into->program->intern,
                                  arena_format(into->arena, "%s %s", decl ? decl->name : "", diag_code_name(code)));
    struct tally *tally = map_get(map, key);
    if (!tally) {
        tally = ARENA_NEW(into->arena, struct tally);
        map_set(map, key, tally);
    }
    return tally;
}

static void count_before(void *user, enum diag_code code, struct span span, const char *text)
{
    struct into_findings *findings = user;
    (void)text;
    tally_of(findings->into, findings->before, declaration_at(findings->into->program, span), code)->count++;
}

void into_count_findings(struct into_findings *findings, struct into *into)
{
    *findings = (struct into_findings){.into = into, .before = map_new(into->arena)};
    check_run(into->model, into->program->diags);
    diags_each(into->program->diags, count_before, findings);
}

bool into_was_found(const struct into *into, const struct record *record, enum diag_code code)
{
    return tally_of(into, into->findings->before, record->decl, code)->count > 0;
}

/* Drops an `allow` that an import gave its reason, on a declaration or in it; what is here now asks for none. */
static bool drop_allow(struct into *into, const struct ast_decl *decl, struct span span)
{
    for (const struct ast_clause *clause = decl->clauses; clause; clause = clause->next) {
        if (clause->kind == AST_ALLOW && fold_is_reason(clause->name, clause->text) &&
            clause->span.begin <= span.begin &&
            span.begin < clause->span.end) {
            into_edit(into, clause->span, "");
            return true;
        }
    }
    for (const struct ast_decl *child = decl->children; child; child = child->next)
        if (drop_allow(into, child, span))
            return true;
    return false;
}

/* A finding that was not there before: something that is so by nature, or the kernel cannot be folded in here. */
static void excuse(void *user, enum diag_code code, struct span span, const char *text)
{
    struct into_findings *findings = user;
    struct into *into = findings->into;
    if ((code == DIAG_UNUSED_ALLOW) != findings->is_dropping)
        return;
    const struct ast_decl *decl = declaration_at(into->program, span);
    struct tally *before = tally_of(into, findings->before, decl, code);
    struct tally *after = tally_of(into, findings->after, decl, code);
    if (after->count++ < before->count || after->is_known || !decl)
        return;
    bool is_told = into_find_record(into, decl->name) || into_find_enum(into, decl->name); /* by the kernel */
    const char *reason = is_told ? fold_reason_of_tag(diag_code_name(code)) : NULL;
    if (reason && !decl_allows(decl, code) && !map_get(findings->tried, before)) {
        into_insert(into, decl->span.end, arena_format(into->arena, " allow %s \"%s\"", diag_code_name(code), reason));
        after->is_known = true;
        map_set(findings->tried, before, before);
        return;
    }
    if (code == DIAG_UNUSED_ALLOW && drop_allow(into, decl, span))
        return;
    map_set(findings->doubted, decl->name, arena_format(into->arena, "%s [%s]", text, diag_code_name(code)));
}

/* A finding may hang on another that an `allow` settles, and so may what an `allow` silences: nothing is given up, and
 * none goes, while there is one to add. */
void into_excuse_findings(struct into_findings *findings)
{
    struct into *into = findings->into;
    findings->after = map_new(into->arena);
    findings->doubted = map_new(into->arena);
    check_run(into->model, into->program->diags);
    for (unsigned pass = 0; pass < 2 && !into->edits.size; pass++) {
        findings->is_dropping = pass > 0;
        diags_each(into->program->diags, excuse, findings);
    }
}
