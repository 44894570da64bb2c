/*
 * Finds the specs and templates that are installed with the program.
 */
#ifndef FRONT_SHIPPED_H
#define FRONT_SHIPPED_H

struct arena;

/* Returns the directory of the shipped specs, or NULL if there is none. This is STRATA_SPECS of the environment if that
 * is set. Else it is found relative to the program: ../share/strata/specs, specs beside the program, or specs of the
 * checkout that the program was built in. The path is relative if the directory lies below the current directory.
 * `argument` is the program's name on the command line. */
const char *shipped_find_specs(struct arena *arena, const char *argument);

/* Returns the directory of the shipped templates: `templates` beside the shipped specs, or in a checkout
 * `generator/templates/shipped`. Returns NULL if there is no such directory, or if `specs` is NULL. */
const char *shipped_find_templates(struct arena *arena, const char *specs);

#endif
