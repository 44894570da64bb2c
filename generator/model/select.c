#include "model/select.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "model/nearest.h"
#include "model/version_name.h"

/* The members of a structure that words of --struct name. */
struct picks {
    bool is_whole; /* a word names the structure itself, so all members are picked */
    bool *members; /* by index of the member: it is picked */
};

/* A selection while its words are looked up. */
struct select {
    const struct model *model;
    unsigned kinds;
    const struct module *asked; /* module whose versions the user asks for; NULL if the user names none */
    const struct selection_word *word;
    /* type that the first part of the word names, and a type of another module with the same name; NULL if there is
     * none. With both, neither is meant. Patterns set neither */
    const struct type *meant, *other;
    bool is_foreign;      /* the named type is in another module than `asked` */
    struct buffer found;  /* list of struct selected */
    struct map *listed;   /* set of declarations that are in `found` */
    struct map *picks;    /* record -> struct picks */
    struct buffer picked; /* records that have picks, as pointers */
};

/* ---- Modules */

bool select_fits_module(const struct model *model, const struct selection_word *word, const struct type *type)
{
    const struct module *own = word->module ? model_module_of(model, type) : NULL;
    return !own || selection_matches(word->module, own->name);
}

static const struct type *root_of(const struct type *type)
{
    return type->original ? type->original : type;
}

/* Returns how well a type with the right name fits the word; 0: not at all. A type of the module or file that the user
 * asked for fits better than others. */
static unsigned rank_type(const struct select *select, const struct type *type)
{
    const struct model *model = select->model;
    const struct module *wanted = select->asked, *own = model_module_of(model, type);
    if (!select_fits_module(model, select->word, type))
        return 0;
    if (wanted && own && own != wanted)
        return 1;
    if (wanted || select->word->module)
        return own ? 3 : 2;
    /* if files are found by their names, the user means all shipped specs */
    return model->program->is_by_name || model->program->files[type->file_index].requested ? 3 : 2;
}

/* Finds the type that the first part of a word names. If several types share a declaration, takes the original one. */
static void find_meant(struct select *select, const char *first)
{
    const struct model *model = select->model;
    unsigned best = 0;
    select->meant = select->other = NULL;
    for (size_t i = 0; i < model->type_count; i++) {
        const struct type *type = model->types[i];
        bool is_wanted = type->record || type->enumeration;
        unsigned own = is_wanted && !strcmp(type->local, first) ? rank_type(select, type) : 0;
        if (!own || own < best)
            continue;
        if (own > best) {
            select->meant = type;
            select->other = NULL;
        } else if (root_of(type) == root_of(select->meant)) {
            select->meant = type->original ? select->meant : type;
        } else {
            select->other = type;
        }
        best = own;
    }
    select->is_foreign = best == 1 && select->asked;
}

/* True if a word means a type whose name it matches. A pattern that names no module does not mean shared declarations,
 * because it already matches the original. */
static bool means_type(const struct select *select, const struct type *type)
{
    const struct selection_word *word = select->word;
    if (!selection_is_pattern(word->parts[0]))
        return type == select->meant && !select->other && !select->is_foreign;
    const struct module *own = model_module_of(select->model, type);
    if (select->asked)
        return select_fits_module(select->model, word, type) && (!own || own == select->asked);
    return select_fits_module(select->model, word, type) && (word->module || !type->original);
}

/* ---- What words name */

static void list_found(struct select *select, const void *declared, struct selected found)
{
    if (map_get(select->listed, declared))
        return;
    map_set(select->listed, declared, select);
    found.word = select->word->text;
    found.is_pattern = select->word->is_pattern;
    buffer_add(&select->found, &found, sizeof found);
}

static void list_record(struct select *select, const struct record *record)
{
    list_found(select, record, (struct selected){.record = record, .type = record->type});
}

static struct picks *picks_of(struct select *select, struct record *record)
{
    struct picks *picks = map_get(select->picks, record);
    if (!picks) {
        picks = ARENA_NEW(select->model->arena, struct picks);
        picks->members = ARENA_ARRAY(select->model->arena, bool, record->member_count);
        map_set(select->picks, record, picks);
        buffer_add(&select->picked, &record, sizeof record);
    }
    return picks;
}

/* Picks the members of a record that the parts of the word from index `at` on name. Returns false if there are none. */
static bool pick_members(struct select *select, struct record *record, size_t at)
{
    const struct selection_word *word = select->word;
    bool any = false;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct member *member = record->members[i];
        bool is_picked = at + 1 == word->count;
        if (!selection_matches(word->parts[at], member->name))
            continue;
        for (size_t k = 0; at + 1 < word->count && k < member->row_count; k++)
            if (row_kind(member->rows[k]) == ROW_RECORD)
                is_picked |= pick_members(select, member->rows[k]->type->record, at + 1);
        if (is_picked)
            picks_of(select, record)->members[i] = any = true;
    }
    return any;
}

/* Lists the globals that a word of one part names. If several modules have a global of that name, lists all of them. */
static bool list_globals(struct select *select)
{
    const struct selection_word *word = select->word;
    bool any = false;
    for (size_t i = 0; i < select->model->global_count && select->kinds & SELECT_GLOBALS && word->count == 1; i++) {
        const struct global *global = select->model->globals[i];
        const char *module = global->module->name;
        if (!selection_matches(word->parts[0], global->local) ||
            (word->module && !selection_matches(word->module, module)) ||
            (select->asked && select->asked != global->module))
            continue;
        list_found(select, global, (struct selected){.global = global});
        any = true;
    }
    return any;
}

/* Returns the list of the chosen enumerators of an enumeration, for which it makes room. Returns NULL if another word
 * names the whole enumeration. */
static bool *values_of(struct select *select, const struct type *type)
{
    struct selected *items = (void *)select->found.data;
    for (size_t i = 0; i < select->found.size / sizeof *items; i++)
        if (items[i].type == type)
            return (bool *)items[i].values;
    bool *values = ARENA_ARRAY(select->model->arena, bool, type->enumeration->count);
    list_found(select, type, (struct selected){.type = type, .values = values});
    return values;
}

/* Picks the enumerators that a word of two parts names. Returns false if there are none. */
static bool pick_values(struct select *select, const char *first)
{
    const struct model *model = select->model;
    const struct selection_word *word = select->word;
    bool any = false;
    for (size_t i = 0; i < model->type_count && word->count == 2 && select->kinds & SELECT_VALUES; i++) {
        const struct type *type = model->types[i];
        const struct enumeration *enumeration = type->enumeration;
        if (!enumeration || !selection_matches(first, type->local) || !means_type(select, type))
            continue;
        for (size_t k = 0; k < enumeration->count; k++) {
            const struct enumerator *enumerator = &enumeration->enumerators[k];
            if (!enumerator->name || !selection_matches(word->parts[1], enumerator->name))
                continue;
            bool *values = values_of(select, type);
            if (values)
                values[k] = true;
            any = true;
        }
    }
    return any;
}

/* Picks the declarations and members that a word names; `first` is the first part of the word. Returns false if there
 * are none. */
static bool pick_named(struct select *select, const char *first, const char *whole)
{
    const struct model *model = select->model;
    const struct selection_word *word = select->word;
    bool any = false, is_one = word->count == 1;
    find_meant(select, first);
    for (size_t i = 0; i < model->record_count; i++) {
        struct record *record = model->records[i];
        bool is_inner = record->parent_row != NULL;
        bool is_named = is_one ? !is_inner && selection_matches(first, record->type->local)
                               : is_inner && !word->is_pattern && !strcmp(whole, record->type->local);
        is_named = is_named && means_type(select, record_outermost(record)->type);
        if (is_named) {
            picks_of(select, record)->is_whole = true;
            list_record(select, record);
        }
        any |= is_named;
        if (is_named && is_inner && select->kinds & SELECT_INNER)
            return true;
    }
    for (size_t i = 0; i < model->record_count && !is_one; i++) {
        struct record *record = model->records[i];
        if (record->parent_row || !selection_matches(first, record->type->local) || !means_type(select, record->type) ||
            !pick_members(select, record, 1))
            continue;
        list_record(select, record);
        any = true;
    }
    for (size_t i = 0; i < model->type_count && is_one && select->kinds & SELECT_ENUMS; i++) {
        const struct type *type = model->types[i];
        if (!type->enumeration || !selection_matches(first, type->local) || !means_type(select, type))
            continue;
        struct selected *items = (void *)select->found.data;
        for (size_t k = 0; map_get(select->listed, type) && k < select->found.size / sizeof *items; k++)
            if (items[k].type == type)
                items[k].values = NULL; // an earlier word names some of its enumerators
        list_found(select, type, (struct selected){.type = type});
        any = true;
    }
    any |= pick_values(select, first);
    for (size_t i = 0; i < model->event_count && is_one && select->kinds & SELECT_EVENTS; i++) {
        if (!selection_matches(first, model->events[i]->name))
            continue;
        list_found(select, model->events[i], (struct selected){.event = model->events[i]});
        any = true;
    }
    return any;
}

/* ---- Words that name nothing */

/* Returns the word with the part at index `at` replaced. */
static const char *with_part(const struct select *select, size_t at, const char *part)
{
    struct buffer text = {0};
    buffer_add_text(&text, at ? select->meant->name : part);
    for (size_t i = 1; i < select->word->count; i++)
        buffer_format(&text, ".%s", i == at ? part : select->word->parts[i]);
    return buffer_take(&text, select->model->arena);
}

/* Returns the name of a structure that another word selects and that has a member with this name; NULL if there is
 * none. */
static const char *find_owner(const struct select *select, const char *name)
{
    const struct selected *items = (const void *)select->found.data;
    for (size_t i = 0; i < select->found.size / sizeof *items; i++)
        if (items[i].record && record_find_member(items[i].record, name))
            return items[i].record->type->name;
    return NULL;
}

/* Reports a word whose first part names no declaration. */
static void report_declaration(const struct select *select)
{
    const char *noun = select->kinds & SELECT_EVENTS  ? "structure, enum, event or global"
                       : select->kinds & SELECT_VALUES ? "structure, enumeration or global"
                       : select->kinds & SELECT_ENUMS ? "structure or enumeration"
                       : select->kinds & SELECT_GLOBALS ? "structure or global"
                                                      : "structure";
    const char *first = arena_copy(select->model->arena, select->word->text, strcspn(select->word->text, "."));
    struct nearest nearest = {.wanted = first};
    first = selection_is_pattern(select->word->parts[0]) ? select->word->parts[0] : first;
    struct diag *diag = diag_report(select->model->program->diags, DIAG_USAGE, (struct span){0, 0},
                                    selection_is_pattern(first) ? "no %s matches '%s'" : "no %s is called '%s'", noun,
                                    first);
    if (selection_is_pattern(first))
        return;
    struct version_names ignored;
    struct arena *arena = select->model->arena;
    const char *owner = find_owner(select, first);
    const struct type *type = map_get(select->model->type_names, intern_text(select->model->program->intern, first));
    const struct model *model = select->model;
    for (size_t i = 0; i < model->record_count; i++)
        nearest_consider(&nearest, model->records[i]->type->name);
    for (size_t i = 0; i < model->type_count && select->kinds & SELECT_ENUMS; i++)
        if (model->types[i]->enumeration)
            nearest_consider(&nearest, model->types[i]->name);
    for (size_t i = 0; i < model->event_count && select->kinds & SELECT_EVENTS; i++)
        nearest_consider(&nearest, model->events[i]->name);
    for (size_t i = 0; i < model->global_count && select->kinds & SELECT_GLOBALS; i++)
        nearest_consider(&nearest, model->globals[i]->local);
    if (type && type->enumeration)
        diag_help(diag, "'%s' is an enumeration: strata show %s prints its values", first, first);
    else if (owner)
        diag_help(diag, "did you mean '%s.%s'?", owner, first);
    else if (strpbrk(first, ":+->/"))
        diag_help(diag, "a member is named as in EPROCESS.Token");
    else if (nearest.best)
        diag_help(diag, "did you mean '%s'?", with_part(select, 0, nearest.best));
    else if (version_name_find(arena, select->model->program->intern, &select->model->axis, first, &ignored))
        diag_help(diag, "a version comes after an option, as in --at %s", first);
}

/* Reports a word whose structure exists: its first part that names no member, or that names a member which is no
 * structure. */
static void report_member(const struct select *select, const struct record *record)
{
    struct diags *diags = select->model->program->diags;
    const struct selection_word *word = select->word;
    const struct member *member = NULL;
    size_t at = 1;
    for (; at < word->count && !selection_is_pattern(word->parts[at]); at++) {
        member = record_find_member(record, word->parts[at]);
        if (!member || at + 1 == word->count)
            break;
        const struct row *row = member->rows[0];
        for (size_t i = 0; i < member->row_count && row_kind(row) != ROW_RECORD; i++)
            row = member->rows[i];
        if (row_kind(row) != ROW_RECORD) {
            diag_report(diags, DIAG_USAGE, (struct span){0, 0}, "'%s' of '%s' is %s and has no members", member->name,
                        record->type->name, row_kind(row) == ROW_POINTER ? "a pointer" : "no structure");
            return;
        }
        record = row->type->record;
    }
    const char *part = word->parts[at];
    bool is_pattern = selection_is_pattern(part);
    struct nearest nearest = {.wanted = part};
    struct diag *diag = diag_report(diags, DIAG_USAGE, (struct span){0, 0},
                                    is_pattern ? "'%s' has no member that matches '%s'" : "'%s' has no member '%s'",
                                    record->type->name, part);
    for (size_t i = 0; i < record->member_count && !is_pattern; i++)
        nearest_consider(&nearest, record->members[i]->name);
    if (nearest.best)
        diag_help(diag, "did you mean '%s'?", with_part(select, at, nearest.best));
}

/* Reports a name that another module has, or that several modules have. */
static void report_module(const struct select *select)
{
    const struct model *model = select->model;
    const struct type *meant = select->meant;
    struct diags *diags = model->program->diags;
    const char *rest = select->word->text + strcspn(select->word->text, ".");
    if (select->is_foreign) {
        struct diag *diag = diag_report(diags, DIAG_USAGE, (struct span){0, 0},
                                        "'%s' is of the module '%s', but the build that is asked for is of '%s'",
                                        meant->local, meant->module->name, select->asked->name);
        diag_help(diag, "name a build of '%s', or a version such as 10.0.19041/x64", meant->module->name);
        return;
    }
    struct diag *diag = diag_report(diags, DIAG_USAGE, (struct span){0, 0}, "'%s' is in several modules", meant->local);
    bool is_first = meant->module < select->other->module;
    diag_help(diag, "name one of them: '%s%s', '%s%s'", model_full_name(model, is_first ? meant : select->other), rest,
              model_full_name(model, is_first ? select->other : meant), rest);
}

static bool has_global(const struct select *select, const char *name)
{
    const struct model *model = select->model;
    for (size_t i = 0; i < model->global_count && select->kinds & SELECT_GLOBALS; i++)
        if (!strcmp(model->globals[i]->local, name))
            return true;
    return false;
}

/* Reports a word that names nothing, or several things. */
static void report_word(struct select *select)
{
    const struct selection_word *word = select->word;
    struct diags *diags = select->model->program->diags;
    find_meant(select, word->parts[0]);
    if (!select->meant)
        find_meant(select, selection_without_underscores(word->parts[0]));
    const struct type *type = select->meant;
    const struct record *record = type ? type->record : NULL;
    if (select->other || select->is_foreign)
        report_module(select);
    else if (word->count > 1 && record)
        report_member(select, record);
    else if (word->count > 1 && type && type->enumeration && select->kinds & SELECT_VALUES) {
        /* Report a word whose enumeration exists, but has no such enumerator. */
        const char *part = select->word->parts[1];
        struct nearest nearest = {.wanted = part};
        struct diag *diag =
            diag_report(diags, DIAG_USAGE, (struct span){0, 0},
                        selection_is_pattern(part) ? "'%s' has no value that matches '%s'" : "'%s' has no value '%s'",
                        type->name, part);
        for (size_t i = 0; i < type->enumeration->count && !selection_is_pattern(part); i++)
            if (type->enumeration->enumerators[i].name)
                nearest_consider(&nearest, type->enumeration->enumerators[i].name);
        if (nearest.best)
            diag_help(diag, "did you mean '%s.%s'?", type->name, nearest.best);
    } else if (word->count > 1 && type && type->enumeration)
        diag_report(diags, DIAG_USAGE, (struct span){0, 0}, "'%s' is an enumeration; only structures have members",
                    type->name);
    else if (word->count > 1 && !type && has_global(select, word->parts[0]))
        diag_report(diags, DIAG_USAGE, (struct span){0, 0}, "'%s' is a global; only structures have members",
                    word->parts[0]);
    else if (word->count > 1 && selection_is_pattern(word->parts[0]))
        diag_report(diags, DIAG_USAGE, (struct span){0, 0}, "no member of a structure matches '%s'", word->text);
    else
        report_declaration(select);
}

/* ---- What is left of a structure */

/* Returns the rows of a list that stay: rows of picked members, and anonymous rows that contain such rows. */
static struct row *keep_rows(struct row *rows, const struct picks *picks)
{
    struct row *first = NULL, **end = &first;
    for (struct row *row = rows; row; row = row->next) {
        if (!row->member)
            row->children = keep_rows(row->children, picks);
        if (row->member ? !picks->members[row->member->index] : !row->children)
            continue;
        *end = row;
        end = &row->next;
    }
    *end = NULL;
    return first;
}

/* Copies the entries from `first` to `end` that stay. Returns their number. */
static uint32_t keep_entries(const struct layout_member *first, const struct layout_member *end,
                             const struct picks *picks, struct layout_member *kept)
{
    uint32_t count = 0;
    for (const struct layout_member *entry = first; entry < end; entry += 1 + entry->descendants) {
        struct layout_member *copy = &kept[count];
        uint32_t inside = keep_entries(entry + 1, entry + 1 + entry->descendants, picks, copy + 1);
        if (entry->row->member ? !picks->members[entry->row->member->index] : !inside)
            continue;
        *copy = *entry;
        copy->descendants = inside;
        count += 1 + inside;
    }
    return count;
}

/* Makes the layouts of a record anew without the removed members, and joins neighbours that have become equal. */
static void keep_layouts(const struct model *model, const struct picks *picks, struct record_on *on)
{
    struct layout *layouts = ARENA_ARRAY(model->arena, struct layout, on->layout_count);
    size_t count = 0;
    for (size_t i = 0; i < on->layout_count; i++) {
        const struct layout *old = &on->layouts[i];
        struct layout *layout = &layouts[count], *above = count ? layout - 1 : NULL;
        struct layout_member *members = ARENA_ARRAY(model->arena, struct layout_member, old->member_count + 1);
        *layout = *old;
        layout->members = members;
        layout->member_count = keep_entries(old->members, layout_members_end(old), picks, members);
        if (above && above->range.to == layout->range.from && layout_equal(above, layout))
            above->range.to = layout->range.to;
        else
            count++;
    }
    on->layouts = layouts;
    on->layout_count = count;
}

/* Removes a record from an arch that only has sightings, if none of the seen members was picked. */
static void leave_foreign(struct record_on *on)
{
    for (size_t i = 0; i < on->layout_count; i++)
        if (on->layouts[i].member_count)
            return;
    on->exists = false;
    on->layout_count = 0;
    on->versions = (struct version_set){0};
}

/* Removes the members of a record that are not picked. */
static void reduce_record(const struct model *model, struct record *record, const struct picks *picks)
{
    record->rows = keep_rows(record->rows, picks);
    for (size_t i = 0; i < record->arch_count; i++)
        if (!record->on[i].alias && record->on[i].layout_count)
            keep_layouts(model, picks, &record->on[i]);
    for (size_t i = 0; i < record->arch_count; i++)
        if (record->on[i].is_foreign)
            leave_foreign(&record->on[i]);
    for (size_t i = 0; i < record->arch_count; i++) {
        struct record_on *on = &record->on[i];
        if (!on->alias)
            continue;
        on->layouts = record->on[on->alias->index].layouts;
        on->layout_count = record->on[on->alias->index].layout_count;
    }
    size_t count = 0;
    for (size_t i = 0; i < record->member_count; i++)
        if (picks->members[i])
            record->members[count++] = record->members[i];
    record->member_count = count;
    for (size_t i = 0; i < count; i++) /* after this, no search uses the old indices */
        record->members[i]->index = (uint32_t)i;
    record->is_partial = record->is_reduced = true;
}

static bool is_whole(const struct record *record, const struct picks *picks)
{
    size_t count = 0;
    while (count < record->member_count && picks->members[count])
        count++;
    return picks->is_whole || count == record->member_count;
}

bool model_select(const struct model *model, const struct selection *selection, unsigned kinds,
                  const struct module *asked, struct selected_list *list)
{
    struct select select = {.model = model,
                            .kinds = kinds,
                            .asked = asked,
                            .listed = map_new(model->arena),
                            .picks = map_new(model->arena)};
    bool all = true;
    for (size_t i = 0; i < selection->count; i++) {
        const struct selection_word *word = &selection->words[i];
        const char *bare = selection_without_underscores(word->parts[0]);
        const char *whole = word->module ? word->text + strlen(word->module) + 1 : word->text;
        select.word = word;
        bool is_listed = list_globals(&select);
        if (pick_named(&select, word->parts[0], whole) || is_listed ||
            (bare != word->parts[0] && pick_named(&select, bare, selection_without_underscores(whole))))
            continue;
        report_word(&select);
        all = false;
    }
    struct record *const *picked = (const void *)select.picked.data;
    for (size_t i = 0; all && i < select.picked.size / sizeof *picked; i++)
        if (!is_whole(picked[i], map_get(select.picks, picked[i])))
            reduce_record(model, picked[i], map_get(select.picks, picked[i]));
    list->count = select.found.size / sizeof *list->items;
    list->items = arena_copy_array(model->arena, select.found.data, list->count, sizeof *list->items);
    buffer_free(&select.found);
    buffer_free(&select.picked);
    return all;
}
