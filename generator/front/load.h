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
    const char *path; /* normalised */
    const char *text; /* `size` bytes, followed by two NULs */
    size_t size;
    size_t edits; /* number of edits in it, for the caller */
};

/* Adds a text to a list of such: a copy that is the arena's. */
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
        bool requested;   /* named by the user, or below a directory that the user named */
        bool is_shipped;  /* a shipped spec that is not requested */
        const char *known; /* the path by which `use <PATH>` finds it; NULL if it was not searched for */
        size_t *uses;     /* indices of the files that it uses directly */
        size_t use_count;
    } * files;
    size_t file_count;
    size_t file_capacity;
    struct program_root *roots; /* front/roots.h; in the order of the search */
    const char *shipped;        /* the directory that is searched after them, or NULL */
    const char *shipped_real;   /* its real path, for roots.c; NULL before the first use */
    unsigned cache_line;         /* bytes; members of documents may begin at one: no gap before is a finding. 0: none */
    const char *left_out;       /* a directory with a slash behind it, whose files no search finds; or NULL */
    bool takes_files_only;      /* a file that the user names must be regular, too */
    struct progress *progress;  /* base/progress.h; or NULL */
    struct map *entries;        /* files by path and by identity, for load.c */
    struct map *held;           /* names of types that some member has by value; the value is the name */
    const struct program *other; /* the program that it replaces texts of, or NULL */
    const struct program_text *texts;
    size_t text_count;
};

/* Returns an empty program with its own diagnostics and sources, all in `arena`. */
struct program *program_new(struct arena *arena);

/* Returns an empty program that shares names and sources with `other` but has its own diagnostics. Files in `texts`
 * have that text; all other files that `other` has read are not read again. `other` must be free of errors. */
struct program *program_beside(const struct program *other, const struct program_text *texts, size_t count);

/* Takes a text for a file, which need not exist, under all of its paths. To be called before the file is loaded. */
void program_replace_text(struct program *program, const char *path, const char *text, size_t size);

/* Returns the path of the first file with that name below the searched directories, or NULL. */
const char *program_search(const struct program *program, const char *name);

/* True if a file uses another one, directly or through others, or is that one. Both are indices. */
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

/* Loads a spec file, or all spec files below a directory, and the files that they use. A file with several paths is
 * loaded once, and has the first of them. Reports errors and continues. Returns false if the path itself cannot be
 * read. */
bool program_add_path(struct program *program, const char *path);

/* Parses a text that is not a file; `path` is its name in diagnostics. The text must not have `use` lines. */
void program_add_text(struct program *program, const char *path, const char *text, size_t size);

#endif
