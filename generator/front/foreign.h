/*
 * Files that users take for specs, recognised by how they begin.
 */
#ifndef FRONT_FOREIGN_H
#define FRONT_FOREIGN_H

#include <stddef.h>

struct foreign {
    const char *begin; /* first characters of the file, after blanks */
    const char *what;  /* name of the format for messages, such as "JSON" */
    const char *advice;
    const char *import; /* kinds of `strata import` that read the format, as in struct foreign_name */
};

/* Returns the kind of a file that is no spec, or NULL. */
const struct foreign *foreign_find(const char *text, size_t size);

/* A kind of file by the end of its name. */
struct foreign_name {
    const char *end; /* last characters of the file name, such as ".json" */
    /* kinds of `strata import` that read the file: "table", "btf", "pdb isf vergilius" or "c"; NULL if none does */
    const char *import;
    const char *what; /* kind of the file for messages, such as "a symbol file" */
    const char *advice;
};

/* Returns the kind of a file by its name, or NULL. */
const struct foreign_name *foreign_find_name(const char *path);

#endif
