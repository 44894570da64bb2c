#include "lsp/publish.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/lookup.h"
#include "front/load.h"
#include "lsp/failure.h"
#include "lsp/recheck.h"
#include "lsp/session.h"

/* Severities of the protocol. */
enum { SEVERITY_ERROR = 1, SEVERITY_WARNING = 2, SEVERITY_HINT = 4 };

enum { TAG_UNNECESSARY = 1 };

/* ---- The findings of one check */

/* A finding as JSON, and the file that it is about. */
struct item {
    const char *path, *text;
    size_t order;
};

/* The findings of a check, while they are collected. */
struct collecting {
    const struct session *session;
    struct analysis *analysis;
    struct arena *arena; /* arena of the document */
    struct buffer items; /* list of struct item */
};

static unsigned severity_of(const struct session *session, const struct diag_view *view)
{
    if (view->code == DIAG_INFERABLE && diags_severity(session->options->diags, view->code) == DIAG_SEVERITY_OFF)
        return SEVERITY_HINT;
    return view->severity == DIAG_SEVERITY_ERROR ? SEVERITY_ERROR : SEVERITY_WARNING;
}

static void write_notes(const struct session *session, struct analysis *analysis, const struct diag_note *note,
                        struct json *json)
{
    json_member_open(json, "relatedInformation", '[');
    for (; note; note = note->next) {
        if (!note->span.begin)
            continue;
        json_open(json, '{');
        json_key(json, "location");
        analysis_write_location(session, analysis, note->span, json);
        json_member_text(json, "message", note->text);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* Returns the message of a finding: its text, its label and its help. */
static const char *message_of(struct arena *arena, const struct diag_view *view)
{
    struct buffer message = {0};
    buffer_add_text(&message, view->text);
    if (view->label)
        buffer_format(&message, "\n%s", view->label);
    for (const struct diag_note *help = view->helps; help; help = help->next)
        buffer_format(&message, "\nhelp: %s", help->text);
    return buffer_take(&message, arena);
}

void publish_write_finding(const struct session *session, struct analysis *analysis, const struct diag_view *view,
                           struct json *json)
{
    json_open(json, '{');
    json_key(json, "range");
    analysis_write_range(session, analysis, view->span, json);
    json_member_number(json, "severity", severity_of(session, view));
    json_member_text(json, "code", diag_code_name(view->code));
    json_member_text(json, "source", "strata");
    json_member_text(json, "message", message_of(analysis->arena, view));
    if (view->code == DIAG_UNUSED_ALLOW) {
        json_member_open(json, "tags", '[');
        json_number(json, TAG_UNNECESSARY);
        json_close(json, ']');
    }
    if (view->notes)
        write_notes(session, analysis, view->notes, json);
    json_close(json, '}');
}

static void collect_finding(void *user, const struct diag_view *view)
{
    struct collecting *collecting = user;
    struct analysis *analysis = collecting->analysis;
    struct buffer out = {0};
    struct json json = {&out, false};
    const struct source *source = source_find(analysis->program->sources, view->span.begin);
    publish_write_finding(collecting->session, analysis, view, &json);
    const char *path = source ? source->path : analysis->path;
    struct item item = {arena_copy(collecting->arena, path, strlen(path)), buffer_take(&out, collecting->arena),
                        collecting->items.size};
    buffer_add(&collecting->items, &item, sizeof item);
}

static int compare_items(const void *left, const void *right)
{
    const struct item *a = left, *b = right;
    int order = strcmp(a->path, b->path);
    return order ? order : (a->order > b->order) - (a->order < b->order);
}

/* Stores the findings of a text in its document, sorted by file. */
static void keep_findings(struct document *document, struct arena *arena, struct item *items, size_t count)
{
    struct document_findings *findings = ARENA_ARRAY(arena, struct document_findings, count);
    const char **texts = ARENA_ARRAY(arena, const char *, count);
    size_t found = 0;
    if (count)
        qsort(items, count, sizeof *items, compare_items);
    for (size_t i = 0; i < count; i++) {
        texts[i] = items[i].text;
        if (!i || strcmp(items[i].path, items[i - 1].path) != 0)
            findings[found++] = (struct document_findings){items[i].path, texts + i, 0};
        findings[found - 1].count++;
    }
    document->findings = findings;
    document->finding_count = found;
}

/* Stores the paths that a check depends on in its document. */
static void keep_files(struct document *document, const struct analysis *analysis)
{
    struct arena *arena = document->checked;
    const char **files = ARENA_ARRAY(arena, const char *, analysis->file_count);
    for (size_t i = 0; i < analysis->file_count; i++)
        files[i] = arena_copy(arena, analysis->files[i], strlen(analysis->files[i]));
    document->files = files;
    document->file_count = analysis->file_count;
}

/* Checks a text, only what an edit has changed if that is possible. Returns a whole analysis of the files around it. */
static const struct analysis *check_document(struct session *session, struct document *document)
{
    struct arena *arena = arena_new();
    struct analysis *base = session->is_careful || session->is_everything_old ? NULL : session->base;
    struct analysis *part = NULL;
    if (!session->last && base && !strcmp(base->path, document->path))
        part = recheck_analyse(session, base, document);
    struct analysis *analysis = part ? part : session_analyse(session, document->path);
    struct collecting collecting = {.session = session, .analysis = analysis, .arena = arena};
    document_forget(document);
    document->checked = arena;
    diags_each_view(analysis->program->diags, collect_finding, &collecting);
    keep_findings(document, arena, (void *)collecting.items.data, collecting.items.size / sizeof(struct item));
    buffer_free(&collecting.items);
    keep_files(document, analysis);
    analysis_free(part);
    return part ? base : analysis;
}

/* ---- Which texts to check */

static bool is_in(const char *path, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(paths[i], path))
            return true;
    return false;
}

/* True if the check of a text read another open text that has changed, or one that it would read only now. */
static bool is_outdated(const struct session *session, struct arena *arena, const struct document *document)
{
    size_t count;
    const char *const *users = workspace_find_users(&session->workspace, arena, document->path, &count);
    bool is_changed = document->is_changed || session->is_everything_old;
    for (const struct document *other = session->documents; other && !is_changed; other = other->next)
        is_changed = other->is_changed && (is_in(other->path, document->files, document->file_count) ||
                                           is_in(other->path, users, count));
    return is_changed;
}

/* The open texts. A text comes after those that it uses. */
struct queue {
    struct document **items;
    size_t count;
};

static size_t workspace_index(const struct session *session, const char *path)
{
    size_t i = 0;
    while (i < session->workspace.file_count && strcmp(session->workspace.files[i].path, path) != 0)
        i++;
    return i;
}

static struct queue sort_documents(const struct session *session, struct arena *arena)
{
    struct queue queue = {0};
    for (const struct document *document = session->documents; document; document = document->next)
        queue.count++;
    queue.items = ARENA_ARRAY(arena, struct document *, queue.count);
    size_t *order = ARENA_ARRAY(arena, size_t, queue.count), count = 0;
    for (struct document *document = session->documents; document; document = document->next) {
        size_t own = workspace_index(session, document->path), at = count++;
        for (; at && (order[at - 1] > own || (order[at - 1] == own &&
                                              strcmp(queue.items[at - 1]->path, document->path) > 0)); at--) {
            order[at] = order[at - 1];
            queue.items[at] = queue.items[at - 1];
        }
        order[at] = own;
        queue.items[at] = document;
    }
    return queue;
}

/* Checks the outdated texts. A text that the check of another one includes is not checked by itself. */
static void check_outdated(struct session *session, struct arena *arena, const struct queue *queue, bool *outdated,
                           const struct publish_listener *listener)
{
    for (size_t i = 0; i < queue->count; i++)
        outdated[i] = is_outdated(session, arena, queue->items[i]);
    for (size_t i = 0; i < queue->count; i++) {
        struct document *document = queue->items[i];
        if (!outdated[i] || document->is_covered || document->failure == DOCUMENT_FAILED)
            continue;
        listener->begin(listener->user, document->path);
        const struct analysis *analysis = check_document(session, document);
        for (size_t k = i + 1; k < queue->count; k++) {
            struct document *other = queue->items[k];
            bool covers = analysis_covers(analysis, other->path);
            outdated[k] = outdated[k] || (analysis->is_alone && other->is_covered);
            other->is_covered = covers || (other->is_covered && !analysis->is_alone);
            if (covers)
                document_forget(other);
        }
    }
}

/* ---- Telling the client */

static uint32_t add_findings(const struct session *session, const char *path, struct json *json)
{
    uint32_t hash = HASH_NOTHING;
    struct buffer seen = {0};
    const struct document *own = document_find(session->documents, path);
    if (own && own->failure == DOCUMENT_FAILED) {
        failure_write_finding(json);
        hash = hash_add(hash, path, strlen(path)); /* a hash that differs from the hash of no findings */
    }
    for (const struct document *document = session->documents; document; document = document->next) {
        for (size_t i = 0; i < document->finding_count; i++) {
            const struct document_findings *findings = &document->findings[i];
            for (size_t k = 0; !strcmp(findings->path, path) && k < findings->count; k++) {
                const char *const *known = (const void *)seen.data;
                size_t count = seen.size / sizeof *known, same = 0;
                while (same < count && strcmp(known[same], findings->items[k]) != 0)
                    same++;
                if (same < count)
                    continue;
                buffer_add(&seen, &findings->items[k], sizeof findings->items[k]);
                json_raw(json, findings->items[k]);
                hash = hash_add(hash, findings->items[k], strlen(findings->items[k]));
            }
        }
    }
    buffer_free(&seen);
    return hash;
}

/* Returns the findings of a file that the client knows. If there are none, adds an empty entry. */
static struct session_published *find_published(struct session *session, const char *path)
{
    struct session_published **end = &session->published;
    while (*end && strcmp((*end)->path, path) < 0)
        end = &(*end)->next;
    if (*end && !strcmp((*end)->path, path))
        return *end;
    struct session_published *published = memory_alloc(sizeof *published);
    *published = (struct session_published){.next = *end, .hash = HASH_NOTHING};
    published->path = strcpy(memory_alloc(strlen(path) + 1), path);
    return *end = published;
}

/* Sends the findings of a file if they differ from those that the client knows, or if they must be sent. */
static void publish_file(struct session *session, struct session_published *published, bool must,
                         const struct publish_listener *listener)
{
    struct buffer message = {0};
    struct json json = {&message, false};
    struct arena *arena = arena_new();
    const struct document *document = document_find(session->documents, published->path);
    json_open(&json, '{');
    json_member_text(&json, "jsonrpc", "2.0");
    json_member_text(&json, "method", "textDocument/publishDiagnostics");
    json_member_open(&json, "params", '{');
    json_member_text(&json, "uri", session_uri(session, arena, published->path));
    if (document && document->has_version)
        json_member_number(&json, "version", document->version);
    json_member_open(&json, "diagnostics", '[');
    uint32_t hash = add_findings(session, published->path, &json);
    json_close(&json, ']');
    json_close(&json, '}');
    json_close(&json, '}');
    if (must || hash != published->hash)
        listener->publish(listener->user, published->path, hash, &message);
    published->hash = hash;
    buffer_free(&message);
    arena_free(arena);
}

/* Removes entries of files without findings that are not open. */
static void sweep_published(struct session *session)
{
    for (struct session_published **at = &session->published; *at;) {
        struct session_published *published = *at;
        if (published->hash != HASH_NOTHING) {
            at = &published->next;
            continue;
        }
        *at = published->next;
        free(published->path);
        free(published);
    }
}

void publish_keep(struct session *session, const char *path, uint32_t hash)
{
    find_published(session, path)->hash = hash;
    sweep_published(session);
}

bool publish_is_due(const struct session *session)
{
    bool is_due = session->is_everything_old;
    for (const struct document *document = session->documents; document && !is_due; document = document->next)
        is_due = document->is_changed;
    return is_due;
}

void publish_check(struct session *session, const struct publish_listener *listener)
{
    struct arena *arena = arena_new();
    /* Find texts whose `use` lines have changed since the workspace was read. */
    for (struct document *document = session->documents; document; document = document->next) {
        uint32_t uses = document->is_changed ? document_hash_uses(document) : document->uses;
        session->is_workspace_old = session->is_workspace_old || uses != document->uses;
        session->is_everything_old = session->is_everything_old || uses != document->uses;
        document->uses = uses;
    }
    if (!session->is_careful)
        session_update_workspace(session);
    for (struct document *document = session->documents; document; document = document->next)
        document->is_covered = document->is_covered && !session->is_everything_old;
    struct queue queue = sort_documents(session, arena);
    bool *outdated = ARENA_ARRAY(arena, bool, queue.count);
    check_outdated(session, arena, &queue, outdated, listener);
    for (const struct document *document = session->documents; document; document = document->next)
        for (size_t i = 0; i < document->finding_count; i++)
            find_published(session, document->findings[i].path);
    for (size_t i = 0; i < queue.count; i++)
        if (outdated[i])
            find_published(session, queue.items[i]->path);
    for (struct session_published *published = session->published; published; published = published->next) {
        bool must = false;
        for (size_t i = 0; i < queue.count && !must; i++)
            must = outdated[i] && queue.items[i]->is_changed && !strcmp(queue.items[i]->path, published->path);
        publish_file(session, published, must, listener);
    }
    sweep_published(session);
    failure_end_check(session);
    arena_free(arena);
}
