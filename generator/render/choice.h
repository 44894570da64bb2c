/*
 * What of a model is generated: on which arches, and which of its records, enumerations, events and constants.
 *
 *     struct choice *choice = choice_new(model, arches);
 *     choice_add_name(choice, "WMI_RESOURCE");       (or choice_add_files)
 *     choice_close(choice);
 */
#ifndef RENDER_CHOICE_H
#define RENDER_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct choice;
struct model;
struct record;
struct row;

#define CHOICE_EVERY_ARCH UINT64_MAX

/* Nothing yet. `arches` has a bit for each arch, by its index. */
struct choice *choice_new(const struct model *model, uint64_t arches);

/* Adds what the files of the program declare, or those of them that the user named; records that are only on other
 * arches are left out. */
void choice_add_files(struct choice *choice, bool only_requested);

/* Adds the record, enumeration or event of that name. */
enum choice_found {
    CHOICE_ADDED,
    CHOICE_NOT_HERE, /* a record that is only on other arches */
    CHOICE_NO_SUCH_NAME
};
enum choice_found choice_add_name(struct choice *choice, const char *name);

/* Adds what the chosen ones cannot do without: of records those that they hold by value, the enumerations of their
 * members, and the constants that their bounds name; of events their headers and their data. */
void choice_close(struct choice *choice);

/* Whether a record, a type that is an enumeration, an event or a constant is chosen. */
bool choice_has(const struct choice *choice, const void *declared);

bool choice_has_arch(const struct choice *choice, const struct arch *arch);

/* Whether a record's layouts on an arch are to be looked at: those of one that falls back on another chosen one are
 * that one's already. */
bool choice_lays_out(const struct choice *choice, const struct record *record, const struct arch *arch);

/* Whether a row is in some version on some chosen arch. */
bool choice_has_row(const struct choice *choice, const struct row *row);

#endif
