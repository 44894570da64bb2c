#include "run/target.h"

#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "run/options.h"
#include "model/model.h"
#include "model/nearest.h"
#include "page/versions.h"

/* ---- Architectures */

/* Names of one architecture in several places. Each list ends with NULL. */
static const char *const synonyms[][9] = {
    {"x64", "amd64", "x86_64", "x86-64", "win64", "64", "64-bit", NULL},
    {"x86", "i386", "i486", "i586", "i686", "ia32", "win32", "32-bit", NULL},
    {"arm64", "aarch64", "armv8", NULL},
    {"arm", "arm32", "armv7", "thumb", NULL},
};

static bool is_equal(const char *left, const char *right)
{
    while (*left && ascii_lower(*left) == ascii_lower(*right))
        left++, right++;
    return !*left && !*right;
}

static bool is_in(const char *const *list, const char *name)
{
    while (*list && !is_equal(*list, name))
        list++;
    return *list;
}

/* Returns the architecture that a name means: its own, another name for it, or a nearly equal one; or NULL. */
static const struct arch *guess_arch(const struct model *model, const char *name)
{
    struct nearest nearest = {.wanted = name};
    bool has_synonyms = false;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (!is_in(synonyms[i], name))
            continue;
        has_synonyms = true;
        for (size_t k = 0; k < model->arch_count; k++)
            if (is_in(synonyms[i], model->arches[k]->name))
                return model->arches[k];
    }
    for (size_t i = 0; i < model->arch_count && !has_synonyms; i++)
        nearest_consider(&nearest, model->arches[i]->name);
    return nearest.best ? model_find_arch(model, nearest.best) : NULL;
}

static const char *list_arches(struct command_run *run, const struct model *model)
{
    struct buffer list = {0};
    for (size_t i = 0; i < model->arch_count; i++)
        buffer_format(&list, "%s%s", i ? ", " : "", model->arches[i]->name);
    return buffer_take(&list, run->arena);
}

const struct arch *target_find_arch(struct command_run *run, const struct model *model, const char *name)
{
    const struct arch *arch = model_find_arch(model, name);
    if (arch)
        return arch;
    arch = guess_arch(model, name);
    struct diag *diag = options_report(run, "no architecture is called '%s'", name);
    if (arch)
        diag_help(diag, "did you mean '%s'?", arch->name);
    else if (model->arch_count)
        diag_help(diag, "there are %s", list_arches(run, model));
    return NULL;
}

/* ---- Versions */

/* Returns the last name on the axis within a range: a release or a point; NULL if there is none. */
static const char *last_name(const struct axis *axis, struct version_range range)
{
    const char *name = NULL;
    for (size_t i = 0; i < axis->release_count; i++)
        if (axis->releases[i].range.from == range.from && axis->releases[i].range.to == range.to)
            return axis->releases[i].name;
    for (size_t i = 0; i < axis->point_count; i++)
        if (axis->points[i].range.from >= range.from && axis->points[i].range.from < range.to)
            name = axis->points[i].name;
    return name;
}

/* Returns the version of a product such as "win7", "XP" or "11 24H2", which the tables of pages name too; or NULL. */
static const char *guess_product(struct command_run *run, const struct model *model, const char *text)
{
    static const char *const beginnings[] = {"windows", "win", "w", ""};
    struct page_versions versions;
    struct version_set set;
    for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++) {
        size_t size = strlen(beginnings[i]);
        const char *begin = arena_copy(run->arena, text, strlen(text) < size ? strlen(text) : size);
        if (!is_equal(begin, beginnings[i]))
            continue;
        char *rest = arena_format(run->arena, "%s", text + size);
        for (char *c = rest; *c; c++)
            *c = *c == '-' || *c == '_' ? ' ' : *c;
        rest += strspn(rest, " ");
        const char *const forms[] = {arena_format(run->arena, "Windows %s", rest), rest,
                                     arena_format(run->arena, "Server %s", rest)};
        for (size_t k = 0; k < sizeof forms / sizeof *forms && *rest; k++) {
            page_versions_init(&versions, run->arena, run->program->intern, &model->axis);
            if (page_versions_read_text(&versions, forms[k], &set) && set.count)
                return last_name(&model->axis, set.ranges[set.count - 1]);
        }
    }
    return NULL;
}

/* Returns the point that a text ends, as "24H2" ends 11-24H2, or whose build it is the number of; or NULL. */
static const char *guess_point(const struct axis *axis, const char *text)
{
    size_t size = strlen(text);
    const char *found = NULL;
    for (size_t i = 0; i < axis->point_count; i++) {
        const struct axis_point *point = &axis->points[i];
        size_t length = strlen(point->name);
        unsigned number = 0;
        for (const char *c = text; ascii_is_digit(*c) && number < 100000; c++)
            number = number * 10 + (unsigned)(*c - '0');
        if (is_equal(point->name, text))
            return point->name;
        if (length > size && point->name[length - size - 1] == '-' && is_equal(point->name + length - size, text))
            found = point->name;
        if (strspn(text, "0123456789") == size && number == version_part(point->version, 2))
            found = point->name;
    }
    return found;
}

static const char *guess_version(struct command_run *run, const struct model *model, const char *text)
{
    const struct axis *axis = &model->axis;
    struct nearest nearest = {.wanted = text};
    const char *guess = guess_point(axis, text);
    if (!guess)
        guess = guess_product(run, model, text);
    if (guess || !text[strspn(text, "0123456789.")])
        return guess; /* of numbers, a nearly equal one means something else */
    for (size_t i = 0; i < axis->release_count; i++)
        nearest_consider(&nearest, axis->releases[i].name);
    for (size_t i = 0; i < axis->point_count; i++)
        nearest_consider(&nearest, axis->points[i].name);
    return nearest.best;
}

static bool is_version(struct command_run *run, const struct model *model, const char *name)
{
    struct version_range range;
    return axis_find(&model->axis, intern_text(run->program->intern, name), &range);
}

/* ---- Targets */

static const struct arch *fail(struct command_run *run, const char *guess, const char *message)
{
    struct diag *diag = options_report(run, "%s", message);
    if (guess)
        diag_help(diag, "did you mean '%s'?", guess);
    else
        diag_help(diag, "strata list --versions --arches SPECS lists versions and architectures");
    return NULL;
}

enum status target_fail(struct command_run *run, const struct model *model, const char *target, const char *message)
{
    const char *point = axis_explain_release(run->arena, &model->axis, target);
    struct diag *diag = options_report(run, "%s", message);
    if (point)
        diag_help(diag, "%s", point);
    return run->status;
}

/* Returns the target that both parts of a text mean, in either order; NULL if one of them means nothing. */
static const char *guess_target(struct command_run *run, const struct model *model, const char *left, const char *right)
{
    const char *const parts[] = {left, right, left};
    for (size_t i = 0; i < 2; i++) {
        const struct arch *arch = guess_arch(model, parts[i + 1]);
        bool is_known = is_version(run, model, parts[i]);
        const char *version = is_known ? parts[i] : guess_version(run, model, parts[i]);
        if (arch && version && *parts[i] && *parts[i + 1])
            return arena_format(run->arena, "%s/%s", version, arch->name);
    }
    return NULL;
}

/* Reports a text without a slash, and what it means: "6.1-x64", "x64" alone, "6.1" alone. */
static const struct arch *fail_form(struct command_run *run, const struct model *model, const char *text)
{
    const char *message = arena_format(run->arena, "'%s' is not VERSION/ARCH, as in 6.1/x64", text);
    const struct arch *meant = guess_arch(model, text);
    if (model_find_arch(model, text))
        return fail(run, NULL, arena_format(run->arena, "'%s' names no version: write VERSION/%s", text, text));
    if (is_version(run, model, text) && model->arch_count) {
        options_fail(run, "'%s' is on several architectures; add one, as in %s/%s: %s", text, text,
                     model->arches[0]->name, list_arches(run, model));
        return NULL;
    }
    if (meant) {
        diag_help(options_report(run, "%s", message), "the architecture is called '%s'", meant->name);
        return NULL;
    }
    for (const char *c = text; *c; c++) {
        const char *left = arena_copy(run->arena, text, (size_t)(c - text)), *right = c + 1;
        const struct arch *arch = strchr("-:,@ \\", *c) ? guess_arch(model, right) : NULL;
        if (arch && is_version(run, model, left))
            return fail(run, arena_format(run->arena, "%s/%s", left, arch->name), message);
    }
    return fail(run, NULL, message);
}

/* Finds the kernel with the GUID and age of a program database. */
static const struct arch *find_identity(struct command_run *run, const struct model *model, const char *text,
                                        const struct identity_numbers *numbers, uint64_t *version)
{
    const struct identity *identity = model_find_pdb(model, numbers);
    if (!identity)
        return fail(run, NULL, arena_format(run->arena, "no `identity` names '%s'", text));
    *version = identity->version;
    return identity->arch;
}

const struct arch *target_parse(struct command_run *run, const struct model *model, const char *text,
                                uint64_t *version)
{
    const struct arch *arch = NULL;
    const char *error = NULL, *slash = strchr(text, '/');
    struct identity_numbers numbers = {0};
    if (identity_parse_pdb(text, &numbers))
        return find_identity(run, model, text, &numbers, version);
    if (!slash && model->arch_count == 1 && !model_find_arch(model, text)) {
        text = arena_format(run->arena, "%s/%s", text, model->arches[0]->name);
        slash = strchr(text, '/');
    }
    if (!slash || slash == text || !slash[1])
        return fail_form(run, model, text);
    if (model_parse_target(model, text, version, &arch, &error))
        return arch;
    const char *left = arena_copy(run->arena, text, (size_t)(slash - text));
    return fail(run, guess_target(run, model, left, slash + 1), error);
}
