/*
 * Files to syntax trees: reads a spec, parses it, and follows its `use` lines, each file once.
 */
#ifndef FRONT_LOAD_H
#define FRONT_LOAD_H

#include <stdbool.h>
#include <stddef.h>

#include "front/ast.h"

struct arena;
struct diags;
struct intern;
struct map;
struct sources;

/* What a file is to be, or already is: read instead of it. */
struct program_text {
    const char *path; /* normalised */
    const char *text; /* `size` bytes and two NULs */
    size_t size;
    size_t edits; /* for whoever made it */
};

/* Everything that the run has read, used files before their users. */
struct program {
    struct arena *arena;
    struct intern *intern;
    struct sources *sources;
    struct diags *diags;
    struct program_file {
        const struct ast_file *ast;
        const char *path; /* normalised: no `.`, no `x/..`, forward slashes */
        const char *name; /* below the directory that was asked for: "etw/um_logger_context.strata"; else the
                             last part of the path */
        bool requested;   /* named by the user, not only used */
        size_t *uses;     /* indices of the files that it uses directly */
        size_t use_count;
    } * files;
    size_t file_count;
    size_t file_capacity;
    struct map *entries; /* of load.c: what has been read, by path */
    const struct program *other; /* that it is beside, or NULL */
    const struct program_text *texts;
    size_t text_count;
};

/* An empty program with diagnostics and sources of its own, all in `arena`. */
struct program *program_new(struct arena *arena);

/* An empty program with the names and sources of another, and diagnostics of its own, for which some files hold these
 * texts. What the other has read and these do not replace is not read again; it was without errors. */
struct program *program_beside(const struct program *other, const struct program_text *texts, size_t count);

/* The spec files that a path of a command line stands for: itself, or every *.strata below that directory in order of
 * name. Where there are none, or it cannot be searched, that is reported. */
bool program_find_specs(struct program *program, const char *path, const char *const **paths, size_t *count);

/* Reports that a file cannot be read, for the reason that base/file.h gave. */
void program_report_unread(struct program *program, const char *path, struct span span, const char *error);

/* Text that was read, for diagnostics to show. NULL, which is reported, when it is more than a run can hold. */
const struct source *program_add_source(struct program *program, const char *path, struct span span, const char *text,
                                        size_t size);

/* Reads one spec file, or all below a directory. Reports what is wrong, reads on, and
 * returns whether the path itself could be read. */
bool program_add_path(struct program *program, const char *path);

/* Parses a text that is no file; `path` is what diagnostics call it. It may use nothing. */
void program_add_text(struct program *program, const char *path, const char *text, size_t size);

#endif
