/*
 * The facts in tables, by member and build: sorted, and compared with each other and with the specs.
 */
#ifndef SPARSE_FACTS_H
#define SPARSE_FACTS_H

#include "base/buffer.h"
#include "sparse/sparse.h"

struct arch;
struct module;
struct record;

/* A member or global that some column is about. */
struct fact_member {
    const struct record *record;      /* its structure; NULL if no spec declares it */
    const char *record_name, *path;   /* name of the structure and path of the member; for a global "" and its name */
    const struct sparse_field *field; /* the first column about the member */
};

/* A build on an architecture, with a value for each member. */
struct fact_build {
    const struct arch *arch;
    uint64_t version;
    struct sparse_value *values;
    const struct sparse_row *row; /* the first row about the build */
};

/* A row with its arch and version, and the table that it is in. */
struct fact_image {
    const struct arch *arch;
    uint64_t version;
    const struct sparse_row *row;
    size_t sheet;
};

struct facts {
    const struct module *module; /* whose structures the members are in */
    struct fact_member *members;
    size_t member_count;
    struct fact_build *builds; /* sorted by arch, then by version */
    size_t build_count;
    struct identity *identities;
    size_t identity_count;
    struct sparse_counts counts;
};

/* Collects the facts of tables. With `is_free`, structures need not be declared in specs. Returns false after an error,
 * which is reported. */
bool facts_collect(const struct sparse_request *request, bool is_free, struct facts *facts);

/* Sets the identities of images that the specs lack, in the order of the images. Reports a kernel with two identities,
 * and an identity of two kernels, with both positions. */
void facts_identify(const struct sparse_request *request, const struct fact_image *images, size_t count,
                    struct facts *facts);

/* Returns the builds of an arch, ascending by version. */
const struct fact_build *facts_find(const struct facts *facts, const struct arch *arch, size_t *count);

/* Writes the list of builds of an arch, and the identities of its images. */
void facts_write_lists(const struct sparse_request *request, const struct facts *facts, struct buffer *out);

/* Writes the lines `attest LIST of MEMBER at ...;` of a member, one for each arch with a value. Returns the number of
 * lines. */
size_t facts_write_member(const struct sparse_request *request, const struct facts *facts, size_t member,
                          struct buffer *out);

/* Appends the addresses of all globals to `out` as struct seen_address. */
void facts_list_globals(const struct facts *facts, struct buffer *out);

/* Returns the name of the module that the globals are of; NULL: the first module of the axis. */
const char *facts_module(const struct sparse_request *request, const struct facts *facts);

/* Returns the name of the list of builds of an arch. */
const char *facts_list_name(const struct sparse_request *request, const struct arch *arch);

#endif
