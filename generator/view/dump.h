/*
 * The resolved model as JSON, for other programs.
 */
#ifndef VIEW_DUMP_H
#define VIEW_DUMP_H

struct buffer;
struct model;

/* Appends all structures, enumerations and events. */
void dump_model(const struct model *model, struct buffer *out);

#endif
