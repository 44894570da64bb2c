/*
 * Writes the metadata of a symbol file: what wrote it, and the program that it is about.
 */
#ifndef EXPORT_ISF_METADATA_H
#define EXPORT_ISF_METADATA_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct json;
struct model;
struct module;

/* Says which build a symbol file describes. */
struct isf_about {
    const struct model *model;
    const struct module *module;
    const struct arch *arch;
    uint64_t version;
    bool keeps_tags;  /* it is not about Windows; see isf.h */
    bool keeps_names; /* the spec is of symbol files that people keep by hand */
};

/* Appends the member "metadata". Files about Windows get a program database; if it is unknown, its GUID is 0. Those
 * that people keep by hand get none, unless the axis is that of Windows. */
void isf_write_metadata(struct json *json, const struct isf_about *about);

#endif
