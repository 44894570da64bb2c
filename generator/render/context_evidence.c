/*
 * The versions that somebody has looked at, for generated headers. The structures of a file share one list; a structure
 * with `attest` lines of its own, or without any that hold for it, has a list of its own.
 */
#include "answer/standing.h"
#include "base/buffer.h"
#include "render/context_parts.h"
#include "render/names.h"

/* The evidence of one list, by index of arch; NULL where there is none. */
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

static struct object *add_sighting(const struct render *render, struct list *list, uint64_t first, uint64_t end,
                                   struct buffer *comment)
{
    struct object *object = context_object(render, SHAPE_SIGHTING);
    object->values[SIGHTING_FIRST] = context_hex(render, first);
    object->values[SIGHTING_END] = context_hex(render, end);
    object->values[SIGHTING_COMMENT] = take_comment(render, comment);
    list_add(render->arena, list, value_object(object));
    return object;
}

/* Adds the builds that have attested revisions, each with these. `*count` is the number of revisions. */
static void add_builds(const struct render *render, const struct arch *arch, const struct evidence *evidence,
                       struct list *list, size_t *count)
{
    struct buffer comment = {0}, revisions = {0};
    for (size_t i = 0, next; i < evidence->seen_count; i = next) {
        uint64_t build = evidence->seen[i] >> 16;
        for (next = i; next < evidence->seen_count && evidence->seen[next] >> 16 == build; next++)
            buffer_format(&revisions, "%s%u,", next > i ? " " : "", version_part(evidence->seen[next], 3));
        *count += next - i;
        buffer_format(&comment, "%s %u.%u.%u", arch->name, version_part(build << 16, 0), version_part(build << 16, 1),
                      version_part(build << 16, 2));
        struct object *added = add_sighting(render, list, plan_target(arch, build << 16), *count, &comment);
        added->values[SIGHTING_REVISIONS] = take_comment(render, &revisions);
    }
    buffer_free(&comment);
    buffer_free(&revisions);
}

static void add_documented(const struct render *render, const struct arch *arch, const struct evidence *evidence,
                           struct list *list)
{
    struct buffer comment = {0};
    for (size_t i = 0; i < evidence->documented.count; i++) {
        struct version_range range = evidence->documented.ranges[i];
        buffer_format(&comment, "%s ", arch->name);
        axis_write_range(&render->model->axis, range, &comment);
        add_sighting(render, list, plan_target(arch, range.from), plan_target(arch, range.to), &comment);
    }
    buffer_free(&comment);
}

static void add_kernels(const struct render *render, struct list *list)
{
    const struct axis *axis = &render->model->axis;
    struct buffer comment = {0};
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        if (!point->kernel)
            continue;
        buffer_format(&comment, "%s runs the kernel of ", point->name);
        axis_write_from(axis, point->kernel, &comment);
        add_sighting(render, list, point->version & ~UINT64_C(0xFFFF), point->kernel, &comment);
    }
    buffer_free(&comment);
}

/* Returns a count, or null for 0: C has no arrays of 0 elements. */
static struct value count_value(size_t count)
{
    return count ? value_integer((int64_t)count) : value_null();
}

static struct value make_list(const struct render *render, const struct sources *sources)
{
    struct list *builds = list_new(render->arena), *documented = list_new(render->arena);
    size_t seen_count = 0;
    struct list *kernels = list_new(render->arena);
    for (size_t i = 0; i < render->model->arch_count; i++) {
        if (!sources->items[i] || !choice_has_arch(render->choice, render->model->arches[i]))
            continue;
        add_builds(render, render->model->arches[i], sources->items[i], builds, &seen_count);
        add_documented(render, render->model->arches[i], sources->items[i], documented);
    }
    if (seen_count)
        add_kernels(render, kernels);
    struct object *object = context_object(render, SHAPE_EVIDENCE);
    object->values[EVIDENCE_NAME] = value_text(sources->name);
    object->values[EVIDENCE_BUILDS] = value_list(builds);
    object->values[EVIDENCE_BUILD_COUNT] = count_value(builds->count);
    object->values[EVIDENCE_SEEN_COUNT] = count_value(seen_count);
    object->values[EVIDENCE_DOCUMENTED] = value_list(documented);
    object->values[EVIDENCE_DOCUMENTED_COUNT] = count_value(2 * documented->count);
    object->values[EVIDENCE_KERNELS] = value_list(kernels);
    object->values[EVIDENCE_KERNEL_COUNT] = count_value(2 * kernels->count);
    return value_object(object);
}

/* Returns the name of a file's list. A bundle has no names of files in it. */
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

/* Returns the index of the file whose list holds for a record, or EVIDENCE_OWN. */
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

struct value context_evidences(const struct render *render, size_t file_index)
{
    struct list *list = list_new(render->arena);
    bool every = file_index == CONTEXT_EVERY_FILE;
    size_t count = render->model->program->file_count;
    bool *is_needed = ARENA_ARRAY(render->arena, bool, count);
    for (size_t i = 0; every && i < render->model->record_count; i++) {
        const struct record *record = render->model->records[i];
        size_t home = choice_has(render->choice, record) ? home_of(render, record) : EVIDENCE_OWN;
        if (home != EVIDENCE_OWN)
            is_needed[home] = true;
    }
    for (size_t i = every ? 0 : file_index; i < (every ? count : file_index + 1); i++) {
        struct sources sources;
        if ((!every || is_needed[i]) && find_file_sources(render, i, &sources))
            list_add(render->arena, list, make_list(render, &sources));
    }
    return value_list(list);
}

static const char *own_name(const struct render *render, const struct plan *plan)
{
    return arena_format(render->arena, "%s%s_evidence", render->prefix, plan->name);
}

struct value context_own_evidence(const struct render *render, const struct plan *plan)
{
    const struct record *record = plan->record;
    if (home_of(render, record) != EVIDENCE_OWN)
        return value_null();
    struct sources sources = {ARENA_ARRAY(render->arena, const struct evidence *, record->arch_count),
                              own_name(render, plan)};
    for (size_t i = 0; i < record->arch_count; i++)
        sources.items[i] = record->on[i].exists ? record->on[i].evidence : NULL;
    return make_list(render, &sources);
}

struct value context_evidence_name(const struct render *render, const struct plan *plan)
{
    size_t home = home_of(render, plan->record);
    return value_text(home == EVIDENCE_OWN ? own_name(render, plan) : file_name(render, home));
}

/* ---- Identities */

/* True if an identity stands in a file, and its arch is chosen. All files together have those of one module. */
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
