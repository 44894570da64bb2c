#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "base/lookup.h"
#include "front/lacks.h"
#include "model/evidence.h"
#include "model/resolve.h"

/* Extends attested versions. If somebody looked at a point, that counts for all versions up to the next point. After
 * the last point it counts for the point's own build only, because the next change is unknown. */
static struct version_set end_with_build(struct resolver *resolver, struct version_set seen)
{
    const struct axis *axis = &resolver->model->axis;
    if (!seen.count)
        return seen;
    uint64_t end = seen.ranges[seen.count - 1].to;
    size_t i = axis->point_count;
    while (i > 0 && axis->points[i - 1].version >= end)
        i--;
    if (!i || !version_set_contains(&seen, axis->points[i - 1].version))
        return seen;
    return version_set_intersect(
        resolver->arena, seen,
        version_set_range(resolver->arena, 0, (axis->points[i - 1].version | 0xFFFF) + 1));
}

/* The versions of `attest` lines while they are collected. */
struct looks {
    struct buffer seen;   /* full builds, as uint64_t */
    struct buffer builds; /* builds of which somebody saw some revision, as uint64_t */
    struct version_list documented;
};

/* Collections of versions: those of all lines, and those of lines whose kind of files has enumerations. */
enum { LOOKS_OF_ALL, LOOKS_OF_ENUMS, LOOKS_COUNT };

/* Adds the versions of an `attest` line to the first `count` collections. Builds that the line names one by one count
 * as single versions. For any other range, the points in it count. */
static void add_attested(struct resolver *resolver, const struct ast_decl *decl, struct looks *looks, size_t count)
{
    struct ast_set rest = *decl->set;
    struct ast_range *kept = NULL, **end = &kept;
    for (const struct ast_range *range = decl->set->included; range; range = range->next) {
        uint64_t version;
        unsigned parts;
        bool single = range->from && range->from == range->to;
        if (single && axis_parse(&resolver->module->axis, range->from, &version, &parts) && parts >= 3) {
            struct version_range known;
            if (axis_find(&resolver->module->axis, range->from, &known)) {
                for (size_t i = 0; i < count; i++)
                    buffer_add(parts == 4 ? &looks[i].seen : &looks[i].builds, &version, sizeof version);
                continue;
            }
        }
        *end = ARENA_NEW(resolver->arena, struct ast_range);
        **end = *range;
        (*end)->next = NULL;
        end = &(*end)->next;
    }
    rest.included = kept;
    struct version_set named = end_with_build(resolver, resolve_set(resolver, &rest, decl, NULL));
    for (size_t i = 0; i < count; i++)
        version_list_add_set(&looks[i].documented, named);
}

/* Returns all versions of an evidence: the documented ones, and the single versions that somebody has seen. */
static struct version_set with_seen(struct resolver *resolver, const struct evidence *evidence)
{
    struct version_list all = {0};
    version_list_add_set(&all, evidence->documented);
    for (size_t i = 0; i < evidence->seen_count; i++)
        version_list_add(&all, evidence->seen[i], evidence->seen[i] + 1);
    return version_list_take(&all, resolver->arena);
}

/* Adds the builds of which somebody saw some revision to the documented versions. If revisions of a build are known,
 * another one that is not says no more. */
static void add_builds(struct looks *looks)
{
    const uint64_t *builds = (const void *)looks->builds.data, *seen = (const void *)looks->seen.data;
    for (size_t i = 0; i < looks->builds.size / sizeof *builds; i++) {
        bool is_known = false;
        for (size_t k = 0; k < looks->seen.size / sizeof *seen && !is_known; k++)
            is_known = seen[k] >> 16 == builds[i] >> 16;
        if (!is_known)
            version_list_add(&looks->documented, builds[i], (builds[i] | 0xFFFF) + 1);
    }
    buffer_free(&looks->builds);
}

/* Makes evidence of a collection of versions, and empties it. */
static struct evidence *take_looks(struct resolver *resolver, struct looks *looks, size_t file_index)
{
    struct evidence *evidence = ARENA_NEW(resolver->arena, struct evidence);
    size_t count = looks->seen.size / sizeof(uint64_t);
    uint64_t *seen = arena_copy_array(resolver->arena, looks->seen.data, count, sizeof *seen);
    *evidence = (struct evidence){.axis = &resolver->module->axis, .seen = seen, .file_index = file_index};
    evidence->seen_count = version_sort(seen, count);
    add_builds(looks);
    evidence->documented = version_list_take(&looks->documented, resolver->arena);
    buffer_free(&looks->seen);
    return evidence;
}

/* Takes the evidence of both collections. `leaves_out`: they differ. */
static struct attested take_attested(struct resolver *resolver, struct looks *looks, size_t file_index, bool any,
                                     bool leaves_out)
{
    struct evidence *evidence = take_looks(resolver, &looks[LOOKS_OF_ALL], file_index), *of_enums = evidence;
    if (leaves_out) {
        of_enums = take_looks(resolver, &looks[LOOKS_OF_ENUMS], file_index);
        of_enums->leaves_out = true;
    }
    return (struct attested){evidence, of_enums, with_seen(resolver, evidence), any, true};
}

/* True if the kind of files that an `attest` line names has enumerations. */
static bool attests_enums(const struct ast_decl *decl)
{
    const struct ast_clause *by = ast_clause_find(decl, AST_BY);
    return !by || !source_lacks(by->text, SOURCE_LACKS_ENUMS);
}

/* Returns the versions that all `attest` lines in a list of declarations name for an arch. */
static struct attested attested_in(struct resolver *resolver, const struct ast_decl *decls, size_t file_index,
                                   const struct arch *arch)
{
    struct looks looks[LOOKS_COUNT] = {0};
    bool any = false, leaves_out = false;
    for (const struct ast_decl *decl = decls; decl; decl = decl->next)
        if (decl->kind == AST_ATTEST)
            leaves_out |= !attests_enums(decl);
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        if (decl->kind != AST_ATTEST)
            continue;
        const struct arch *named = decl->name ? model_find_arch(resolver->model, decl->name) : arch;
        if (!named)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'",
                          decl->name);
        if (named == arch)
            add_attested(resolver, decl, looks, leaves_out && attests_enums(decl) ? LOOKS_COUNT : LOOKS_OF_ENUMS);
        any = true;
    }
    return take_attested(resolver, looks, file_index, any, leaves_out);
}

/* Adds the versions of an evidence to those that are collected. */
static void add_evidence(struct looks *looks, const struct evidence *evidence)
{
    buffer_add(&looks->seen, evidence->seen, evidence->seen_count * sizeof *evidence->seen);
    version_list_add_set(&looks->documented, evidence->documented);
}

/* Joins what the lines of two files attest. */
static struct attested join_attested(struct resolver *resolver, const struct attested *one,
                                     const struct attested *other, size_t file_index)
{
    struct looks looks[LOOKS_COUNT] = {0};
    bool leaves_out = one->of_enums != one->evidence || other->of_enums != other->evidence;
    add_evidence(&looks[LOOKS_OF_ALL], one->evidence);
    add_evidence(&looks[LOOKS_OF_ALL], other->evidence);
    if (leaves_out) {
        add_evidence(&looks[LOOKS_OF_ENUMS], one->of_enums);
        add_evidence(&looks[LOOKS_OF_ENUMS], other->of_enums);
    }
    return take_attested(resolver, looks, file_index, true, leaves_out);
}

/* Returns the versions that the `attest` lines of a file name for an arch. For a file without such lines, returns those
 * of the files of the same module that it uses. The lines of a file are read once for all its records, and files with
 * the same evidence share it. */
static const struct attested *attested_in_file(struct resolver *resolver, size_t file_index, const struct arch *arch)
{
    const struct program *program = resolver->program;
    const struct program_file *file = &program->files[file_index];
    size_t arch_count = resolver->model->arch_count;
    if (!resolver->files)
        resolver->files = ARENA_ARRAY(resolver->model->arena, struct attested, program->file_count * arch_count);
    struct attested *attested = &resolver->files[file_index * arch_count + arch->index];
    if (attested->done)
        return attested;
    const struct module *module = resolver->module; /* module of the file whose record is being resolved */
    const struct axis *axis = resolver->axis;       /* axis of the file whose record is being resolved */
    struct arena *arena = resolver->arena;
    resolve_enter(resolver, file_index);
    resolver->arena = resolver->model->arena;
    *attested = attested_in(resolver, file->ast->decls, file_index, arch);
    bool own = attested->any;
    for (size_t i = 0; !own && i < file->use_count; i++) {
        if (!resolve_attests_for(resolver, &program->files[file->uses[i]], file))
            continue;
        const struct attested *used = attested_in_file(resolver, file->uses[i], arch);
        if (!used->any || used->evidence == attested->evidence)
            continue;
        if (!attested->any) {
            *attested = *used;
            continue;
        }
        *attested = join_attested(resolver, attested, used, file_index);
    }
    resolver->module = module;
    resolver->axis = axis;
    resolver->arena = arena;
    return attested;
}

/* Returns the evidence of a structure for which no line attests anything. Its rows then speak of the points of the
 * axis, up to the last version that the document covers. Structures with the same end share the evidence. */
static const struct evidence *unattested_evidence(struct resolver *resolver, uint64_t end)
{
    struct evidence *evidence = resolver->unattested;
    if (!evidence || resolver->unattested_end != end) {
        struct arena *arena = resolver->arena;
        resolver->arena = resolver->model->arena;
        evidence = ARENA_NEW(resolver->arena, struct evidence);
        *evidence = (struct evidence){.axis = &resolver->model->modules->axis, .file_index = EVIDENCE_OWN};
        evidence->documented = end_with_build(resolver, version_set_range(resolver->arena, 0, end));
        resolver->arena = arena;
        resolver->unattested = evidence;
        resolver->unattested_end = end;
    }
    return evidence;
}

uint64_t resolve_source_last(struct resolver *resolver, const struct ast_decl *source)
{
    const struct ast_clause *last = source ? ast_clause_find(source, AST_LAST) : NULL;
    if (!last || !last->set)
        return VERSION_END;
    struct version_set covered = resolve_set(resolver, last->set, source, NULL);
    return covered.count ? covered.ranges[covered.count - 1].to : VERSION_END;
}

/* Sets the evidence of an enumeration: that of its file, without the lines whose kind of files has no enumerations. */
static void resolve_enum_evidence(struct resolver *resolver, struct enumeration *enumeration)
{
    const struct model *model = resolver->model;
    const struct evidence **evidence = ARENA_ARRAY(resolver->arena, const struct evidence *, model->arch_count);
    for (size_t a = 0; a < model->arch_count; a++) {
        const struct attested *attested =
            attested_in_file(resolver, enumeration->type->file_index, model->arches[a]);
        evidence[a] = attested->any ? attested->of_enums : unattested_evidence(resolver, enumeration->source_last);
    }
    enumeration->evidence = evidence;
}

void resolve_evidence(struct resolver *resolver)
{
    struct model *model = resolver->model;
    const struct program *program = resolver->program;
    model->evidence = ARENA_ARRAY(resolver->arena, const struct evidence *, program->file_count * model->arch_count);
    for (size_t i = 0; i < program->file_count; i++) {
        for (size_t a = 0; program->files[i].ast->counts[AST_ATTEST] && a < model->arch_count; a++)
            attested_in_file(resolver, i, model->arches[a]);
        for (size_t a = 0; resolver->files && a < model->arch_count; a++)
            model->evidence[i * model->arch_count + a] = resolver->files[i * model->arch_count + a].evidence;
    }
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration)
            resolve_enum_evidence(resolver, model->types[i]->enumeration);
}

/* True if some line attests a member of a record. Then no document speaks of the record. */
static bool record_is_sighted(const struct record *record)
{
    for (const struct ast_decl *decl = record->decl->children; decl; decl = decl->next)
        if (decl->kind == AST_SIGHTING)
            return true;
    return false;
}

/* Returns empty evidence, for a structure of which only single members were seen. */
static const struct evidence *empty_evidence(struct resolver *resolver)
{
    struct evidence *evidence = ARENA_NEW(resolver->arena, struct evidence);
    *evidence = (struct evidence){.axis = &resolver->module->axis, .file_index = EVIDENCE_OWN};
    return evidence;
}

void resolve_attested(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct attested attested = {0};
    const struct ast_decl *own = record->type->original ? NULL : record->attest_row;
    for (const struct ast_decl *decl = own; decl && !attested.any; decl = decl->next)
        if (decl->kind == AST_ATTEST)
            attested = attested_in(resolver, record->attest_row, EVIDENCE_OWN, arch);
    if (!attested.any)
        attested = *attested_in_file(resolver, record->file_index, arch);
    if (!attested.any && !record->type->original && record_is_sighted(record)) {
        attested.evidence = empty_evidence(resolver);
    } else if (!attested.any) {
        attested.evidence = unattested_evidence(resolver, record->source_last);
        attested.versions = attested.evidence->documented;
    }
    on->evidence = attested.evidence;
    on->attested = version_set_intersect(resolver->arena, attested.versions, on->versions);
}

/* ---- Identities */

static struct fault *identity_fault(struct resolver *resolver, const struct ast_decl *decl, struct span span,
                                    const char *message)
{
    return resolve_fault(resolver, DIAG_IDENTITY, span, decl, NULL, "%s", message);
}

/* Reads the numbers of an identity. A part that is malformed is a fault, and stays unknown. */
static struct identity_numbers read_numbers(struct resolver *resolver, const struct ast_decl *decl)
{
    const struct ast_identity *written = decl->identity;
    struct identity_numbers numbers = {.has_image = written->image_span.end != 0};
    if (written->pdb && !identity_parse_pdb(written->pdb, &numbers))
        identity_fault(resolver, decl, written->pdb_span,
                       "not the GUID and age of a program database, as in 1C9875F76C8F0FBF3EB9A9D7C1C274DF-1");
    if (written->build && !identity_parse_build(written->build, &numbers))
        identity_fault(resolver, decl, written->build_span, "not the 16 to 64 hexadecimal digits of a build ID");
    if (numbers.has_image &&
        (written->timestamp > UINT32_MAX || !written->image_size || written->image_size > UINT32_MAX)) {
        identity_fault(resolver, decl, written->image_span,
                       "TimeDateStamp and SizeOfImage have 32 bits, and an image has bytes");
        numbers.has_image = false;
    }
    numbers.timestamp = numbers.has_image ? (uint32_t)written->timestamp : 0;
    numbers.image_size = numbers.has_image ? (uint32_t)written->image_size : 0;
    return numbers;
}

static bool is_attested(const struct axis *axis, uint64_t version)
{
    size_t first;
    SEARCH_FIRST(first, axis->attested_count, i, axis->attested[i] < version);
    return first < axis->attested_count && axis->attested[first] == version;
}

static void add_identity(struct resolver *resolver, const struct module *module, const struct ast_decl *decl)
{
    struct model *model = resolver->model;
    struct identity *identity = ARENA_NEW(resolver->arena, struct identity);
    unsigned parts = 0;
    *identity = (struct identity){model_find_arch(model, decl->name), module, 0, read_numbers(resolver, decl), decl};
    if (!identity->arch)
        resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->name_span, decl, NULL, "no arch is called '%s'", decl->name);
    else if (!axis_parse(&module->axis, decl->type.name, &identity->version, &parts) || parts < 3)
        identity_fault(resolver, decl, decl->type.span, "a kernel has a full version such as 10.0.19041.928");
    else if (!is_attested(&module->axis, identity->version) &&
             !resolve_is_listed(model, module, identity->arch, identity->version))
        identity_fault(resolver, decl, decl->type.span, "no `attest` and no `builds` name this version");
    else if (identity_has_name(&identity->numbers) || identity->numbers.has_image)
        model->identities[model->identity_count++] = identity;
    if (identity->arch && parts == 3)
        identity->version |= REVISION_ANY;
}

static int compare_identities(const void *left, const void *right)
{
    const struct identity *a = *(const struct identity *const *)left, *b = *(const struct identity *const *)right;
    int order = identity_compare(a, b);
    return order ? order : (a->decl->span.begin > b->decl->span.begin) - (a->decl->span.begin < b->decl->span.begin);
}

static int compare_pdbs(const void *left, const void *right)
{
    const struct identity *a = *(const struct identity *const *)left, *b = *(const struct identity *const *)right;
    int order = identity_compare_pdbs(&a->numbers, &b->numbers);
    return order ? order : compare_identities(left, right);
}

static int compare_builds(const void *left, const void *right)
{
    const struct identity *a = *(const struct identity *const *)left, *b = *(const struct identity *const *)right;
    int order = identity_compare_builds(&a->numbers, &b->numbers);
    return order ? order : compare_identities(left, right);
}

static int compare_images(const void *left, const void *right)
{
    const struct identity *a = *(const struct identity *const *)left, *b = *(const struct identity *const *)right;
    int order = identity_compare_images(&a->numbers, &b->numbers);
    return order ? order : compare_identities(left, right);
}

/* Parts of an identity that tell a kernel from all others. */
enum identity_part { PART_PDB, PART_BUILD, PART_IMAGE, PART_COUNT };

static int (*const comparers[PART_COUNT])(const void *left, const void *right) = {compare_pdbs, compare_builds,
                                                                                  compare_images};

/* Returns the position of a part of `other` that is equal in `one`; {0,0} if `other` lacks the part or it differs. */
static struct span find_repeated(const struct identity *one, const struct identity *other, enum identity_part part)
{
    const struct identity_numbers *a = &one->numbers, *b = &other->numbers;
    const struct ast_identity *written = other->decl->identity;
    const struct span spans[PART_COUNT] = {written->pdb_span, written->build_span, written->image_span};
    const bool are_same[PART_COUNT] = {b->has_pdb && !identity_compare_pdbs(a, b),
                                       b->build_size && !identity_compare_builds(a, b),
                                       b->has_image && !identity_compare_images(a, b)};
    return are_same[part] ? spans[part] : (struct span){0, 0};
}

/* Reports kernels whose GUID and age, build ID, or image numbers are equal to those of another kernel. */
static void find_shared(struct resolver *resolver, enum identity_part part)
{
    const struct model *model = resolver->model;
    size_t count = model->identity_count;
    const struct identity **list =
        arena_copy_array(resolver->brief, model->identities, count, sizeof(struct identity *));
    if (count)
        qsort(list, count, sizeof *list, comparers[part]);
    for (size_t i = 1; i < count; i++) {
        struct span span = find_repeated(list[i - 1], list[i], part);
        if (!span.end)
            continue;
        struct fault *fault =
            identity_fault(resolver, list[i]->decl, span, "another kernel has this identity, too");
        fault->other = list[i - 1]->decl->span;
        fault->other_message = "here";
    }
}

void resolve_identities(struct resolver *resolver)
{
    const struct program *program = resolver->program;
    struct model *model = resolver->model;
    size_t count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        count += program->files[i].ast->counts[AST_IDENTITY];
    model->identities = ARENA_ARRAY(resolver->arena, const struct identity *, count);
    for (size_t i = 0; i < program->file_count && count; i++)
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            if (decl->kind == AST_IDENTITY)
                add_identity(resolver, model_find_module(model, program->files[i].ast), decl);
    if (!model->identity_count)
        return;
    for (int part = 0; part < PART_COUNT; part++)
        find_shared(resolver, (enum identity_part)part);
    qsort(model->identities, model->identity_count, sizeof *model->identities, compare_identities);
}

/* ---- Globals */

/* Reports a part of a global's address that does not belong to one build. */
static void address_fault(struct resolver *resolver, const struct ast_decl *decl, struct span span,
                          const char *message)
{
    struct fault *fault = resolve_fault(resolver, DIAG_ADDRESS, span, decl, NULL, "%s", message);
    fault->help = "write the builds in which somebody saw it: 0xD0 (10.0.19041.928, 10.0.19041.1526)";
}

/* Adds a place for each build that an alternative names. */
static void add_places(struct resolver *resolver, const struct ast_decl *decl,
                       const struct ast_alternative *alternative, struct buffer *places)
{
    bool is_number = alternative->value == AST_VALUE_NUMBER, is_absent = alternative->value == AST_VALUE_ABSENT;
    if (alternative->value == AST_VALUE_UNKNOWN && !alternative->set)
        return;
    if ((!is_number && !is_absent) || alternative->provenance != AST_DOCUMENTED || !alternative->set ||
        alternative->set->excluded || (is_number && (!alternative->number || alternative->number > UINT32_MAX))) {
        address_fault(resolver, decl, alternative->span,
                      "an address is a number of 32 bits and not 0, with the builds that have it");
        return;
    }
    for (const struct ast_range *range = alternative->set->included; range; range = range->next) {
        struct global_place place = {.is_absent = is_absent, .span = range->span};
        struct version_range known;
        unsigned parts;
        place.address = is_number ? (uint32_t)alternative->number : 0;
        if (!range->from || range->from != range->to ||
            !axis_parse(&resolver->module->axis, range->from, &place.version, &parts) || parts < 3) {
            address_fault(resolver, decl, range->span, "an address is of single builds, such as 10.0.19041.928");
            continue;
        }
        if (!axis_find(&resolver->module->axis, range->from, &known))
            resolve_fault(resolver, DIAG_UNKNOWN_VERSION, range->span, decl, NULL, "version '%s' is not on the axis",
                          range->from);
        place.version |= parts == 3 ? REVISION_ANY : 0;
        buffer_add(places, &place, sizeof place);
    }
}

static int compare_places(const void *left, const void *right)
{
    const struct global_place *a = left, *b = right;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    return (a->span.begin > b->span.begin) - (a->span.begin < b->span.begin);
}

/* Returns the addresses of a column, sorted by version. If several are for one build, keeps the first and reports the
 * others. */
static struct global_places take_places(struct resolver *resolver, const struct ast_decl *decl, struct buffer *list)
{
    struct global_place *places = arena_copy_array(resolver->arena, list->data, list->size, 1);
    size_t count = list->size / sizeof *places, kept = 0;
    if (count)
        qsort(places, count, sizeof *places, compare_places);
    for (size_t i = 0; i < count; i++) {
        if (!kept || places[kept - 1].version != places[i].version) {
            places[kept++] = places[i];
            continue;
        }
        struct fault *fault = resolve_fault(resolver, DIAG_TWO_OFFSETS, places[i].span, decl, NULL,
                                            "'%s' has two addresses in one build", decl->name);
        fault->other = places[kept - 1].span;
        fault->other_message = "the first is here";
    }
    buffer_clear(list);
    return (struct global_places){places, kept};
}

/* Reads the cell with the addresses of a global. An arch has only the addresses of its own column, because another
 * image has other addresses. */
static void resolve_addresses(struct resolver *resolver, const struct global *global, const struct ast_cell *cell,
                              const struct context *context)
{
    struct buffer places = {0};
    if (cell->column_count != context->column_count)
        resolve_fault(resolver, DIAG_COLUMNS, cell->span, global->decl, NULL,
                      context->column_count ? "this cell has %u column%s, but the `columns` line has %zu"
                                            : "addresses need a `columns` line above: each is of one architecture",
                      cell->column_count, cell->column_count == 1 ? "" : "s", context->column_count);
    const struct ast_column *column = cell->columns;
    for (size_t i = 0; column && i < context->column_count; i++, column = column->next) {
        for (const struct ast_alternative *value = column->alternatives; value; value = value->next)
            if (resolve_spend(resolver, 1, global->decl))
                add_places(resolver, global->decl, value, &places);
        struct global_places taken = take_places(resolver, global->decl, &places);
        if (context->columns[i])
            global->on[context->columns[i]->index] = taken;
    }
    buffer_free(&places);
}

void resolve_if_global(struct resolver *resolver, const struct ast_decl *decl, const struct context *context)
{
    struct model *model = resolver->model;
    if (decl->kind != AST_GLOBAL)
        return;
    const struct global *other = map_get(resolver->module->globals, decl->name);
    if (other) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "global '%s' is declared twice", decl->name);
        fault->other = other->decl->name_span;
        fault->other_message = "first declared here";
        return;
    }
    struct global *global = ARENA_NEW(resolver->arena, struct global);
    bool is_first = resolver->module == model->modules;
    *global = (struct global){.local = decl->name,
                              .module = resolver->module,
                              .decl = decl,
                              .file_index = context->file_index,
                              .doc = decl->doc,
                              .on = ARENA_ARRAY(resolver->arena, struct global_places, model->arch_count)};
    global->name = is_first ? decl->name : ARENA_JOIN(resolver->arena, resolver->module->name, "!", decl->name);
    memset(global->on, 0, model->arch_count * sizeof *global->on);
    const struct ast_clause *at = ast_clause_find(decl, AST_AT);
    if (at)
        resolve_addresses(resolver, global, at->cell, context);
    model->globals[model->global_count++] = global;
    map_set(resolver->module->globals, decl->name, global);
}
