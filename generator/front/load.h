/*
 * Loads specs: reads and parses each file once and follows its `use` lines.
 */
#ifndef FRONT_LOAD_H
#define FRONT_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "front/ast.h"
#include "front/roots.h"

struct arena;
struct buffer;
struct diag;
struct diags;
struct intern;
struct map;
struct progress;
struct sources;

/* A text that replaces that of a file. */
struct program_text {
    const char *path; /* normalised path of the file */
    const char *text; /* `size` bytes, followed by two NULs */
    size_t size;
    size_t edits; /* number of edits that the caller made in the text */
};

/* Appends a struct program_text to `texts`. Path and text are copied into the arena. */
void program_text_add(struct buffer *texts, struct arena *arena, const char *path, const struct buffer *text,
                      size_t edits);

/* All files that the run has read. A file comes after the files that it uses. */
struct program {
    struct arena *arena;
    struct intern *intern;
    struct sources *sources;
    struct diags *diags;
    struct program_file {
        const struct ast_file *ast;
        const char *path; /* normalised: no `.`, no `x/..`, forward slashes */
        const char *name; /* below the directory that the user named, as "etw/x.strata"; else the last part */
        bool requested;   /* named by the user, or found below a directory that the user named */
        bool is_shipped;  /* a shipped spec that is not requested */
        const char *known; /* the path by which `use <PATH>` finds the file; NULL if no such `use` looked for it */
        size_t *uses;     /* indices of the files that it uses directly */
        size_t use_count;
    } * files;
    size_t file_count;
    size_t file_capacity;
    struct program_root *roots; /* roots of the run (front/roots.h), in the order of the search */
    const char *shipped; /* directory of the shipped specs, which is searched after the roots; NULL if there is none */
    bool is_by_name; /* of the shipped specs only the files are read that are called like what the user names */
    const char *shipped_real; /* real path of `shipped`; NULL until roots.c first needs it */
    /* size of a cache line in bytes, or 0. A gap before a member of a document that begins at a multiple of it is no
     * finding */
    unsigned cache_line;
    /* directory, with a slash at its end, whose files no search finds; NULL if none is left out */
    const char *left_out;
    bool takes_files_only;     /* each file must be a regular one, also a file that the user names */
    struct progress *progress; /* shows what the run is doing (base/progress.h); NULL if nothing is shown */
    struct map *entries;       /* files by path and by identity; only load.c uses it */
    struct map *held;          /* set of the names of types that some member has by value: key and value are the name */
    /* the program whose texts this one replaces (program_beside); NULL if it stands alone */
    const struct program *other;
    const struct program_text *texts;
    size_t text_count;
};

/* Returns an empty program with its own diagnostics and sources, all in `arena`. */
struct program *program_new(struct arena *arena);

/* Returns an empty program that shares names and sources with `other` but has its own diagnostics. Files in `texts`
 * have that text; all other files that `other` has read are not read again. `other` must be free of errors. */
struct program *program_beside(const struct program *other, const struct program_text *texts, size_t count);

/* Gives a file the text `text`, under all paths that lead to it. The file need not exist. Call it before the file is
 * loaded. */
void program_replace_text(struct program *program, const char *path, const char *text, size_t size);

/* Returns the path of the first file with that name below the searched directories, or NULL. */
const char *program_search(const struct program *program, const char *name);

/* Returns the index of the file with that path in program->files; the number of files if there is none. */
size_t program_find_file(const struct program *program, const char *path);

/* True if file `user` uses file `used`, directly or through other files, or if both are the same. Both are indices of
 * program->files. */
bool program_uses(const struct program *program, size_t user, size_t used);

/* Adds the searched directories to a report about a file that was not found below any of them. */
void program_help_search(const struct program *program, const char *name, struct diag *diag);

/* Finds the spec files of a path on the command line: the file itself, or all *.strata below the directory, sorted by
 * name. If there are none or the search fails, reports this and returns false. */
bool program_find_specs(struct program *program, const char *path, const char *const **paths, size_t *count);

/* Reports that a file cannot be read; `reason` is from base/file.h. */
void program_report_unread(struct program *program, const char *path, struct span span, const char *error);

/* Adds a text so that diagnostics can quote it. If the run's texts are too large together, reports this and returns
 * NULL. */
const struct source *program_add_source(struct program *program, const char *path, struct span span, const char *text,
                                        size_t size);

/* Loads a spec file, or all spec files below a directory, and the files that they use. A file that several paths lead
 * to is loaded once, under the first of them. Reports errors and continues. Returns false if `path` itself cannot be
 * read. */
bool program_add_path(struct program *program, const char *path);

/* Parses a text that is not a file; `path` is its name in diagnostics. The text must not have `use` lines. */
void program_add_text(struct program *program, const char *path, const char *text, size_t size);

#endif
