/*
 * Enumerations for people: a line for each enumerator, with its value and how well that is known.
 */
#ifndef VIEW_SHOW_VALUES_H
#define VIEW_SHOW_VALUES_H

#include <stdbool.h>

#include "answer/values.h"
#include "view/sheet.h"

struct buffer;
struct model;

/* An enumeration that is shown. */
struct shown_values {
    const struct enumeration *enumeration;
    const bool *chosen;          /* by index of enumerator: those that are shown; NULL: all */
    const struct valued *valued; /* of the version that is asked for; NULL: all versions */
};

/* Appends the values as text: a block for each range of versions in which no value changes, or one for the version. */
void show_write_values(const struct model *model, const struct shown_values *shown, struct buffer *out);

/* Returns the values as a section of a document; the memory is the model's. */
struct sheet_section show_make_values(const struct model *model, const struct shown_values *shown);

#endif
