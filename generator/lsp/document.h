/*
 * The texts that a client has open. They replace the texts of the files on disk.
 */
#ifndef LSP_DOCUMENT_H
#define LSP_DOCUMENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buffer.h"
#include "lsp/position.h"

struct arena;

/* The findings about one file, each as JSON text. */
struct document_findings {
    const char *path;
    const char *const *items;
    size_t count;
};

/* The result of the last check of a text. */
enum document_failure {
    DOCUMENT_FINE,
    DOCUMENT_FAILED, /* the check of this text failed: the worker crashed or ran too long */
    DOCUMENT_MENDED  /* the check failed, and the text has been edited since */
};

/* An open text. */
struct document {
    struct document *next;
    char *uri;          /* URI as the client spells it */
    char *path;         /* normalised path of the URI (uri_read) */
    struct buffer text; /* the text, followed by two NULs */
    bool has_version;
    uint32_t version;
    uint32_t uses; /* hash of the `use` lines (document_hash_uses) when the workspace was last read */
    enum document_failure failure;
    bool is_changed; /* the text was edited since its last check */
    bool is_covered; /* the check of another open text, which this one uses, includes this one */
    bool is_alone;   /* the text is checked without the specs that use it, until files change; see struct analysis */
    struct arena *checked; /* memory for the findings of the last check; NULL if there are none */
    const struct document_findings *findings;
    size_t finding_count;
    const char *const *files; /* paths of the files that the last check read */
    size_t file_count;
};

/* Opens a text, or replaces the text that is open under this path. Copies both texts. */
struct document *document_open(struct document **list, const char *uri, const char *path, const char *text);

/* Returns the open text of a path; NULL if it is not open. */
struct document *document_find(struct document *list, const char *path);

/* Closes a text. */
void document_close(struct document **list, struct document *document);

/* document_replace replaces the whole text; document_edit the text between two positions. */
void document_replace(struct document *document, const char *text);
void document_edit(struct document *document, enum position_encoding encoding, struct position begin,
                   struct position end, const char *text);

/* Returns a hash of the lines that begin with `use`. */
uint32_t document_hash_uses(const struct document *document);

/* Forgets the findings of a text's last check. */
void document_forget(struct document *document);

#endif
