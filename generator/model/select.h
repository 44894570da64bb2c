/*
 * Selects declarations and members of a model by the words of --struct.
 *
 * A structure of which words name members keeps these and its size; all other members leave the model, and neighbouring
 * layouts that are equal without them become one. So everything that reads the model has only the chosen members. They
 * were placed and checked before, as offsets may follow from members that leave.
 */
#ifndef MODEL_SELECT_H
#define MODEL_SELECT_H

#include <stdbool.h>
#include <stddef.h>

#include "front/selection.h"
#include "model/model.h"

/* The kinds of declarations that words may name; a bit set. */
enum select_kind {
    SELECT_RECORDS = 1,
    SELECT_ENUMS = 2,
    SELECT_EVENTS = 4,
    /* `S.M` names the structure of a member M of S; else the member, and with it that structure. */
    SELECT_INNER = 8,
    SELECT_GLOBALS = 16
};

/* A declaration that some word names: a structure, also if the word names a member of it; an enumeration; an event;
 * or a global. */
struct selected {
    const struct record *record; /* or NULL */
    const struct type *type;     /* of a structure or an enumeration, or NULL */
    const struct event *event;   /* or NULL */
    const struct global *global; /* or NULL */
    const char *word;            /* the first word that names it */
    bool is_pattern;             /* that word is one */
};

struct selected_list {
    struct selected *items; /* each once; in the order of the words, then of the model */
    size_t count;
};

/* True if a word names no module, or that of a type. What no line attests belongs to all modules. */
bool select_fits_module(const struct model *model, const struct selection_word *word, const struct type *type);

/* Finds the declarations that the words name, and drops the members that the words leave out. Types of members stay in
 * the model, whole unless words name members of them. Returns false and reports a word that names nothing, with the
 * nearest name, or a name without a module that several modules have. If `asked` is not NULL, versions of this module
 * alone are asked for: a name means that of this module, and one of another module is reported. `kinds` is a set of
 * enum select_kind. The lists are the model's. */
bool model_select(const struct model *model, const struct selection *selection, unsigned kinds,
                  const struct module *asked, struct selected_list *list);

#endif
