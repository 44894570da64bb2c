/*
 * The resolved model as JSON, for other programs. generator/install/strata-dump.schema.json is its JSON Schema.
 */
#ifndef EXPORT_DUMP_H
#define EXPORT_DUMP_H

struct buffer;
struct choice;
struct model;

/* The version of the format. It changes when a program that reads the format could misread a dump. */
enum { DUMP_FORMAT = 3 };

/* Appends the model; of its structures, enumerations and events only those of a choice, unless that is NULL. */
void dump_model(const struct model *model, const struct choice *choice, struct buffer *out);

#endif
