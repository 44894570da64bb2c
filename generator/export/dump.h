/*
 * Writes the resolved model as JSON for other programs. generator/install/strata.schema.json describes the JSON.
 */
#ifndef EXPORT_DUMP_H
#define EXPORT_DUMP_H

struct buffer;
struct choice;
struct model;

/* Appends the model. If `choice` is not NULL, appends only its structures, enumerations and events. */
void dump_model(const struct model *model, const struct choice *choice, struct buffer *out);

#endif
