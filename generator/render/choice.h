/*
 * The part of a model that is generated: arches, records, enumerations, events and constants.
 *
 *     struct choice *choice = choice_new(model, arches);
 *     choice_add(choice, &selected);       (or choice_add_files)
 *     choice_close(choice);
 */
#ifndef RENDER_CHOICE_H
#define RENDER_CHOICE_H

#include <stdbool.h>
#include <stdint.h>

struct arch;
struct choice;
struct model;
struct module;
struct record;
struct row;
struct selected;

#define CHOICE_EVERY_ARCH UINT64_MAX

/* Returns an empty choice. `arches` is a bit set of arches by index. */
struct choice *choice_new(const struct model *model, uint64_t arches);

/* Adds all declarations of the program's files, or of the files that the user named. Skips records that exist only on
 * other arches. */
void choice_add_files(struct choice *choice, bool only_requested);

/* Adds a declaration that --struct names. Returns false for a record that exists only on other arches. */
bool choice_add(struct choice *choice, const struct selected *selected);

/* Makes choice_close leave out the records that chosen records contain. Members of these types become bytes. */
void choice_leave_held(struct choice *choice);

/* Adds the declarations that chosen ones need. A record needs the records that it contains, the enumerations of its
 * members and the constants of its bounds. An event needs its header and its data. */
void choice_close(struct choice *choice);

/* True if a record, an enumeration's type, an event, a constant or a global is chosen. */
bool choice_has(const struct choice *choice, const void *declared);

/* Returns the module of the chosen records: the first module, unless all of them belong to one other module or are
 * shared by it. */
const struct module *choice_find_module(const struct choice *choice);

/* True if an arch is chosen. */
bool choice_has_arch(const struct choice *choice, const struct arch *arch);

/* True if a record's layouts on an arch are generated separately. False for an arch that shares the layouts of another
 * chosen arch. */
bool choice_lays_out(const struct choice *choice, const struct record *record, const struct arch *arch);

/* True if a row exists in some version on some chosen arch. */
bool choice_has_row(const struct choice *choice, const struct row *row);

#endif
