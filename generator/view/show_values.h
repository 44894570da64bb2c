/*
 * Enumerations for people: one line for each enumerator, with its value and how well the value is known.
 */
#ifndef VIEW_SHOW_VALUES_H
#define VIEW_SHOW_VALUES_H

#include <stdbool.h>

#include "answer/values.h"
#include "view/sheet.h"

struct buffer;
struct model;

/* An enumeration to show. */
struct shown_values {
    const struct enumeration *enumeration;
    const bool *chosen;          /* for each enumerator: it is shown; NULL: all are */
    const struct valued *valued; /* values in the requested version, with grades; NULL: all versions are shown */
};

/* Appends the values as text: one block for the requested version, or one for each range of versions in which no value
 * changes. */
void show_write_values(const struct model *model, const struct shown_values *shown, struct buffer *out);

/* Returns the values as a section of a document. The memory is the model's. */
struct sheet_section show_make_values(const struct model *model, const struct shown_values *shown);

#endif
