#include "lsp/recheck.h"

#include "base/arena.h"
#include "base/diag.h"
#include "check/check.h"
#include "front/load.h"
#include "lsp/session.h"
#include "model/model.h"
#include "spec/excerpt.h"

/* Findings that are added to the result. */
struct adding {
    const struct excerpt *excerpt;
    struct diags *diags;
    bool are_new;   /* from the check of a part: only those about checked structures count; else only the others */
    bool is_failed; /* a position could not be moved */
};

static void add_finding(void *user, const struct diag_view *view)
{
    struct adding *adding = user;
    struct span span = view->span;
    if (excerpt_checks(adding->excerpt, span.begin) != adding->are_new)
        return;
    bool is_moved = excerpt_move(adding->excerpt, &span);
    struct diag *diag = diag_report(adding->diags, view->code, span, "%s", view->text);
    if (view->label)
        diag_label(diag, "%s", view->label);
    for (const struct diag_note *note = view->notes; note; note = note->next) {
        span = note->span;
        is_moved = excerpt_move(adding->excerpt, &span) && is_moved;
        diag_note(diag, span, "%s", note->text);
    }
    for (const struct diag_note *help = view->helps; help; help = help->next)
        diag_help(diag, "%s", help->text);
    adding->is_failed = adding->is_failed || !is_moved;
}

/* Adds findings to `diags`. Returns false if some have no position in the new text. */
static bool add_findings(const struct excerpt *excerpt, struct diags *from, bool are_new, struct diags *diags)
{
    struct adding adding = {excerpt, diags, are_new, false};
    diags_each_view(from, add_finding, &adding);
    return !adding.is_failed;
}

/* Checks what the edit of a text concerns. `diags` gets the findings of the whole. Returns false if that is not
 * possible. */
static bool check_part(struct excerpt *excerpt, struct program *program, struct diags *old, struct diags *diags)
{
    excerpt_select(excerpt, program);
    struct model *model = model_resolve(program);
    if (model->is_cut)
        return false;
    check_run(model, program->diags);
    return add_findings(excerpt, old, false, diags) && add_findings(excerpt, program->diags, true, diags);
}

/* Fills an analysis. Returns false if the whole text must be checked. */
static bool recheck_excerpt(const struct session *session, struct analysis *base, const struct document *document,
                            struct analysis *result, struct excerpt *excerpt)
{
    enum { FINDINGS_MOST = 1000 }; /* of more findings some would only be counted */
    const struct program *whole = base->program;
    struct program *program = result->program = arena_copy_array(result->arena, whole, 1, sizeof *whole);
    excerpt->arena = result->arena;
    excerpt->file = program_find_file(whole, document->path);
    if (excerpt->file == whole->file_count || diags_count(whole->diags) >= FINDINGS_MOST)
        return false;
    program->arena = result->arena;
    program->sources = sources_copy(whole->sources, result->arena);
    program->diags = session_new_diags(session, program);
    struct diags *diags = session_new_diags(session, program);
    excerpt->old = analysis_source(base, document->path);
    excerpt->new = source_add(program->sources, document->path, document->text.data, document->text.size);
    if (!excerpt->new)
        return false;
    if (excerpt_compare(excerpt)) {
        excerpt->names = base->names = base->names ? base->names : named_new(base->model, base->arena);
        if (!excerpt_read(excerpt, program))
            return false;
        result->is_read = !diags_error_count(program->diags);
        /* About a text with errors nothing else is reported. */
        if (!result->is_read)
            diags_add(diags, program->diags);
        else if (!check_part(excerpt, program, whole->diags, diags))
            return false;
    } else if (!add_findings(excerpt, whole->diags, false, diags)) {
        return false;
    }
    program->diags = diags;
    return diags_count(diags) < FINDINGS_MOST;
}

struct analysis *recheck_analyse(const struct session *session, struct analysis *base, const struct document *document)
{
    struct analysis *result = analysis_new(base->path);
    struct excerpt excerpt = {.names = NULL};
    result->users = base->users;
    result->user_count = base->user_count;
    result->is_read = base->is_read;
    result->is_alone = base->is_alone;
    result->files = base->files;
    result->file_count = base->file_count;
    bool is_done = recheck_excerpt(session, base, document, result, &excerpt);
    excerpt_free(&excerpt);
    if (is_done)
        return result;
    analysis_free(result);
    return NULL;
}
