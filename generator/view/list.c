#include "view/list.h"

#include <stdlib.h>
#include <string.h>

#include "answer/form.h"
#include "answer/grades.h"
#include "answer/places.h"
#include "answer/requirement.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"
#include "model/nearest.h"
#include "model/select.h"

enum { COLUMNS_MOST = 7 };

/* A line of text; NULL ends its cells. */
struct line {
    const char *cells[COLUMNS_MOST + 1];
};

/* A list being written. Lines of a part are collected until the part is complete, so that columns can be aligned. */
struct list {
    const struct list_request *request;
    const struct model *model;
    struct arena *arena;
    struct form form; /* writer of JSON */
    struct buffer *out;
    struct buffer lines; /* of struct line; for text */
    bool *has_named;     /* for each word of request->names, then of request->members: it has matched something */
};

/* ---- Words of the request */

/* True if a part of a word matches a name, or the name's tag in C, such as _EPROCESS. */
static bool part_means(const char *part, const char *name)
{
    return selection_matches(part, name) || selection_matches(selection_without_underscores(part), name);
}

/* True if the parts of a word match the parts of a name such as "S.M". */
static bool means_path(struct arena *arena, const char *const *parts, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        size_t length = strcspn(name, ".");
        if (!length || !part_means(parts[i], arena_copy(arena, name, length)))
            return false;
        name += length + (name[length] == '.');
    }
    return !*name;
}

/* True if the module of a word allows a type. A word without a module excludes the types that a module shares with the
 * kernel. */
static bool fits_module(const struct list *list, const struct selection_word *word, const struct type *type)
{
    return select_fits_module(list->model, word, type) && (word->module || !type->original);
}

/* True if a declaration is listed: a word matches it, or there are no words. Marks the matching words. `type` is that
 * of the declaration, or NULL; `name` is its name without the module. */
static bool is_named(struct list *list, const char *name, const struct type *type)
{
    const struct selection *names = list->request->names;
    bool is_any = !names->count;
    size_t length = strcspn(name, "."); /* a structure inside another one is listed with the outer one */
    name = arena_copy(list->arena, name, length);
    for (size_t i = 0; i < names->count; i++) {
        const struct selection_word *word = &names->words[i];
        bool is_meant = word->count == 1 && part_means(word->parts[0], name) &&
                        (type ? fits_module(list, word, type) : !word->module);
        list->has_named[i] |= is_meant;
        is_any |= is_meant;
    }
    return is_any;
}

/* True if a member of a structure is listed. Marks the matching words. */
static bool is_named_member(struct list *list, const struct type *structure, const char *name)
{
    const struct selection *members = list->request->members;
    bool is_any = !members->count;
    for (size_t i = 0; i < members->count; i++) {
        const struct selection_word *word = &members->words[i];
        bool is_meant = part_means(word->parts[word->count - 1], name) &&
                        (word->count == 1 || means_path(list->arena, word->parts, word->count - 1, structure->local)) &&
                        fits_module(list, word, structure);
        list->has_named[list->request->names->count + i] |= is_meant;
        is_any |= is_meant;
    }
    return is_any;
}

static bool is_requested(const struct list *list, size_t file_index)
{
    return list->model->program->files[file_index].requested;
}

static const char *file_name(const struct list *list, size_t file_index)
{
    return list->model->program->files[file_index].name;
}

/* ---- Text and JSON */

static void add_line(struct list *list, struct line line)
{
    buffer_add(&list->lines, &line, sizeof line);
}

/* Writes the collected lines of a part. If the list has several parts, writes the title first. */
static void write_lines(struct list *list, const char *title)
{
    const struct line *lines = (const void *)list->lines.data;
    size_t count = list->lines.size / sizeof *lines, widths[COLUMNS_MOST] = {0};
    bool has_title = list->request->parts & (list->request->parts - 1);
    bool has_color = list->request->has_color;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; lines[i].cells[k]; k++)
            widths[k] = strlen(lines[i].cells[k]) > widths[k] ? strlen(lines[i].cells[k]) : widths[k];
    if (has_title && count)
        buffer_format(list->out, "%s%s%s%s\n", list->out->size ? "\n" : "", has_color ? "\033[1m" : "", title,
                      has_color ? "\033[0m" : "");
    for (size_t i = 0; i < count; i++) {
        buffer_add_text(list->out, has_title ? "  " : "");
        for (size_t k = 0; lines[i].cells[k]; k++)
            buffer_format(list->out, "%s%-*s", k ? "  " : "", lines[i].cells[k + 1] ? (int)widths[k] : 0,
                          lines[i].cells[k]);
        while (list->out->data[list->out->size - 1] == ' ')
            list->out->size--;
        buffer_add_char(list->out, '\n');
    }
    buffer_clear(&list->lines);
}

static const char *set_text(struct list *list, struct version_set set)
{
    struct buffer text = {0};
    axis_write_set(&list->model->axis, set, &text);
    return buffer_take(&text, list->arena);
}

/* ---- Structures */

/* The facts that the line of a structure shows. */
struct summary {
    const char *arches;
    /* Versions with the structure, up to the last build that is attested on some architecture. */
    struct version_set versions;
    struct version_set carried;  /* later versions, which carry the last known layout on */
    struct version_set disputed; /* the part of `versions` in which a member or the size is disputed */
    uint32_t least, most;        /* size in bytes; LAYOUT_UNKNOWN and 0 if it is unknown in all versions */
};

static struct summary summarise_record(struct list *list, const struct record *record)
{
    struct summary summary = {.least = LAYOUT_UNKNOWN};
    struct version_list versions = {0}, carried = {0}, disputed = {0};
    struct buffer arches = {0};
    for (size_t i = 0; i < list->model->arch_count; i++) {
        const struct record_on *on = &record->on[i];
        if (!on->exists)
            continue;
        buffer_format(&arches, "%s%s", arches.size ? " " : "", list->model->arches[i]->name);
        uint64_t end = evidence_find_end(on->evidence);
        if (!on->alias) {
            /* Add the versions of a record on an architecture, up to `end`, in which a member or the size is disputed.
             * Leaves out builds of the system that run the kernel of another build. */
            const struct arch *arch = list->model->arches[i];
            struct arena *brief = arena_new();
            size_t count;
            const struct standing_run *spans = record_list_spans(brief, record, arch, &count);
            for (size_t j = 0; j < count && spans[j].range.from < end; j++)
                if (spans[j].standing.basis == STRATA_DISPUTED && spans[j].standing.layout && !spans[j].kernel)
                    version_list_add(&disputed, spans[j].range.from, spans[j].range.to < end ? spans[j].range.to : end);
            arena_free(brief);
        }
        for (size_t k = 0; k < on->versions.count; k++) {
            struct version_range in = on->versions.ranges[k];
            if (in.from < end)
                version_list_add(&versions, in.from, in.to < end ? in.to : end);
            if (in.to > end)
                version_list_add(&carried, in.from < end ? end : in.from, in.to);
        }
        for (size_t k = 0; k < on->layout_count; k++) {
            uint32_t size = on->layouts[k].size;
            summary.least = size < summary.least ? size : summary.least;
            summary.most = size != LAYOUT_UNKNOWN && size > summary.most ? size : summary.most;
        }
    }
    summary.versions = version_list_take(&versions, list->arena);
    summary.carried = version_set_subtract(list->arena, version_list_take(&carried, list->arena), summary.versions);
    summary.disputed = version_set_intersect(list->arena, version_list_take(&disputed, list->arena), summary.versions);
    summary.arches = buffer_take(&arches, list->arena);
    return summary;
}

static const char *size_text(struct list *list, const struct summary *summary)
{
    if (summary->least == LAYOUT_UNKNOWN)
        return "?";
    if (summary->least == summary->most)
        return arena_format(list->arena, "0x%02X", (unsigned)summary->least);
    return arena_format(list->arena, "0x%02X..0x%02X", (unsigned)summary->least, (unsigned)summary->most);
}

/* Returns "6.1..11-21H2; disputed 10.0.18364..10.0.19040; nobody has looked at 10.0.22001..". */
static const char *known_text(struct list *list, const struct summary *summary)
{
    enum { MOST = 2 };
    const struct axis *axis = &list->model->axis;
    const struct version_set *disputed = &summary->disputed;
    struct buffer text = {0};
    axis_write_set(axis, summary->versions, &text);
    if (disputed->count)
        buffer_add_text(&text, "; disputed ");
    if (disputed->count && disputed->count <= MOST) {
        axis_write_set(axis, *disputed, &text);
    } else if (disputed->count) {
        struct version_range all = {disputed->ranges[0].from, disputed->ranges[disputed->count - 1].to};
        buffer_format(&text, "in %zu ranges within ", disputed->count);
        axis_write_range(axis, all, &text);
    }
    if (summary->carried.count) {
        buffer_format(&text, "%snobody has looked at ", text.size ? "; " : "");
        axis_write_set(axis, summary->carried, &text);
    }
    return buffer_take(&text, list->arena);
}

static void list_record(struct list *list, const struct type *type)
{
    const struct record *record = type->record;
    if (!record || record->parent_row || !is_requested(list, type->file_index) || !is_named(list, type->local, type))
        return;
    struct summary summary = summarise_record(list, record);
    const char *kind = record->is_union ? "union" : "struct", *file = file_name(list, type->file_index);
    if (!list->request->is_json) {
        add_line(list, (struct line){{type->name, kind, size_text(list, &summary), summary.arches,
                                      known_text(list, &summary), file}});
        return;
    }
    struct json *json = &list->form.json;
    json_open(json, '{');
    form_write_record_head(&list->form, record, type->name);
    json_member_number(json, "member_count", record->member_count);
    form_write_known(&list->form, "size_least", summary.least);
    form_write_known(&list->form, "size_most", summary.most ? summary.most : summary.least);
    form_write_words(&list->form, "arches", summary.arches);
    form_write_ranges(&list->form, "versions", summary.versions);
    form_write_ranges(&list->form, "carried", summary.carried);
    form_write_ranges(&list->form, "disputed", summary.disputed);
    json_close(json, '}');
}

/* ---- Members */

static void write_place_text(struct list *list, const char *name, const struct member_place *place)
{
    const char *offset = "+0x???", *type = place->type;
    if (place->offset != LAYOUT_UNKNOWN)
        offset = arena_format(list->arena, "+0x%03X", (unsigned)place->offset);
    if (place->width && place->bit != BIT_UNKNOWN)
        type = arena_format(list->arena, "%s Pos %u, %u Bit%s", type, place->bit, place->width,
                            place->width == 1 ? "" : "s");
    else if (place->width)
        type = arena_format(list->arena, "%s Pos ?, %u Bit%s", type, place->width, place->width == 1 ? "" : "s");
    const char *size = "?";
    if (place->size != LAYOUT_UNKNOWN)
        size = arena_format(list->arena, "0x%02X", (unsigned)place->size);
    const char *basis = basis_name(place->standing.basis);
    if (place->standing.basis == STRATA_INTERPOLATED && standing_is_of_build(&place->standing))
        basis = arena_format(list->arena, "%s: some revision of the build", basis);
    if (place->history.steps)
        basis = arena_format(list->arena, "%s; it changed in %u of %u steps between builds", basis,
                             place->history.changes, place->history.steps);
    add_line(list, (struct line){{name, offset, type, size, place->arches,
                                       set_text(list, place->versions),
                                  basis}});
}

/* True if the axis has a named point in the versions. People ask about named points. */
static bool has_point(const struct list *list, struct version_set versions)
{
    const struct axis *axis = &list->model->axis;
    for (size_t i = 0; i < axis->point_count; i++)
        if (version_set_contains(&versions, axis->points[i].version))
            return true;
    return false;
}

/* Lists the offsets of the requested members. Text leaves out disputed versions between two releases. */
static void list_members(struct list *list, const struct record *record)
{
    const char *name = record->type->name;
    struct places *places = NULL;
    for (size_t i = 0; i < record->member_count; i++) {
        const struct member *member = record->members[i];
        if (!is_named_member(list, record->type, member->name))
            continue;
        places = places ? places : places_of(list->arena, list->model, record);
        size_t count;
        const struct member_place *all = places_list(places, member, &count);
        const char *path = arena_format(list->arena, "%s.%s", name, member->name);
        for (size_t k = 0; k < count; k++) {
            if (list->request->requirement)
                requirement_check(list->request->requirement, name, member->name, &all[k].standing);
            if (list->request->is_json) {
                const struct member_place *place = &all[k];
                struct form *form = &list->form;
                json_open(&form->json, '{');
                json_member_text(&form->json, "struct", name);
                json_member_text(&form->json, "name", member->name);
                form_write_member(form, place->layout, place->entry);
                form_write_words(form, "arches", place->arches);
                form_write_ranges(form, "versions", place->versions);
                form_write_grade(form, &place->standing);
                form_write_changes(form, place->history);
                json_close(&form->json, '}');
            } else if (all[k].knowledge != PLACE_DISPUTED || has_point(list, all[k].versions))
                write_place_text(list, path, &all[k]);
        }
    }
}

/* ---- Enumerations and events */

static void list_enumeration(struct list *list, const struct type *type)
{
    const struct enumeration *enumeration = type->enumeration;
    if (!enumeration || !is_requested(list, type->file_index) || !is_named(list, type->local, type))
        return;
    const char *kind = enumeration->is_flags ? "flags" : "enum", *file = file_name(list, type->file_index);
    if (!list->request->is_json) {
        const char *count = arena_format(list->arena, "%zu value%s", enumeration->count,
                                         enumeration->count == 1 ? "" : "s");
        add_line(list, (struct line){{type->name, kind, count, file}});
        return;
    }
    struct json *json = &list->form.json;
    json_open(json, '{');
    form_write_enumeration_head(&list->form, enumeration);
    json_member_number(json, "value_count", enumeration->count);
    json_close(json, '}');
}

/* True if a global is listed: a word matches it, or there are no words. Marks the matching words. */
static bool is_named_global(struct list *list, const struct global *global)
{
    const struct selection *names = list->request->names;
    bool is_any = !names->count;
    for (size_t i = 0; i < names->count; i++) {
        const struct selection_word *word = &names->words[i];
        bool is_meant = word->count == 1 && part_means(word->parts[0], global->local) &&
                        (!word->module || selection_matches(word->module, global->module->name));
        list->has_named[i] |= is_meant;
        is_any |= is_meant;
    }
    return is_any;
}

/* Lists a global with its architectures and the number of builds in which its address is known. */
static void list_global(struct list *list, const struct global *global)
{
    if (!is_requested(list, global->file_index) || !is_named_global(list, global))
        return;
    if (list->request->is_json) {
        json_open(&list->form.json, '{');
        form_write_global_head(&list->form, global);
        form_write_addresses(&list->form, global);
        json_close(&list->form.json, '}');
        return;
    }
    struct buffer arches = {0};
    size_t count = 0;
    for (size_t a = 0; a < list->model->arch_count; a++) {
        count += global->on[a].count;
        if (global->on[a].count)
            buffer_format(&arches, "%s%s", arches.size ? " " : "", list->model->arches[a]->name);
    }
    const char *builds = arena_format(list->arena, "%zu build%s", count, count == 1 ? "" : "s");
    const char *on = arches.size ? buffer_take(&arches, list->arena) : "-";
    add_line(list, (struct line){{global->name, on, builds, file_name(list, global->file_index)}});
}

/* ---- Identities */

/* ---- The axis */

/* Returns a build as a version. A revision of 0 is left out: "10.0.10240". */
static const char *build_text(struct list *list, uint64_t version)
{
    struct buffer text = {0};
    if (version_part(version, 3))
        axis_write_version(&list->model->axis, version, &text);
    else
        axis_write_build(&list->model->axis, version, &text);
    return buffer_take(&text, list->arena);
}

/* Appends products to a list with commas. */
static void add_products(const char *const *products, struct buffer *text)
{
    for (; *products; products++)
        buffer_format(text, "%s%s", text->size ? ", " : "", *products);
}

static void list_release(struct list *list, const struct axis_release *release)
{
    const struct axis_point *points = list->model->axis.points + release->first_point;
    struct buffer products = {0}; /* the first point of a release stands for the release */
    add_products(release->products, &products);
    if (!release->point_count)
        add_line(list, (struct line){{release->name, "", "", buffer_take(&products, list->arena)}});
    for (size_t i = 0; i < release->point_count; i++) {
        add_products(points[i].products, &products);
        add_line(list, (struct line){{i ? "" : release->name, points[i].name, build_text(list, points[i].version),
                                      buffer_take(&products, list->arena)}});
    }
}

/* ---- The whole list */

static int compare_types(const void *left, const void *right)
{
    const struct type *a = *(const struct type *const *)left, *b = *(const struct type *const *)right;
    return strcmp(a->name, b->name);
}

static int compare_records(const void *left, const void *right)
{
    const struct record *a = *(const struct record *const *)left, *b = *(const struct record *const *)right;
    return strcmp(a->type->name, b->type->name);
}

static int compare_events(const void *left, const void *right)
{
    const struct event *a = *(const struct event *const *)left, *b = *(const struct event *const *)right;
    int order = strcmp(a->name, b->name);
    return order ? order : (a->name_span.begin > b->name_span.begin) - (a->name_span.begin < b->name_span.begin);
}

static int compare_globals(const void *left, const void *right)
{
    const struct global *a = *(const struct global *const *)left, *b = *(const struct global *const *)right;
    return strcmp(a->name, b->name);
}

/* Returns a sorted copy of a list of pointers. */
static const void *sort_pointers(struct list *list, const void *items, size_t count,
                                 int (*compare)(const void *, const void *))
{
    void *copy = arena_copy_array(list->arena, items, count, sizeof(void *));
    if (count)
        qsort(copy, count, sizeof(void *), compare);
    return copy;
}

static void list_part(struct list *list, enum list_part part)
{
    const struct model *model = list->model;
    const struct type *const *types = sort_pointers(list, model->types, model->type_count, compare_types);
    const struct record *const *records = sort_pointers(list, model->records, model->record_count, compare_records);
    const struct event *const *events = sort_pointers(list, model->events, model->event_count, compare_events);
    for (size_t i = 0; part == LIST_STRUCTS && i < model->type_count; i++)
        list_record(list, types[i]);
    for (size_t i = 0; part == LIST_ENUMS && i < model->type_count; i++)
        list_enumeration(list, types[i]);
    for (size_t i = 0; part == LIST_EVENTS && i < model->event_count; i++) {
        const struct event *event = events[i];
        if (!is_requested(list, event->file_index) || !is_named(list, event->name, NULL))
            continue;
        const char *file = file_name(list, event->file_index);
        const char *data = event->data ? event->data->type->name : NULL;
        if (!list->request->is_json) {
            add_line(list, (struct line){{event->name, data ? data : "-", set_text(list, event->versions), file}});
            continue;
        }
        struct json *json = &list->form.json;
        json_open(json, '{');
        form_write_event_head(&list->form, event);
        form_write_ranges(&list->form, "versions", event->versions);
        json_close(json, '}');
    }
    const struct global *const *globals = sort_pointers(list, model->globals, model->global_count, compare_globals);
    for (size_t i = 0; part == LIST_GLOBALS && i < model->global_count; i++)
        list_global(list, globals[i]);
    for (size_t i = 0; part == LIST_IDENTITIES && i < model->identity_count; i++) {
        /* List a build with its identity, such as its GUID and age. */
        const struct identity *identity = model->identities[i];
        const struct identity_numbers *numbers = &identity->numbers;
        if (list->request->is_json) {
            form_write_identity(&list->form, identity);
            continue;
        }
        const char *name = identity_has_name(numbers) ? identity_text(list->arena, numbers) : "-", *image = "-";
        if (numbers->has_image)
            image = arena_format(list->arena, "0x%08lX 0x%lX", (unsigned long)numbers->timestamp,
                                 (unsigned long)numbers->image_size);
        const char *module = *identity->module->name ? identity->module->name : "-";
        struct buffer version = {0};
        standing_write_version(&list->model->axis, identity->version, &version);
        add_line(list, (struct line){{name, image, module, identity->arch->name, buffer_take(&version, list->arena)}});
    }
    for (size_t i = 0; part == LIST_ARCHES && i < model->arch_count; i++) {
        const struct arch *arch = model->arches[i];
        const char *pointer = arena_format(list->arena, "%u-byte pointers", (unsigned)arch->pointer_size);
        add_line(list, (struct line){{arch->name, pointer, set_text(list, arch->versions)}});
    }
    for (size_t i = 0; part == LIST_VERSIONS && i < model->axis.release_count; i++)
        list_release(list, &model->axis.releases[i]);
    for (size_t i = 0; part == LIST_MEMBERS && i < model->record_count; i++)
        if (is_requested(list, records[i]->file_index) && is_named(list, records[i]->type->local, records[i]->type))
            list_members(list, records[i]);
}

static const struct {
    enum list_part part;
    const char *key; /* JSON key of the part; NULL: the part (axis, architectures) writes its own */
    const char *title;
} parts[] = {
    {LIST_STRUCTS, "structs", "structures"}, {LIST_ENUMS, "enums", "enumerations"},
    {LIST_EVENTS, "events", "events"},       {LIST_GLOBALS, "globals", "globals"},
    {LIST_MEMBERS, "members", "members"},    {LIST_IDENTITIES, "identities", "identities"},
    {LIST_ARCHES, NULL, "architectures"},    {LIST_VERSIONS, NULL, "versions"},
};

const struct selection_word *list_write(const struct list_request *request, struct buffer *out)
{
    struct list list = {.request = request, .model = request->model, .arena = request->model->arena, .out = out};
    size_t names = request->names->count, members = request->members->count;
    list.has_named = ARENA_ARRAY(list.arena, bool, names + members + 1);
    memset(list.has_named, 0, (names + members + 1) * sizeof *list.has_named);
    if (request->is_json)
        form_open(&list.form, list.model, "list", out);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (request->parts & parts[i].part) {
            struct json *json = &list.form.json;
            if (!list.request->is_json) {
                list_part(&list, parts[i].part);
                write_lines(&list, parts[i].title);
            } else if (parts[i].key) {
                json_member_open(json, parts[i].key, '[');
                list_part(&list, parts[i].part);
                json_close(json, ']');
            } else if (parts[i].part == LIST_ARCHES) {
                form_write_arches(&list.form);
            } else {
                form_write_axis(&list.form);
            }
        }
    if (request->is_json)
        form_close(&list.form);
    buffer_free(&list.lines);
    for (size_t i = 0; i < names + members; i++)
        if (!list.has_named[i])
            return i < names ? &request->names->words[i] : &request->members->words[i - names];
    return NULL;
}

const char *list_find_nearest(const struct list_request *request, const struct selection_word *word)
{
    const struct model *model = request->model;
    struct nearest nearest = {.wanted = word->text};
    bool is_member = false;
    for (size_t i = 0; i < request->members->count; i++)
        is_member |= word == &request->members->words[i];
    if (!is_member)
        nearest_consider_types(&nearest, model);
    for (size_t i = 0; !is_member && i < model->event_count; i++)
        nearest_consider(&nearest, model->events[i]->name);
    for (size_t i = 0; !is_member && i < model->global_count; i++)
        nearest_consider(&nearest, model->globals[i]->local);
    for (size_t i = 0; is_member && i < model->record_count; i++) {
        const struct record *record = model->records[i];
        for (size_t k = 0; k < record->member_count; k++) {
            const char *name = record->members[k]->name;
            nearest_consider(&nearest, word->count == 1 ? name : arena_format(model->arena, "%s.%s", record->type->name,
                                                                              name));
        }
    }
    return nearest.best && strcmp(nearest.best, word->text) != 0 ? nearest.best : NULL;
}
