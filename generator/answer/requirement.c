#include "answer/requirement.h"

#include "answer/grades.h"
#include "base/arena.h"
#include "base/buffer.h"

void requirement_check(struct requirement *requirement, const char *structure, const char *member,
                       const struct standing *standing)
{
    struct buffer text = {0};
    if (standing->basis <= requirement->least)
        return;
    if (requirement->count++ && standing->basis <= requirement->worst)
        return;
    buffer_format(&text, "%s%s%s in ", structure, member ? "." : "", member ? member : "");
    standing_write_version(standing->axis, standing->version, &text);
    buffer_format(&text, " on %s is ", standing->arch->name);
    standing_write(standing, &text);
    requirement->worst = standing->basis;
    requirement->text = buffer_take(&text, requirement->arena);
}

void requirement_check_record(struct requirement *requirement, const struct record *record,
                              const struct standing *standing)
{
    const char *name = record->type->name;
    if (standing->basis <= requirement->least)
        return;
    if (!record->is_reduced) {
        requirement_check(requirement, name, NULL, standing);
        return;
    }
    for (size_t i = 0; i < record->member_count; i++) {
        struct standing own = member_stand(record, record->members[i], standing->arch, standing->version);
        requirement_check(requirement, name, record->members[i]->name, &own);
    }
}

void requirement_check_address(struct requirement *requirement, const struct address *address)
{
    struct buffer text = {0};
    if (address->place || requirement->least == STRATA_DISPUTED || requirement->count++)
        return;
    buffer_format(&text, "%s in ", address->global->name);
    address_write_version(address->version, &text);
    buffer_format(&text, " on %s is ", address->arch->name);
    address_write(address, &text);
    requirement->worst = STRATA_DISPUTED;
    requirement->text = buffer_take(&text, requirement->arena);
}
