/*
 * Files that users take for specs, recognised by how they begin.
 */
#ifndef FRONT_FOREIGN_H
#define FRONT_FOREIGN_H

#include <stddef.h>

struct foreign {
    const char *begin; /* after blanks */
    const char *what;  /* "JSON" */
    const char *advice;
    const char *import; /* as below */
};

/* Returns the kind of a file that is no spec, or NULL. */
const struct foreign *foreign_find(const char *text, size_t size);

/* A kind of file by the end of its name. */
struct foreign_name {
    const char *end;    /* ".json" */
    const char *import; /* the kinds of import that read it, "table", "btf", "pdb isf vergilius" or "c"; NULL: none */
    const char *what;   /* "a symbol file" */
    const char *advice;
};

/* Returns the kind of a file by its name, or NULL. */
const struct foreign_name *foreign_find_name(const char *path);

#endif
