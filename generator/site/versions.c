/*
 * Writes the changes from one version to the next: an overview, and a page for each version with changes. A change
 * belongs to the first version in which the new layout is known, not to the first version in which it is disputed.
 */
#include <stdlib.h>
#include <string.h>

#include "answer/grades.h"
#include "base/arena.h"
#include "model/model.h"
#include "site/site_parts.h"

/* Largest number of changes on a page, and of entries for an arch in the feed. */
enum { ITEMS_MOST = 500, FEED_MOST = 10 };

/* A change of a structure on an arch: the layout before a version, and the layout from this version on. */
struct change {
    const struct arch *arch;
    uint64_t version;
    const struct site_page *page;
    const struct site_view *from, *to; /* layouts before and after the change; NULL: the structure does not exist */
    uint64_t known;                    /* end of the versions in which the layout before the change is known */
    bool is_guess; /* nobody has looked at versions after the change; if `from` is NULL, at versions before it */
};

enum change_kind { CHANGED, ADDED, REMOVED, KIND_COUNT };
static const struct {
    const char *tone, *sign;
} kinds[KIND_COUNT] = {{"changed", "~"}, {"added", "+"}, {"removed", "\xE2\x88\x92"}};

static enum change_kind change_kind(const struct change *change)
{
    return !change->from ? ADDED : !change->to ? REMOVED : CHANGED;
}

static int compare_changes(const void *left, const void *right)
{
    const struct change *a = left, *b = right;
    if (a->arch != b->arch)
        return a->arch->index < b->arch->index ? -1 : 1;
    if (a->version != b->version)
        return a->version < b->version ? -1 : 1;
    return (a->page > b->page) - (a->page < b->page);
}

/* ---- The changes of all structures */

static const struct site_view *find_view(const struct site_page *page, const struct layout *layout)
{
    for (size_t i = 0; layout && i < page->view_count; i++)
        if (page->views[i].layout == layout)
            return &page->views[i];
    return NULL;
}

/* True if a run is disputed and the next run knows its layout. A point that runs the kernel of another build may lie
 * between disputed runs of one layout. */
static bool is_prelude(const struct standing_run *runs, size_t count, size_t index)
{
    size_t next = index;
    while (next < count && runs[next].standing.basis == STRATA_DISPUTED &&
           runs[next].standing.layout == runs[index].standing.layout)
        next++;
    return next > index && next < count && runs[next].standing.layout == runs[index].standing.layout;
}

/* True if nobody has looked at the record in this version, but somebody has in another one. */
static bool is_unseen(const struct record *record, const struct arch *arch, uint64_t version)
{
    return record->on[arch->index].evidence->seen_count &&
           record_stand(record, arch, version).basis == STRATA_EXTRAPOLATED;
}

static void add_arch_changes(const struct site_page *page, const struct arch *arch, struct arena *arena,
                             struct buffer *changes)
{
    const struct record *record = page->type->record;
    const struct layout *before = NULL;
    size_t count;
    const struct standing_run *runs = record_list_standings(arena, record, arch, &count);
    uint64_t known = count ? runs[0].range.from : 0;
    for (size_t i = 0; i < count; i++) {
        const struct layout *layout = runs[i].standing.layout;
        uint64_t version = runs[i].range.from;
        if (is_prelude(runs, count, i))
            continue;
        if (layout != before) {
            uint64_t guess = before || !version ? version : version - 1;
            const struct change change = {arch, version, page, find_view(page, before), find_view(page, layout),
                                          before ? known : version, is_unseen(record, arch, guess)};
            buffer_add(changes, &change, sizeof change);
        }
        before = layout;
        known = runs[i].range.to;
    }
}

/* ---- One change in words */

static void add_size(const char *before, uint32_t size, struct buffer *out)
{
    if (size == LAYOUT_UNKNOWN)
        buffer_format(out, "%s?", before);
    else
        buffer_format(out, "%s0x%02lX", before, (unsigned long)size);
}

static void add_count(const char *words, size_t count, struct buffer *out)
{
    if (count)
        buffer_format(out, ", %zu %s", count, words);
}

static const char *describe_change(struct site *site, const struct change *change)
{
    struct buffer text = {0};
    if (change->from)
        add_size("", change->from->layout->size, &text);
    if (change->to && (!change->from || change->from->layout->size != change->to->layout->size))
        add_size(change->from ? " \xE2\x86\x92 " : "", change->to->layout->size, &text);
    buffer_add_text(&text, " bytes");
    if (change_kind(change) == CHANGED) {
        struct site_tally tally = site_find_tally(change->page, change->from, change->to);
        add_count("added", tally.added, &text);
        add_count("removed", tally.removed, &text);
        add_count("moved", tally.moved, &text);
        add_count("of another type or size", tally.retyped, &text);
    }
    if (change->known != change->version) {
        buffer_add_text(&text, "; the layout before is known up to ");
        axis_write_to(&site->model->axis, change->known, &text);
    }
    if (change->is_guess)
        buffer_add_text(&text, change->from ? "; nobody has looked since" : "; nobody has looked before");
    return buffer_take(&text, site->scratch);
}

/* Appends a version to the text of a link. */
static void add_version(const char *key, const char *version, struct buffer *link)
{
    buffer_add_text(link, key);
    for (const char *c = version; *c; c++)
        buffer_add_char(link, *c == ' ' ? '+' : *c);
}

/* ---- Pages */

static const char *version_name(struct site *site, uint64_t version)
{
    struct buffer text = {0};
    axis_write_from(&site->model->axis, version, &text);
    const char *full = axis_version_text(site->scratch, &site->model->axis, version);
    if (strcmp(buffer_text(&text), full) != 0)
        buffer_format(&text, " (%s)", full);
    return buffer_take(&text, site->scratch);
}

/* Returns the overview's entry for a page, with the numbers of changes. */
static struct object *make_entry(struct site *site, const struct change *changes, const size_t counts[KIND_COUNT])
{
    static const char *const words[KIND_COUNT] = {"changed", "new", "gone"};
    struct object *entry = site_new_object(site, SITE_LINK);
    struct buffer text = {0};
    for (size_t i = 0; i < KIND_COUNT; i++)
        if (counts[i])
            buffer_format(&text, "%s%zu %s", text.size ? ", " : "", counts[i], words[i]);
    entry->values[LINK_NAME] = value_text(version_name(site, changes->version));
    entry->values[LINK_FILE] =
        value_text(arena_format(site->scratch, "%s-%s", site_name_arch(site, changes->arch),
                                axis_version_text(site->scratch, &site->model->axis, changes->version)));
    entry->values[LINK_NOTE] = value_text(buffer_take(&text, site->scratch));
    return entry;
}

static struct object *make_change(struct site *site, const struct change *change)
{
    const enum change_kind kind = change_kind(change);
    struct object *link = site_new_object(site, SITE_LINK);
    link->values[LINK_NAME] = value_text(change->page->name);
    link->values[LINK_FILE] = value_text(change->page->file);
    const struct site_view *view = change->to ? change->to : change->from;
    struct buffer text = {0};
    buffer_format(&text, "#arch=%s", change->arch->name);
    if (view->version)
        add_version("&v=", view->version, &text);
    if (view->version && change_kind(change) == CHANGED && change->from->version)
        add_version("&vs=", change->from->version, &text);
    link->values[LINK_VIEW] = value_text(buffer_take(&text, site->scratch));
    link->values[LINK_TONE] = value_text(kinds[kind].tone);
    link->values[LINK_SIGN] = value_text(kinds[kind].sign);
    link->values[LINK_NOTE] = value_text(describe_change(site, change));
    return link;
}

/* Writes the pages with the changes at one version on one arch, of at most ITEMS_MOST changes each. Returns the entry
 * for the overview; NULL on failure. */
static struct object *write_version(struct site *site, const struct change *changes, size_t count)
{
    size_t counts[KIND_COUNT] = {0};
    for (size_t i = 0; i < count; i++)
        counts[change_kind(&changes[i])]++;
    struct object *entry = make_entry(site, changes, counts);
    const char *name = entry->values[LINK_NAME].string, *file = entry->values[LINK_FILE].string;
    for (size_t first = 0, part = 1; first < count; first += ITEMS_MOST, part++) {
        struct list *items = list_new(site->scratch);
        struct object *page = site_new_page(site, "version",
                                            arena_format(site->scratch, "%s on %s", name, changes->arch->name), "../");
        for (size_t i = first; i < count && i < first + ITEMS_MOST; i++)
            list_add(site->scratch, items, value_object(make_change(site, &changes[i])));
        page->values[PAGE_NAME] = value_text(changes->arch->name);
        page->values[PAGE_DOC] = entry->values[LINK_NOTE];
        page->values[PAGE_USES] = value_list(items);
        if (first + ITEMS_MOST < count)
            page->values[PAGE_MORE] = value_text(arena_format(site->scratch, "%s=%zu", file, part + 1));
        const char *path = part == 1 ? arena_format(site->scratch, "v/%s.html", file)
                                     : arena_format(site->scratch, "v/%s=%zu.html", file, part);
        if (!site_write_page(site, "site_version", page, path))
            return NULL;
    }
    return entry;
}

/* Writes the pages of all versions, the newest first. Adds the first ones of each arch to `feed`. Returns false on
 * failure, which is reported. */
static bool write_arches(struct site *site, const struct change *changes, size_t count, struct list *arches,
                         struct list *feed)
{
    struct list *items = NULL;
    size_t entry_count = 0;
    for (size_t end = count, first; end; end = first) {
        const struct arch *arch = changes[end - 1].arch;
        for (first = end; first && changes[first - 1].arch == arch &&
                          changes[first - 1].version == changes[end - 1].version; first--)
            ;
        if (end == count || changes[end].arch != arch) {
            struct object *group = site_new_object(site, SITE_LINK);
            items = list_new(site->scratch);
            entry_count = 0;
            group->values[LINK_NAME] = value_text(arch->name);
            group->values[LINK_ITEMS] = value_list(items);
            list_add(site->scratch, arches, value_object(group));
        }
        struct object *entry = write_version(site, &changes[first], end - first);
        if (!entry)
            return false;
        list_add(site->scratch, items, value_object(entry));
        entry->values[LINK_TONE] = value_text(arch->name);
        if (entry_count++ < FEED_MOST)
            list_add(site->scratch, feed, value_object(entry));
    }
    return true;
}

/* Writes the news feed of the last changes in the Atom format. */
static bool write_feed(struct site *site, struct list *entries)
{
    struct object *page = site_new_page(site, "feed", site->title, "");
    page->values[PAGE_USES] = value_list(entries);
    return site_write_page(site, "site_feed", page, "changes.atom");
}

bool site_write_versions(struct site *site)
{
    struct buffer buffer = {0};
    struct list *arches = list_new(site->scratch), *feed = list_new(site->scratch);
    for (size_t i = 0; i < site->page_count; i++) {
        const struct site_page *page = &site->pages[i];
        struct arena *brief = arena_new(); /* freed at the end, because the runs of a large structure take megabytes */
        for (size_t j = 0; j < page->view_count; j++)
            if (!j || page->views[j - 1].arch != page->views[j].arch)
                add_arch_changes(page, page->views[j].arch, brief, &buffer);
        arena_free(brief);
    }
    size_t count = buffer.size / sizeof(struct change);
    struct change *changes = (void *)buffer.data;
    if (count)
        qsort(changes, count, sizeof *changes, compare_changes);
    bool done = write_arches(site, changes, count, arches, feed) && (!site->date || write_feed(site, feed));
    struct object *page = site_new_page(site, "versions", "Versions", "");
    page->values[PAGE_ARCHES] = value_list(arches);
    buffer_free(&buffer);
    return done && site_write_page(site, "site_versions", page, "versions.html");
}
