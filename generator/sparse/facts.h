/*
 * What tables say, by member and build: sorted, and checked against each other and against the specs.
 */
#ifndef SPARSE_FACTS_H
#define SPARSE_FACTS_H

#include "base/buffer.h"
#include "sparse/sparse.h"

struct arch;
struct record;

/* A member that some column is about. */
struct fact_member {
    const struct record *record;     /* NULL: no spec declares the structure */
    const char *record_name, *path; /* of a global: "", and its name */
    const struct sparse_field *field; /* the first such column */
};

/* A build of an architecture, and a value for each member. */
struct fact_build {
    const struct arch *arch;
    uint64_t version;
    struct sparse_value *values;
    const struct sparse_row *row; /* the first */
};

struct facts {
    struct fact_member *members;
    size_t member_count;
    struct fact_build *builds; /* by arch, then version */
    size_t build_count;
    struct identity *identities;
    size_t identity_count;
    struct sparse_counts counts;
};

/* Collects the facts of tables. `is_free`: structures need not be declared. Returns false after a report. */
bool facts_collect(const struct sparse_request *request, bool is_free, struct facts *facts);

/* Returns the builds of an arch. */
const struct fact_build *facts_find(const struct facts *facts, const struct arch *arch, size_t *count);

/* Writes the list of builds of an arch, and the identities of its images. */
void facts_write_lists(const struct sparse_request *request, const struct facts *facts, struct buffer *out);

/* Writes `attest LIST of MEMBER at ...;`, a line for each arch that has a value. Returns how many there are. */
size_t facts_write_member(const struct sparse_request *request, const struct facts *facts, size_t member,
                          struct buffer *out);

/* Adds the addresses of the globals: struct seen_address. */
void facts_list_globals(const struct facts *facts, struct buffer *out);

/* Returns the module that tables are of by their options; NULL: the first one. */
const char *facts_module(const struct sparse_request *request);

/* Returns the name of the list of an arch. */
const char *facts_list_name(const struct sparse_request *request, const struct arch *arch);

#endif
