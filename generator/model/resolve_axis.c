#include "model/resolve.h"

#include <string.h>

#include "base/buffer.h"
#include "base/intern.h"
#include "model/version_name.h"

static struct version_range *name_range(struct resolver *resolver, const char *name, uint64_t from, uint64_t to)
{
    struct version_range *range = ARENA_NEW(resolver->arena, struct version_range);
    *range = (struct version_range){from, to};
    map_set(resolver->model->axis.names, name, range);
    return range;
}

/* Returns the interned form of a name for comparing names. */
static const char *fold_name(struct resolver *resolver, const char *name)
{
    struct buffer folded = {0};
    version_name_fold(name, &folded);
    const char *text = intern_text(resolver->program->intern, buffer_text(&folded));
    buffer_free(&folded);
    return text;
}

/* Returns true if a name is new to the axis. Otherwise reports it with both positions. Commands take names in any case
 * and with other hyphens, so names that differ only there are one. */
static bool check_name(struct resolver *resolver, struct map *places, const struct ast_decl *decl)
{
    const char *key = fold_name(resolver, decl->name);
    const struct ast_decl *other = map_get(places, key);
    if (other) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            other->name == decl->name ? "version '%s' is declared twice"
                                                                      : "version '%s' means '%s', too, in any command",
                                            decl->name, other->name);
        fault->other = other->name_span;
        fault->other_message = "first declared here";
        return false;
    }
    map_set(places, key, (void *)(uintptr_t)decl);
    return true;
}

/* Returns the build whose kernel a point runs. It must be the build of a point above. Returns 0 if the point names
 * none. */
static uint64_t kernel_of(struct resolver *resolver, const struct ast_decl *decl)
{
    const struct axis *axis = &resolver->model->axis;
    uint64_t version;
    unsigned parts;
    if (!decl->type.name)
        return 0;
    if (version_parse(decl->type.name, &version, &parts) && parts == 3)
        for (size_t i = 0; i < axis->point_count; i++)
            if (axis->points[i].version >> 16 == version >> 16 && !axis->points[i].kernel)
                return version;
    resolve_fault(resolver, DIAG_AXIS, decl->type.span, decl, NULL,
                  "'%s' is not the build of a point above '%s' that has a kernel of its own", decl->type.name,
                  decl->name);
    return 0;
}

/* Returns the products of a release or a point, with NULL at the end. */
static const char *const *list_products(struct resolver *resolver, const struct ast_decl *decl)
{
    size_t count = 0;
    for (const struct ast_name *product = decl->names; product; product = product->next)
        count++;
    const char **products = ARENA_ARRAY(resolver->arena, const char *, count + 1);
    for (const struct ast_name *product = decl->names; product; product = product->next)
        *products++ = product->name;
    return products - count;
}

static void add_point(struct resolver *resolver, struct axis_release *release, const struct ast_decl *decl)
{
    struct axis *axis = &resolver->model->axis;
    uint64_t version;
    unsigned parts;
    if (!version_parse(decl->text, &version, &parts) || parts < 3 || version >> 32 != release->range.from >> 32) {
        resolve_fault(resolver, DIAG_AXIS, decl->span, decl, NULL,
                      "'%s' is not a build of %s: it must be %s.BUILD or %s.BUILD.REVISION, parts below 65536",
                      decl->text, release->name, release->name, release->name);
        return;
    }
    if (axis->point_count && axis->points[axis->point_count - 1].version >= version) {
        struct fault *fault = resolve_fault(resolver, DIAG_AXIS, decl->span, decl, NULL,
                                            "point '%s' does not come after the one above it", decl->name);
        fault->other = axis->points[axis->point_count - 1].span;
        fault->other_message = "the point above";
        return;
    }
    uint64_t kernel = kernel_of(resolver, decl);
    struct axis_point *point = &axis->points[axis->point_count++];
    *point = (struct axis_point){decl->name, decl->span, list_products(resolver, decl), version,
                                 {version, release->range.to}, kernel};
    if (!release->point_count++)
        point->range.from = release->range.from;
    else
        point[-1].range.to = version;
}

static bool add_release(struct resolver *resolver, const struct ast_decl *decl)
{
    struct axis *axis = &resolver->model->axis;
    /* on an axis of names: the position of the release on the axis, which stands for its version */
    uint64_t version = (uint64_t)(axis->release_count + 1) << 16;
    unsigned parts;
    if (axis->form == AXIS_NUMBERS)
        axis_parse(axis, decl->name, &version, &parts);
    if (axis->form == AXIS_BUILDS && (!version_parse(decl->name, &version, &parts) || parts != 2)) {
        resolve_fault(resolver, DIAG_AXIS, decl->name_span, decl, NULL,
                      "'%s' is not a release: it must be MAJOR.MINOR, the major below %u", decl->name,
                      VERSION_MAJOR_MOST + 1);
        return false;
    }
    if (axis->release_count && axis->releases[axis->release_count - 1].range.from >= version) {
        struct fault *fault = resolve_fault(resolver, DIAG_AXIS, decl->name_span, decl, NULL,
                                            "release %s does not come after the one above it", decl->name);
        fault->other = axis->releases[axis->release_count - 1].span;
        fault->other_message = "the release above";
        return false;
    }
    if (axis->release_count)
        axis->releases[axis->release_count - 1].range.to = version;
    axis->releases[axis->release_count++] =
        (struct axis_release){decl->name, decl->name_span, list_products(resolver, decl), {version, VERSION_END},
                              axis->point_count, 0};
    return true;
}

/* Reports products without a letter or a digit, and products that also name another version. `names` maps folded names
 * to the position of the first name. */
static void check_products(struct resolver *resolver, struct map *names, const struct ast_decl *decls)
{
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        for (const struct ast_name *product = decl->names; product; product = product->next) {
            const char *folded = fold_name(resolver, product->name);
            const struct span *other = map_get(names, folded);
            if (!*folded || strchr(product->name, '/')) {
                resolve_fault(resolver, DIAG_AXIS, product->span, decl, NULL,
                              "a product has a letter or a digit, and no '/'");
            } else if (other) {
                struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, product->span, decl, NULL,
                                                    "\"%s\" names a version already", product->name);
                fault->other = *other;
                fault->other_message = "first declared here";
            }
            if (!other)
                map_set(names, folded, (void *)(uintptr_t)&product->span);
        }
        check_products(resolver, names, decl->children);
    }
}

/* Adds the positions of the names of releases and points to `names`. */
static void note_names(struct resolver *resolver, struct map *names, const struct ast_decl *decls)
{
    for (const struct ast_decl *decl = decls; decl; decl = decl->next) {
        map_set(names, fold_name(resolver, decl->name), (void *)(uintptr_t)&decl->name_span);
        note_names(resolver, names, decl->children);
    }
}

/* Adds the axis. Points need the ends of their releases, so all releases come first. */
static void add_axis(struct resolver *resolver, const struct ast_decl *decl)
{
    struct axis *axis = &resolver->model->axis;
    struct map *places = map_new(resolver->arena);
    size_t releases = 0, points = 0;
    axis->form = axis_form_of(decl->children);
    for (const struct ast_decl *release = decl->children; release; release = release->next, releases++)
        for (const struct ast_decl *point = release->children; point; point = point->next)
            points++;
    axis->releases = ARENA_ARRAY(resolver->arena, struct axis_release, releases);
    axis->points = ARENA_ARRAY(resolver->arena, struct axis_point, points);
    const struct ast_decl **kept = ARENA_ARRAY(resolver->arena, const struct ast_decl *, releases);
    for (const struct ast_decl *release = decl->children; release; release = release->next)
        if (check_name(resolver, places, release) && add_release(resolver, release))
            kept[axis->release_count - 1] = release;
    for (size_t i = 0; i < axis->release_count; i++) {
        axis->releases[i].first_point = axis->point_count;
        for (const struct ast_decl *point = kept[i]->children; point; point = point->next)
            if (check_name(resolver, places, point))
                add_point(resolver, &axis->releases[i], point);
    }
    places = map_new(resolver->arena);
    note_names(resolver, places, decl->children);
    check_products(resolver, places, decl->children);
    for (size_t i = 0; i < axis->release_count; i++)
        name_range(resolver, axis->releases[i].name, axis->releases[i].range.from, axis->releases[i].range.to);
    for (size_t i = 0; i < axis->point_count; i++)
        name_range(resolver, axis->points[i].name, axis->points[i].range.from, axis->points[i].range.to);
}

/* Adds the full builds that `attest` lines name to `found`, as 64-bit versions. They become boundaries of the axis.
 * `left` is the number of `attest` lines that the search has not met yet. */
static void find_attested(const struct axis *axis, const struct ast_decl *decls, size_t *left, struct buffer *found)
{
    for (const struct ast_decl *decl = decls; decl && *left; decl = decl->next) {
        if (decl->kind == AST_STRUCT || decl->kind == AST_UNION)
            find_attested(axis, decl->children, left, found);
        if (decl->kind != AST_ATTEST)
            continue;
        --*left;
        if (!decl->set)
            continue;
        for (const struct ast_range *range = decl->set->included; range; range = range->next) {
            uint64_t version;
            unsigned parts;
            bool is_single = range->from && range->from == range->to;
            if (is_single && (axis->form != AXIS_BUILDS || !map_get(axis->names, range->from)) &&
                axis_parse(axis, range->from, &version, &parts) && parts >= 3)
                buffer_add(found, &version, sizeof version);
        }
    }
}

/* Returns a copy of the names of releases and points, to which the axis of a module adds ranges of builds. */
static struct map *copy_names(struct resolver *resolver)
{
    const struct axis *axis = &resolver->model->axis;
    struct map *names = map_new(axis->arena);
    for (size_t i = 0; i < axis->release_count; i++)
        map_set(names, axis->releases[i].name, map_get(axis->names, axis->releases[i].name));
    for (size_t i = 0; i < axis->point_count; i++)
        map_set(names, axis->points[i].name, map_get(axis->names, axis->points[i].name));
    return names;
}

/* Lists the modules of the files. The one called `first` comes first. */
static void list_modules(struct resolver *resolver, const char *first)
{
    struct model *model = resolver->model;
    const struct program *program = resolver->program;
    struct map *seen = map_new(resolver->arena);
    first = first ? first : intern_text(program->intern, "");
    model->modules = ARENA_ARRAY(resolver->arena, struct module, program->file_count + 1);
    for (size_t i = 0; i < program->file_count + 1; i++) {
        const struct ast_decl *decl = i ? program->files[i - 1].ast->module : NULL;
        const char *name = decl ? decl->name : first;
        if (map_get(seen, name))
            continue;
        map_set(seen, name, model);
        struct module *module = &model->modules[model->module_count++];
        bool is_first = module == model->modules;
        *module = (struct module){name, model->axis, is_first ? model->type_names : map_new(model->arena),
                                  is_first ? model->constant_names : map_new(model->arena), map_new(model->arena)};
        if (!is_first)
            module->axis.names = copy_names(resolver);
    }
}

/* Adds the builds that files of a module attest to the module's axis. */
static void attest_module(struct resolver *resolver, struct module *module)
{
    const struct program *program = resolver->program;
    struct axis *axis = &module->axis;
    struct buffer found = {0};
    for (size_t i = 0; i < program->file_count; i++) {
        size_t left = program->files[i].ast->counts[AST_ATTEST];
        if (model_find_module(resolver->model, program->files[i].ast) == module)
            find_attested(axis, program->files[i].ast->decls, &left, &found);
    }
    axis->attested_count = found.size / sizeof *axis->attested;
    axis->attested = arena_copy_array(resolver->arena, found.data, axis->attested_count, sizeof *axis->attested);
    buffer_free(&found);
    axis->attested_count = version_sort(axis->attested, axis->attested_count);
}

/* ---- Axes of files */

bool resolve_attests_for(const struct resolver *resolver, const struct program_file *file,
                         const struct program_file *user)
{
    return !file->ast->counts[AST_STRUCT] && !file->ast->counts[AST_UNION] &&
           model_find_module(resolver->model, file->ast) == model_find_module(resolver->model, user->ast);
}

/* The axes of files, while they are worked out. */
struct file_axes {
    struct resolver *resolver;
    /* by index of file: its axis has been worked out; it is NULL if no line attests anything for the file */
    bool *are_done;
};

static const struct axis *find_file_axis(struct file_axes *axes, size_t file_index);

/* Adds the builds that the lines of a file attest. Returns true if some line stands outside of structures. */
static bool add_own_builds(struct file_axes *axes, const struct program_file *file, struct buffer *found)
{
    const struct module *module = model_find_module(axes->resolver->model, file->ast);
    size_t left = file->ast->counts[AST_ATTEST];
    const struct ast_decl *decl = left ? file->ast->decls : NULL;
    if (left)
        find_attested(&module->axis, decl, &left, found);
    while (decl && decl->kind != AST_ATTEST)
        decl = decl->next;
    return decl;
}

/* Adds the builds that the used files attest for a file. Returns the axis of the used file if there is exactly one;
 * else NULL. */
static const struct axis *add_used_builds(struct file_axes *axes, const struct program_file *file,
                                          struct buffer *found)
{
    const struct axis *used = NULL;
    bool are_several = false;
    for (size_t i = 0; i < file->use_count; i++) {
        const struct program_file *other = &axes->resolver->program->files[file->uses[i]];
        const struct axis *axis =
            resolve_attests_for(axes->resolver, other, file) ? find_file_axis(axes, file->uses[i]) : NULL;
        if (!axis || axis == used)
            continue;
        buffer_add(found, axis->attested, axis->attested_count * sizeof *axis->attested);
        are_several |= used != NULL;
        used = axis;
    }
    return are_several ? NULL : used;
}

/* Returns an axis like that of a module, with these attested builds only. */
static const struct axis *new_file_axis(struct resolver *resolver, const struct axis *whole, struct buffer *found)
{
    struct axis *axis = arena_copy_array(resolver->arena, whole, 1, sizeof *whole);
    size_t count = found->size / sizeof *axis->attested;
    axis->attested = arena_copy_array(resolver->arena, found->data, count, sizeof *axis->attested);
    axis->attested_count = version_sort(axis->attested, count);
    if (axis->attested_count == whole->attested_count)
        return whole;
    axis->names = copy_names(resolver);
    return axis;
}

/* Returns the axis as the text of a file means it: with the builds that are attested for its structures. Builds that
 * other files attest do not end its ranges. Returns NULL if no line attests anything for it. A text that is no file
 * attests for all files. */
static const struct axis *find_file_axis(struct file_axes *axes, size_t file_index)
{
    const struct program *program = axes->resolver->program;
    struct model *model = axes->resolver->model;
    const struct program_file *file = &program->files[file_index];
    if (axes->are_done[file_index])
        return model->axes[file_index];
    axes->are_done[file_index] = true;
    struct buffer found = {0};
    bool is_own = add_own_builds(axes, file, &found), has_inner = found.size;
    const struct axis *used = is_own ? NULL : add_used_builds(axes, file, &found);
    if (used && !has_inner)
        model->axes[file_index] = used;
    else if (is_own || found.size) {
        for (size_t i = 0; i < program->file_count; i++)
            if (!*program->files[i].path)
                add_own_builds(axes, &program->files[i], &found);
        model->axes[file_index] =
            new_file_axis(axes->resolver, &model_find_module(model, file->ast)->axis, &found);
    }
    buffer_free(&found);
    return model->axes[file_index];
}

static void find_file_axes(struct resolver *resolver)
{
    const struct program *program = resolver->program;
    struct model *model = resolver->model;
    struct file_axes axes = {resolver, ARENA_ARRAY(resolver->arena, bool, program->file_count)};
    model->axes = ARENA_ARRAY(resolver->arena, const struct axis *, program->file_count);
    for (size_t i = 0; i < program->file_count; i++)
        find_file_axis(&axes, i);
    for (size_t i = 0; i < program->file_count; i++)
        if (!model->axes[i])
            model->axes[i] = &model_find_module(model, program->files[i].ast)->axis;
}

void resolve_enter(struct resolver *resolver, size_t file_index)
{
    resolver->module = model_find_module(resolver->model, resolver->program->files[file_index].ast);
    resolver->axis = resolver->model->axes[file_index];
}

void resolve_axis(struct resolver *resolver)
{
    struct model *model = resolver->model;
    struct axis *axis = &model->axis;
    const struct program *program = resolver->program;
    const struct ast_decl *first = NULL;
    axis->arena = resolver->arena;
    axis->names = map_new(axis->arena);
    for (size_t i = 0; i < program->file_count; i++) {
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next) {
            if (decl->kind != AST_AXIS)
                continue;
            if (!first) {
                first = decl;
                add_axis(resolver, decl);
                continue;
            }
            struct fault *fault =
                resolve_fault(resolver, DIAG_DUPLICATE, decl->span, decl, NULL, "there is one axis already");
            fault->other = first->span;
            fault->other_message = "first declared here";
        }
    }
    list_modules(resolver, first ? first->name : NULL);
    for (size_t i = 0; i < model->module_count; i++)
        attest_module(resolver, &model->modules[i]);
    model->axis = model->modules->axis;
    find_file_axes(resolver);
    resolver->module = model->modules;
    resolver->axis = &model->modules->axis;
}

static void add_arch(struct resolver *resolver, const struct ast_decl *decl)
{
    struct model *model = resolver->model;
    struct arch *arch = ARENA_NEW(resolver->arena, struct arch);
    *arch = (struct arch){.name = decl->name,
                          .span = decl->name_span,
                          .index = (unsigned)model->arch_count,
                          .is_twin = decl->is_twin,
                          .pointer_size = 4,
                          .alignment_most = 8};
    const struct arch *other = model_find_arch(model, decl->name);
    if (other) {
        struct fault *fault = resolve_fault(resolver, DIAG_DUPLICATE, decl->name_span, decl, NULL,
                                            "arch '%s' is declared twice", decl->name);
        fault->other = other->span;
        fault->other_message = "first declared here";
        return;
    }
    if (decl->type.name) {
        arch->fallback = model_find_arch(model, decl->type.name);
        if (arch->fallback && arch->is_twin && arch->fallback->is_twin)
            resolve_fault(resolver, DIAG_IDENTITY, decl->type.span, decl, NULL,
                          "'%s' is itself an arch for kernels of '%s'", decl->type.name,
                          arch->fallback->fallback->name);
        if (!arch->fallback)
            resolve_fault(resolver, DIAG_UNKNOWN_NAME, decl->type.span, decl, NULL, "no arch above is called '%s'",
                          decl->type.name);
        else
            arch->pointer_size = arch->fallback->pointer_size, arch->alignment_most = arch->fallback->alignment_most,
            arch->is_big = arch->fallback->is_big;
    }
    for (size_t i = 0; i < model->arch_count && arch->fallback; i++) {
        if (model->arches[i] != arch->fallback)
            continue;
        arch->next_twin = model->arches[i]->twins;
        model->arches[i]->twins = arch;
    }
    const struct ast_clause *pointer = ast_clause_find(decl, AST_POINTER);
    const struct ast_clause *align = ast_clause_find(decl, AST_ALIGN), *order = ast_clause_find(decl, AST_ORDER);
    if (order)
        arch->is_big = order->number;
    if (pointer && (pointer->number == 4 || pointer->number == 8))
        arch->pointer_size = (uint32_t)pointer->number;
    else if (pointer)
        resolve_fault(resolver, DIAG_NUMBER, pointer->span, decl, NULL, "a pointer has 4 or 8 bytes");
    if (align) {
        const struct ast_alternative *value = align->cell->columns->alternatives;
        if (value->value == AST_VALUE_NUMBER && value->number && !(value->number & (value->number - 1)) &&
            value->number <= 4096)
            arch->alignment_most = (uint32_t)value->number;
        else
            resolve_fault(resolver, DIAG_NUMBER, value->span, decl, NULL, "an alignment is a power of two up to 4096");
    }
    arch->versions = resolve_in(resolver, decl, NULL, 0, 0);
    if (model->axis.release_count) /* no version exists before the first release of the axis */
        arch->versions =
            version_set_intersect(resolver->arena, arch->versions,
                                  version_set_range(resolver->arena, model->axis.releases[0].range.from, VERSION_END));
    model->arches[model->arch_count++] = arch;
}

enum { ARCHES_MOST = 63 }; /* the runtime keeps sets of arches in 64 bits, and bit 0 stands for no arch */

void resolve_arches(struct resolver *resolver)
{
    const struct program *program = resolver->program;
    size_t count = 0;
    for (size_t i = 0; i < program->file_count; i++)
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next)
            count += decl->kind == AST_ARCH;
    resolver->model->arches = ARENA_ARRAY(resolver->arena, struct arch *, count);
    for (size_t i = 0; i < program->file_count; i++) {
        for (const struct ast_decl *decl = program->files[i].ast->decls; decl; decl = decl->next) {
            if (decl->kind != AST_ARCH)
                continue;
            if (resolver->model->arch_count < ARCHES_MOST)
                add_arch(resolver, decl);
            else
                resolve_fault(resolver, DIAG_LIMIT, decl->span, decl, NULL, "there are more than %d arches",
                              ARCHES_MOST);
        }
    }
}
