/*
 * The resolved model as JSON, for other programs. generator/install/strata-dump.schema.json is its JSON Schema.
 */
#ifndef EXPORT_DUMP_H
#define EXPORT_DUMP_H

struct buffer;
struct model;

/* The version of the format. It changes when a program that reads the format could misread a dump. */
enum { DUMP_FORMAT = 2 };

/* Appends the whole model. */
void dump_model(const struct model *model, struct buffer *out);

#endif
