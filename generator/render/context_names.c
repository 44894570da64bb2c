/*
 * Gives each declaration its identifiers. If another declaration has one of them already, the declaration is called
 * NAME_2 or NAME_3 in generated code.
 *
 * An identifier consists of a prefix, the name of its owner, and optionally an underscore and more. So two owners can
 * clash only if one's name is the other's, or begins with the other's and an underscore. Such owners form a family, and
 * each family is settled alone. First all owners get their names, then their parts, whose identifiers contain the
 * owner's name.
 */
#include <stdlib.h>
#include <string.h>

#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "render/claims.h"
#include "render/context_parts.h"

struct settling {
    struct render *render;
    struct claims *claims;
    struct buffer owners; /* array of struct owner */
    bool is_news;         /* a declaration got another name in this round */
};

/* A declaration that needs a name. */
struct subject {
    const void *declared; /* the declaration, as key of context_name */
    const char *name;
    struct span span;
    const void *what; /* argument for `claim` */
    void (*claim)(struct settling *settling, const struct subject *subject, const char *name);
    bool is_fixed; /* the declaration cannot have another name */
};

/* A declaration whose name begins other identifiers. */
struct owner {
    struct subject subject;
    void (*settle_parts)(struct settling *settling, const struct subject *subject); /* or NULL */
    size_t order;
};

enum { ATTEMPTS_MOST = 1000, ROUNDS_MOST = 10 };

/* ---- Names ---- */

static void report_clash(const struct settling *settling, const struct clash *clash, const char *other)
{
    struct diag *diag = diag_report(settling->render->diags, other ? DIAG_RENAMED : DIAG_COLLISION, clash->span,
                                    "this would define '%s' a second time", clash->identifier);
    if (other)
        diag_label(diag, "'%s' in generated code", other);
    diag_note(diag, clash->holder, clash->holder.begin ? "it is defined here first" : "runtime/ defines it");
}

/* Finds a name whose identifiers are all free, and claims them. */
static void settle_name(struct settling *settling, const struct subject *subject)
{
    struct render *render = settling->render;
    struct clash clash, first;
    unsigned attempt = 1;
    const char *plain = names_in_c(render->arena, subject->name);
    char *name = NULL;
    for (;; attempt++) {
        claims_begin(settling->claims);
        subject->claim(settling, subject, name ? name : context_name(render, subject->declared, plain));
        if (claims_end(settling->claims, &clash))
            break;
        if (subject->is_fixed || clash.is_own || attempt == ATTEMPTS_MOST) {
            report_clash(settling, &clash, NULL);
            return;
        }
        if (!name)
            first = clash;
        name = arena_format(render->arena, "%s_%u", plain, attempt + 1);
    }
    if (name) {
        settling->is_news = true;
        map_set(render->given, subject->declared, name);
        report_clash(settling, &first, name);
    }
}

static void add_owner(struct settling *settling, struct owner owner)
{
    owner.order = settling->owners.size / sizeof owner;
    buffer_add(&settling->owners, &owner, sizeof owner);
}

/* ---- Records ---- */

/* Claims the identifiers of one layout in accessors, asserts and printer. */
static void claim_layout(struct settling *settling, const struct plan *plan, const char *name, const char *label)
{
    static const char *const behind[] = {"_LEAST", "_SIZEOF", "_ASSERTS", "_PLACES"};
    const struct render *render = settling->render;
    struct span span = plan->record->type->span;
    struct stem lower = claims_stem(render->prefix, name), upper = claims_stem(render->prefix_upper, name);
    claims_add(settling->claims, span, lower, "_", label, NULL);
    claims_add(settling->claims, span, lower, "_print_", label, NULL);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        claims_add(settling->claims, span, upper, "_", label, behind[i]);
}

/* Claims the macros that list the layouts by release, and the macros for the layouts of full builds. */
static void claim_release_lists(struct settling *settling, const struct plan *plan, struct stem upper)
{
    const struct render *render = settling->render;
    struct span span = plan->record->type->span;
    const struct list *lists = context_release_lists(render, plan).list, *labels = context_labels(render, plan).list;
    for (size_t i = 0; i < lists->count; i++) {
        const struct value *values = lists->items[i].object->values;
        claims_add(settling->claims, span, upper, "_AT_", values[RELEASE_LIST_ARCH].string,
                   ARENA_JOIN(render->arena, "_", values[RELEASE_LIST_MARK].string));
    }
    for (size_t i = 0; i < labels->count; i++) {
        const struct value *values = labels->items[i].object->values;
        claims_add(settling->claims, span, upper, "_AT_", values[ALIAS_ARCH].string,
                   ARENA_JOIN(render->arena, "_", values[ALIAS_VERSION].string));
    }
}

/* Claims the identifiers that name a layout by release. */
static void claim_aliases(struct settling *settling, const struct plan *plan, const char *name)
{
    const struct render *render = settling->render;
    struct span span = plan->record->type->span;
    struct stem lower = claims_stem(render->prefix, name), upper = claims_stem(render->prefix_upper, name);
    for (size_t i = 0; i < plan->alias_count; i++) {
        const struct plan_alias *alias = &plan->aliases[i];
        const char *arch = names_in_c(render->arena, alias->arch->name);
        const char *label = ARENA_JOIN(render->arena, alias->version, "_", arch);
        claims_add(settling->claims, span, upper, "_AT_", label, NULL);
        claims_add(settling->claims, span, upper, "_AS_", label, NULL);
        if (strcmp(label, plan->layouts[alias->layout].label) != 0)
            claims_add(settling->claims, span, lower, "_", label, NULL);
    }
    claim_release_lists(settling, plan, upper);
    for (size_t i = 0; i < plan->layout_count; i++) {
        const char *number = arena_format(render->arena, "%zu", i);
        claims_add(settling->claims, span, upper, "_LAYOUT_", number, NULL);
        claims_add(settling->claims, span, lower, "_layout_", number, NULL);
    }
}

/* Claims the function that returns the offset of the data after a header. Its parameters are named after members. */
static void claim_header(struct settling *settling, const struct record *record, struct stem stem)
{
    const struct model *model = settling->render->model;
    for (size_t i = 0; i < model->header_count; i++) {
        const struct event_header *header = model->headers[i];
        if (header->record != record || !header->data)
            continue;
        claims_add(settling->claims, header->span, stem, "_data_begin", NULL, NULL);
        for (size_t k = 0; k < header->extra_count; k++)
            if (context_counter_is_first(header, k))
                claims_add(settling->claims, header->extras[k].span, stem, "_data_begin_",
                           context_counter_name(settling->render, &header->extras[k], "_"), NULL);
    }
}

const struct context_macro context_macros[] = {
    {"_HAS", 2, 0, true},          {"_OFFSET", 2, 0, false},        {"_BYTES", 2, 0, false},
    {"_BASIS", 2, 0, false},       {"_REQUIRE", 2, 0, false},       {"_CHANGES", 2, 0, false},
    {"_SLOT", 2, 0, false},        {"_READ", 3, 1, false},          {"_ASSERT_TYPE", 0, 0, false},
    {"_AT", 0, 0, false},          {"_AS", 0, 0, false},            {"_TYPE", 0, 0, false},
    {"_ASSERT_SIZE", 0, 0, false}, {"_ASSERT_MEMBER", 0, 0, false}, {NULL, 0, 0, false},
};

static void claim_record(struct settling *settling, const struct subject *subject, const char *name)
{
    static const char *const functions[] = {
        "",          "_const_view",  "_mutable_view", "_open",    "_open_mutable", "_rebase", "_rebase_mutable",
        "_validate", "_find_layout", "_slots",        "_layouts", "_layout_table", "_ranges", "_table",
        "_answers",  "_numbers",     "_more",
        "_bases",    "_words",       "_grades",       "_tables",       "_tree",
        "_accepted", "_rules",       "_member",       "_require", "_fetch",        "_fetch_bytes",
        "_utf16",    "_utf8",        "_links",        "_print",        "_print_json", "_print_with", "_print_bytes",
        "_print_bytes_json", "_print_bytes_with", "_print_members", "_print_runs", "_print_layouts", "_print_names",
        "_print_record", "_printed"};
    const struct plan *plan = subject->what;
    struct stem lower = claims_stem(settling->render->prefix, name);
    struct stem upper = claims_stem(settling->render->prefix_upper, name);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        claims_add(settling->claims, subject->span, lower, functions[i], NULL, NULL);
    for (const struct context_macro *macro = context_macros; macro->behind; macro++)
        claims_add(settling->claims, subject->span, upper, macro->behind, NULL, NULL);
    for (size_t i = 0; i < plan->layout_count; i++)
        claim_layout(settling, plan, name, plan->layouts[i].label);
    claim_aliases(settling, plan, name);
    claim_header(settling, plan->record, lower);
}

/* A member of a plan, as argument of `claim`. */
struct part {
    const struct plan *plan;
    const struct plan_member *member;
    const struct stem *layouts; /* by layout: stem of the identifiers for this layout and the member */
};

const struct context_form_parts context_forms[FORM_KIND_COUNT] = {
    [FORM_READ] = {"_read_", NULL},      [FORM_GET] = {"_get_", NULL},       [FORM_SET] = {"_set_", NULL},
    [FORM_FOLLOW] = {"_follow_", NULL},  [FORM_DEREF] = {"_deref_", NULL},   [FORM_AT] = {"_", "_at"},
    [FORM_SET_AT] = {"_", "_set_at"},    [FORM_FOLLOW_AT] = {"_", "_follow_at"}, [FORM_COUNT] = {"_", "_count"},
    [FORM_COLUMNS] = {"_", "_columns"},  [FORM_WALK] = {"_walk_", NULL},     [FORM_VIEW] = {"_", "_view"},
    [FORM_VIEW_AT] = {"_", "_view_at"},
};

/* Claims the identifier of a member in a form. `suffix` is added at its end. */
static void claim_form(struct settling *settling, struct span span, struct stem stem, enum context_form form,
                       const char *name, const char *suffix)
{
    const char *behind = context_forms[form].behind;
    if (behind && *suffix)
        suffix = ARENA_JOIN(settling->render->arena, behind, suffix);
    else if (behind)
        suffix = behind;
    claims_add(settling->claims, span, stem, context_forms[form].before, name, suffix);
}

static void claim_views(struct settling *settling, const struct part *part, struct span span, struct stem stem,
                        const char *name)
{
    const struct plan_member *member = part->member;
    for (unsigned i = 0; i < member->record_count; i++) {
        const char *suffix = context_inner_suffix(settling->render, member, i);
        if (member->single[i])
            claim_form(settling, span, stem, FORM_VIEW, name, suffix);
        if (member->array[i])
            claim_form(settling, span, stem, FORM_VIEW_AT, name, suffix);
        if (member->single[i])
            claim_form(settling, span, stem, FORM_WALK, name, suffix);
    }
}

/* Claims the calls that read a member as a float. Only a member that is an integer in other layouts has them. */
static void claim_floats(struct settling *settling, const struct plan_member *member, struct span span,
                         struct stem stem, const char *name)
{
    static const struct {
        enum context_form form;
        bool is_array;
    } calls[] = {
        {FORM_READ, false}, {FORM_GET, false}, {FORM_SET, false}, {FORM_AT, true}, {FORM_SET_AT, true}};
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++)
        if (calls[i].is_array ? member->float_element.exists : member->float_scalar.exists)
            claim_form(settling, span, stem, calls[i].form, name, "_float");
}

/* Returns a stem for each layout of a plan: the name of the record and the label of the layout. */
static const struct stem *layout_stems(const struct render *render, const struct plan *plan)
{
    const struct type *type = plan->record->type;
    const char *owner = context_name(render, type, type->name);
    struct stem *stems = ARENA_ARRAY(render->arena, struct stem, plan->layout_count);
    for (size_t i = 0; i < plan->layout_count; i++)
        stems[i] = claims_stem(render->prefix_upper, ARENA_JOIN(render->arena, owner, "_", plan->layouts[i].label));
    return stems;
}

/* Claims the identifiers that contain a member's name. */
static void claim_member(struct settling *settling, const struct subject *subject, const char *name)
{
    const struct part *part = subject->what;
    const struct plan_member *member = part->member;
    const struct render *render = settling->render;
    const bool given[] = {
        [FORM_READ] = member->scalar.exists,
        [FORM_GET] = member->scalar.exists,
        [FORM_SET] = member->scalar.exists,
        [FORM_FOLLOW] = member->scalar.exists,
        [FORM_DEREF] = member->scalar.exists,
        [FORM_AT] = member->element.exists,
        [FORM_SET_AT] = member->element.exists,
        [FORM_FOLLOW_AT] = member->element.exists,
        [FORM_COUNT] = member->has_count,
        [FORM_COLUMNS] = member->words == SLOT_WORDS_MOST,
    };
    const struct type *type = part->plan->record->type;
    const char *owner = context_name(render, type, type->name);
    struct stem lower = claims_stem(render->prefix, owner), upper = claims_stem(render->prefix_upper, owner);
    claims_add(settling->claims, subject->span, upper, "_M_", name, NULL);
    for (unsigned i = 0; member->record_count > 1 && i < member->record_count; i++)
        claims_add(settling->claims, subject->span, upper, "_M_", name, context_inner_suffix(render, member, i));
    if (context_has_float_line(member))
        claims_add(settling->claims, subject->span, upper, "_M_", name, "_float");
    claims_add(settling->claims, subject->span, upper, "_MEMBER_", name, NULL);
    for (size_t i = 0; i < sizeof given / sizeof *given; i++)
        if (given[i])
            claim_form(settling, subject->span, lower, (enum context_form)i, name, "");
    claim_floats(settling, member, subject->span, lower, name);
    claim_views(settling, part, subject->span, lower, name);
    for (size_t i = 0; i < part->plan->layout_count; i++) {
        claims_add(settling->claims, subject->span, part->layouts[i], "_OFFSET_", name, NULL);
        claims_add(settling->claims, subject->span, part->layouts[i], "_SIZE_", name, NULL);
    }
}

static void settle_members(struct settling *settling, const struct subject *subject)
{
    const struct plan *plan = subject->what;
    const struct stem *layouts = layout_stems(settling->render, plan);
    for (size_t i = 0; i < plan->member_count; i++) {
        const struct plan_member *member = &plan->members[i];
        const struct part part = {plan, member, layouts};
        if (member->words)
            settle_name(settling, &(struct subject){.declared = member->member,
                                                    .name = member->member->name,
                                                    .span = member->member->rows[0]->decl->name_span,
                                                    .what = &part,
                                                    .claim = claim_member});
    }
}

/* Adds the records that specs declare, or with `inside` the records nested in others. A nested record A.B gets the name
 * A_B only if no declaration has it. */
static void add_records(struct settling *settling, bool inside)
{
    const struct render *render = settling->render;
    for (size_t i = 0; i < render->model->record_count; i++) {
        const struct plan *plan = render->plans[i];
        if (plan && inside == (plan->record->parent_row != NULL))
            add_owner(settling, (struct owner){{.declared = plan->record->type,
                                                .name = plan->record->type->name,
                                                .span = plan->record->type->span,
                                                .what = plan,
                                                .claim = claim_record},
                                               settle_members, 0});
    }
}

/* ---- Enums, constants and events ---- */

static void claim_enum(struct settling *settling, const struct subject *subject, const char *name)
{
    static const char *const behind[] = {"_values", "_print_rows", "_print_values"};
    struct stem stem = claims_stem(settling->render->prefix, name);
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        claims_add(settling->claims, subject->span, stem, behind[i], NULL, NULL);
}

/* An enumerator and its type, as argument of `claim`. */
struct enumerated {
    const struct type *type;
    const struct enumerator *enumerator;
};

static void claim_enumerator(struct settling *settling, const struct subject *subject, const char *name)
{
    const struct enumerated *enumerated = subject->what;
    const struct render *render = settling->render;
    const char *owner = context_name(render, enumerated->type, enumerated->type->name);
    struct stem upper = claims_stem(render->prefix_upper, owner);
    size_t count;
    const char *const *labels = context_enum_labels(render, enumerated->enumerator, &count);
    for (size_t i = 0; i < count; i++)
        claims_add(settling->claims, subject->span, upper, "_", name, labels[i]);
    if (count && *labels[0])
        claims_add(settling->claims, subject->span, claims_stem(render->prefix, owner), "_value_", name, NULL);
}

static void settle_enumerators(struct settling *settling, const struct subject *subject)
{
    const struct type *type = subject->what;
    for (size_t i = 0; i < type->enumeration->count; i++) {
        const struct enumerated enumerated = {type, &type->enumeration->enumerators[i]};
        if (enumerated.enumerator->name && enumerated.enumerator->is_first_row)
            settle_name(settling, &(struct subject){.declared = enumerated.enumerator,
                                                    .name = enumerated.enumerator->name,
                                                    .span = enumerated.enumerator->decl->span,
                                                    .what = &enumerated,
                                                    .claim = claim_enumerator});
    }
}

static void add_enums(struct settling *settling)
{
    const struct render *render = settling->render;
    for (size_t i = 0; i < render->model->type_count; i++) {
        const struct type *type = render->model->types[i];
        if (type->enumeration && choice_has(render->choice, type))
            add_owner(settling, (struct owner){{.declared = type,
                                                .name = type->name,
                                                .span = type->span,
                                                .what = type,
                                                .claim = claim_enum},
                                               settle_enumerators, 0});
    }
}

/* Claims one identifier: the prefix in `subject->what`, and the name. */
static void claim_itself(struct settling *settling, const struct subject *subject, const char *name)
{
    claims_add(settling->claims, subject->span, claims_stem(subject->what, name), NULL, NULL, NULL);
}

static void claim_global(struct settling *settling, const struct subject *subject, const char *name)
{
    struct stem stem = claims_stem(settling->render->prefix, name);
    claims_add(settling->claims, subject->span, stem, "_addresses", NULL, NULL);
    claims_add(settling->claims, subject->span, stem, "_address", NULL, NULL);
}

static void claim_event(struct settling *settling, const struct subject *subject, const char *name)
{
    const struct event *event = subject->what;
    const struct render *render = settling->render;
    struct stem stem = claims_stem(render->prefix_upper, name);
    claims_add(settling->claims, subject->span, stem, "_HOOK", NULL, NULL);
    claims_add(settling->claims, subject->span, stem, "_GROUP", NULL, NULL);
    for (size_t i = 0; i < event->binding_count; i++) {
        const struct event_binding *binding = &event->bindings[i];
        for (size_t a = 0; binding->marker && binding->record && a < render->model->arch_count; a++)
            claims_add(settling->claims, binding->span, stem, "_MARKER_",
                       names_in_c(render->arena, binding->record->type->name),
                       arena_format(render->arena, "_%s", names_in_c(render->arena, render->model->arches[a]->name)));
    }
}

static void add_globals(struct settling *settling)
{
    const struct render *render = settling->render;
    for (size_t i = 0; i < render->model->global_count; i++) {
        const struct global *global = render->model->globals[i];
        if (choice_has(render->choice, global))
            add_owner(settling, (struct owner){{.declared = global,
                                                .name = global->name,
                                                .span = global->decl->name_span,
                                                .what = global,
                                                .claim = claim_global},
                                               NULL, 0});
    }
}

static void add_constants_and_events(struct settling *settling)
{
    const struct render *render = settling->render;
    const struct model *model = render->model;
    for (size_t i = 0; i < model->constant_count; i++) {
        const struct constant *constant = model->constants[i];
        if (choice_has(render->choice, constant))
            add_owner(settling, (struct owner){{.declared = constant,
                                                .name = constant->name,
                                                .span = constant->decl->name_span,
                                                .what = render->prefix_upper,
                                                .claim = claim_itself},
                                               NULL, 0});
    }
    for (size_t i = 0; i < model->event_count; i++) {
        const struct event *event = model->events[i];
        if (choice_has(render->choice, event))
            add_owner(settling, (struct owner){{.declared = event,
                                                .name = event->name,
                                                .span = event->name_span,
                                                .what = event,
                                                .claim = claim_event},
                                               NULL, 0});
    }
}

/* ---- Names that cannot change ---- */

static void add_fixed(struct settling *settling, const char *prefix, const char *name, struct span span)
{
    const struct subject subject = {
        .name = name, .span = span, .what = prefix, .claim = claim_itself, .is_fixed = true};
    add_owner(settling, (struct owner){subject, NULL, 0});
}

/* Adds the macro of a release or a point. A point with the name of its release has no macro of its own. */
static void add_release(struct settling *settling, const char *name, struct span span)
{
    const struct render *render = settling->render;
    if (context_release_span(render, name).begin == span.begin)
        add_fixed(settling, render->prefix_upper,
                  arena_format(render->arena, "RELEASE_%s", names_in_c(render->arena, name)), span);
}

static void add_axis(struct settling *settling)
{
    const struct render *render = settling->render;
    const struct model *model = render->model;
    const struct axis *axis = &model->axis;
    const char *upper = render->prefix_upper;
    add_fixed(settling, render->prefix, "arch_name", (struct span){0, 0});
    add_fixed(settling, render->prefix, "version_name", (struct span){0, 0});
    for (size_t i = 0; i < model->arch_count; i++)
        if (choice_has_arch(render->choice, model->arches[i]))
            add_fixed(settling, upper,
                      arena_format(render->arena, "ARCH_%s", names_in_capitals(render->arena, model->arches[i]->name)),
                      model->arches[i]->span);
    for (size_t i = 0; i < axis->release_count; i++)
        add_release(settling, axis->releases[i].name, axis->releases[i].span);
    for (size_t i = 0; i < axis->point_count; i++)
        add_release(settling, axis->points[i].name, axis->points[i].span);
    for (size_t i = 0; i < axis->release_count; i++)
        add_fixed(settling, upper,
                  arena_format(render->arena, "VERSION_%s", names_in_capitals(render->arena, axis->releases[i].name)),
                  axis->releases[i].span);
    for (size_t i = 0; i < axis->point_count; i++)
        add_fixed(settling, upper,
                  arena_format(render->arena, "VERSION_%s", names_in_capitals(render->arena, axis->points[i].name)),
                  axis->points[i].span);
}

static void add_guards(struct settling *settling)
{
    static const char *const kinds[] = {"", "_assert", "_print"};
    const struct render *render = settling->render;
    for (size_t i = 0; render->bases && i < render->model->program->file_count; i++) {
        uint32_t base = render->model->program->files[i].ast->source->base;
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            add_fixed(settling, render->prefix_upper, context_guard(render, i, kinds[k]), (struct span){base, base});
    }
}

/* ---- All of them ---- */

static int rank_character(char c)
{
    return c == '_' ? 1 : (unsigned char)c;
}

/* Compares owners by name. An underscore sorts first, so that the owners of a family are neighbours. */
static int compare_owners(const void *left, const void *right)
{
    const struct owner *a = left, *b = right;
    const char *one = a->subject.name, *other = b->subject.name;
    while (*one && *one == *other) {
        one++;
        other++;
    }
    if (*one != *other)
        return rank_character(*one) - rank_character(*other);
    return (a->order > b->order) - (a->order < b->order);
}

static bool is_of_family(const char *name, const char *root)
{
    size_t length = strlen(root);
    return !strncmp(name, root, length) && (!name[length] || name[length] == '_');
}

static void settle_family(struct settling *settling, const struct owner *owners, size_t count)
{
    claims_forget(settling->claims);
    for (int fixed = 1; fixed >= 0; fixed--)
        for (size_t i = 0; i < count; i++)
            if (owners[i].subject.is_fixed == fixed)
                settle_name(settling, &owners[i].subject);
    for (size_t i = 0; i < count; i++)
        if (owners[i].settle_parts)
            owners[i].settle_parts(settling, &owners[i].subject);
}

/* Settles the families. The identifiers of an owner's parts may contain the name of another owner. So if an owner got
 * another name, all families are settled again. */
static void settle_families(struct settling *settling)
{
    struct owner *owners = (void *)settling->owners.data;
    size_t count = settling->owners.size / sizeof *owners;
    for (size_t i = 0; i < count; i++)
        owners[i].subject.name = names_in_c(settling->render->arena, owners[i].subject.name);
    if (count)
        qsort(owners, count, sizeof *owners, compare_owners);
    settling->is_news = true;
    for (unsigned round = 0; settling->is_news && round < ROUNDS_MOST; round++) {
        settling->is_news = false;
        for (size_t i = 0, end; i < count; i = end) {
            for (end = i + 1; end < count && is_of_family(owners[end].subject.name, owners[i].subject.name);)
                end++;
            settle_family(settling, owners + i, end - i);
        }
    }
}

void context_settle_names(struct render *render)
{
    struct settling settling = {.render = render, .claims = claims_new(render->arena)};
    add_axis(&settling);
    add_guards(&settling);
    add_constants_and_events(&settling);
    add_globals(&settling);
    add_enums(&settling);
    add_records(&settling, false);
    add_records(&settling, true);
    settle_families(&settling);
    claims_free(settling.claims);
    buffer_free(&settling.owners);
    for (size_t i = 0; i < render->model->record_count; i++) {
        struct plan *plan = render->plans[i];
        if (!plan)
            continue;
        plan->name = context_name(render, plan->record->type, plan->record->type->name);
        for (size_t k = 0; k < plan->member_count; k++)
            plan->members[k].name = context_name(render, plan->members[k].member, plan->members[k].member->name);
    }
}

/* A listing of one record's identifiers. */
struct listing {
    void (*visit)(void *user, const char *identifier, const struct plan_member *member);
    void *user;
    const struct plan_member *member;
};

static void list_identifier(void *user, const char *identifier)
{
    const struct listing *listing = user;
    listing->visit(listing->user, identifier, listing->member);
}

void context_list_names(struct render *render, const struct plan *plan,
                        void (*visit)(void *user, const char *identifier, const struct plan_member *member), void *user)
{
    struct listing listing = {visit, user, NULL};
    struct settling settling = {.render = render,
                                .claims = claims_listing(render->arena, list_identifier, &listing)};
    const struct stem *layouts = layout_stems(render, plan);
    claim_record(&settling, &(struct subject){.what = plan}, plan->name);
    for (size_t i = 0; i < plan->member_count; i++) {
        const struct part part = {plan, &plan->members[i], layouts};
        listing.member = part.member;
        if (part.member->words)
            claim_member(&settling, &(struct subject){.what = &part}, part.member->name);
    }
}
