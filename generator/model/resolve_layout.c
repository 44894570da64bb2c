#include "model/natural.h"
#include "model/resolve.h"

/* A record in one version on one arch, while it is laid out. */
struct slice {
    struct resolver *resolver;
    struct record *record;
    const struct arch *arch;
    uint64_t version;
    struct layout_member *members; /* entries so far; has room for one for each row */
    size_t count;
    size_t begin, end; /* range in scratch.active of the rows that are not laid out yet */
};

/* An aggregate while its rows are laid out: the record, or an anonymous aggregate in it. */
struct frame {
    struct natural natural;
    uint16_t depth;
    uint32_t pack;       /* largest alignment in bytes that a row may have; 0: any */
    uint64_t end;        /* end of the row that ends last, in bytes */
    uint32_t align;      /* largest alignment in bytes that a row demands */
    bool end_lost;       /* the end of the aggregate is unknown */
    bool is_align_guess; /* the alignment of some row is a guess */
};

static uint64_t align_most(uint64_t align, uint32_t pack)
{
    return pack && align > pack ? pack : align;
}

static const struct cell_value *value_in(const struct slice *slice, const struct cell *cell)
{
    return cell->count ? cell_at(cell, slice->version) : NULL;
}

static bool row_is_bit_field(const struct row *row, const struct row_on *on)
{
    return ast_clause_find(row->decl, AST_WIDTH) || on->extras->bit->count || on->extras->mask->count;
}

/* Measures one element of a row that is no anonymous aggregate. */
static struct measure measure_row(const struct slice *slice, const struct row *row, const struct row_on *on)
{
    if (row->decl->type.pointer_depth)
        return pointer_measure(slice->arch);
    if (row->decl->kind == AST_UNACCOUNTED || row->decl->kind == AST_BYTES) {
        const struct cell_value *extent = value_in(slice, on->extras->extent);
        bool is_guess = row->decl->kind == AST_BYTES;
        if (!extent || extent->kind != AST_VALUE_NUMBER)
            return (struct measure){.align = 1, .is_align_guess = is_guess};
        return (struct measure){(uint32_t)extent->number, 1, true, is_guess};
    }
    if (!row->type)
        return (struct measure){.align = 1};
    return type_measure(row->type, slice->arch, slice->version);
}

/* Reports a size or an offset that exceeds LAYOUT_BYTES_MOST. From there on it counts as unknown. */
static void fault_too_large(const struct slice *slice, const struct ast_decl *decl, const char *what)
{
    resolve_fault(slice->resolver, DIAG_LIMIT, decl->name ? decl->name_span : decl->span, decl, slice->record,
                  "%s is larger than 0x%X bytes, the most that a structure can have", what, LAYOUT_BYTES_MOST);
}

/* Sets the number of elements, the element size and the total size of an entry. */
static void count_elements(const struct slice *slice, struct layout_member *entry, const struct measure *measure)
{
    const struct row *row = entry->row;
    uint64_t count = 1, size;
    unsigned i = 0;
    bool is_known = measure->known && row_bounds_known(row, slice->arch, slice->version), is_large = false;
    for (const struct ast_bound *bound = row->decl->bounds; bound; bound = bound->next) {
        count *= row_bound(row, slice->arch, slice->version, i++);
        if (count > LAYOUT_BYTES_MOST) {
            is_large = true;
            count = LAYOUT_BYTES_MOST;
        }
        entry->is_trailing |= bound->kind != AST_BOUND_COUNT;
    }
    size = count * measure->size;
    is_large |= size > LAYOUT_BYTES_MOST;
    if (is_known && is_large)
        fault_too_large(slice, row->decl, "this array");
    entry->count = (uint32_t)count;
    entry->element = measure->known ? measure->size : LAYOUT_UNKNOWN;
    entry->size = is_known && !is_large ? (uint32_t)size : LAYOUT_UNKNOWN;
}

/* Sets the lowest bit and the number of bits of a mask. */
static void mask_bits(uint64_t mask, unsigned *bit, unsigned *width)
{
    *bit = 0;
    *width = 0;
    if (!mask)
        return;
    while (!(mask >> *bit & 1))
        ++*bit;
    for (uint64_t rest = mask >> *bit; rest; rest >>= 1)
        ++*width;
}

static void fault_bits(const struct slice *slice, const struct row *row, struct span span, const char *why)
{
    resolve_fault(slice->resolver, DIAG_MASK_WIDTH, span, row->decl, slice->record, "%s", why);
}

/* Sets bit and width of a bit-field from the clauses that it has. Reports clauses that contradict each other. */
static void place_bits(struct slice *slice, const struct frame *frame, struct layout_member *entry,
                       const struct row_on *on)
{
    const struct row *row = entry->row;
    const struct ast_clause *width_clause = ast_clause_find(row->decl, AST_WIDTH);
    const struct cell_value *bit = value_in(slice, on->extras->bit), *mask = value_in(slice, on->extras->mask);
    unsigned width = width_clause ? (unsigned)(width_clause->number > 64 ? 64 : width_clause->number) : 1;
    const struct natural *natural = &frame->natural;
    unsigned at = entry->offset == natural->unit && entry->size == natural->unit_size ? natural->unit_bit : 0;
    if (mask && mask->kind == AST_VALUE_NUMBER) {
        unsigned mask_width;
        mask_bits(mask->number, &at, &mask_width);
        struct span span = ast_value_span(mask->alternative);
        if (width_clause && width != mask_width && mask_is_run(mask->number))
            fault_bits(slice, row, span, "the number of bits in the mask differs from the width");
        if (!mask->number)
            fault_bits(slice, row, span, "the mask has no bits");
        if (bit && bit->kind == AST_VALUE_NUMBER && bit->number != at)
            fault_bits(slice, row, span, "the lowest bit of the mask differs from `bit`");
        width = mask_width ? mask_width : 1;
    } else if (bit || mask) {
        at = bit && bit->kind == AST_VALUE_NUMBER ? (unsigned)bit->number : BIT_UNKNOWN;
    }
    /* larger widths are reported where the clause is resolved */
    bool sound = !width_clause || width_clause->number <= 64;
    if (sound && at != BIT_UNKNOWN && entry->size != LAYOUT_UNKNOWN && at + width > entry->size * 8)
        fault_bits(slice, row, row->decl->span, "the bit-field does not fit the bytes of its type");
    bool is_natural = !bit && (!mask || mask->kind != AST_VALUE_NUMBER);
    if (is_natural && entry->is_big && entry->size != LAYOUT_UNKNOWN && at + width <= entry->size * 8)
        at = entry->size * 8 - at - width;
    entry->bit = (uint8_t)at;
    entry->width = (uint8_t)width;
    if (!entry->placement && (bit || mask))
        entry->provenance = (uint8_t)(bit ? bit : mask)->provenance;
}

/* Sets an entry's offset: placed, natural, or unknown. */
static void place_entry(const struct slice *slice, const struct frame *frame, struct layout_member *entry,
                        const struct row_on *on, unsigned bit_width)
{
    uint64_t offset = LAYOUT_UNKNOWN;
    if (entry->placement && entry->placement->kind == AST_VALUE_NUMBER)
        offset = entry->placement->number;
    else if (!on->offset.count && !frame->natural.is_lost)
        offset = natural_place(&frame->natural, entry->size, entry->align, bit_width);
    if (!entry->placement && offset != LAYOUT_UNKNOWN && offset > LAYOUT_BYTES_MOST)
        fault_too_large(slice, entry->row->decl, "the offset of this row");
    entry->offset = offset <= LAYOUT_BYTES_MOST ? (uint32_t)offset : LAYOUT_UNKNOWN;
    entry->provenance = (uint8_t)(entry->placement ? entry->placement->provenance : AST_DOCUMENTED);
}

/* Moves a frame past an entry. */
static void frame_advance(struct frame *frame, const struct layout_member *entry)
{
    if (entry->align > frame->align)
        frame->align = entry->align;
    frame->is_align_guess |= entry->is_align_guess;
    natural_advance(&frame->natural, entry);
    if (entry->offset == LAYOUT_UNKNOWN || entry->size == LAYOUT_UNKNOWN)
        frame->end_lost = true;
    else if ((uint64_t)entry->offset + entry->size > frame->end)
        frame->end = (uint64_t)entry->offset + entry->size;
}

static void lay_out_rows(struct slice *slice, struct frame *frame);

/* Returns the row at an index of the version's rows. */
static const struct run_row *run_row(const struct slice *slice, size_t index)
{
    const struct scratch *scratch = &slice->resolver->scratch;
    return &scratch->rows[scratch->active[index]];
}

/* Returns the index after a row and all rows in it. */
static size_t behind_row(const struct slice *slice, size_t index)
{
    uint32_t depth = run_row(slice, index)->depth;
    do
        index++;
    while (index < slice->end && run_row(slice, index)->depth > depth);
    return index;
}

/* Returns the least offset that a row of the current anonymous aggregate states; UINT64_MAX if none states one. Its
 * rows are the next ones whose depth is at least `depth`. */
static uint64_t least_stated(const struct slice *slice, uint32_t depth)
{
    uint64_t least = UINT64_MAX;
    for (size_t i = slice->begin; i < slice->end && run_row(slice, i)->depth >= depth;) {
        const struct row_on *on = row_on(run_row(slice, i)->row, slice->arch);
        const struct cell_value *at = value_in(slice, &on->offset);
        if (at && at->kind == AST_VALUE_NUMBER && at->number < least)
            least = at->number;
        i = on->offset.count ? behind_row(slice, i) : i + 1;
    }
    return least;
}

static uint32_t clause_number(const struct ast_decl *decl, enum ast_clause_kind kind)
{
    const struct ast_clause *clause = ast_clause_find(decl, kind);
    return clause ? (uint32_t)(clause->number > 4096 ? 4096 : clause->number) : 0;
}

/* Returns the alignment that the `align` clause of a row or aggregate demands in a version; 0 without the clause. */
static uint32_t clause_align(const struct slice *slice, const struct ast_decl *decl)
{
    const struct ast_clause *clause = ast_clause_find(decl, AST_ALIGN);
    const struct record_on *on = &slice->record->on[slice->arch->index];
    if (!clause || on->is_foreign)
        return 0;
    const struct ast_column *column =
        resolve_pick_column(slice->resolver, &(struct cell_reader){.cell = clause->cell,
                                                                   .decl = decl,
                                                                   .record = slice->record,
                                                                   .column = on->column,
                                                                   .column_count = slice->record->column_count});
    if (!column)
        return 0;
    const struct ast_alternative *value = column->alternatives;
    bool sound = value->value == AST_VALUE_NUMBER && !value->next && !value->set && value->number <= 4096 &&
                 value->number && !(value->number & (value->number - 1));
    if (!sound)
        resolve_fault(slice->resolver, DIAG_NUMBER, clause->span, decl, slice->record,
                      "an alignment is a power of two up to 4096, the same in all versions");
    return sound ? (uint32_t)value->number : 0;
}

/* Adds `by` to the offsets of the entries from `first` on, which were laid out from offset 0. */
static void shift_entries(struct slice *slice, size_t first, uint64_t by)
{
    for (size_t i = first; i < slice->count; i++)
        if (slice->members[i].offset != LAYOUT_UNKNOWN)
            slice->members[i].offset += (uint32_t)by;
}

/* Lays out an anonymous aggregate. If neither it nor a row in it states an offset, lays out its rows first, because
 * they determine its alignment. */
static void lay_out_aggregate(struct slice *slice, struct frame *frame, const struct row *row, const struct row_on *on)
{
    size_t index = slice->count++;
    struct layout_member *entry = &slice->members[index];
    uint32_t pack = clause_number(row->decl, AST_PACK), least_align = clause_align(slice, row->decl);
    uint64_t least = on->offset.count ? UINT64_MAX : least_stated(slice, frame->depth + 1u);
    struct frame inside = {.natural = {.is_union = row->form == FORM_UNION},
                           .depth = (uint16_t)(frame->depth + 1),
                           .pack = pack ? pack : frame->pack,
                           .align = 1};
    *entry = (struct layout_member){
        .row = row, .placement = value_in(slice, &on->offset), .depth = frame->depth, .count = 1, .align = 1};
    bool floats = !on->offset.count && least == UINT64_MAX;
    if (!floats) {
        place_entry(slice, frame, entry, on, 0);
        if (least != UINT64_MAX)
            entry->offset = (uint32_t)least;
        /* Rows of a union lie at its offset, known or not. Rows of a structure at an unknown offset can still follow a
         * row that states its offset. */
        struct natural *natural = &inside.natural;
        inside.end_lost = entry->offset == LAYOUT_UNKNOWN;
        natural->is_lost = inside.end_lost && !natural->is_union;
        natural->base = natural->next = inside.end = natural->is_lost ? 0 : entry->offset;
    }
    lay_out_rows(slice, &inside);
    entry->descendants = (uint32_t)(slice->count - index - 1);
    entry->align = inside.align > least_align ? inside.align : least_align;
    entry->is_align_guess = inside.is_align_guess && !least_align;
    uint64_t size = layout_round_up(inside.end - inside.natural.base, entry->align);
    bool empty = !row->children;
    if (!inside.end_lost && size > LAYOUT_BYTES_MOST)
        fault_too_large(slice, row->decl, "this aggregate");
    entry->size = entry->element = inside.end_lost || size > LAYOUT_BYTES_MOST ? LAYOUT_UNKNOWN : (uint32_t)size;
    if (empty)
        entry->size = entry->element = 0; /* an aggregate without rows has unknown members: only its offset is known */
    if (floats) {
        place_entry(slice, frame, entry, on, 0);
        if (entry->offset != LAYOUT_UNKNOWN)
            shift_entries(slice, index + 1, entry->offset);
        else
            for (size_t i = index + 1; i < slice->count; i++)
                slice->members[i].offset = LAYOUT_UNKNOWN;
    }
    frame_advance(frame, entry);
}

/* True if the numbers of a row have their highest byte first. The row, else its type, else the architecture decides. */
static bool is_big(const struct slice *slice, const struct layout_member *entry)
{
    const struct row *row = entry->row;
    enum row_kind kind = row_kind(row);
    const struct ast_clause *order = ast_clause_find(row->decl, AST_ORDER);
    bool has_order = kind != ROW_RECORD && kind != ROW_BYTES && entry->element != LAYOUT_UNKNOWN;
    /* the byte order also decides the order of the bits */
    has_order &= entry->element > 1 || row_is_bit_field(row, row_on(row, slice->arch));
    bool is_value = row->type && !row->decl->type.pointer_depth;
    return has_order && (order      ? order->number
                         : is_value ? type_is_big(row->type, slice->arch)
                                    : slice->arch->is_big);
}

/* Fills the entry of a row that is no anonymous aggregate, except its offset and bit. */
static void begin_entry(const struct slice *slice, const struct row *row, uint32_t pack, struct layout_member *entry)
{
    struct measure measure = measure_row(slice, row, row_on(row, slice->arch));
    uint32_t least_align = clause_align(slice, row->decl);
    *entry = (struct layout_member){.row = row};
    entry->align = (uint32_t)align_most(measure.align, pack);
    if (least_align > entry->align)
        entry->align = least_align;
    entry->is_align_guess = measure.is_align_guess && !least_align;
    count_elements(slice, entry, &measure);
    entry->is_big = is_big(slice, entry);
}

void resolve_begin_entry(struct resolver *resolver, struct record *record, const struct arch *arch, uint64_t version,
                         const struct row *row, struct layout_member *entry)
{
    const struct slice slice = {.resolver = resolver, .record = record, .arch = arch, .version = version};
    const struct ast_clause *width = ast_clause_find(row->decl, AST_WIDTH);
    begin_entry(&slice, row, 0, entry);
    entry->width = (uint8_t)(width && width->number <= 64 ? width->number : 0);
}

/* Lays out the next row of the version and all rows in it. */
static void lay_out_row(struct slice *slice, struct frame *frame)
{
    const struct row *row = run_row(slice, slice->begin)->row;
    const struct row_on *on = row_on(row, slice->arch);
    const struct cell_value *at = value_in(slice, &on->offset);
    if (at && at->kind == AST_VALUE_ABSENT) {
        slice->begin = behind_row(slice, slice->begin);
        return;
    }
    slice->begin++;
    if (row_is_anonymous(row)) {
        lay_out_aggregate(slice, frame, row, on);
    } else {
        struct layout_member *entry = &slice->members[slice->count++];
        begin_entry(slice, row, frame->pack, entry);
        entry->placement = at;
        entry->depth = frame->depth;
        bool is_bits = row_is_bit_field(row, on);
        const struct ast_clause *width = is_bits ? ast_clause_find(row->decl, AST_WIDTH) : NULL;
        place_entry(slice, frame, entry, on, is_bits ? (width ? (unsigned)width->number : 1) : 0);
        if (is_bits)
            place_bits(slice, frame, entry, on);
        if (row->word != DISPLAY_VALUE)
            resolve_check_display(slice->resolver, slice->record, entry);
        frame_advance(frame, entry);
    }
}

/* Lays out the next rows, as long as they belong to the frame. */
static void lay_out_rows(struct slice *slice, struct frame *frame)
{
    while (slice->begin < slice->end && run_row(slice, slice->begin)->depth == frame->depth)
        lay_out_row(slice, frame);
}

/* Returns the largest alignment that rows of a record may have: its own `pack`, else that of the nearest aggregate
 * around it; 0 if there is none. */
static uint32_t record_pack(const struct record *record)
{
    uint32_t pack = clause_number(record->decl, AST_PACK);
    while (!pack && record->parent_row) {
        const struct row *around = record->parent_row;
        while (!pack && (around = around->parent))
            pack = clause_number(around->decl, AST_PACK);
        record = record->parent_row->record;
        if (!pack)
            pack = clause_number(record->decl, AST_PACK);
    }
    return pack;
}

/* Lays out a record in one version. `in` is the range of versions for which the layout holds. The entries are in the
 * slice's `members`, which the next layout overwrites. */
static struct layout lay_out(struct slice *slice, struct version_range in)
{
    struct record *record = slice->record;
    slice->version = in.from;
    slice->count = 0;
    struct frame frame = {.natural = {.is_union = record->is_union}, .pack = record_pack(record), .align = 1};
    uint32_t least_align = clause_align(slice, record->decl);
    lay_out_rows(slice, &frame);
    /* Mark entries whose member has an earlier entry, too. */
    uint32_t number = ++slice->resolver->layouts_made;
    for (size_t i = 0; i < slice->count; i++) {
        struct member *member = slice->members[i].row->member;
        if (!member)
            continue;
        slice->members[i].is_repeated = member->last_seen == number;
        member->last_seen = number;
    }
    if (least_align > frame.align)
        frame.align = least_align;
    struct layout layout = {.record = record,
                            .arch = slice->arch,
                            .range = in,
                            .align = frame.align,
                            .members = slice->members,
                            .member_count = slice->count,
                            .is_align_guess = frame.is_align_guess || (record->is_partial && !least_align)};
    const struct cell *size = &record->size[slice->arch->index];
    layout.stated = size->count ? cell_at(size, in.from) : NULL;
    uint64_t natural = layout_round_up(frame.end, frame.align);
    if (layout.stated && layout.stated->kind == AST_VALUE_NUMBER)
        layout.size = (uint32_t)layout.stated->number;
    else
        layout.size = frame.end_lost || record->is_partial || natural > LAYOUT_BYTES_MOST ? LAYOUT_UNKNOWN
                                                                                           : (uint32_t)natural;
    if (!frame.end_lost && natural > LAYOUT_BYTES_MOST)
        fault_too_large(slice, record->decl, "this structure");
    for (size_t i = 0; i < slice->count; i++)
        slice->members[i].goes_on = layout_goes_on(&layout, &slice->members[i]);
    layout_set_least_size(&layout, layout.size == LAYOUT_UNKNOWN ? (uint32_t)frame.end : layout.size);
    return layout;
}

void resolve_layouts(struct resolver *resolver, struct record *record, const struct arch *arch)
{
    struct record_on *on = &record->on[arch->index];
    struct scratch *scratch = &resolver->scratch;
    struct slice slice = {.resolver = resolver, .record = record, .arch = arch};
    size_t count = 0;
    if (!resolve_runs(resolver, record, arch))
        return;
    slice.members = scratch->members;
    for (size_t i = 0; i + 1 < scratch->version_count; i++) {
        struct version_range in = {scratch->versions[i], scratch->versions[i + 1]};
        if (!version_set_contains(&on->versions, in.from))
            continue;
        slice.begin = scratch->begins[i];
        slice.end = scratch->begins[i + 1];
        struct layout layout = lay_out(&slice, in), *above = count ? &scratch->layouts[count - 1] : NULL;
        if (above && above->range.to == in.from && layout_equal(above, &layout)) {
            above->range.to = in.to;
            continue;
        }
        layout.members = arena_copy_array(resolver->arena, layout.members, layout.member_count, sizeof *layout.members);
        scratch->layouts[count++] = layout;
    }
    on->layouts = arena_copy_array(resolver->arena, scratch->layouts, count, sizeof *scratch->layouts);
    on->layout_count = count;
}
