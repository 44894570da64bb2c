#include "uses/uses.h"

#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/diag.h"
#include "base/intern.h"
#include "base/source.h"
#include "uses/c_scan.h"
#include "model/nearest.h"
#include "front/load.h"
#include "render/choice.h"
#include "render/context.h"
#include "render/names.h"
#include "render/plan.h"

struct uses {
    const struct model *model;
    const struct uses_question *question;
    struct render *render;
    struct map *plans;       /* name of a record in C -> struct plan */
    struct map *identifiers; /* identifier -> struct subject, for the records in `listed` */
    struct map *listed;      /* set of plans whose identifiers are in `identifiers` */
    struct map *histories;   /* struct member -> struct uses_history */
    struct buffer text;
};

/* A source file that is being read. */
struct reading {
    struct uses *uses;
    const struct source *source;
    struct c_scan scan;
};

/* The record and the member that an identifier is about. */
struct subject {
    const struct plan *plan;        /* the record */
    const struct member *member;    /* the member; NULL if the identifier is about the whole record */
    const struct plan_alias *alias; /* the layout; NULL if the identifier is not about one layout */
};

struct uses *uses_new(const struct model *model, const struct uses_question *question)
{
    struct arena *arena = model->arena;
    const struct program *program = model->program;
    struct uses *uses = ARENA_NEW(arena, struct uses);
    struct choice *choice = choice_new(model, CHOICE_EVERY_ARCH);
    choice_add_files(choice, false);
    choice_close(choice);
    if (!plans_fit(model, program->diags, choice))
        return NULL;
    /* Findings about names are dropped here, because `strata gen` reports them. */
    struct diags *unsaid = diags_new(arena, program->sources);
    struct render *render =
        render_new(model, unsaid, choice, keys_new(arena, program->intern), question->prefix, NULL);
    *uses = (struct uses){.model = model,
                          .question = question,
                          .render = render,
                          .plans = map_new(arena),
                          .identifiers = map_new(arena),
                          .listed = map_new(arena),
                          .histories = map_new(arena)};
    for (size_t i = 0; i < model->record_count; i++)
        if (render->plans[i])
            map_set(uses->plans, intern_text(program->intern, render->plans[i]->name), render->plans[i]);
    return uses;
}

/* Returns the text after a prefix and a record's name at the beginning of an identifier; NULL if it does not begin with
 * them. */
static const char *behind_name(const char *identifier, const char *prefix, const char *name)
{
    size_t prefix_size = strlen(prefix), name_size = strlen(name);
    if (strncmp(identifier, prefix, prefix_size) != 0 || strncmp(identifier + prefix_size, name, name_size) != 0)
        return NULL;
    return identifier + prefix_size + name_size;
}

static const char *behind_record(const struct uses *uses, const struct plan *plan, const char *identifier)
{
    const char *rest = behind_name(identifier, uses->render->prefix_upper, plan->name);
    return rest ? rest : behind_name(identifier, uses->render->prefix, plan->name);
}

/* Returns the layout's alias that a text begins with, as in "6_1_x64_OFFSET_"; NULL if it begins with none. */
static const struct plan_alias *find_alias(const struct uses *uses, const struct plan *plan, const char *text)
{
    for (size_t i = 0; i < plan->alias_count; i++) {
        const char *arch = names_in_c(uses->model->arena, plan->aliases[i].arch->name);
        const char *rest = behind_name(text, plan->aliases[i].version, "_");
        rest = rest ? behind_name(rest, arch, "") : NULL;
        if (rest && (!*rest || *rest == '_'))
            return &plan->aliases[i];
    }
    return NULL;
}

/* Returns the layout that an identifier of a record is about; NULL if it is about none. In such an identifier the alias
 * of the layout follows, which begins with a digit, as no other name does. */
static const struct plan_alias *find_layout(const struct uses *uses, const struct plan *plan, const char *identifier)
{
    const char *rest = behind_record(uses, plan, identifier);
    if (!rest || *rest != '_')
        return NULL;
    if (!strncmp(rest, "_AT_", 4) || !strncmp(rest, "_AS_", 4))
        rest += 3;
    return find_alias(uses, plan, rest + 1);
}

/* State while the identifiers of a record are listed. */
struct listing {
    struct uses *uses;
    const struct plan *plan;
};

static void add_identifier(void *user, const char *identifier, const struct plan_member *member)
{
    const struct listing *listing = user;
    struct uses *uses = listing->uses;
    struct subject *subject = ARENA_NEW(uses->model->arena, struct subject);
    *subject = (struct subject){.plan = listing->plan, .member = member ? member->member : NULL};
    map_set(uses->identifiers, intern_text(uses->model->program->intern, identifier), subject);
}

/* Returns the subject of an identifier; NULL if the headers do not have it. Sets `*longest` to the record with the
 * longest name that may be its subject, or NULL. */
static const struct subject *find_subject(struct uses *uses, const char *identifier, struct plan **longest)
{
    struct intern *intern = uses->model->program->intern;
    const char *lower = behind_name(identifier, uses->render->prefix, "");
    const char *name = lower ? lower : behind_name(identifier, uses->render->prefix_upper, "");
    *longest = NULL;
    for (size_t size = 1; name && *name && name[size - 1]; size++) {
        if (name[size] && name[size] != '_')
            continue;
        struct plan *plan = map_get(uses->plans, intern_name(intern, name, size));
        if (plan && !map_get(uses->listed, plan)) {
            map_set(uses->listed, plan, plan);
            context_list_names(uses->render, plan, add_identifier, &(struct listing){uses, plan});
        }
        *longest = plan ? plan : *longest;
    }
    return map_get(uses->identifiers, intern_text(intern, identifier));
}

/* ---- Reports */

static struct span span_of(const struct reading *reading, const struct c_token *token)
{
    return (struct span){reading->source->base + (uint32_t)(token->begin - reading->source->text),
                         reading->source->base + (uint32_t)(token->end - reading->source->text)};
}

static void report_token(const struct reading *reading, const struct c_token *token, enum diag_code code,
                         const char *text)
{
    if (text)
        diag_report(reading->uses->model->program->diags, code, span_of(reading, token), "%s", text);
}

/* Reports the use of a member. `asks` means that the identifier asks whether the member exists. */
static void report_use(const struct reading *reading, const struct c_token *token, const struct subject *subject,
                       bool asks)
{
    struct uses *uses = reading->uses;
    const struct member *member = subject->member;
    if (subject->alias) {
        report_token(reading, token, DIAG_USE_PINNED,
                     uses_pinned_history(uses->model, uses->question, subject->plan, subject->alias, member));
    } else if (member) {
        struct uses_history *history = map_get(uses->histories, member);
        if (!history) {
            history = ARENA_NEW(uses->model->arena, struct uses_history);
            *history = uses_history(uses->model, uses->question, member);
            map_set(uses->histories, member, history);
        }
        report_token(reading, token, DIAG_USE_ABSENT, asks ? NULL : history->absent);
        report_token(reading, token, DIAG_USE_ABSENT, history->unknown);
        report_token(reading, token, DIAG_USE_RETYPED, history->retyped);
        report_token(reading, token, DIAG_USE_MOVED, history->moved);
    }
}

/* ---- Names that no member gives */

/* Returns the member of a record with the nearest name. Only members count for which the headers have the identifier
 * with `before` and `behind` around the name. Returns NULL if there is none. */
static const char *nearest_member(struct uses *uses, const struct plan *plan, const char *before,
                                  const char *wanted, const char *behind)
{
    struct nearest nearest = {.wanted = wanted};
    for (size_t i = 0; i < plan->member_count; i++) {
        struct plan *longest;
        if (find_subject(uses, arena_format(uses->model->arena, "%s%s%s", before, plan->members[i].name, behind),
                         &longest))
            nearest_consider(&nearest, plan->members[i].name);
    }
    return nearest.best;
}

static void report_unknown(const struct reading *reading, const struct c_token *token, const char *text,
                           const char *help)
{
    struct diag *diag = diag_report(reading->uses->model->program->diags, DIAG_USE_UNKNOWN, span_of(reading, token),
                                    "%s", text);
    if (help)
        diag_help(diag, "%s", help);
}

/* Returns the beginning of identifiers that every member of a record has. */
static const char *member_stem(const struct uses *uses, const struct plan *plan)
{
    return arena_format(uses->model->arena, "%s%s_MEMBER_", uses->render->prefix_upper, plan->name);
}

/* Reports an identifier that the headers lack, but would have if the record had a member with that name. */
static void check_unknown(const struct reading *reading, const struct c_token *token, const struct plan *plan,
                          const char *identifier)
{
    struct uses *uses = reading->uses;
    const char *rest = plan ? behind_name(identifier, uses->render->prefix, plan->name) : NULL;
    for (size_t i = 0; rest && i < FORM_KIND_COUNT; i++) {
        const char *before = context_forms[i].before, *behind = context_forms[i].behind ? context_forms[i].behind : "";
        size_t size = strlen(rest), begin = strlen(before), end = strlen(behind);
        if (size <= begin + end || strncmp(rest, before, begin) != 0 || strcmp(rest + size - end, behind) != 0)
            continue;
        struct arena *arena = uses->model->arena;
        const char *wanted = arena_copy(arena, rest + begin, size - begin - end), *help = NULL;
        const char *stem = arena_copy(arena, identifier, (size_t)(rest - identifier) + begin);
        const char *guess = nearest_member(uses, plan, stem, wanted, behind);
        if (guess)
            help = arena_format(arena, "did you mean '%s%s%s'?", stem, guess, behind);
        else if ((guess = nearest_member(uses, plan, member_stem(uses, plan), wanted, "")) != NULL)
            help = arena_format(arena, "there is '%s', which has accessors of another kind", guess);
        report_unknown(reading, token,
                       arena_format(arena, "no member of %s has an accessor "
                                           "'%s'", plan->record->type->name, identifier), help);
        return;
    }
}

/* ---- Macros that put identifiers together */

/* Limits for the arguments of a macro. A call within a call is read again for each call around it, so long arguments
 * would take too much time. */
enum { ARGUMENTS_MOST = 3, ARGUMENT_TOKENS_MOST = 250 };

/* Reads the first arguments of a macro. An argument of several words counts as empty. Returns their number; 0 if there
 * are no arguments, or if their end is too far away. */
static unsigned read_arguments(struct c_scan scan, struct c_token *arguments)
{
    unsigned count = 0, depth = 0, words = 0, tokens = 0;
    struct c_token token = c_scan_next(&scan);
    if (token.kind != C_MARK || *token.begin != '(')
        return 0;
    while (count < ARGUMENTS_MOST) {
        token = c_scan_next(&scan);
        char mark = token.kind == C_MARK ? *token.begin : '\0';
        if (token.kind == C_END || ++tokens > ARGUMENT_TOKENS_MOST)
            return 0;
        if (!depth && (mark == ',' || mark == ')')) {
            if (words != 1)
                arguments[count] = (struct c_token){.kind = C_END, .begin = token.begin, .end = token.begin};
            count++;
            words = 0;
            if (mark == ')')
                break;
            continue;
        }
        if (!words++)
            arguments[count] = token;
        depth += mark == '(' || mark == '[' || mark == '{';
        depth -= depth && (mark == ')' || mark == ']' || mark == '}');
    }
    return count;
}

static const char *argument_text(struct reading *reading, const struct c_token *argument)
{
    struct buffer *text = &reading->uses->text;
    const char *word = c_token_text(argument, text);
    return arena_copy(reading->uses->model->arena, word, text->size);
}

static void use_macro(struct reading *reading, const struct plan *plan, const struct context_macro *macro)
{
    struct uses *uses = reading->uses;
    struct c_token arguments[ARGUMENTS_MOST];
    unsigned count = read_arguments(reading->scan, arguments);
    if (!macro->member || count < macro->member || arguments[macro->member - 1].kind != C_NAME)
        return;
    const struct c_token *token = &arguments[macro->member - 1];
    const char *name = argument_text(reading, token);
    const char *stem = member_stem(uses, plan);
    struct plan *longest;
    const struct subject *member = find_subject(uses, arena_format(uses->model->arena, "%s%s", stem, name), &longest);
    if (!member && token->in_directive)
        return; /* the name is a parameter of a macro, so its value is unknown */
    if (!member) {
        const char *guess = nearest_member(uses, plan, stem, name, "");
        report_unknown(reading, token,
                       arena_format(uses->model->arena, "%s has no member '%s'", plan->record->type->name, name),
                       guess ? arena_format(uses->model->arena, "did you mean '%s'?", guess) : NULL);
        return;
    }
    struct subject subject = *member;
    if (macro->release && count > macro->release)
        subject.alias = find_alias(uses, plan, arena_format(uses->model->arena, "%s_%s",
                                                            argument_text(reading, &arguments[macro->release - 1]),
                                                            argument_text(reading, &arguments[macro->release])));
    report_use(reading, token, &subject, macro->asks);
}

/* Returns the macro of the headers that an identifier of a record names; NULL if it names none. */
static const struct context_macro *find_macro(const struct uses *uses, const struct plan *plan, const char *identifier)
{
    const char *rest = behind_name(identifier, uses->render->prefix_upper, plan->name);
    for (const struct context_macro *macro = context_macros; rest && macro->behind; macro++)
        if (!strcmp(rest, macro->behind))
            return macro;
    return NULL;
}

/* ---- Calls of the runtime that take a structure and a member: STRATA_GET(S, v, M, value) */

static const struct context_macro calls[] = {
    {"GET", 3, 0, false},        {"VALUE", 3, 0, true},          {"SET", 3, 0, false},       {"GET_AT", 3, 0, false},
    {"SET_AT", 3, 0, false},     {"COUNT", 3, 0, false},         {"COLUMNS", 3, 0, false},   {"VIEW", 3, 0, false},
    {"VIEW_AT", 3, 0, false},    {"BYTES", 3, 0, false},         {"IS_PRESENT", 3, 0, true}, {"OFFSET", 3, 0, false},
    {"GRADE", 3, 0, false},      {"REQUIRE_MEMBER", 3, 0, false}, {"CHANGES", 3, 0, false},  {"SLOT", 3, 0, false},
    {"READ", 3, 0, false},       {"FOLLOW", 3, 0, false},        {"FOLLOW_AT", 3, 0, false}, {"DEREF", 3, 0, false},
    {"WALK", 2, 0, false},
};

/* Reports the use of a member in a call of the runtime. Returns false if the identifier is no such call. */
static bool use_call(struct reading *reading, const char *identifier)
{
    struct uses *uses = reading->uses;
    const char *name = behind_name(identifier, uses->render->prefix_upper, "");
    struct c_token arguments[ARGUMENTS_MOST];
    for (size_t i = 0; name && i < sizeof calls / sizeof *calls; i++) {
        if (strcmp(name, calls[i].behind) != 0)
            continue;
        bool has_record = read_arguments(reading->scan, arguments) && arguments[0].kind == C_NAME;
        const char *record = has_record ? argument_text(reading, &arguments[0]) : "";
        const struct plan *plan = map_get(uses->plans, intern_text(uses->model->program->intern, record));
        if (plan)
            use_macro(reading, plan, &calls[i]);
        return true;
    }
    return false;
}

void uses_add_source(struct uses *uses, const struct source *source)
{
    struct reading reading = {uses, source, {.next = source->text, .end = source->text + source->size}};
    struct c_token token;
    while ((token = c_scan_next(&reading.scan)).kind != C_END) {
        const char *word = token.kind == C_NAME ? c_token_text(&token, &uses->text) : "";
        if (strncmp(word, uses->render->prefix, strlen(uses->render->prefix)) != 0 &&
            strncmp(word, uses->render->prefix_upper, strlen(uses->render->prefix_upper)) != 0)
            continue;
        const char *identifier = arena_copy(uses->model->arena, word, uses->text.size);
        struct plan *longest;
        if (use_call(&reading, identifier))
            continue;
        const struct subject *subject = find_subject(uses, identifier, &longest);
        const struct context_macro *macro = subject ? find_macro(uses, subject->plan, identifier) : NULL;
        if (macro)
            use_macro(&reading, subject->plan, macro);
        else if (subject)
            report_use(&reading, &token,
                       &(struct subject){subject->plan, subject->member, find_layout(uses, subject->plan, identifier)},
                       false);
        else
            check_unknown(&reading, &token, longest, identifier);
    }
    buffer_free(&uses->text);
}
