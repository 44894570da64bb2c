/*
 * The trees of generated headers: their points and grades. The structures of a file share a tree. A structure has a
 * tree of its own if it has `attest` lines of its own, or if no such lines hold for it.
 */
#include <string.h>

#include "answer/standing.h"
#include "base/buffer.h"
#include "render/context_parts.h"
#include "render/names.h"
#include "render/timeline.h"

/* The evidence of a file by index of arch, each NULL if the file has none; and the name of its tree in C. */
struct sources {
    const struct evidence **items;
    const char *name;
};

static struct value take_comment(const struct render *render, struct buffer *text)
{
    struct value value = value_string(arena_copy(render->arena, text->data, text->size), text->size);
    buffer_clear(text);
    return value;
}

static struct value kernels_value(const struct render *render)
{
    const struct axis *axis = &render->model->axis;
    struct list *list = list_new(render->arena);
    struct buffer comment = {0};
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        if (!point->kernel)
            continue;
        struct object *object = context_object(render, SHAPE_SIGHTING);
        buffer_format(&comment, "%s runs the kernel of ", point->name);
        axis_write_from(axis, point->kernel, &comment);
        object->values[SIGHTING_FIRST] = context_hex(render, point->version & ~UINT64_C(0xFFFF));
        object->values[SIGHTING_END] = context_hex(render, point->kernel);
        object->values[SIGHTING_COMMENT] = take_comment(render, &comment);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&comment);
    return value_list(list);
}

/* Returns a count, or null for 0: C has no arrays of 0 elements. */
static struct value count_value(size_t count)
{
    return count ? value_integer((int64_t)count) : value_null();
}

/* Returns the pairs of major and minor numbers, each with the lines of its points. */
static struct value segments_value(const struct render *render, const struct timeline *timeline)
{
    struct list *list = list_new(render->arena);
    struct buffer text = {0};
    for (size_t i = 0; i < timeline->point_count;) {
        const struct point *first = &timeline->points[i];
        struct object *object = context_object(render, SHAPE_SEGMENT);
        object->values[SEGMENT_VERSION] = context_hex(render, plan_target(first->arch, first->version) >> 32);
        object->values[SEGMENT_FIRST] = value_integer((int64_t)i + 1);
        object->values[SEGMENT_COMMENT] =
            value_text(arena_format(render->arena, "%s %u.%u", first->arch->name, version_part(first->version, 0),
                                    version_part(first->version, 1)));
        for (; i < timeline->point_count && timeline->points[i].arch == first->arch &&
               timeline->points[i].version >> 32 == first->version >> 32;
             i++)
            buffer_format(&text, "0x%llX, ", (unsigned long long)(timeline->points[i].version & UINT32_MAX));
        object->values[SEGMENT_POINTS] = context_wrap(render, text.data, text.size - 1, strlen("    "));
        buffer_clear(&text);
        list_add(render->arena, list, value_object(object));
    }
    buffer_free(&text);
    return value_list(list);
}

/* Sets for each architecture the number of segments up to its last one. Architectures ascend in the points. */
static void set_arches(const struct render *render, const struct timeline *timeline, struct object *object)
{
    struct buffer text = {0};
    uint64_t last = 0, segments = 0, next = 0;
    for (size_t i = 0; i < timeline->point_count; i++) {
        const struct point *point = &timeline->points[i];
        uint64_t arch = plan_arch_number(point->arch), segment = plan_target(point->arch, point->version) >> 32;
        for (; next < arch; next++)
            buffer_format(&text, "%llu, ", (unsigned long long)segments);
        segments += segment != last;
        last = segment;
    }
    buffer_format(&text, "%llu,", (unsigned long long)segments);
    object->values[EVIDENCE_ARCHES] = context_wrap(render, text.data, text.size, strlen("    "));
    object->values[EVIDENCE_ARCH_COUNT] = value_integer((int64_t)next + 1);
    buffer_free(&text);
}

/* Returns the grades of the coarse positions, as lines. The first two are for versions before all points. */
static struct value grades_value(const struct render *render, const struct timeline *timeline)
{
    struct buffer text = {0};
    buffer_add_char(&text, '0' + STRATA_EXTRAPOLATED);
    buffer_add_char(&text, '0' + STRATA_EXTRAPOLATED);
    for (size_t i = 0; i < timeline->coarse_count; i++) {
        const struct point *point = &timeline->coarse[i];
        buffer_add_char(&text, timeline_grade(timeline, point->arch, point->at));
        buffer_add_char(&text, timeline_grade(timeline, point->arch, point->after));
    }
    struct value value = context_letters(render, text.data, text.size);
    buffer_free(&text);
    return value;
}

/* Returns the coarse position of each point; null if all points are coarse. */
static struct value coarse_value(const struct render *render, const struct timeline *timeline)
{
    struct buffer text = {0};
    if (timeline->points == timeline->coarse)
        return value_null();
    buffer_add_text(&text, "0, ");
    for (size_t i = 0; i < timeline->point_count; i++)
        buffer_format(&text, "%zu, ", timeline_find_coarse(timeline, &timeline->points[i]));
    struct value value = context_wrap(render, text.data, text.size - 1, strlen("    "));
    buffer_free(&text);
    return value;
}

/* Returns the hash of the points of a tree; null in a bundle, which always contains the tree of its structures. */
static struct value mark_value(const struct render *render, const struct timeline *timeline)
{
    return render->bases ? context_hex(render, timeline->mark) : value_null();
}

static struct value tree_value(const struct render *render, const struct timeline *timeline, const char *name)
{
    struct object *object = context_object(render, SHAPE_EVIDENCE);
    bool has_seen = false;
    for (size_t i = 0; i < render->model->arch_count; i++)
        has_seen |= timeline->evidence[i] && timeline->evidence[i]->seen_count;
    struct value kernels = has_seen ? kernels_value(render) : value_list(list_new(render->arena));
    object->values[EVIDENCE_NAME] = value_text(name);
    object->values[EVIDENCE_MARK] = mark_value(render, timeline);
    object->values[EVIDENCE_SEGMENTS] = segments_value(render, timeline);
    object->values[EVIDENCE_SEGMENT_COUNT] = value_integer((int64_t)object->values[EVIDENCE_SEGMENTS].list->count);
    set_arches(render, timeline, object);
    object->values[EVIDENCE_POINT_COUNT] = value_integer((int64_t)timeline->point_count + 1);
    object->values[EVIDENCE_GRADES] = grades_value(render, timeline);
    object->values[EVIDENCE_COARSE] = coarse_value(render, timeline);
    object->values[EVIDENCE_KERNELS] = kernels;
    object->values[EVIDENCE_KERNEL_COUNT] = count_value(2 * kernels.list->count);
    return value_object(object);
}

/* Returns the name of a file's tree in C. In a bundle it has the number of the file instead of its path. */
static const char *file_name(const struct render *render, size_t file_index)
{
    if (!render->bases)
        return arena_format(render->arena, "%sevidence_%zu", render->prefix, file_index);
    return arena_format(render->arena, "%sevidence_%s", render->prefix,
                        names_in_c(render->arena, render->bases[file_index]));
}

/* Finds the evidence that a file itself states. Returns false if there is none. */
static bool find_file_sources(const struct render *render, size_t file_index, struct sources *sources)
{
    const struct model *model = render->model;
    bool any = false;
    sources->items = ARENA_ARRAY(render->arena, const struct evidence *, model->arch_count);
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct evidence *evidence = model->evidence[file_index * model->arch_count + i];
        if (!evidence || evidence->file_index != file_index)
            continue;
        sources->items[i] = evidence;
        any |= evidence->seen_count || evidence->documented.count;
    }
    sources->name = any ? file_name(render, file_index) : NULL;
    return any;
}

/* Returns the index of the file whose evidence holds for a record; EVIDENCE_OWN if there is no such file. */
static size_t home_of(const struct render *render, const struct record *record)
{
    struct sources sources;
    for (size_t i = 0; i < record->arch_count; i++) {
        const struct evidence *evidence = record->on[i].exists ? record->on[i].evidence : NULL;
        size_t home = evidence ? evidence->file_index : EVIDENCE_OWN;
        if (home != EVIDENCE_OWN && find_file_sources(render, home, &sources))
            return home;
    }
    return EVIDENCE_OWN;
}

void context_find_timelines(struct render *render)
{
    const struct model *model = render->model;
    size_t count = model->program->file_count;
    const struct record **records = ARENA_ARRAY(render->arena, const struct record *, model->record_count);
    size_t *homes = ARENA_ARRAY(render->arena, size_t, model->record_count);
    bool *is_needed = ARENA_ARRAY(render->arena, bool, count);
    render->timelines = ARENA_ARRAY(render->arena, const struct timeline *, count);
    for (size_t i = 0; i < model->record_count; i++) {
        homes[i] = home_of(render, model->records[i]);
        if (homes[i] != EVIDENCE_OWN && choice_has(render->choice, model->records[i]))
            is_needed[homes[i]] = true;
    }
    for (size_t f = 0; f < count; f++) {
        struct sources sources;
        size_t used = 0;
        for (size_t i = 0; is_needed[f] && i < model->record_count; i++)
            if (homes[i] == f)
                records[used++] = model->records[i];
        if (is_needed[f] && find_file_sources(render, f, &sources))
            render->timelines[f] = timeline_new(render, sources.items, records, used);
    }
}

struct value context_evidences(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    bool every = file_index == CONTEXT_EVERY_FILE;
    size_t count = render->model->program->file_count;
    for (size_t i = every ? 0 : file_index; i < (every ? count : file_index + 1); i++)
        if (render->timelines[i])
            list_add(render->arena, list, tree_value(render, render->timelines[i], file_name(render, i)));
    return value_list(list);
}

static const char *own_name(const struct render *render, const struct plan *plan)
{
    return arena_format(render->arena, "%s%s_evidence", render->prefix, plan->name);
}

void context_evidence(const struct render *render, const struct plan *plan, struct object *object)
{
    const struct record *record = plan->record;
    size_t home = home_of(render, record);
    const struct timeline *timeline = home == EVIDENCE_OWN ? NULL : render->timelines[home];
    const char *name = timeline ? file_name(render, home) : own_name(render, plan);
    if (!timeline) {
        const struct evidence **items = ARENA_ARRAY(render->arena, const struct evidence *, record->arch_count);
        for (size_t i = 0; i < record->arch_count; i++)
            items[i] = record->on[i].exists ? record->on[i].evidence : NULL;
        timeline = timeline_new(render, items, &record, 1);
        object->values[RECORD_OWN_EVIDENCE] = tree_value(render, timeline, name);
    }
    object->values[RECORD_EVIDENCE] = value_text(name);
    object->values[RECORD_POINTS_MARK] =
        home == EVIDENCE_OWN || !render->timelines[home] ? value_null() : mark_value(render, timeline);
    context_answers(render, plan, timeline, object);
}

/* ---- Identities */

/* True if a file has an identity, and the arch of the identity is chosen. CONTEXT_EVERY_FILE has the identities of the
 * chosen module only. */
static bool has_identity(const struct render *render, size_t file_index, const struct identity *identity)
{
    const struct source *source = source_find(render->model->program->sources, identity->decl->span.begin);
    return choice_has_arch(render->choice, identity->arch) &&
           (file_index == CONTEXT_EVERY_FILE ? identity->module == choice_find_module(render->choice)
                                             : render->model->program->files[file_index].ast->source == source);
}

bool context_has_identities(const struct render *render, size_t file_index)
{
    for (size_t i = 0; i < render->model->identity_count; i++)
        if (has_identity(render, file_index, render->model->identities[i]))
            return true;
    return false;
}

static struct value guid_value(const struct render *render, const struct identity_numbers *numbers)
{
    struct buffer text = {0};
    for (size_t i = 0; i < IDENTITY_GUID_SIZE; i++)
        buffer_format(&text, "%s0x%02X", i ? ", " : "", numbers->guid[i]);
    struct value value = take_comment(render, &text);
    buffer_free(&text);
    return value;
}

static void add_identity(const struct render *render, const struct identity *identity, struct list *list)
{
    const struct identity_numbers as_pdb = identity_as_pdb(&identity->numbers), *numbers = &as_pdb;
    struct object *object = context_object(render, SHAPE_IDENTITY);
    const char *version = axis_version_text(render->arena, &render->model->axis, identity->version);
    object->values[IDENTITY_GUID] = guid_value(render, numbers);
    object->values[IDENTITY_AGE] = value_integer(numbers->age);
    object->values[IDENTITY_TIMESTAMP] = context_hex(render, numbers->timestamp);
    object->values[IDENTITY_IMAGE_SIZE] = context_hex(render, numbers->image_size);
    object->values[IDENTITY_TARGET] = context_hex(render, plan_target(identity->arch, identity->version));
    object->values[IDENTITY_COMMENT] =
        value_text(arena_format(render->arena, "%s %s", identity->arch->name, version));
    list_add(render->arena, list, value_object(object));
}

struct value context_identity(const struct render *render, size_t file_index)
{
    struct object *object = context_file(render, file_index, "_identity");
    struct list *list = list_new(render->arena);
    for (size_t i = 0; i < render->model->identity_count; i++)
        if (has_identity(render, file_index, render->model->identities[i]))
            add_identity(render, render->model->identities[i], list);
    object->values[FILE_IDENTITIES] = value_list(list);
    object->values[FILE_IDENTITY_COUNT] = count_value(list->count);
    object->values[FILE_IDENTITIES_NAME] = value_text(
        render->bases ? arena_format(render->arena, "%sidentities_%s", render->prefix,
                                     names_in_c(render->arena, render->bases[file_index]))
                      : arena_format(render->arena, "%sidentities", render->prefix));
    return value_object(object);
}
