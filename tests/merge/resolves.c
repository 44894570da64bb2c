/* Counts the models that a run of strata resolves, and prints their number at its end. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct arena;
struct model;
struct program;

struct model *__real_model_resolve(const struct program *program);
struct model *__real_model_resolve_within(const struct program *program, struct arena *arena);
struct model *__wrap_model_resolve(const struct program *program);
struct model *__wrap_model_resolve_within(const struct program *program, struct arena *arena);

static size_t count;

static void print_count(void)
{
    printf("%zu models resolved\n", count);
}

static void add(void)
{
    if (!count++)
        atexit(print_count);
}

struct model *__wrap_model_resolve(const struct program *program)
{
    add();
    return __real_model_resolve(program);
}

struct model *__wrap_model_resolve_within(const struct program *program, struct arena *arena)
{
    add();
    return __real_model_resolve_within(program, arena);
}
