/*
 * Selects declarations and members of a model by the words of --struct.
 *
 * If words name members of a structure, the structure keeps these members and its size. All other members leave the
 * model, and neighbouring layouts that have become equal are joined. So every reader of the model sees only the chosen
 * members. The members were placed and checked before, because offsets may follow from members that leave.
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
    /* with this bit, `S.M` names the structure of a member M of S; without it the member, and S with it */
    SELECT_INNER = 8,
    SELECT_GLOBALS = 16,
    /* with SELECT_ENUMS: `E.V` names the enumeration E and its enumerator V */
    SELECT_VALUES = 32
};

/* A declaration that some word names: a structure, also if the word names a member of it; an enumeration; an event;
 * or a global. */
struct selected {
    const struct record *record; /* the structure; NULL if the word names something else */
    const struct type *type;     /* type of the structure or enumeration; NULL if the word names something else */
    const struct event *event;   /* the event; NULL if the word names something else */
    const struct global *global; /* the global; NULL if the word names something else */
    const bool *values;          /* by index of enumerator, those that words name; NULL: all */
    const char *word;            /* the first word that names it */
    bool is_pattern;             /* `word` is a pattern */
};

struct selected_list {
    struct selected *items; /* each declaration once, in the order of the words, then of the model */
    size_t count;
};

/* True if a word names no module or the module of the type. A type that no line attests belongs to all modules. */
bool select_fits_module(const struct model *model, const struct selection_word *word, const struct type *type);

/* Finds the declarations that the words name, and removes the members that the words leave out. Types of members stay
 * in the model, whole unless words name members of them. Reports a word that names nothing, with the nearest name, and
 * a name without a module that several modules have; then returns false. If `asked` is not NULL, names without a module
 * mean that module, and a name of another module is an error. `kinds` is a set of enum select_kind. The lists are
 * allocated in the model's arena. */
bool model_select(const struct model *model, const struct selection *selection, unsigned kinds,
                  const struct module *asked, struct selected_list *list);

#endif
