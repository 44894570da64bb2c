/*
 * Finds identifiers of C for the names of specs, without duplicates in a scope.
 */
#ifndef EXPORT_C_NAMES_H
#define EXPORT_C_NAMES_H

struct arena;
struct c_scope;
struct intern;

/* Returns an empty scope, allocated from the arena. */
struct c_scope *c_scope_new(struct arena *arena, struct intern *intern);

/* Returns an identifier that the scope has not returned before: the name itself if C and C++ allow it. Otherwise other
 * characters become underscores, a word of the languages gets an underscore, and a name that is taken gets a number. */
const char *c_scope_claim(struct c_scope *scope, const char *name);

/* Claims an identifier for `text` as c_scope_claim does, and lets c_scope_name return it for `name`. */
void c_scope_assign(struct c_scope *scope, const char *name, const char *text);

/* Returns an identifier for a name. It is claimed at the first call, and the same at each later call. */
const char *c_scope_name(struct c_scope *scope, const char *name);

#endif
