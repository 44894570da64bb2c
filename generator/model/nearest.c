#include "model/nearest.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "base/ascii.h"
#include "model/model.h"

enum { NAME_MOST = 64 };

static size_t lesser_of(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the number of characters to insert, delete or change; SIZE_MAX if a name is too long to compare. */
static size_t edit_distance(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b);
    size_t row[NAME_MOST + 1];
    if (a_length > NAME_MOST || b_length > NAME_MOST)
        return SIZE_MAX;
    for (size_t j = 0; j <= b_length; j++)
        row[j] = j;
    for (size_t i = 1; i <= a_length; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t changed = diagonal + (ascii_lower(a[i - 1]) != ascii_lower(b[j - 1]));
            diagonal = row[j];
            row[j] = lesser_of(changed, lesser_of(row[j], row[j - 1]) + 1);
        }
    }
    return row[b_length];
}

/* True if `part` is the beginning or the end of a name. */
static bool is_part(const char *name, const char *part)
{
    size_t length = strlen(part), all = strlen(name);
    return length >= 4 && length < all && (!strncmp(name, part, length) || !strcmp(name + all - length, part));
}

size_t nearest_measure(const char *wanted, const char *name)
{
    size_t distance = edit_distance(wanted, name);
    if (distance <= strlen(wanted) / 3 + 1)
        return distance;
    return is_part(name, wanted) ? strlen(name) : SIZE_MAX;
}

void nearest_consider(struct nearest *nearest, const char *name)
{
    size_t distance = nearest_measure(nearest->wanted, name);
    if (distance < (nearest->best ? nearest->distance : SIZE_MAX)) {
        nearest->best = name;
        nearest->distance = distance;
    }
}

void nearest_consider_types(struct nearest *nearest, const struct model *model)
{
    for (size_t i = 0; i < model->record_count; i++)
        nearest_consider(nearest, model->records[i]->type->name);
    for (size_t i = 0; i < model->type_count; i++)
        if (model->types[i]->enumeration)
            nearest_consider(nearest, model->types[i]->name);
}
