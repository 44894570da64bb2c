/*
 * The resolved model as JSON, for other programs. generator/install/strata.schema.json describes it.
 */
#ifndef EXPORT_DUMP_H
#define EXPORT_DUMP_H

struct buffer;
struct choice;
struct model;

/* Appends the model; of its structures, enumerations and events only those of a choice, unless that is NULL. */
void dump_model(const struct model *model, const struct choice *choice, struct buffer *out);

#endif
