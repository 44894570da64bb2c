/*
 * The registry of diagnostics, from diag.def and explanation.def.
 */
#include <string.h>

#include "base/diag.h"

static const struct {
    const char *name;
    enum diag_severity severity;
    bool is_check;
    const char *summary;
} codes[] = {
#define DIAG(NAME, code, severity, text) {code, DIAG_SEVERITY_##severity, false, text},
#define CHECK(NAME, code, severity, text) {code, DIAG_SEVERITY_##severity, true, text},
#include "base/diag.def"
#undef CHECK
#undef DIAG
};

static const struct diag_explanation explanations[] = {
#define EXPLAIN(NAME, text, wrong, right) [DIAG_##NAME] = {text, wrong, right},
#include "base/explanation.def"
#undef EXPLAIN
};

/* Compilers warn of duplicate designators above, so an equal count means that no code is missing. */
enum {
#define EXPLAIN(NAME, text, wrong, right) EXPLAINED_##NAME,
#include "base/explanation.def"
#undef EXPLAIN
    EXPLAINED_COUNT
};

_Static_assert((int)EXPLAINED_COUNT == (int)DIAG_CODE_COUNT, "each code of diag.def has a line in explanation.def");

const char *diag_code_name(enum diag_code code)
{
    return codes[code].name;
}

const char *diag_code_summary(enum diag_code code)
{
    return codes[code].summary;
}

enum diag_severity diag_code_severity(enum diag_code code)
{
    return codes[code].severity;
}

bool diag_code_is_check(enum diag_code code)
{
    return codes[code].is_check;
}

const struct diag_explanation *diag_code_explanation(enum diag_code code)
{
    return &explanations[code];
}

bool diag_code_find(const char *name, enum diag_code *code)
{
    for (size_t i = 0; i < DIAG_CODE_COUNT; i++) {
        if (!strcmp(codes[i].name, name)) {
            *code = (enum diag_code)i;
            return true;
        }
    }
    return false;
}

const char *diag_severity_name(enum diag_severity severity)
{
    static const char *const names[] = {
        [DIAG_SEVERITY_OFF] = "off", [DIAG_SEVERITY_WARNING] = "warning", [DIAG_SEVERITY_ERROR] = "error"};
    return names[severity];
}
