#include "run/require.h"

#include "base/arena.h"
#include "base/ascii.h"
#include "front/load.h"
#include "run/options.h"

const char *const require_words[] = {[STRATA_ATTESTED] = "attested",
                                     [STRATA_BRACKETED] = "bracketed",
                                     [STRATA_INTERPOLATED] = "interpolated",
                                     [STRATA_EXTRAPOLATED] = "extrapolated",
                                     NULL};

bool require_take(struct command_run *run, const char *grade, struct requirement *requirement)
{
    struct buffer text = {0};
    *requirement = (struct requirement){.arena = run->arena, .least = STRATA_DISPUTED};
    if (!grade)
        return true;
    for (const char *c = grade; *c; c++)
        buffer_add_char(&text, ascii_lower(*c));
    int found = options_choice(run, "--require", buffer_take(&text, run->arena), require_words);
    if (found >= 0)
        requirement->least = (strata_basis)found;
    return found >= 0;
}

enum status require_report(struct command_run *run, const struct requirement *requirement, enum status status)
{
    if (!requirement->count)
        return status;
    struct diag *diag = diag_report(run->program->diags, DIAG_UNCERTAIN, (struct span){0, 0}, "%s", requirement->text);
    diag_help(diag, "--require %s asks for more", basis_name(requirement->least));
    if (requirement->count > 1)
        diag_help(diag, "%zu more answer%s below it", requirement->count - 1,
                  requirement->count > 2 ? "s are" : " is");
    return status == STATUS_TROUBLE ? status : STATUS_FINDINGS;
}
