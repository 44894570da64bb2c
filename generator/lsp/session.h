/*
 * A session keeps open texts and findings from message to message. It makes the model of the specs of a request.
 */
#ifndef LSP_SESSION_H
#define LSP_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/source.h"
#include "lsp/document.h"
#include "lsp/position.h"
#include "lsp/server.h"
#include "lsp/tree.h"
#include "lsp/workspace.h"

struct map;
struct model;
struct program;

/* The specs around one text, read, resolved and checked. */
struct analysis {
    struct arena *arena;
    char *path; /* the text that it was made for */
    struct program *program;
    const struct model *model;
    struct map *positions;      /* struct source -> struct position_map */
    const char *const *users;   /* specs that use the text and were read, too */
    size_t user_count;
    bool is_read;               /* all files could be read and parsed; then they are checked */
    bool is_alone;              /* specs that use the text are broken, or contradict each other, and were left out */
    const char *const *files;   /* paths that it depends on, also of files that were left out */
    size_t file_count;
};

/* A file that has findings on the client's side. */
struct session_published {
    struct session_published *next;
    char *path;
    uint32_t hash; /* of the findings */
};

struct session {
    const struct server_options *options;
    struct arena *arena; /* for the session: folders */
    const char **folders; /* room for SESSION_FOLDERS_MOST */
    size_t folder_count;
    bool are_folders_guessed; /* the client names none: they are those of the open texts, without folders below them */
    enum position_encoding encoding;
    bool has_markdown;     /* in hovers */
    bool has_nested_symbols;
    bool has_literal_actions;
    bool is_watching;      /* the client can be asked to watch files */
    bool is_workspace_old; /* files may have changed on disk */
    bool is_everything_old;
    bool is_careful;       /* the server failed: texts are checked alone, see failure.h */
    bool is_retried;       /* checking them together was tried again */
    struct document *documents;
    struct workspace workspace;
    struct analysis *last; /* valid until a text or file changes, or NULL */
    struct session_published *published;
};

enum { SESSION_FOLDERS_MOST = 100 };

/* Adds a folder by its path, once. */
void session_add_folder(struct session *session, const char *path);

/* Returns an analysis that covers a file, made with the open texts; it lasts until the next call or change. */
struct analysis *session_analyse(struct session *session, const char *path);

/* Does the same, and never leaves out the files that use it. */
struct analysis *session_analyse_users(struct session *session, const char *path);

/* Returns all specs of the folders, read but not resolved: the model has no structures. It lasts as long. */
struct analysis *session_read_workspace(struct session *session);

/* True if an analysis has a file, and all specs of the workspace that use it. */
bool analysis_covers(const struct analysis *analysis, const char *path);

/* Forgets the last analysis, since something changed. */
void session_change(struct session *session);

/* Frees all that a session has, but not its arena. */
void session_end(struct session *session);

/* Reads the workspace again if it may have changed. */
void session_update_workspace(struct session *session);

/* Returns the URI of a file, as the client spells it if it is open. */
const char *session_uri(const struct session *session, struct arena *arena, const char *path);

/* Returns the path of the text that a request is about, in an arena; NULL without one. */
const char *session_path(struct arena *arena, yajl_val params);

/* Returns the source of a file in an analysis, or NULL. */
const struct source *analysis_source(const struct analysis *analysis, const char *path);

/* Returns the map of positions of a source, made once. */
struct position_map *analysis_map(const struct session *session, struct analysis *analysis,
                                        const struct source *source);

/* Sets the position in the sources of {"line":…,"character":…} in a file; false if there is none. */
bool analysis_find_position(const struct session *session, struct analysis *analysis, const char *path,
                            yajl_val value, uint32_t *position);

/* Writes {"line":…,"character":…}, a range, or a location. */
void session_write_position(struct json *json, struct position position);
void analysis_write_range(const struct session *session, struct analysis *analysis, struct span span,
                          struct json *json);
void analysis_write_location(const struct session *session, struct analysis *analysis, struct span span,
                             struct json *json);

#endif
