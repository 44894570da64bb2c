#include "sparse/facts.h"

#include <stdlib.h>
#include <string.h>

#include "answer/standing.h"
#include "base/arena.h"
#include "base/diag.h"
#include "base/intern.h"
#include "front/load.h"
#include "model/clauses.h"
#include "model/model.h"
#include "sparse/numbers.h"
#include "spec/globals.h"

/* Images of one module for different processors, and the arches that specs have for them. */
static const struct {
    const char *module, *arch, *own;
} modules[] = {
    {"ntkrla57.exe", "x64", "x64la57"},
};

struct collector {
    const struct sparse_request *request;
    struct diags *diags;
    struct arena *arena;
    bool is_free;
    struct buffer members; /* list of struct fact_member */
    size_t **numbers;      /* by table and column: index of the member, or SIZE_MAX */
    struct map *largest;   /* record -> array of its largest sizes, one for each arch */
    struct buffer images;  /* list of struct fact_image */
    struct buffer builds;  /* list of struct fact_build */
    struct facts *facts;
};

/* ---- Modules */

/* True if a file such as ntoskrnl.exe is of a module, which may be named without the end of the file's name. */
static bool is_of_module(const char *file, const char *module)
{
    size_t length = strlen(module);
    return !strncmp(file, module, length) && (!file[length] || (file[length] == '.' && !strchr(module, '.')));
}

/* Returns the module of the specs that a name or a file's name means; NULL if there is none. */
static const struct module *find_module(const struct model *model, const char *name)
{
    bool is_first = !strcmp(name, "nt");
    for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
        is_first |= !strcmp(modules[i].module, name);
    for (size_t i = 0; i < model->module_count && !is_first; i++)
        if (*model->modules[i].name && is_of_module(name, model->modules[i].name))
            return &model->modules[i];
    return is_first ? model->modules : NULL;
}

/* Returns the module that the columns name before a `!`; NULL if they name none. Reports columns of other modules. */
static const struct module *find_named(const struct collector *collector)
{
    const struct sparse_request *request = collector->request;
    const struct module *named = NULL;
    const struct sparse_field *first = NULL;
    for (size_t i = 0; i < request->sheet_count; i++)
        for (size_t k = 0; k < request->sheets[i].field_count; k++) {
            const struct sparse_field *field = &request->sheets[i].fields[k];
            const struct module *module = field->module ? find_module(request->model, field->module) : NULL;
            if (field->module && !module)
                diag_report(collector->diags, DIAG_UNKNOWN_NAME, field->span,
                            "no module is called '%s', of which column '%s' is", field->module, field->name);
            if (!module || module == named)
                continue;
            if (named) {
                struct diag *diag =
                    diag_report(collector->diags, DIAG_CONTRADICTION, field->span,
                                "column '%s' is about another module than column '%s'", field->name, first->name);
                diag_help(diag, "--module %s takes only the columns of that module", named->name);
                continue;
            }
            named = module;
            first = field;
        }
    return named;
}

/* Returns the module whose structures the members are in: the one of --module, or of the columns, or of the first row,
 * if the specs have it; else the first one. */
static const struct module *choose_module(const struct collector *collector)
{
    const struct sparse_request *request = collector->request;
    const char *given = request->options->module;
    const struct module *module = given ? find_module(request->model, given) : NULL;
    if (!given && !collector->is_free)
        module = find_named(collector);
    for (size_t i = 0; i < request->sheet_count && !given && !module; i++)
        if (request->sheets[i].row_count && request->sheets[i].rows->module)
            module = find_module(request->model, request->sheets[i].rows->module);
    return module ? module : request->model->modules;
}

/* ---- Members */

/* Returns the member that a path names. If there is none, reports that and returns false. */
static bool check_path(struct collector *collector, const struct record *record, const struct sparse_field *field)
{
    const char *at = field->path;
    while (record) {
        size_t length = strcspn(at, ".");
        const char *name = arena_copy(collector->arena, at, length);
        const struct member *member = record_find_member(record, name);
        if (!member) {
            diag_report(collector->diags, DIAG_UNKNOWN_NAME, field->span,
                        "'%s' has no member '%s', which column '%s' is", record->type->name, name, field->name);
            return false;
        }
        if (!at[length])
            return true;
        const struct type *type = NULL;
        for (size_t i = 0; i < member->row_count; i++)
            type = member->rows[i]->type && !row_spelled(member->rows[i])->pointer_depth ? member->rows[i]->type : type;
        record = type && type->kind == TYPE_RECORD ? type->record : NULL;
        at += length + 1;
    }
    diag_report(collector->diags, DIAG_UNKNOWN_NAME, field->span, "'%s' leads through a member that is no structure",
                field->path);
    return false;
}

static size_t find_member(struct collector *collector, const struct sparse_field *field)
{
    const struct fact_member *members = (const void *)collector->members.data;
    size_t count = collector->members.size / sizeof *members;
    const char *record = field->global ? "" : field->record, *path = field->global ? field->global : field->path;
    for (size_t i = 0; i < count; i++)
        if (!strcmp(members[i].record_name, record) && !strcmp(members[i].path, path))
            return i;
    const struct module *module = collector->facts->module;
    const char *full = module == collector->request->model->modules
                           ? record
                           : arena_format(collector->arena, "%s!%s", module->name, record);
    struct fact_member member = {model_find_record(collector->request->model, full), record, path, field};
    if (member.record && member.record->type->original)
        diag_report(collector->diags, DIAG_NOT_FOLDED, field->span,
                    "'%s' is shared: its members can only be attested where it is declared", full);
    else if (!member.record && !collector->is_free && !field->global)
        diag_report(collector->diags, DIAG_UNKNOWN_NAME, field->span,
                    "no structure is called '%s', of which column '%s' is a member", full, field->name);
    else if (member.record && !check_path(collector, member.record, field))
        return SIZE_MAX;
    buffer_add(&collector->members, &member, sizeof member);
    return count;
}

/* Reports a column that is about the same member as an earlier one of its table. */
static void compare_columns(struct collector *collector, const struct sparse_sheet *sheet, const size_t *numbers,
                            size_t column)
{
    const struct sparse_field *field = &sheet->fields[column];
    for (size_t i = 0; i < column && numbers[column] != SIZE_MAX; i++) {
        if (numbers[i] != numbers[column] || sheet->fields[i].table != field->table)
            continue;
        const char *record = field->global ? "" : field->record;
        diag_note(diag_report(collector->diags, DIAG_DUPLICATE, field->span, "columns '%s' and '%s' are both %s%s%s",
                              sheet->fields[i].name, field->name, record, *record ? "." : "",
                              field->global ? field->global : field->path),
                  sheet->fields[i].span, "the first one");
        return;
    }
}

static void collect_members(struct collector *collector)
{
    const struct sparse_request *request = collector->request;
    collector->numbers = ARENA_ARRAY(collector->arena, size_t *, request->sheet_count);
    for (size_t i = 0; i < request->sheet_count; i++) {
        const struct sparse_sheet *sheet = &request->sheets[i];
        collector->numbers[i] = ARENA_ARRAY(collector->arena, size_t, sheet->field_count + 1);
        for (size_t k = 0; k < sheet->field_count; k++) {
            const struct sparse_field *field = &sheet->fields[k];
            bool is_other = field->module && !collector->is_free &&
                            find_module(request->model, field->module) != collector->facts->module;
            bool is_skipped = is_other || (!field->record && !field->global);
            collector->numbers[i][k] = is_skipped ? SIZE_MAX : find_member(collector, field);
            compare_columns(collector, sheet, collector->numbers[i], k);
        }
    }
}

/* ---- Images */

/* True if a row has a value in some column of a member. */
static bool has_values(const struct collector *collector, size_t sheet, const struct sparse_row *row)
{
    for (size_t i = 0; i < collector->request->sheets[sheet].field_count; i++)
        if (collector->numbers[sheet][i] != SIZE_MAX && row->values[i].kind != SPARSE_NOTHING)
            return true;
    return false;
}

static const struct arch *find_arch(struct collector *collector, const struct sparse_row *row)
{
    const struct model *model = collector->request->model;
    const char *name = row->arch;
    for (size_t i = 0; name && row->module && i < sizeof modules / sizeof *modules; i++)
        if (!strcmp(modules[i].module, row->module) && !strcmp(modules[i].arch, name))
            name = modules[i].own;
    const struct arch *arch = name ? model_find_arch(model, name) : NULL;
    if (!name)
        diag_help(diag_report(collector->diags, DIAG_UNKNOWN_NAME, row->span, "this row has no architecture"),
                  "--arch names that of all rows without one");
    else if (!arch)
        diag_report(collector->diags, DIAG_UNKNOWN_NAME, row->span, "no arch is called '%s'", name);
    return arch;
}

/* True if a module of a row is the one whose structures the members are in. Otherwise reports that. */
static bool is_own_module(const struct collector *collector, const struct sparse_row *row)
{
    const struct module *module = collector->facts->module;
    if (!row->module || collector->request->options->module || !*module->name ||
        find_module(collector->request->model, row->module) == module)
        return true;
    diag_help(diag_report(collector->diags, DIAG_CONTRADICTION, row->span, "this row is about '%s', not about %s",
                          row->module, module->name),
              "--module %s takes only the rows of that module", module->name);
    return false;
}

static void add_image(struct collector *collector, size_t sheet, const struct sparse_row *row)
{
    const struct axis *axis = &collector->request->model->axis;
    const char *module = collector->request->options->module;
    struct fact_image image = {.row = row, .sheet = sheet};
    struct version_range known;
    if ((module && row->module && !is_of_module(row->module, module)) || !has_values(collector, sheet, row)) {
        collector->facts->counts.skipped++;
        return;
    }
    image.arch = is_own_module(collector, row) ? find_arch(collector, row) : NULL;
    if (!image.arch)
        return;
    unsigned count = sparse_parse_versions(axis, row->version, &image.version);
    if (count != 1)
        diag_help(diag_report(collector->diags, DIAG_UNKNOWN_VERSION, row->span, "'%s' has %s in it", row->version,
                              count ? "several versions" : "no version"),
                  "a row is about one build with its revision, such as 10.0.19041.508 or 19041.508");
    else if (!axis_find(axis, version_text(collector->arena, image.version), &known) ||
             !version_set_contains(&image.arch->versions, image.version))
        diag_report(collector->diags, DIAG_UNKNOWN_VERSION, row->span, "the axis has no version %s on %s",
                    version_text(collector->arena, image.version), image.arch->name);
    else
        buffer_add(&collector->images, &image, sizeof image);
}

static int compare_images(const void *left, const void *right)
{
    const struct fact_image *a = left, *b = right;
    if (a->arch != b->arch)
        return a->arch->index < b->arch->index ? -1 : 1;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    if (a->sheet != b->sheet)
        return a->sheet < b->sheet ? -1 : 1;
    return (a->row > b->row) - (a->row < b->row);
}

/* ---- Values */

/* Returns the largest size of a structure on all architectures with the same size of pointers as `arch`. */
static uint32_t largest_size(const struct collector *collector, const struct record *record, const struct arch *arch)
{
    const struct model *model = collector->request->model;
    uint32_t *sizes = map_get(collector->largest, record);
    if (sizes)
        return sizes[arch->index];
    sizes = ARENA_ARRAY(collector->arena, uint32_t, model->arch_count);
    for (size_t i = 0; i < record->arch_count; i++)
        for (size_t k = 0; k < record->on[i].layout_count; k++)
            for (size_t a = 0; a < model->arch_count; a++)
                if (model->arches[i]->pointer_size == model->arches[a]->pointer_size &&
                    record->on[i].layouts[k].size != LAYOUT_UNKNOWN && record->on[i].layouts[k].size > sizes[a])
                    sizes[a] = record->on[i].layouts[k].size;
    map_set(collector->largest, record, sizes);
    return sizes[arch->index];
}

/* True if a value lies within the structure, or within half of the structure's size after its end. Otherwise reports
 * it. */
static bool is_within(const struct collector *collector, const struct fact_member *member,
                      const struct fact_image *image, struct sparse_value value)
{
    uint32_t size = member->record ? largest_size(collector, member->record, image->arch) : 0;
    uint32_t offset = member->field->is_bit ? value.number / 8 : value.number;
    if (value.kind == SPARSE_NUMBER && offset > INT32_MAX && !member->field->global) {
        diag_report(collector->diags, DIAG_NUMBER, image->row->span, "%s is at 0x%X by column '%s', past 0x%X",
                    member->path, (unsigned)offset, member->field->name, (unsigned)INT32_MAX);
        return false;
    }
    if (value.kind != SPARSE_NUMBER || !size || offset < size + size / 2)
        return true; // a structure may be larger in a build that nobody has looked at as a whole

    diag_report(collector->diags, DIAG_PAST_SIZE, image->row->span,
                "%s is at 0x%X by column '%s', but '%s' has at most 0x%X bytes", member->path, (unsigned)offset,
                member->field->name, member->record_name, (unsigned)size);
    return false;
}

/* Finds the place that the rows give to the member of a path, in bits. Returns false if they give none. */
static bool find_place(struct arena *arena, const struct record *record, const struct arch *arch, uint64_t version,
                       const char *path, uint64_t *place)
{
    *place = 0;
    for (const char *at = path;; at += strcspn(at, ".") + 1) {
        const struct layout *layout = record_layout_at(record, arch, version);
        const struct member *member = record_find_member(record, arena_copy(arena, at, strcspn(at, ".")));
        const struct layout_member *entry = layout && member ? layout_find(layout, member) : NULL;
        if (!entry || entry->offset == LAYOUT_UNKNOWN)
            return false;
        *place += (uint64_t)entry->offset * 8 + (entry->width && entry->bit != BIT_UNKNOWN ? entry->bit : 0);
        if (!at[strcspn(at, ".")])
            return true;
        if (!entry->row->type || entry->row->type->kind != TYPE_RECORD)
            return false;
        record = entry->row->type->record;
    }
}

/* Compares a value with the rows of a version that is attested as a whole. If they contradict each other, reports that
 * and returns false. */
static bool agrees_with_rows(const struct collector *collector, const struct fact_member *member,
                             const struct fact_image *image, struct sparse_value value)
{
    const struct record_on *on = &member->record->on[image->arch->index];
    uint64_t place, said = (uint64_t)value.number * (member->field->is_bit ? 1 : 8);
    if (!on->exists || !evidence_has(on->evidence, image->version))
        return true;
    bool is_there = find_place(collector->arena, member->record, image->arch, image->version, member->path, &place);
    if (is_there ? value.kind == SPARSE_NUMBER && place == said : value.kind == SPARSE_ABSENT)
        return true;
    collector->facts->counts.contradictions++;
    struct diag *diag = diag_report(collector->diags, DIAG_CONTRADICTION, image->row->span,
                                    "column '%s' has %s.%s elsewhere than the spec does in %s on %s, which is attested",
                                    member->field->name, member->record_name, member->path,
                                    version_text(collector->arena, image->version), image->arch->name);
    diag_note(diag, member->record->type->span, "the structure");
    return false;
}

static bool same_value(struct sparse_value a, struct sparse_value b)
{
    return a.kind == b.kind && a.number == b.number;
}

/* Adds the values of an image to its build. Values that contradict each other are reported. Returns false if the build
 * had all of them. */
static bool add_values(struct collector *collector, const struct fact_image *image, struct fact_build *build)
{
    bool is_new = false;
    const struct fact_member *members = (const void *)collector->members.data;
    const size_t *numbers = collector->numbers[image->sheet];
    for (size_t i = 0; i < collector->request->sheets[image->sheet].field_count; i++) {
        struct sparse_value value = image->row->values[i];
        if (numbers[i] == SIZE_MAX || value.kind == SPARSE_NOTHING)
            continue;
        const struct fact_member *member = &members[numbers[i]];
        struct sparse_value *known = &build->values[numbers[i]];
        is_new |= !same_value(*known, value);
        if (known->kind != SPARSE_NOTHING && !same_value(*known, value)) {
            struct diag *diag = diag_report(collector->diags, DIAG_CONTRADICTION, image->row->span,
                                            "two rows say where %s%s%s is in %s on %s", member->record_name,
                                            *member->record_name ? "." : "", member->path,
                                            version_text(collector->arena, image->version), image->arch->name);
            diag_note(diag, build->row->span, "the other one");
        } else if (known->kind != SPARSE_NOTHING ||
                   (is_within(collector, member, image, value) &&
                    (!member->record || agrees_with_rows(collector, member, image, value)))) {
            collector->facts->counts.members += known->kind == SPARSE_NOTHING;
            *known = value;
        }
    }
    return is_new;
}

static bool same_numbers(const struct identity_numbers *a, const struct identity_numbers *b)
{
    return !identity_compare_pdbs(a, b) && !identity_compare_images(a, b);
}

/* Makes builds of the sorted images. */
static void join_images(struct collector *collector)
{
    const struct fact_image *images = (const void *)collector->images.data;
    size_t count = collector->images.size / sizeof *images, repeated = 0;
    size_t member_count = collector->members.size / sizeof(struct fact_member);
    for (size_t i = 0; i < count; i++) {
        bool goes_on = i && images[i - 1].arch == images[i].arch && images[i - 1].version == images[i].version;
        if (!goes_on) {
            struct fact_build build = {images[i].arch, images[i].version,
                                       ARENA_ARRAY(collector->arena, struct sparse_value, member_count), images[i].row};
            buffer_add(&collector->builds, &build, sizeof build);
        }
        struct fact_build *build =
            &((struct fact_build *)(void *)(collector->builds.data + collector->builds.size))[-1];
        if (!add_values(collector, &images[i], build) && goes_on &&
            same_numbers(&images[i - 1].row->numbers, &images[i].row->numbers))
            repeated++;
    }
    facts_identify(collector->request, images, count, collector->facts);
    collector->facts->counts.images = count - repeated;
    collector->facts->counts.repeated = repeated;
}

bool facts_collect(const struct sparse_request *request, bool is_free, struct facts *facts)
{
    struct collector collector = {.request = request,
                                  .diags = request->program->diags,
                                  .arena = request->program->arena,
                                  .is_free = is_free,
                                  .largest = map_new(request->program->arena),
                                  .facts = facts};
    size_t errors = diags_error_count(collector.diags);
    *facts = (struct facts){.module = choose_module(&collector)};
    collect_members(&collector);
    for (size_t i = 0; i < request->sheet_count; i++)
        for (size_t k = 0; k < request->sheets[i].row_count; k++)
            add_image(&collector, i, &request->sheets[i].rows[k]);
    if (collector.images.size)
        qsort(collector.images.data, collector.images.size / sizeof(struct fact_image), sizeof(struct fact_image),
              compare_images);
    join_images(&collector);
    facts->member_count = collector.members.size / sizeof *facts->members;
    facts->members =
        arena_copy_array(collector.arena, collector.members.data, facts->member_count, sizeof *facts->members);
    facts->build_count = collector.builds.size / sizeof *facts->builds;
    facts->builds = arena_copy_array(collector.arena, collector.builds.data, facts->build_count, sizeof *facts->builds);
    buffer_free(&collector.members);
    buffer_free(&collector.images);
    buffer_free(&collector.builds);
    return diags_error_count(collector.diags) == errors + facts->counts.contradictions;
}

void facts_list_globals(const struct facts *facts, struct buffer *out)
{
    for (size_t k = 0; k < facts->member_count; k++)
        for (size_t i = 0; i < facts->build_count && !*facts->members[k].record_name; i++) {
            const struct fact_build *build = &facts->builds[i];
            const struct seen_address seen = {.name = facts->members[k].path,
                                              .arch = build->arch,
                                              .version = build->version,
                                              .address = build->values[k].number,
                                              .origin = "a row of the table",
                                              .span = build->row->span};
            if (build->values[k].kind == SPARSE_ABSENT || (build->values[k].kind == SPARSE_NUMBER && seen.address))
                buffer_add(out, &seen, sizeof seen);
        }
}

const char *facts_module(const struct sparse_request *request, const struct facts *facts)
{
    const struct module *first = request->model->modules;
    const char *given = request->options->module;
    if (facts->module != first)
        return facts->module->name;
    return given && find_module(request->model, given) != first
               ? arena_copy(request->program->arena, given, strcspn(given, "."))
               : NULL;
}
