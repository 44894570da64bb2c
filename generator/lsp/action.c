#include "lsp/action.h"

#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "front/load.h"
#include "lsp/edits.h"
#include "lsp/publish.h"
#include "lsp/session.h"
#include "spec/mend.h"

enum { ACTIONS_MOST = 50, TITLE_MOST = 60 };

/* The actions of one request. */
struct actions {
    const struct session *session;
    struct analysis *analysis;
    struct json *json;
    struct span asked;   /* range of the text that the request names */
    bool is_asked;       /* the client asks for fixes of single findings */
    struct diags *all;   /* all findings of the text that have a fix */
    size_t fixes, count; /* number of findings in `all`, and of actions that are written */
    const struct source *source;
};

/* True if the client asks for a kind of actions: `only` contains that kind, or a more general one. */
static bool is_wanted(yajl_val params, const char *kind)
{
    size_t count = tree_count(params, "context.only");
    for (size_t i = 0; i < count; i++) {
        const char *only = YAJL_GET_STRING(tree_item(params, "context.only", i));
        size_t size = only ? strlen(only) : 0;
        if (only && !strncmp(kind, only, size) && (!kind[size] || kind[size] == '.' || !size))
            return true;
    }
    return !count && !YAJL_IS_ARRAY(tree_get(params, "context.only"));
}

static void add_fix(struct diags *diags, const struct diag_view *view)
{
    struct diag *diag = diag_report(diags, DIAG_SYNTAX, view->span, "%s", view->text);
    for (const struct diag_edit *edit = view->edits; edit; edit = edit->next)
        diag_fix(diag, edit->span, edit->replacement);
}

static struct diags *begin_fixes(const struct actions *actions)
{
    const struct program *program = actions->analysis->program;
    return diags_new(program->arena, program->sources);
}

/* Returns the changes that fix some findings, as if there were no other findings. */
static struct mending mend_fixes(const struct actions *actions, struct diags *fixes)
{
    struct program alone = *actions->analysis->program;
    alone.diags = fixes;
    return mend(alone.arena, &alone);
}

static void write_action(struct actions *actions, const char *title, const char *kind, const struct diag_view *view,
                         const struct mending *mending)
{
    struct json *json = actions->json;
    json_open(json, '{');
    json_member_text(json, "title", title);
    json_member_text(json, "kind", kind);
    if (view) {
        json_member_open(json, "diagnostics", '[');
        publish_write_finding(actions->session, actions->analysis, view, json);
        json_close(json, ']');
        json_member_bool(json, "isPreferred", true);
    }
    json_key(json, "edit");
    edits_write_mending(actions->session, actions->analysis, mending, json);
    json_close(json, '}');
    actions->count++;
}

/* Returns a title for a fix: the text that it writes if that is short, else the first line of the finding's help. */
static const char *title_of(const struct actions *actions, const struct diag_view *view)
{
    const char *text = view->edits->replacement, *name = diag_code_name(view->code);
    bool is_short = !view->edits->next && strlen(text) <= TITLE_MOST && !strchr(text, '\n');
    if (is_short && !*text)
        return arena_format(actions->analysis->arena, "%s: remove it", name);
    if (is_short || !view->helps)
        return arena_format(actions->analysis->arena, "%s: write %.*s", name, TITLE_MOST, text + strspn(text, " \n"));
    return arena_format(actions->analysis->arena, "%s: %s", name, view->helps->text);
}

static void visit_finding(void *user, const struct diag_view *view)
{
    struct actions *actions = user;
    bool is_here = source_find(actions->analysis->program->sources, view->span.begin) == actions->source;
    if (!view->edits || !is_here)
        return;
    add_fix(actions->all, view);
    actions->fixes++;
    if (!actions->is_asked || view->span.begin > actions->asked.end || view->span.end < actions->asked.begin ||
        actions->count >= ACTIONS_MOST)
        return;
    struct diags *fix = begin_fixes(actions);
    add_fix(fix, view);
    struct mending mending = mend_fixes(actions, fix);
    if (mending.file_count)
        write_action(actions, title_of(actions, view), "quickfix", view, &mending);
}

/* Writes the actions for the range of a request, and one action that fixes all findings of the text. */
static void write_actions(struct actions *actions, yajl_val params)
{
    actions->is_asked = is_wanted(params, "quickfix");
    actions->all = begin_fixes(actions);
    diags_each_view(actions->analysis->program->diags, visit_finding, actions);
    if (actions->fixes <= actions->count || !is_wanted(params, "source.fixAll.strata"))
        return;
    struct mending mending = mend_fixes(actions, actions->all);
    if (mending.file_count)
        write_action(actions, "Apply all fixes", "source.fixAll.strata", NULL, &mending);
}

void action_write(struct session *session, yajl_val params, struct json *json)
{
    struct arena *arena = arena_new();
    const char *path = session_path(arena, params);
    struct actions actions = {.session = session, .json = json};
    json_open(json, '[');
    if (path && document_find(session->documents, path) && session->has_literal_actions) {
        struct analysis *analysis = actions.analysis = session_analyse(session, path);
        actions.source = analysis_source(analysis, path);
        if (analysis_find_position(session, analysis, path, tree_get(params, "range.start"), &actions.asked.begin) &&
            analysis_find_position(session, analysis, path, tree_get(params, "range.end"), &actions.asked.end))
            write_actions(&actions, params);
    }
    json_close(json, ']');
    arena_free(arena);
}
