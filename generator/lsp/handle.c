#include "lsp/handle.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/path.h"
#include "lsp/action.h"
#include "lsp/completion.h"
#include "lsp/edits.h"
#include "lsp/failure.h"
#include "lsp/hover.h"
#include "lsp/navigate.h"
#include "lsp/publish.h"
#include "lsp/rename.h"
#include "lsp/session.h"
#include "lsp/symbol.h"
#include "lsp/uri.h"
#include "spec/format.h"

/* Codes of errors that JSON-RPC and the protocol define. */
enum { INVALID_REQUEST = -32600, METHOD_NOT_FOUND = -32601, NOT_INITIALIZED = -32002, REQUEST_FAILED = -32803 };

enum { DOCUMENTS_MOST = 1000 };

/* ---- Answers */

static void write_id(struct json *json, yajl_val id)
{
    json_member_text(json, "jsonrpc", "2.0");
    json_key(json, "id");
    if (YAJL_IS_STRING(id))
        json_text(json, id->u.string);
    else if (YAJL_IS_INTEGER(id))
        json_raw(json, YAJL_GET_NUMBER(id));
    else
        json_null(json);
}

void handle_fail(struct handling *handling, yajl_val id, int code, const char *text)
{
    struct buffer message = {0};
    struct json json = {&message, false};
    json_open(&json, '{');
    write_id(&json, id);
    json_member_open(&json, "error", '{');
    json_key(&json, "code");
    json_signed(&json, code < 0, (uint64_t)(code < 0 ? -code : code));
    json_member_text(&json, "message", text);
    json_close(&json, '}');
    json_close(&json, '}');
    handling->listener.send(handling->listener.user, &message);
    buffer_free(&message);
}

/* ---- The life of a session */

/* Capabilities of the server, as the members of an object. */
static const char capabilities[] =
    "\"textDocumentSync\":{\"openClose\":true,\"change\":2,\"save\":{\"includeText\":false}},"
    "\"hoverProvider\":true,"
    "\"codeActionProvider\":{\"codeActionKinds\":[\"quickfix\",\"source.fixAll.strata\"]},"
    "\"documentFormattingProvider\":true,"
    "\"definitionProvider\":true,"
    "\"referencesProvider\":true,"
    "\"documentHighlightProvider\":true,"
    "\"documentSymbolProvider\":true,"
    "\"workspaceSymbolProvider\":true,"
    "\"completionProvider\":{\"triggerCharacters\":[\".\",\"(\",\"<\",\"\\\"\"]},"
    "\"renameProvider\":{\"prepareProvider\":true},"
    "\"workspace\":{\"workspaceFolders\":{\"supported\":true,\"changeNotifications\":true}}";

static void add_folder(struct session *session, const char *uri)
{
    struct arena *arena = arena_new();
    if (uri)
        session_add_folder(session, uri_read(arena, file_path_rules, uri));
    arena_free(arena);
}

static void handle_initialize(struct handling *handling, yajl_val params, struct json *json)
{
    struct session *session = handling->session;
    yajl_val client = tree_get(params, "capabilities");
    bool is_utf8 = tree_has_text(client, "general.positionEncodings", "utf-8");
    session->encoding = is_utf8 ? POSITION_UTF8 : POSITION_UTF16;
    session->has_markdown = tree_has_text(client, "textDocument.hover.contentFormat", "markdown");
    session->has_nested_symbols =
        tree_is_true(client, "textDocument.documentSymbol.hierarchicalDocumentSymbolSupport");
    session->has_literal_actions = tree_get(client, "textDocument.codeAction.codeActionLiteralSupport") != NULL;
    session->is_watching = tree_is_true(client, "workspace.didChangeWatchedFiles.dynamicRegistration");
    size_t count = tree_count(params, "workspaceFolders");
    session->folders = ARENA_ARRAY(session->arena, const char *, SESSION_FOLDERS_MOST);
    for (size_t i = 0; i < count; i++)
        add_folder(session, tree_text(tree_item(params, "workspaceFolders", i), "uri"));
    if (!session->folder_count)
        add_folder(session, tree_text(params, "rootUri"));
    session->are_folders_guessed = !session->folder_count;
    session->is_workspace_old = true;
    handling->is_initialized = true;
    json_open(json, '{');
    json_member_open(json, "capabilities", '{');
    json_member_text(json, "positionEncoding", is_utf8 ? "utf-8" : "utf-16");
    json_raw(json, capabilities);
    json_close(json, '}');
    json_member_open(json, "serverInfo", '{');
    json_member_text(json, "name", "strata");
    json_member_text(json, "version", session->options->version);
    json_close(json, '}');
    json_close(json, '}');
}

/* Asks the client to report when specs change on disk. */
static void handle_initialized(struct handling *handling, yajl_val params)
{
    static const char request[] =
        "{\"jsonrpc\":\"2.0\",\"id\":\"watch\",\"method\":\"client/registerCapability\",\"params\":{\"registrations\":"
        "[{\"id\":\"watch\",\"method\":\"workspace/didChangeWatchedFiles\",\"registerOptions\":"
        "{\"watchers\":[{\"globPattern\":\"**/*.strata\"}]}}]}}";
    struct buffer message = {0};
    (void)params;
    if (!handling->session->is_watching)
        return;
    buffer_add_text(&message, request);
    handling->listener.send(handling->listener.user, &message);
    buffer_free(&message);
}

static void shut_down(struct handling *handling, yajl_val params, struct json *json)
{
    (void)params;
    handling->is_shut = true;
    json_null(json);
}

static void handle_exit(struct handling *handling, yajl_val params)
{
    (void)params;
    handling->is_over = true;
}

/* ---- Texts */

/* Records that files may have changed on disk. */
static void change_disk(struct handling *handling, yajl_val params)
{
    struct session *session = handling->session;
    (void)params;
    session->is_workspace_old = true;
    session->is_everything_old = true;
    session_change(session);
    failure_change_disk(session);
}

static void open_text(struct handling *handling, yajl_val params)
{
    struct session *session = handling->session;
    const char *uri = tree_text(params, "textDocument.uri"), *text = tree_text(params, "textDocument.text");
    size_t count = 0;
    for (const struct document *document = session->documents; document; document = document->next)
        count++;
    if (!uri || !text || count >= DOCUMENTS_MOST)
        return;
    struct arena *arena = arena_new();
    const char *path = session_path(arena, params);
    struct document *document = document_open(&session->documents, uri, path, text);
    if (session->are_folders_guessed && path_root_length(file_path_rules, path))
        session_add_folder(session, path_beside(arena, file_path_rules, path, "."));
    document->has_version = tree_number(params, "textDocument.version", &document->version);
    session->is_workspace_old = true;
    session_change(session);
    arena_free(arena);
}

static struct document *find_text(const struct session *session, yajl_val params)
{
    struct arena *arena = arena_new();
    const char *path = session_path(arena, params);
    struct document *document = path ? document_find(session->documents, path) : NULL;
    arena_free(arena);
    return document;
}

static void change_text(struct handling *handling, yajl_val params)
{
    struct session *session = handling->session;
    struct document *document = find_text(session, params);
    size_t count = tree_count(params, "contentChanges");
    for (size_t i = 0; document && i < count; i++) {
        yajl_val change = tree_item(params, "contentChanges", i);
        struct position begin, end;
        const char *text = tree_text(change, "text");
        bool has_range = tree_number(change, "range.start.line", &begin.line) &&
                         tree_number(change, "range.start.character", &begin.character) &&
                         tree_number(change, "range.end.line", &end.line) &&
                         tree_number(change, "range.end.character", &end.character);
        session_edit(session, document->path);
        if (text && has_range)
            document_edit(document, session->encoding, begin, end, text);
        else if (text && !tree_get(change, "range"))
            document_replace(document, text);
    }
    if (document)
        document->has_version = tree_number(params, "textDocument.version", &document->version);
}

static void close_text(struct handling *handling, yajl_val params)
{
    struct document *document = find_text(handling->session, params);
    if (!document)
        return;
    bool has_failed = document->failure != DOCUMENT_FINE;
    change_disk(handling, params);
    document_close(&handling->session->documents, document);
    if (has_failed)
        failure_forget(handling->session);
}

static void change_folders(struct handling *handling, yajl_val params)
{
    struct session *session = handling->session;
    struct arena *arena = arena_new();
    size_t kept = 0, removed = tree_count(params, "event.removed"), added = tree_count(params, "event.added");
    for (size_t i = 0; i < session->folder_count && !session->are_folders_guessed; i++) {
        bool is_removed = false;
        for (size_t k = 0; k < removed && !is_removed; k++) {
            const char *uri = tree_text(tree_item(params, "event.removed", k), "uri");
            is_removed = uri && !strcmp(uri_read(arena, file_path_rules, uri), session->folders[i]);
        }
        if (!is_removed)
            session->folders[kept++] = session->folders[i];
    }
    session->folder_count = kept;
    session->are_folders_guessed = false;
    for (size_t i = 0; i < added; i++)
        add_folder(session, tree_text(tree_item(params, "event.added", i), "uri"));
    arena_free(arena);
    change_disk(handling, params);
}

/* ---- Requests about texts */

static void format_text(struct session *session, yajl_val params, struct json *json)
{
    const struct document *document = find_text(session, params);
    struct arena *arena = arena_new();
    struct buffer text = {0};
    if (document && format_spec(arena, document->text.data, document->text.size, &text)) {
        struct position_map map =
            position_map_new(arena, document->text.data, document->text.size, session->encoding);
        edits_write(arena, &map, buffer_text(&text), text.size, json);
    } else {
        json_null(json);
    }
    buffer_free(&text);
    arena_free(arena);
}

/* ---- Methods */

/* The methods of the protocol. A method is a notification, one that may `change` the texts, or a request. `begin`
 * changes the session. `answer` writes a result about the texts. `attempt` does the same and may return a reason why it
 * cannot. */
static const struct method {
    const char *name;
    void (*notify)(struct handling *handling, yajl_val params);
    void (*change)(struct handling *handling, yajl_val params);
    void (*begin)(struct handling *handling, yajl_val params, struct json *json);
    void (*answer)(struct session *session, yajl_val params, struct json *json);
    const char *(*attempt)(struct session *session, yajl_val params, struct json *json);
} methods[] = {
    {"initialize", .begin = handle_initialize},
    {"initialized", .notify = handle_initialized},
    {"shutdown", .begin = shut_down},
    {"exit", .notify = handle_exit},
    {"textDocument/didOpen", .change = open_text},
    {"textDocument/didChange", .change = change_text},
    {"textDocument/didSave", .change = change_disk},
    {"textDocument/didClose", .change = close_text},
    {"workspace/didChangeWatchedFiles", .change = change_disk},
    {"workspace/didChangeWorkspaceFolders", .change = change_folders},
    {"textDocument/formatting", .answer = format_text},
    {"textDocument/codeAction", .answer = action_write},
    {"textDocument/hover", .answer = hover_write},
    {"textDocument/definition", .answer = navigate_write_definition},
    {"textDocument/references", .answer = navigate_write_references},
    {"textDocument/documentHighlight", .answer = navigate_write_highlights},
    {"textDocument/documentSymbol", .answer = symbol_write_document},
    {"textDocument/completion", .answer = completion_write},
    {"textDocument/prepareRename", .attempt = rename_prepare},
    {"textDocument/rename", .attempt = rename_write},
    {"workspace/symbol", .answer = symbol_write_workspace},
};

static const struct method *find_method(const char *name)
{
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (!strcmp(methods[i].name, name))
            return &methods[i];
    return NULL;
}

static void answer_request(struct handling *handling, const struct method *method, yajl_val id, yajl_val params)
{
    struct buffer message = {0};
    struct json json = {&message, false};
    const char *reason = NULL;
    json_open(&json, '{');
    write_id(&json, id);
    json_key(&json, "result");
    if (method->begin)
        method->begin(handling, params, &json);
    else if (method->answer)
        method->answer(handling->session, params, &json);
    else
        reason = method->attempt(handling->session, params, &json);
    json_close(&json, '}');
    if (reason)
        handle_fail(handling, id, REQUEST_FAILED, reason);
    else
        handling->listener.send(handling->listener.user, &message);
    buffer_free(&message);
}

static void handle_request(struct handling *handling, yajl_val message, const struct buffer *text)
{
    const char *name = tree_text(message, "method");
    yajl_val id = tree_get(message, "id"), params = tree_get(message, "params");
    const struct method *method = find_method(name);
    const struct document *document = find_text(handling->session, params);
    bool is_first = !strcmp(name, "initialize");
    if (!YAJL_IS_STRING(id) && !YAJL_IS_INTEGER(id))
        handle_fail(handling, NULL, INVALID_REQUEST, "an id is an integer or a string");
    else if (!handling->is_initialized && !is_first)
        handle_fail(handling, id, NOT_INITIALIZED, "'initialize' comes first");
    else if (handling->is_shut || (handling->is_initialized && is_first))
        handle_fail(handling, id, INVALID_REQUEST,
                    is_first ? "the session is initialized already" : "the session is shut down");
    else if (!method || method->notify || method->change)
        handle_fail(handling, id, METHOD_NOT_FOUND, "there is no such request");
    else if (document && document->failure == DOCUMENT_FAILED)
        handle_fail(handling, id, REQUEST_FAILED, "the check of this text failed; edit it to try again");
    else if (handling->helper && !method->begin)
        handling->helper->answer(handling->helper->user, message, text);
    else
        answer_request(handling, method, id, params);
}

void handle_message(struct handling *handling, yajl_val message, const struct buffer *text)
{
    const char *name = tree_text(message, "method");
    yajl_val id = tree_get(message, "id"), params = tree_get(message, "params");
    if (!YAJL_IS_OBJECT(message) || (tree_get(message, "method") && !name)) {
        handle_fail(handling, id, INVALID_REQUEST, "a message is an object with a method, or an answer");
        return;
    }
    if (!name)
        return; /* a message without a method is the client's answer to a request */
    if (id) {
        while (handle_is_due(handling)) /* the findings of all earlier edits are sent before an answer */
            handle_due(handling);
        handle_request(handling, message, text);
        return;
    }
    const struct method *method = find_method(name);
    bool is_exit = !strcmp(name, "exit"), is_open = handling->is_initialized && !handling->is_shut;
    if (method && method->notify && (is_exit || is_open))
        method->notify(handling, params);
    if (method && method->change && is_open) {
        method->change(handling, params);
        if (handling->helper)
            handling->helper->tell(handling->helper->user, text);
    }
}

bool handle_is_due(const struct handling *handling)
{
    return handling->is_initialized && !handling->is_shut && publish_is_due(handling->session);
}

void handle_due(struct handling *handling)
{
    if (!handle_is_due(handling))
        return;
    if (handling->helper)
        handling->helper->check(handling->helper->user);
    else
        publish_check(handling->session, &handling->listener);
}
