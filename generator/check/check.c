#include "check/check.h"

#include <string.h>

#include "base/arena.h"
#include "base/file.h"
#include "base/intern.h"
#include "base/progress.h"
#include "check/checks.h"
#include "check/doubts.h"

/* Codes of findings that make a row's versions or bytes doubtful. Checks that depend on these leave the row out. */
#define SOUND_CELLS (CODE(UNKNOWN_VERSION) | CODE(COLUMNS) | CODE(NUMBER))
#define SOUND_ROWS (SOUND_CELLS | CODE(TWO_OFFSETS) | CODE(DUPLICATE_MEMBER) | CODE(TYPE_CYCLE))

/* Codes that are found together, because one wrong placement usually causes most of them. */
#define BYTES                                                                                                          \
    (CODE(OVERLAP) | CODE(BIT_OVERLAP) | CODE(PAST_SIZE) | CODE(MISALIGNED) | CODE(ORDER) | CODE(GAP) | CODE(SIZE) |   \
     CODE(INFERABLE))

/* The codes of BYTES that need the right offsets of misplaced rows. */
#define BYTES_SOLVED (CODE(MISALIGNED) | CODE(ORDER) | CODE(GAP) | CODE(SIZE))

/* The kinds of subjects of checks. */
enum subject { SUBJECT_RECORD, SUBJECT_ENUMERATION, SUBJECT_FILE };

struct check {
    enum subject subject;
    uint64_t finds;         /* set of codes that the check reports */
    uint64_t prerequisites; /* set of codes of findings that make rows doubtful for the check (doubts.h) */
    void (*run)(struct check_run *run);
};

static const struct check checks[] = {
#define CHECK_OF(subject, function, finds, prerequisites) {SUBJECT_##subject, finds, prerequisites, function},
#include "check/checks.def"
#undef CHECK_OF
};

/* Runs the checks for one kind of subject. The subject is the run's owner. */
static void run_checks(struct check_run *run, enum subject subject)
{
    uint64_t skipped = 0;
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        if (checks[i].subject != subject)
            continue;
        run->prerequisites = checks[i].prerequisites;
        uint64_t open = run->record ? doubts_collect(run) | run->faults : 0;
        if ((open | run->failed) & checks[i].prerequisites)
            skipped |= checks[i].finds;
        if (!(run->failed & checks[i].prerequisites))
            checks[i].run(run);
    }
    if (skipped) {
        /* Record the codes that were skipped for the run's owner. An `allow` on it, or on a declaration around it,
         * might silence them otherwise. */
        const struct record *record = run->record;
        if (run->owner)
            run_add_codes(run, run->skipped, run->owner, skipped);
        for (; record && record->parent_row; record = record->parent_row->record)
            run_add_codes(run, run->skipped, record->parent_row->record->decl, skipped);
    }
    for (const struct finding *finding = run->findings; run->record && finding; finding = finding->next)
        if (CODE_OF(finding->code) & (BYTES | SOUND_ROWS) && !finding_is_off(run, finding))
            doubts_add_bytes(run, finding);
    findings_report(run);
    /* Record the codes about bytes that may be hidden, because one wrong row can hide another. */
    if (run->owner && run->reported & BYTES)
        run_add_codes(run, run->wrong_bytes, run->owner, BYTES_SOLVED);
}

static void check_record(struct check_run *run, const struct record *record)
{
    run->record = record;
    run->owner = record->decl;
    run->faults = run_codes_of(run->faulty, &record->faults);
    run->failed = run_codes_of(run->faulty, record);
    run->found = run->open = run->reported = 0;
    run->doubts = NULL;
    run->doubted = NULL;
    run_checks(run, SUBJECT_RECORD);
    run->record = NULL;
}

/* Reports the faults of resolution since the last call. */
static void report_faults(struct check_run *run)
{
    const struct fault *fault = run->fault ? run->fault->next : run->model->faults;
    for (; fault; fault = fault->next) {
        run->fault = fault;
        if (fault->decl && fault->code == DIAG_DUPLICATE)
            /* only the first declaration of a name is checked, so for this one all codes are skipped */
            run_add_codes(run, run->skipped, fault->decl, UINT64_MAX);
        bool is_silenced = allow_silences(run, fault->decl, fault->code);
        if (!diag_code_is_check(fault->code) ||
            (!is_silenced && diags_severity(run->diags, fault->code) != DIAG_SEVERITY_OFF))
            doubts_add_fault(run, fault);
        if (is_silenced)
            continue;
        struct diag *diag = diag_report(run->fault_diags, fault->code, fault->span, "%s", fault->message);
        if (fault->other_message)
            diag_note(diag, fault->other, "%s", fault->other_message);
        if (fault->help)
            diag_help(diag, "%s", fault->help);
    }
}

/* Reports an `allow` that silences nothing. The fix removes the clause and the blanks before it. There is no fix if
 * errors in other rows may hide the use of the `allow`. */
static void report_unused_allow(struct check_run *run, const struct allow *allow, bool is_certain)
{
    struct diag *diag =
        diag_report(run->diags, DIAG_UNUSED_ALLOW, allow->span, "'allow %s' silences nothing here", allow->name);
    if (!is_certain)
        return;
    const struct source *source = source_find(run->model->program->sources, allow->span.begin);
    size_t begin = allow->span.begin - source->base;
    while (begin > 0 && (source->text[begin - 1] == ' ' || source->text[begin - 1] == '\t'))
        begin--;
    diag_fix(diag, (struct span){source->base + (uint32_t)begin, allow->span.end}, "");
}

/* True if a map has a code for a declaration or for one around it. Codes without a bit in sets are never in the map. */
static bool is_code_around(const struct map *map, const struct allow_scope *scope, enum diag_code code)
{
    uint64_t codes = 0;
    for (; scope; scope = scope->outer)
        codes |= run_codes_of(map, scope->decl);
    return code >= DIAG_ENCODING && code <= DIAG_USE_UNKNOWN && codes & CODE_OF(code);
}

/* Reports an `allow` for a check that does not exist, or one that silenced nothing. */
static void check_allow(void *user, const struct allow *allow, const struct allow_scope *scope)
{
    struct check_run *run = user;
    enum diag_code code;
    if (!diag_code_find(allow->name, &code))
        diag_report(run->diags, DIAG_UNKNOWN_NAME, allow->name_span, "no check is called '%s'", allow->name);
    else if (diags_severity(run->diags, code) == DIAG_SEVERITY_OFF || is_code_around(run->skipped, scope, code))
        return; /* the check was off or was skipped, so it may find something another time */
    else if (!map_get(run->used_allows, allow->clause) && !allow_silences(run, scope->decl, DIAG_UNUSED_ALLOW))
        report_unused_allow(run, allow, !is_code_around(run->wrong_bytes, scope, code));
}

/* Begins a run, as soon as the names of the model are known. */
static void begin_run(struct check_run *run, const struct model *model)
{
    run->model = model;
    run->arena = model->arena;
    run->brief = arena_within(model->arena);
    run->used_allows = map_new(model->arena);
    run->places = map_new(model->arena);
    run->faulty = map_new(model->arena);
    run->open_sizes = map_new(model->arena);
    run->skipped = map_new(model->arena);
    run->wrong_bytes = map_new(model->arena);
    run->enum_values = map_new(model->arena);
    run->findings_end = &run->findings;
    for (const struct replaced *replaced = model->replaced; replaced; replaced = replaced->next)
        run_add_codes(run, run->skipped, replaced->decl, UINT64_MAX);
}

/* Checks everything except structures. */
static void check_others(struct check_run *run)
{
    const struct model *model = run->model;
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration) {
            const struct enumeration *enumeration = model->types[i]->enumeration;
            run->enumeration = enumeration;
            run->owner = enumeration->type->decl;
            run->failed = run_codes_of(run->faulty, run->owner);
            for (size_t j = 0; j < enumeration->count; j++)
                run->failed |= run_codes_of(run->faulty, enumeration->enumerators[j].decl);
            run_checks(run, SUBJECT_ENUMERATION);
            run->enumeration = NULL;
        }
    for (size_t i = 0; i < model->program->file_count; i++) {
        run->file = model->program->files[i].ast;
        run->owner = NULL;
        run->failed = 0;
        run_checks(run, SUBJECT_FILE);
        run->file = NULL;
    }
    model_each_allow(model, check_allow, run);
}

void check_run(const struct model *model, struct diags *diags)
{
    struct check_run run = {.diags = diags, .fault_diags = diags};
    begin_run(&run, model);
    report_faults(&run);
    if (model->is_cut)
        return; /* the specs could not be read completely, so each missing name would give findings */
    for (size_t i = 0; i < model->record_count; i++) {
        progress_step(model->program->progress, "checking", i, model->record_count, model->records[i]->type->name);
        check_record(&run, model->records[i]);
    }
    check_others(&run);
}

/* Checks a structure as soon as it has been resolved. */
static void visit_record(void *user, const struct model *model, const struct record *record)
{
    struct check_run *run = user;
    if (!run->model)
        begin_run(run, model);
    report_faults(run);
    if (!model->is_cut)
        check_record(run, record);
}

struct model *check_program(const struct program *program)
{
    struct check_run run = {.diags = diags_beside(program->diags), .fault_diags = program->diags};
    struct model *model = model_resolve_each(program, &(struct model_visitor){visit_record, &run, "checking"});
    if (!run.model)
        begin_run(&run, model);
    report_faults(&run);
    if (model->is_cut)
        return model; /* specs could not be read, so further findings may only be consequences */
    check_others(&run);
    diags_add(program->diags, run.diags); /* after the faults, which is the order of check_run */
    return model;
}

const struct model *check_texts(struct program *user, const char *spec, const struct program_text *texts, size_t count)
{
    struct program *program = program_beside(user, arena_copy_array(user->arena, texts, count, sizeof *texts), count);
    const struct model *model = NULL;
    program_add_path(program, spec);
    for (size_t i = 0; i < count; i++)
        if (file_kind(texts[i].path) == FILE_ABSENT)
            program_add_path(program, texts[i].path);
    if (!diags_error_count(program->diags))
        check_run(model = model_resolve(program), program->diags);
    if (!diags_error_count(program->diags))
        return model;
    diags_add(user->diags, program->diags);
    return NULL;
}
