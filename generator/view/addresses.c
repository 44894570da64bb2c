#include "view/addresses.h"

#include "answer/address.h"
#include "base/arena.h"
#include "base/buffer.h"
#include "model/model.h"

/* Returns an address as text; "-" for a build that has no such symbol. */
static const char *text_of(const struct model *model, const struct global_place *place)
{
    return place->is_absent ? "-" : arena_format(model->arena, "0x%lX", (unsigned long)place->address);
}

static const char *version_of(const struct model *model, uint64_t version)
{
    struct buffer text = {0};
    address_write_version(version, &text);
    return buffer_take(&text, model->arena);
}

void addresses_write_one(const struct address *address, struct buffer *out)
{
    buffer_format(out, "%s in ", address->global->name);
    address_write_version(address->version, out);
    buffer_format(out, " on %s: ", address->arch->name);
    address_write(address, out);
    buffer_add_char(out, '\n');
}

void addresses_write_all(const struct model *model, const struct global *global, struct buffer *out)
{
    size_t count = 0;
    buffer_format(out, "%s%s\n", out->size ? "\n" : "", global->name);
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < global->on[a].count; i++, count++) {
            const struct global_place *place = &global->on[a].items[i];
            buffer_format(out, "   %-10s %-18s %s\n", model->arches[a]->name, version_of(model, place->version),
                          text_of(model, place));
        }
    if (!count)
        buffer_add_text(out, "   nobody knows an address\n");
}

struct sheet_section addresses_make_section(const struct model *model, const struct global *global,
                                            const struct address *address)
{
    struct arena *arena = model->arena;
    size_t count = 0;
    for (size_t a = 0; a < model->arch_count; a++)
        count += global->on[a].count;
    struct sheet_cell *arches = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *versions = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet_cell *addresses = ARENA_ARRAY(arena, struct sheet_cell, count);
    struct sheet *sheet = ARENA_NEW(arena, struct sheet);
    struct buffer note = {0};
    for (size_t a = 0; a < model->arch_count; a++)
        for (size_t i = 0; i < global->on[a].count; i++) {
            const struct global_place *place = &global->on[a].items[i];
            if (address && address->place != place)
                continue;
            arches[sheet->row_count] = (struct sheet_cell){.text = model->arches[a]->name};
            versions[sheet->row_count] = (struct sheet_cell){.text = version_of(model, place->version)};
            addresses[sheet->row_count++].text = text_of(model, place);
        }
    sheet->columns = ARENA_ARRAY(arena, struct sheet_column, 3);
    sheet_add_column(sheet, "architecture", SHEET_WORDS, arches);
    sheet_add_column(sheet, "build", SHEET_WORDS, versions);
    sheet_add_column(sheet, "address in the image", SHEET_NUMBERS, addresses);
    if (address)
        addresses_write_one(address, &note);
    const char *text = note.size ? arena_copy(arena, note.data, note.size - 1) : NULL;
    buffer_free(&note);
    return (struct sheet_section){
        .title = global->name, .note = text, .sheets = sheet, .sheet_count = sheet->row_count > 0};
}
