#include "run/target.h"

#include <string.h>

#include "answer/address.h"
#include "answer/standing.h"
#include "answer/values.h"
#include "base/arena.h"
#include "base/ascii.h"
#include "base/intern.h"
#include "front/selection.h"
#include "model/model.h"
#include "model/nearest.h"
#include "model/select.h"
#include "model/version_name.h"
#include "run/options.h"

/* ---- Architectures */

/* Names that mean the same architecture in different programs. Each list ends with NULL. */
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

/* Returns the architecture with a name or a synonym of it; NULL if the model has none. Sets `*is_known` if the name is
 * that of some architecture, also if the model does not have it. */
static const struct arch *find_synonym(const struct model *model, const char *name, bool *is_known)
{
    *is_known = false;
    for (size_t i = 0; i < sizeof synonyms / sizeof *synonyms; i++) {
        if (!is_in(synonyms[i], name))
            continue;
        *is_known = true;
        for (size_t k = 0; k < model->arch_count; k++)
            if (is_in(synonyms[i], model->arches[k]->name))
                return model->arches[k];
    }
    return model_find_arch(model, name);
}

/* Returns the architecture that a name may mean: one with this name, a synonym, or a similar name; NULL if there is
 * none. */
static const struct arch *guess_arch(const struct model *model, const char *name)
{
    struct nearest nearest = {.wanted = name};
    bool is_known;
    const struct arch *arch = find_synonym(model, name, &is_known);
    for (size_t i = 0; i < model->arch_count && !is_known; i++)
        nearest_consider(&nearest, model->arches[i]->name);
    return arch ? arch : nearest.best ? model_find_arch(model, nearest.best) : NULL;
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

/* ---- The architectures of structures */

/* True if the words name a type or members of it. */
static bool is_named(const struct model *model, const struct selection *words, const struct type *type)
{
    for (size_t i = 0; i < words->count; i++)
        if (selection_matches(selection_without_underscores(words->words[i].parts[0]),
                              selection_without_underscores(type->local)) &&
            select_fits_module(model, &words->words[i], type))
            return true;
    return false;
}

/* True if the words name a structure or members of it. Without words, true if its file is one that the user named. */
static bool is_chosen(const struct model *model, const struct selection *words, const struct record *record)
{
    return words ? is_named(model, words, record->type) : model->program->files[record->file_index].requested;
}

/* True if the words name an enumeration. Without words it follows the structures of its file. */
static bool is_chosen_enumeration(const struct model *model, const struct selection *words, const struct type *type)
{
    return words && type->enumeration && is_named(model, words, type);
}

/* True if the words name a global. Without words, true if its file is one that the user named. */
static bool is_chosen_global(const struct model *model, const struct selection *words, const struct global *global)
{
    bool is_requested = !words && model->program->files[global->file_index].requested;
    for (size_t i = 0; words && i < words->count && !is_requested; i++) {
        const struct selection_word *word = &words->words[i];
        is_requested = word->count == 1 && selection_matches(word->parts[0], global->local) &&
                       (!word->module || selection_matches(word->module, global->module->name));
    }
    return is_requested;
}

/* Finds the architectures on which chosen structures, enumerations and globals exist: a bit for each index. Sets `*own`
 * to those on which some of them have layouts or values of their own, or addresses. */
static uint64_t find_arches(const struct model *model, const struct selection *words, uint64_t *own)
{
    uint64_t all = 0;
    *own = 0;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        for (size_t a = 0; a < model->arch_count && is_chosen(model, words, record); a++) {
            const struct record_on *on = &record->on[a];
            uint64_t bit = on->exists && !model->arches[a]->is_twin ? (uint64_t)1 << a : 0;
            all |= bit;
            *own |= on->layout_count && !on->alias ? bit : 0;
        }
    }
    for (size_t i = 0; i < model->type_count; i++)
        for (size_t a = 0; a < model->arch_count && is_chosen_enumeration(model, words, model->types[i]); a++)
            if (!model->arches[a]->is_twin && !enumeration_is_alias(model->types[i]->enumeration, model->arches[a]))
                *own |= (uint64_t)1 << a;
    for (size_t i = 0; i < model->global_count; i++)
        for (size_t a = 0; a < model->arch_count && is_chosen_global(model, words, model->globals[i]); a++)
            if (model->globals[i]->on[a].count && !model->arches[a]->is_twin)
                *own |= (uint64_t)1 << a;
    return all | *own;
}

/* How well chosen structures and enumerations are known in a version: not at all, from documents, or from kernels
 * around it that were seen. */
enum knowledge { UNKNOWN_THERE, DOCUMENTED_THERE, SEEN_THERE };

static enum knowledge find_knowledge(const struct model *model, const struct selection *words, const struct arch *arch,
                                     uint64_t version)
{
    enum knowledge known = UNKNOWN_THERE;
    for (size_t i = 0; i < model->record_count; i++) {
        const struct record *record = model->records[i];
        if (!is_chosen(model, words, record) || !record->on[arch->index].exists)
            continue;
        const struct standing standing = record_stand(record, arch, version);
        if (!standing.layout || standing.basis == STRATA_EXTRAPOLATED)
            continue;
        if (!standing.is_documented && !standing.is_by_document)
            return SEEN_THERE;
        known = DOCUMENTED_THERE;
    }
    for (size_t i = 0; i < model->type_count; i++) {
        if (!is_chosen_enumeration(model, words, model->types[i]))
            continue;
        const struct valued valued = enumeration_stand(model->types[i]->enumeration, arch, version);
        if (!valued.exists || valued.standing.basis == STRATA_EXTRAPOLATED)
            continue;
        if (!valued.standing.is_documented && !valued.standing.is_by_document)
            return SEEN_THERE;
        known = DOCUMENTED_THERE;
    }
    for (size_t i = 0; i < model->global_count; i++)
        if (is_chosen_global(model, words, model->globals[i]) &&
            address_find(model, model->globals[i], arch, version, false).place)
            return SEEN_THERE;
    return known;
}

/* Returns the architectures of a set that have a version and on which it is known best. Leaves out those that fall back
 * on another one of the set: that one answers for both, because a version alone does not distinguish them. */
static uint64_t narrow_arches(const struct model *model, const struct selection *words, uint64_t arches,
                              uint64_t version)
{
    uint64_t left = 0;
    enum knowledge best = UNKNOWN_THERE;
    for (size_t i = 0; i < model->arch_count; i++) {
        const struct arch *arch = model->arches[i];
        if (!(arches >> i & 1) || !version_set_contains(&arch->versions, version))
            continue;
        enum knowledge known = find_knowledge(model, words, arch, version);
        if (known < best)
            continue;
        left = (known > best ? 0 : left) | (uint64_t)1 << i;
        best = known;
    }
    uint64_t narrowed = left;
    for (size_t i = 0; i < model->arch_count; i++)
        for (const struct arch *other = model->arches[i]->fallback; other; other = other->fallback)
            if (left >> other->index & 1)
                narrowed &= ~((uint64_t)1 << i);
    return narrowed;
}

/* Returns the only architecture that has the version and on which the chosen declarations have layouts of their own. If
 * there are several, returns the only one on which the version was seen. If there are still several, or none, reports
 * that and returns NULL. `given` is the text of the user. */
static const struct arch *find_only_arch(struct command_run *run, const struct model *model,
                                         const struct selection *words, const char *given, uint64_t version)
{
    uint64_t own, all = find_arches(model, words, &own);
    all = own ? own : all ? all : UINT64_MAX;
    uint64_t narrowed = narrow_arches(model, words, all, version);
    struct buffer list = {0};
    const struct arch *first = NULL;
    size_t count = 0;
    for (size_t i = 0; i < model->arch_count; i++) {
        if (!((narrowed ? narrowed : all) >> i & 1))
            continue;
        buffer_format(&list, "%s%s", count++ ? ", " : "", model->arches[i]->name);
        first = first ? first : model->arches[i];
    }
    if (count > 1)
        options_fail(run, "'%s' is on several architectures; add one, as in %s/%s: %s", given, given, first->name,
                     buffer_text(&list));
    else if (!count)
        options_fail(run, "the specs have no architectures");
    buffer_free(&list);
    return count == 1 ? first : NULL;
}

/* ---- Targets */

enum status target_fail(struct command_run *run, const struct model *model, const char *target, const char *message)
{
    const char *point = axis_explain_release(run->arena, &model->axis, target);
    struct diag *diag = options_report(run, "%s", message);
    if (point)
        diag_help(diag, "%s", point);
    return run->status;
}

/* Adds the names that may be meant to a finding, each followed by `after` ("/x64"). Without names, says how to list
 * them. */
static const struct arch *help_names(struct command_run *run, struct diag *diag, const struct version_names *names,
                                     const char *after)
{
    struct buffer list = {0};
    for (size_t i = 0; i < names->count; i++) {
        bool is_last = i && i + 1 == names->count && !names->is_ambiguous;
        buffer_format(&list, "%s'%s%s'", is_last ? " or " : i ? ", " : "", names->items[i], after);
    }
    if (!names->count)
        diag_help(diag, "strata list --versions --arches SPECS lists versions and architectures");
    else if (names->is_ambiguous)
        diag_help(diag, "name one of them: %s", buffer_take(&list, run->arena));
    else
        diag_help(diag, "did you mean %s?", buffer_take(&list, run->arena));
    return NULL;
}

/* Reports a version that means several or none. `after` is the slash and the architecture in the text, or empty. */
static const struct arch *fail_version(struct command_run *run, const char *version, const struct version_names *names,
                                       const char *after)
{
    const char *const format = names->is_ambiguous ? "'%s' means several versions" : "version '%s' is not on the axis";
    return help_names(run, options_report(run, "%s", arena_format(run->arena, format, version)), names, after);
}

static const char *find_version(struct command_run *run, const struct model *model, const char *text,
                                struct version_names *names)
{
    return version_name_find(run->arena, run->program->intern, &model->axis, text, names);
}

bool target_find_kernel(struct command_run *run, const struct model *model, const char *text, uint64_t *version)
{
    struct version_names names;
    uint64_t numbers;
    unsigned parts;
    const char *name = find_version(run, model, text, &names);
    if (!name) {
        fail_version(run, text, &names, "");
        return false;
    }
    axis_find_version(&model->axis, name, version);
    if (axis_parse(&model->axis, name, &numbers, &parts) && parts > 2 ? parts == 4 : version_part(*version, 3) != 0)
        return true;
    diag_help(options_report(run, "'%s' is not a full version such as 10.0.22000.318", name),
              "add the revision, as in %u.%u.%u.REVISION", version_part(*version, 0), version_part(*version, 1),
              version_part(*version, 2));
    return false;
}

/* Reports a target whose architecture the specs do not have. Suggests the target that both parts mean, in either
 * order. */
static const struct arch *fail_arch(struct command_run *run, const struct model *model, const char *left,
                                    const char *right)
{
    struct diag *diag = options_report(run, "no architecture is called '%s'", right);
    const char *parts[] = {left, right, left};
    for (size_t i = 0; i < 2; i++) {
        struct version_names names;
        const struct arch *arch = guess_arch(model, parts[i + 1]);
        const char *version = find_version(run, model, parts[i], &names);
        if (version)
            names = (struct version_names){&parts[i], 1, false};
        if (arch && names.count)
            return help_names(run, diag, &names, arena_format(run->arena, "/%s", arch->name));
    }
    return help_names(run, diag, &(struct version_names){0}, "");
}

/* Reports a text without a slash that is no version, such as "6.1-x64", "x64" or "banana". */
static const struct arch *fail_form(struct command_run *run, const struct model *model, const char *text,
                                    const struct version_names *names)
{
    bool is_known;
    const struct arch *meant = find_synonym(model, text, &is_known);
    for (const char *c = text; *c; c++) {
        const char *left = arena_copy(run->arena, text, (size_t)(c - text)), *right = c + 1;
        const struct arch *arch = strchr("-_:,@ \\", *c) ? find_synonym(model, right, &is_known) : NULL;
        struct version_names others;
        if (arch && find_version(run, model, left, &others)) {
            const struct version_names one = {&left, 1, false};
            return help_names(run, options_report(run, "'%s' is not VERSION/ARCH, as in 6.1/x64", text), &one,
                              arena_format(run->arena, "/%s", arch->name));
        }
    }
    if (!meant)
        return fail_version(run, text, names, "");
    diag_help(options_report(run, "'%s' names no version: write VERSION/%s", text, meant->name),
              meant == model_find_arch(model, text) ? "strata list --versions lists them"
                                                    : "the architecture is called '%s'",
              meant->name);
    return NULL;
}

const struct module *target_find_module(const struct model *model, const struct operands *operands)
{
    static const char *const options[] = {"at", "from", "to"};
    for (size_t i = 0; i < operands->value_count; i++) {
        struct identity_numbers numbers = {0};
        bool is_target = false;
        for (size_t k = 0; k < sizeof options / sizeof *options; k++)
            is_target |= !strcmp(operands->values[i].name, options[k]);
        const struct identity *identity = is_target && identity_parse(operands->values[i].value, &numbers)
                                              ? model_find_identity(model, &numbers)
                                              : NULL;
        if (identity)
            return identity->module;
    }
    return NULL;
}

const struct arch *target_parse(struct command_run *run, const struct model *model, const struct selection *words,
                                const char **text, uint64_t *version)
{
    struct version_names names;
    struct identity_numbers numbers = {0};
    if (identity_parse(*text, &numbers)) {
        /* Find the kernel with a GUID and age, or with a build ID, and its architecture. */
        const struct identity *identity = model_find_identity(model, &numbers);
        if (!identity)
            return help_names(run,
                              options_report(run,
                                             run->program->is_by_name
                                                 ? "no `identity` of a module that has these structures names '%s'"
                                                 : "no `identity` names '%s'",
                                             *text),
                              &(struct version_names){0}, "");
        *version = identity->version;
        *text = arena_format(run->arena, "%s/%s", *text, identity->arch->name);
        return identity->arch;
    }
    const char *slash = strchr(*text, '/'), *given = *text;
    if (slash)
        given = arena_copy(run->arena, *text, (size_t)(slash - *text));
    const char *name = find_version(run, model, given, &names);
    const struct arch *arch = slash ? model_find_arch(model, slash + 1) : NULL;
    if (!*given || (slash && !slash[1]))
        return help_names(run, options_report(run, "'%s' is not VERSION/ARCH, as in 6.1/x64", *text), &names, "");
    if (slash && !arch)
        return fail_arch(run, model, given, slash + 1);
    if (!name)
        return slash ? fail_version(run, given, &names, slash) : fail_form(run, model, given, &names);
    axis_find_version(&model->axis, name, version);
    if (!arch)
        arch = find_only_arch(run, model, words, given, *version);
    if (arch)
        *text = arena_format(run->arena, "%s/%s", name, arch->name);
    return arch;
}
