/*
 * A session keeps the open texts and their findings from message to message, and makes the model that a request needs.
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

struct diags;
struct map;
struct model;
struct named;
struct program;

/* The specs around one text, read, resolved and checked. */
struct analysis {
    struct arena *arena;
    char *path; /* path of the text that the analysis was made for */
    struct program *program;
    const struct model *model;
    struct named *names;      /* names in its declarations; NULL until a check after an edit needs them */
    struct map *positions;    /* struct source -> struct position_map, for sources that needed one */
    const char *const *users; /* specs that use the text and were read, too */
    size_t user_count;
    bool is_read;  /* all files could be read and parsed, and were then checked */
    bool is_alone; /* the specs that use the text were left out, because they have errors or contradict each other */
    const char *const *files; /* paths of the files that the result depends on, also of those that were left out */
    size_t file_count;
};

/* A file whose findings the client has. */
struct session_published {
    struct session_published *next;
    char *path;
    uint32_t hash; /* hash of these findings */
};

struct session {
    const struct server_options *options;
    struct arena *arena;  /* arena of the session, for the folders */
    const char **folders; /* folders of the client; has room for SESSION_FOLDERS_MOST */
    size_t folder_count;
    /* the client named no folders: these are the directories of the open texts, without the directories below them */
    bool are_folders_guessed;
    enum position_encoding encoding;
    bool has_markdown; /* the client shows Markdown in hovers */
    bool has_nested_symbols;
    bool has_literal_actions;
    bool is_watching;      /* the client can watch files for the server */
    bool is_workspace_old; /* files may have changed on disk since the workspace was read */
    bool is_everything_old;
    bool is_careful; /* a check failed: texts are checked alone (failure.h) */
    bool is_retried; /* after a failure, checking texts together has been tried again */
    struct document *documents;
    struct workspace workspace;
    struct analysis *last; /* the last analysis, valid until a text or file changes; NULL if there is none */
    /* the last analysis of a text that could be read, also after edits of this text; NULL if anything else has changed
     * since. It may be `last`. */
    struct analysis *base;
    struct session_published *published;
};

enum { SESSION_FOLDERS_MOST = 100 };

/* Adds a folder by its path, unless the session has it. */
void session_add_folder(struct session *session, const char *path);

/* Returns an analysis of a file with the open texts. It is valid until the next call, or until a text or file
 * changes. */
struct analysis *session_analyse(struct session *session, const char *path);

/* Returns an analysis as session_analyse does, but never leaves out the specs that use the file. */
struct analysis *session_analyse_users(struct session *session, const char *path);

/* Returns all specs of the folders, read but not resolved: the model has no structures. It is valid as long as an
 * analysis of session_analyse. */
struct analysis *session_read_workspace(struct session *session);

/* True if an analysis has a file and all specs of the workspace that use the file. */
bool analysis_covers(const struct analysis *analysis, const char *path);

/* Drops the last analysis. It stays if it is the base of checks after edits. */
void session_drop_last(struct session *session);

/* Drops the analyses that an edit of a text makes wrong. */
void session_edit(struct session *session, const char *path);

/* Drops all analyses, because texts or files have changed. */
void session_change(struct session *session);

/* Returns an empty analysis of a text. It is the caller's. */
struct analysis *analysis_new(const char *path);

/* Frees an analysis; NULL is ignored. */
void analysis_free(struct analysis *analysis);

/* Returns an empty collection for findings about a program, with the severities of the session. */
struct diags *session_new_diags(const struct session *session, const struct program *program);

/* Frees the memory of a session, except its arena. */
void session_end(struct session *session);

/* Reads the workspace again if it may have changed. */
void session_update_workspace(struct session *session);

/* Returns the URI of a file. If the file is open, spells the URI as the client does. */
const char *session_uri(const struct session *session, struct arena *arena, const char *path);

/* Returns the path of the text that a request is about; NULL if the request names none. */
const char *session_path(struct arena *arena, yajl_val params);

/* Returns the source of a file in an analysis; NULL if the analysis lacks the file. */
const struct source *analysis_source(const struct analysis *analysis, const char *path);

/* Returns the map of positions of a source. Makes it at the first call. */
struct position_map *analysis_map(const struct session *session, struct analysis *analysis,
                                        const struct source *source);

/* Converts {"line":…,"character":…} in a file to a position in the sources. Returns false if the file has no such
 * position. */
bool analysis_find_position(const struct session *session, struct analysis *analysis, const char *path,
                            yajl_val value, uint32_t *position);

/* Write a position {"line":…,"character":…}; a range, which is two positions; and a location, which is a file and a
 * range. */
void session_write_position(struct json *json, struct position position);
void analysis_write_range(const struct session *session, struct analysis *analysis, struct span span,
                          struct json *json);
void analysis_write_location(const struct session *session, struct analysis *analysis, struct span span,
                             struct json *json);

#endif
