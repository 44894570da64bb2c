#include "cmd/severity.h"

#include <string.h>

#include "model/nearest.h"
#include "front/load.h"

const char *const severity_checks[] = {
    "all",
#define DIAG(NAME, code, severity, text)
#define CHECK(NAME, code, severity, text) code,
#include "base/diag.def"
#undef CHECK
#undef DIAG
    NULL};

/* The severity that each option sets, and the severities that `all` covers. */
static const struct level {
    const char *option;
    enum diag_severity severity;
    bool of_off, of_warnings, of_errors;
} levels[] = {
    {"warn", DIAG_SEVERITY_WARNING, true, false, false},
    {"error", DIAG_SEVERITY_ERROR, false, true, false},
    {"no-", DIAG_SEVERITY_OFF, false, true, true},
};

static void change_all(struct diags *diags, const struct level *level)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        enum diag_code code = (enum diag_code)i;
        enum diag_severity now = diags_severity(diags, code);
        bool meant = (now == DIAG_SEVERITY_OFF && level->of_off) ||
                     (now == DIAG_SEVERITY_WARNING && level->of_warnings) ||
                     (now == DIAG_SEVERITY_ERROR && level->of_errors);
        if (meant && diag_code_is_check(code))
            diags_set_severity(diags, code, level->severity);
    }
}

void severity_silence_warnings(struct diags *diags)
{
    static const struct level silence = {.severity = DIAG_SEVERITY_OFF, .of_warnings = true};
    change_all(diags, &silence);
}

static bool fail_unknown(struct command_run *run, const char *name)
{
    struct nearest nearest = {.wanted = name};
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++)
        if (diag_code_is_check((enum diag_code)i))
            nearest_consider(&nearest, diag_code_name((enum diag_code)i));
    options_fail_near(run, nearest.best, "no check is called '%s'; strata explain lists them", name);
    return false;
}

static bool change(struct command_run *run, const struct level *level, const char *name)
{
    enum diag_code code;
    if (!strcmp(name, "all")) {
        change_all(run->program->diags, level);
        return true;
    }
    if (!diag_code_find(name, &code))
        return fail_unknown(run, name);
    if (!diag_code_is_check(code)) {
        options_fail(run, "'%s' is not a check, so its severity is fixed; strata explain lists the checks", name);
        return false;
    }
    diags_set_severity(run->program->diags, code, level->severity);
    return true;
}

bool severity_take_options(struct command_run *run, const struct operands *operands)
{
    for (size_t i = 0; i < operands->value_count; i++)
        for (size_t k = 0; k < sizeof levels / sizeof *levels; k++)
            if (!strcmp(operands->values[i].name, levels[k].option) &&
                !change(run, &levels[k], operands->values[i].value))
                return false;
    return true;
}
