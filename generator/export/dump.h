/*
 * Writes the resolved model as JSON for other programs. generator/install/strata.schema.json describes the JSON.
 */
#ifndef EXPORT_DUMP_H
#define EXPORT_DUMP_H

#include <stdbool.h>

struct buffer;
struct choice;
struct enumeration;
struct form;
struct model;

/* Appends the model. If `choice` is not NULL, appends only its structures, enumerations and events. */
void dump_model(const struct model *model, const struct choice *choice, struct buffer *out);

/* Writes an enumeration as an object, with its values in all versions. `chosen` tells by the index of an enumerator if
 * it is written; NULL: all are. */
void dump_enumeration(struct form *form, const struct enumeration *enumeration, const bool *chosen);

#endif
