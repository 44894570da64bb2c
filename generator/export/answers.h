/*
 * Some structures as JSON: the answers for one version, or all that is known of them.
 */
#ifndef EXPORT_ANSWERS_H
#define EXPORT_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct buffer;
struct model;
struct selected_list;

/* The version that is asked for, and as the user calls it: "24H2/x64". */
struct answers_target {
    const char *name;
    const struct arch *arch;
    uint64_t version;
    uint64_t image;     /* the same of an image: with REVISION_ANY, if the user names no revision */
    bool is_identified; /* the user named the build by its GUID and age */
};

/* Appends structures and globals: with a target the answer for each, also that it is absent; with NULL all that is
 * known of them, as in a dump. */
void answers_write(const struct model *model, const struct selected_list *list, const struct answers_target *target,
                   struct buffer *out);

#endif
