/*
 * Shared by the files of into.h: into.c folds and weaves, into_group.c finds the declarations and kernels to fold,
 * into_alike.c finds the declarations that stay as they are.
 */
#ifndef FOLD_INTO_PARTS_H
#define FOLD_INTO_PARTS_H

#include "fold/fold_parts.h"
#include "fold/into.h"
#include "model/clauses.h"

struct kernel_store;

/* The declarations that the `attest` lines of one file hold for. */
struct group {
    size_t owner;      /* the file with the lines */
    bool is_directory; /* the owner declares no structures; files with structures use it */
    bool takes_all;    /* it also takes declarations that the spec lacks: import made it from whole kernels */
    const struct type **types;
    size_t type_count;
    struct map *refused; /* struct type -> the reason why it is not folded: the caller edits it row by row */
    struct map *resized; /* struct type -> not NULL if somebody has changed the size: it is refused, too */
    const struct attest *attests; /* the `attest` lines */
    size_t attest_count;
    struct fold_tag **declared;    /* scratch: the tags of a file */
    const struct kernel **kernels; /* the kernels to fold into it, */
    size_t *indices;               /* and their indices in the request */
    size_t kernel_count;
};

struct into {
    struct program *program;
    struct arena *arena;
    struct arena *brief; /* for the texts of a file, while they are woven */
    const struct into_request *request;
    const struct model *model;
    size_t *owners; /* by file: the file whose `attest` lines hold for its declarations, or SIZE_MAX */
    struct buffer *texts;
    struct map *const *done; /* by kernel: names of finished declarations */
    struct map *aside;       /* names of declarations that are not folded, though their group is, see into.h; or NULL */
};

static inline const struct ast_file *into_file(const struct into *into, size_t index)
{
    return into->program->files[index].ast;
}

/* True if a declaration of a group is folded. */
static inline bool into_is_folded(const struct group *group, const struct type *type)
{
    return !map_get(group->refused, type);
}

/* True if the caller wants a declaration to stay as it is. */
static inline bool into_is_rejected(const struct into *into, const struct type *type)
{
    return into->request->rejected && map_get(into->request->rejected, type->name);
}

static inline bool into_has_records(const struct ast_file *file)
{
    return file->counts[AST_STRUCT] || file->counts[AST_UNION];
}

/* ---- into_group.c */

/* Returns the file whose `attest` lines hold for the declarations of a file: itself, or the first file with such lines
 * that it uses. Looks only at files without structures, of the same module. Returns SIZE_MAX if there is none. */
size_t into_find_owner(const struct into *into, size_t index);

/* Returns the directory of a file, with its slash. */
const char *into_directory_of(struct into *into, size_t index);

/* Lists the kernels that a group attests on an arch, sorted: versions, or builds for which no revision is named.
 * Returns false if the group attests anything else, such as a release. */
bool into_list_attested(const struct into *into, const struct group *group, const struct arch *arch,
                        const uint64_t **versions, size_t *count);

/* Returns the versions that a group attests on an arch. */
struct version_set into_attested_on(const struct into *into, const struct group *group, const struct arch *arch);

/* True if the identities of a kernel differ from those of the attested kernel of its version. */
bool into_is_another(const struct into *into, const struct kernel *kernel);

/* Finds the declarations of a group, and the kernels to fold into it. Returns false if there is nothing to fold, or if
 * the group cannot be unfolded. */
bool into_find_group(struct into *into, size_t owner, struct group *group);

/* ---- into_alike.c */

/* Marks the tags of both folds whose declarations have the same text. The second fold has all kernels of the first and
 * more, and the store has noted the changes since the first one was begun. The tags' files must be named. */
void into_mark_alike(struct fold *before, struct fold *after, const struct kernel_store *store);

/* Gives the texts of the state before the form of the spec: without digests if the spec has none, and with the offsets
 * of all bit-fields and of all beginnings if it has them. The difference to the state after then adds the digests and
 * removes the offsets. */
void into_take_form(const struct group *group, const struct map *tags);

#endif
