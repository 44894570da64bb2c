/*
 * Finds what the rows of one name in a record have in common: `int`, which some files mistake for `long`, the
 * qualifiers, and the prototype of a pointer to a function. Each file knows only a part of these. The written text must
 * not depend on which file was read first.
 */
#include "fold/fold_parts.h"

#include <string.h>

#include "base/arena.h"
#include "front/words.h"

/* The common properties of the members of one name. */
struct agreed {
    struct fold_base *integers[2];   /* `unsigned int` and `int`, if some member has that type */
    unsigned qualifiers[2];          /* all qualifiers of the members; [1]: of those that are pointers */
    const struct spec_row *function; /* with the result and the parameters; NULL: no file knows them */
};

/* Returns a set of const and volatile as specs write it, or NULL. */
static const char *qualifiers_text(unsigned qualifiers)
{
    static const char *const texts[] = {NULL, "const", "volatile", "const volatile"};
    return texts[qualifiers & (KERNEL_IS_CONST | KERNEL_IS_VOLATILE)];
}

/* Returns the name of a type in prototypes. Unlike fold_word, it declares nothing. */
static const char *find_word(struct fold *fold, const struct fold_shape *shape)
{
    if (shape->tag)
        return shape->tag->name;
    struct fold_base *values = fold_values_of(fold, shape);
    return !values ? "VOID" : values->bare ? values->bare : values->name;
}

static void write_parameters(struct fold *fold, const struct kernel_prototype *prototype, struct buffer *out);

static void write_parameter(struct fold *fold, const struct kernel_parameter *parameter, struct buffer *out)
{
    if (!parameter->type) {
        buffer_add_text(out, "...");
        return;
    }
    const struct fold_shape *shape = fold_shape_of(fold, parameter->type);
    const char *qualifiers = qualifiers_text(parameter->qualifiers);
    if (shape->is_function && parameter->prototype && parameter->prototype->result.type &&
        !fold_shape_of(fold, parameter->prototype->result.type)->is_function) {
        write_parameter(fold, &parameter->prototype->result, out);
        buffer_add_text(out, " (*)(");
        write_parameters(fold, parameter->prototype, out);
        buffer_add_char(out, ')');
        return;
    }
    if (shape->is_function) {
        buffer_add_text(out, "VOID (*)()");
        return;
    }
    buffer_format(out, "%s%s%s", qualifiers ? qualifiers : "", qualifiers ? " " : "",
                  word_quote(fold->program->arena, PLACE_ELSEWHERE, find_word(fold, shape)));
    for (unsigned i = 0; i < shape->stars; i++)
        buffer_add_text(out, i ? "*" : " *");
}

static void write_parameters(struct fold *fold, const struct kernel_prototype *prototype, struct buffer *out)
{
    bool is_open = prototype->count == 1 && !prototype->parameters[0].type; /* C allows `...` only after a parameter */
    for (size_t i = 0; i < prototype->count && !is_open; i++) {
        buffer_add_text(out, i ? ", " : "");
        write_parameter(fold, &prototype->parameters[i], out);
    }
    if (!prototype->count)
        buffer_add_text(out, "VOID");
}

/* The most pointers that the result of a function may have. The pointer to the function counts against the language's
 * limit, too. */
enum { RESULT_STARS_MOST = 60 };

/* Sets the result and the parameters of a row from a prototype. They may name types that no spec declares, since the
 * language does not check them. */
static void write_prototype(struct fold *fold, const struct kernel_prototype *prototype, struct spec_row *made)
{
    if (prototype->text) {
        made->parameters = prototype->text;
        made->type = prototype->result_name;
        made->stars = prototype->result_stars;
        made->qualifiers = qualifiers_text(prototype->result.qualifiers);
        return;
    }
    const struct fold_shape *result = fold_shape_of(fold, prototype->result.type);
    made->type = "VOID";
    struct buffer text = {0};
    write_parameters(fold, prototype, &text);
    made->parameters = buffer_take(&text, fold->brief);
    if (result->is_function || result->stars >= RESULT_STARS_MOST) /* the language cannot express such a result */
        return;
    made->type = find_word(fold, result);
    made->stars = result->stars;
    made->qualifiers = qualifiers_text(prototype->result.qualifiers);
}

/* ---- One prototype of several */

/* Compares results and parameters by their text. */
static int compare_functions(const struct spec_row *a, const struct spec_row *b)
{
    int order = strcmp(a->type, b->type);
    order = order ? order : (a->stars > b->stars) - (a->stars < b->stars);
    order = order ? order : strcmp(a->qualifiers ? a->qualifiers : "", b->qualifiers ? b->qualifiers : "");
    return order ? order : strcmp(a->parameters, b->parameters);
}

/* Keeps the prototype whose text sorts first. */
static void choose_prototype(struct fold *fold, struct agreed *agreed, const struct kernel_prototype *prototype)
{
    struct spec_row *function = ARENA_NEW(fold->brief, struct spec_row);
    *function = (struct spec_row){0};
    write_prototype(fold, prototype, function);
    if (!agreed->function || compare_functions(function, agreed->function) < 0)
        agreed->function = function;
}

/* ---- Members */

static void add_member(struct fold *fold, struct map *all, const struct kernel_member *member, bool is_bare)
{
    const struct fold_shape *shape = fold_shape_of(fold, member->type);
    struct fold_base *values = fold_values_of(fold, shape);
    bool is_int = values && fold_is_int(values);
    if (!is_int && (is_bare || (!member->qualifiers && !member->prototype)))
        return;
    struct agreed *agreed = map_get(all, member->name);
    if (!agreed) {
        agreed = ARENA_NEW(fold->brief, struct agreed);
        *agreed = (struct agreed){0};
        map_set(all, member->name, agreed);
    }
    if (is_int)
        agreed->integers[fold_is_signed(values)] = values;
    if (is_bare)
        return;
    agreed->qualifiers[shape->stars > 0] |= member->qualifiers;
    for (const struct kernel_prototype *one = member->prototype; one; one = one->other)
        choose_prototype(fold, agreed, one);
}

struct map *fold_agree(struct fold *fold, const struct fold_run *runs, size_t count, bool is_bare)
{
    struct map *all = map_new(fold->brief);
    for (size_t i = 0; i < count; i++) {
        const struct kernel_record *record = runs[i].what;
        for (size_t k = 0; k < record->member_count; k++)
            add_member(fold, all, &record->members[k], is_bare);
    }
    return all;
}

void fold_agree_on(struct fold *fold, const struct map *all, const struct fold_row *row, struct spec_row *made)
{
    const struct agreed *agreed = map_get(all, row->places[0].member->name);
    if (!agreed)
        return;
    struct fold_base *values = fold_values_of(fold, row->shape);
    struct fold_base *integer = values ? agreed->integers[fold_is_signed(values)] : NULL;
    if (row->shape->is_function && agreed->function) {
        made->type = agreed->function->type;
        made->stars = agreed->function->stars;
        made->qualifiers = agreed->function->qualifiers;
        made->parameters = agreed->function->parameters;
    }
    if (integer && fold_are_kin(fold, integer, values))
        made->type = fold_base_word(integer);
    if (row->shape->is_function)
        return;
    unsigned qualifiers = agreed->qualifiers[row->shape->stars > 0];
    made->qualifiers = qualifiers_text(qualifiers);
    made->is_volatile_pointer = qualifiers & KERNEL_IS_VOLATILE_POINTER && made->stars;
}
