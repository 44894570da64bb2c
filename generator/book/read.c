#include "book/read.h"

#include <stddef.h>
#include <string.h>

#include "base/source.h"
#include "base/ascii.h"
#include "page/page.h"

static struct page *read_tsv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, '\t');
}

static struct page *read_csv(struct arena *arena, const struct source *source, struct diags *diags)
{
    return page_read_separated(arena, source, diags, ',');
}

enum { FORMAT_HTML, FORMAT_TEXT, FORMAT_TSV, FORMAT_CSV, FORMAT_COUNT };

const char *const book_format_names[] = {"html", "text", "tsv", "csv", NULL};

static const struct format {
    const char *suffixes[5];
    struct page *(*read)(struct arena *arena, const struct source *source, struct diags *diags);
} formats[] = {
    {{".html", ".htm", ".xhtml", ".xht"}, page_read_html},
    {{".md"}, page_read_text},
    {{".tsv"}, read_tsv},
    {{".csv"}, read_csv},
};

/* Returns the format that the first characters of a text show. */
static const struct format *find_by_text(const struct source *source)
{
    size_t blank = strspn(source->text, " \t\r\n\xEF\xBB\xBF"), line = strcspn(source->text, "\r\n");
    return source->text[blank] == '<'                  ? &formats[FORMAT_HTML]
           : memchr(source->text, '\t', line) != NULL ? &formats[FORMAT_TSV]
                                                      : &formats[FORMAT_TEXT];
}

static bool ends_with(const char *text, const char *suffix)
{
    size_t length = strlen(text), end = strlen(suffix);
    return length >= end && ascii_begin_alike(text + length - end, suffix, end);
}

/* Returns the format for the name of a file; NULL if the name tells none. */
static const struct format *find_by_name(const char *path)
{
    for (size_t i = 0; i < FORMAT_COUNT; i++)
        for (const char *const *suffix = formats[i].suffixes; *suffix; suffix++)
            if (ends_with(path, *suffix))
                return &formats[i];
    return NULL;
}

bool book_is_page(const char *path)
{
    return find_by_name(path) != NULL;
}

struct page *book_read_page(struct arena *arena, const struct source *source, struct diags *diags, const char *format)
{
    const struct format *found = NULL;
    for (size_t i = 0; format && i < FORMAT_COUNT; i++)
        if (!strcmp(book_format_names[i], format))
            found = &formats[i];
    found = found ? found : find_by_name(source->path);
    found = found ? found : find_by_text(source);
    return found->read(arena, source, diags);
}

struct page *book_read_sheet(struct arena *arena, const struct source *source, struct diags *diags)
{
    const struct format *found = find_by_name(source->path);
    found = found ? found : find_by_text(source);
    if (found == &formats[FORMAT_TSV] || found == &formats[FORMAT_CSV])
        return page_read_sheet(arena, source, diags, found == &formats[FORMAT_CSV] ? ',' : '\t');
    return found->read(arena, source, diags);
}
