/*
 * Writes some declarations as JSON: the answers for one version, or everything that is known of them.
 */
#ifndef EXPORT_ANSWERS_H
#define EXPORT_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct buffer;
struct model;
struct selected_list;

/* The version that the user asks for. `name` is its name as the user wrote it: "24H2/x64". */
struct answers_target {
    const char *name;
    const struct arch *arch;
    uint64_t version;
    uint64_t image;     /* version of an image that the user asks for; with REVISION_ANY if the user gave no revision */
    bool is_identified; /* the user named the build by its GUID and age */
};

/* Appends structures, enumerations and globals. With a target, appends the answer for each, also if it does not exist
 * there. With NULL, appends everything that is known of them, as dump_model does. */
void answers_write(const struct model *model, const struct selected_list *list, const struct answers_target *target,
                   struct buffer *out);

#endif
