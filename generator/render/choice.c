#include "render/choice.h"

#include "base/arena.h"
#include "base/intern.h"
#include "model/select.h"

struct choice {
    const struct model *model;
    uint64_t arches;
    bool leaves_held;
    struct map *chosen; /* record, type, event, constant or global of the model -> the choice */
};

struct choice *choice_new(const struct model *model, uint64_t arches)
{
    struct choice *choice = ARENA_NEW(model->arena, struct choice);
    *choice = (struct choice){model, arches, false, map_new(model->arena)};
    return choice;
}

static void add_declared(struct choice *choice, const void *declared)
{
    map_set(choice->chosen, declared, choice);
}

bool choice_has(const struct choice *choice, const void *declared)
{
    return map_get(choice->chosen, declared) != NULL;
}

const struct module *choice_find_module(const struct choice *choice)
{
    const struct model *model = choice->model;
    const struct module *other = NULL;
    for (size_t i = 0; i < model->record_count && !other; i++)
        if (choice_has(choice, model->records[i]) && model->records[i]->type->module != model->modules)
            other = model->records[i]->type->module;
    for (size_t i = 0; i < model->record_count && other; i++) {
        const struct type *type = model->records[i]->type, *shared = map_get(other->types, type->local);
        if (choice_has(choice, model->records[i]) && model_module_of(model, type) == model->modules &&
            !model->records[i]->parent_row && !(shared && shared->original == type))
            return model->modules;
    }
    return other ? other : model->modules;
}

bool choice_has_arch(const struct choice *choice, const struct arch *arch)
{
    return choice->arches >> arch->index & 1;
}

bool choice_lays_out(const struct choice *choice, const struct record *record, const struct arch *arch)
{
    const struct arch *alias = record->on[arch->index].alias;
    return choice_has_arch(choice, arch) && !(alias && choice_has_arch(choice, alias));
}

/* True if a row and all its parents exist in some version on an arch. */
static bool is_row_on(const struct choice *choice, const struct row *row, const struct arch *arch)
{
    while (row && row_present(choice->model->arena, row, arch).count)
        row = row->parent;
    return !row;
}

bool choice_has_row(const struct choice *choice, const struct row *row)
{
    for (size_t a = 0; a < row->record->arch_count; a++) {
        const struct arch *arch = choice->model->arches[a];
        if (row->record->on[a].exists && choice_has_arch(choice, arch) && is_row_on(choice, row, arch))
            return true;
    }
    return false;
}

/* True if a record has layouts, but none on a chosen arch. */
static bool is_elsewhere(const struct choice *choice, const struct record *record)
{
    bool elsewhere = false;
    for (size_t a = 0; a < record->arch_count; a++) {
        if (record->on[a].layout_count && choice_has_arch(choice, choice->model->arches[a]))
            return false;
        elsewhere |= record->on[a].layout_count > 0;
    }
    return elsewhere;
}

static void add_of_file(struct choice *choice, bool only_requested, size_t file_index, const void *declared)
{
    if (!only_requested || choice->model->program->files[file_index].requested)
        add_declared(choice, declared);
}

void choice_add_files(struct choice *choice, bool only_requested)
{
    const struct model *model = choice->model;
    for (size_t i = 0; i < model->record_count; i++)
        if (!is_elsewhere(choice, model->records[i]))
            add_of_file(choice, only_requested, model->records[i]->file_index, model->records[i]);
    for (size_t i = 0; i < model->type_count; i++)
        add_of_file(choice, only_requested, model->types[i]->file_index, model->types[i]);
    for (size_t i = 0; i < model->event_count; i++)
        add_of_file(choice, only_requested, model->events[i]->file_index, model->events[i]);
    for (size_t i = 0; i < model->constant_count; i++)
        add_of_file(choice, only_requested, model->constants[i]->file_index, model->constants[i]);
    for (size_t i = 0; i < model->global_count; i++)
        add_of_file(choice, only_requested, model->globals[i]->file_index, model->globals[i]);
}

bool choice_add(struct choice *choice, const struct selected *selected)
{
    if (selected->record && is_elsewhere(choice, selected->record))
        return false;
    if (selected->event)
        add_declared(choice, selected->event);
    else if (selected->global)
        add_declared(choice, selected->global);
    else if (selected->record)
        add_declared(choice, selected->record);
    else
        add_declared(choice, selected->type);
    return true;
}

/* ---- Declarations that the chosen ones need ---- */

static void add_constant(void *user, const char *name)
{
    struct choice *choice = user;
    const struct constant *constant = map_get(choice->model->constant_names, name);
    if (constant)
        add_declared(choice, constant);
}

static void add_row(struct choice *choice, const struct row *row)
{
    const struct type *values = row_value_type(row);
    if (row_kind(row) == ROW_RECORD && !choice->leaves_held)
        add_declared(choice, row->type->record);
    if (values && values->enumeration)
        add_declared(choice, values);
    row_each_constant(row, add_constant, choice);
}

static void add_rows(struct choice *choice, const struct record *record)
{
    for (size_t a = 0; a < record->arch_count; a++) {
        const struct record_on *on = &record->on[a];
        for (size_t i = 0; i < on->layout_count && choice_lays_out(choice, record, choice->model->arches[a]); i++)
            for (size_t k = 0; k < on->layouts[i].member_count; k++)
                add_row(choice, on->layouts[i].members[k].row);
    }
}

static void add_record(struct choice *choice, const struct record *record)
{
    if (record && !is_elsewhere(choice, record))
        add_declared(choice, record);
}

void choice_leave_held(struct choice *choice)
{
    choice->leaves_held = true;
}

void choice_close(struct choice *choice)
{
    const struct model *model = choice->model;
    for (size_t i = 0; i < model->event_count; i++) {
        const struct event *event = model->events[i];
        if (!choice_has(choice, event))
            continue;
        add_record(choice, event->data);
        for (size_t k = 0; k < event->binding_count; k++)
            add_record(choice, event->bindings[k].record);
    }
    for (size_t i = model->record_count; i-- > 0;) /* a record follows the records that it contains */
        if (choice_has(choice, model->records[i]))
            add_rows(choice, model->records[i]);
}
