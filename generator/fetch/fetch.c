#include "fetch/fetch.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/file.h"
#include "base/path.h"
#include "fetch/expand.h"
#include "fetch/http.h"
#include "fetch/request.h"
#include "fetch/server.h"

/* The maximum size of a file.ptr, in bytes. */
enum { POINTER_MOST = 4096 };

/* The directory levels of a server, which are two or three ("tiers" in symbol stores). */
enum tiers { TIERS_UNKNOWN, TIERS_TWO, TIERS_THREE };

/* A server, and the facts that a run has learned about it. */
struct state {
    enum tiers tiers;
    const char *dead; /* the reason why the server gives no files at all, or NULL */
};

struct fetch {
    struct arena *arena;
    const struct server *servers;
    size_t count;
    struct state *states; /* one for each server */
    unsigned seconds;
    struct http *http; /* NULL: no server of the network was asked yet */
};

/* The search for the PDB of a request on one server. */
struct search {
    struct fetch *fetch;
    struct arena *arena;
    const struct request *request;
    size_t server;
    struct fetched *fetched;
    const char *error; /* the reason why the server does not give the file */
};

struct fetch *fetch_begin(struct arena *arena, const struct server *servers, size_t count, unsigned seconds)
{
    struct fetch *fetch = ARENA_NEW(arena, struct fetch);
    *fetch = (struct fetch){.arena = arena,
                            .servers = servers,
                            .count = count,
                            .states = ARENA_ARRAY(arena, struct state, count),
                            .seconds = seconds};
    return fetch;
}

void fetch_end(struct fetch *fetch)
{
    http_close(fetch->http);
    fetch->http = NULL;
}

void fetch_release(struct fetched *fetched)
{
    buffer_free(&fetched->held);
}

/* ---- Files and directories of a server */

/* Results of reading a file or directory. */
enum result { FOUND, ABSENT, FAILED };

static int compare_entries(const void *left, const void *right)
{
    return strcmp(((const struct file_entry *)left)->name, ((const struct file_entry *)right)->name);
}

/* Returns the path of an entry of a directory, or NULL. Ignores case, because stores copied from Windows may have names
 * in capital or small letters. */
static const char *find_entry(struct arena *arena, const char *directory, const char *path)
{
    const char *whole = path_join(arena, file_path_rules, directory, path), *error;
    while (file_kind(whole) == FILE_ABSENT && *path) {
        const size_t size = strcspn(path, "/");
        const char *part = arena_copy(arena, path, size);
        const char *found = path_join(arena, file_path_rules, directory, part);
        struct buffer entries = {0};
        if (file_kind(found) == FILE_ABSENT && !file_list(arena, directory, &entries, &error))
            return NULL;
        struct file_entry *items = (void *)entries.data;
        const size_t count = entries.size / sizeof *items;
        if (count)
            qsort(items, count, sizeof *items, compare_entries);
        for (size_t i = 0; i < count && file_kind(found) == FILE_ABSENT; i++)
            if (strlen(items[i].name) == size && ascii_begin_alike(items[i].name, part, size))
                found = path_join(arena, file_path_rules, directory, items[i].name);
        buffer_free(&entries);
        if (file_kind(found) == FILE_ABSENT)
            return NULL;
        directory = whole = found;
        path += size + (path[size] == '/');
        if (*path)
            whole = path_join(arena, file_path_rules, directory, path);
    }
    return whole;
}

/* Reads a file from a server of the network. If `fetched` is NULL, only asks whether the server has the file. */
static enum result get_entry(struct search *search, const char *path, struct fetched *fetched)
{
    struct fetch *fetch = search->fetch;
    const char *address = server_join(search->arena, &fetch->servers[search->server], path);
    if (!fetch->http)
        fetch->http = http_open(fetch->arena, fetch->seconds, &search->error);
    if (!fetch->http)
        return FAILED;
    if (fetched)
        buffer_clear(&fetched->held);
    const enum http_result result =
        http_get(fetch->http, address, FETCH_SIZE_MOST, fetched ? &fetched->held : NULL, &search->error);
    if (result == HTTP_UNREACHABLE)
        fetch->states[search->server].dead = search->error;
    if (result == HTTP_FOUND && fetched) {
        fetched->bytes = buffer_text(&fetched->held);
        fetched->size = fetched->held.size;
        fetched->place = address;
    }
    return result == HTTP_FOUND ? FOUND : result == HTTP_ABSENT ? ABSENT : FAILED;
}

/* Reads a file of a server. */
static enum result read_entry(struct search *search, const char *path, struct fetched *fetched)
{
    const struct server *server = &search->fetch->servers[search->server];
    if (server->is_address)
        return get_entry(search, path, fetched);
    fetched->place = find_entry(search->arena, server->place, path);
    search->error = "it does not have it";
    if (!fetched->place)
        return ABSENT;
    return file_read_regular(search->arena, fetched->place, &fetched->bytes, &fetched->size, &search->error) ? FOUND
                                                                                                             : FAILED;
}

/* Finds out whether the server has three tiers: then its files lie below directories named after two letters. */
static void find_tiers(struct search *search)
{
    static const char mark[] = "index2.txt";
    struct fetch *fetch = search->fetch;
    const struct server *server = &fetch->servers[search->server];
    enum tiers *tiers = &fetch->states[search->server].tiers;
    if (*tiers != TIERS_UNKNOWN)
        return;
    const bool has_mark = server->is_address ? get_entry(search, mark, NULL) == FOUND
                                             : find_entry(search->arena, server->place, mark) != NULL;
    *tiers = has_mark ? TIERS_THREE : TIERS_TWO;
}

/* Returns the path of the file of a request. A server with three tiers gets the directory of two letters in front.
 * `end` replaces the last letters of the path. */
static const char *make_path(const struct search *search, const char *end, size_t replaced)
{
    const struct request *request = search->request;
    const bool has_letters = search->fetch->states[search->server].tiers == TIERS_THREE;
    return arena_format(search->arena, "%.*s%s%.*s%s", has_letters ? 2 : 0, request->name, has_letters ? "/" : "",
                        (int)(strlen(request->path) - replaced), request->path, end);
}

const char *fetch_path(struct fetch *fetch, size_t server, const struct request *request)
{
    struct search search = {.fetch = fetch, .arena = fetch->arena, .request = request, .server = server};
    find_tiers(&search);
    return make_path(&search, "", 0);
}

/* ---- Files */

/* Reads the file to which a file.ptr points, in a server that is a directory. The sandbox only lets a run read
 * directories that the user named. */
static enum result follow_path(struct search *search, const char *path)
{
    struct fetch *fetch = search->fetch;
    struct arena *arena = search->arena;
    const char *here = path_join(arena, file_path_rules, file_directory(arena), "x");
    const char *root = path_beside(arena, file_path_rules, here, fetch->servers[search->server].place);
    const char *real = path_beside(arena, file_path_rules, path_join(arena, file_path_rules, root, "x"),
                                   path_with_slashes(arena, &path_windows, path));
    const bool is_foreign = path_root_length(&path_windows, path) && !path_root_length(file_path_rules, path);
    bool is_named = false;
    for (size_t i = 0; i < fetch->count; i++)
        is_named |= !fetch->servers[i].is_address &&
                    path_is_within(path_beside(arena, file_path_rules, here, fetch->servers[i].place), real);
    search->fetched->place = real;
    if (is_named && !is_foreign &&
        file_read_regular(arena, real, &search->fetched->bytes, &search->fetched->size, &search->error))
        return FOUND;
    search->error = arena_format(arena, "its file.ptr leads to '%s': %s", path,
                                 is_foreign ? "that is a path of Windows"
                                 : is_named ? search->error
                                            : "name the directory of that file as a server, too");
    return FAILED;
}

/* Follows the text of a file.ptr. */
static enum result follow_pointer(struct search *search, const char *bytes, size_t size)
{
    struct arena *arena = search->arena;
    while (size && strchr(" \t\r\n", bytes[size - 1]))
        size--;
    const char *text = arena_copy(arena, bytes, size);
    if (size > POINTER_MOST || strlen(text) != size || size < 6) {
        search->error = "its file.ptr is damaged";
        return FAILED;
    }
    if (ascii_begin_alike(text, "MSG:", 4)) {
        search->error = arena_format(arena, "its file.ptr says: %s", text + 4 + strspn(text + 4, " "));
        return FAILED;
    }
    if (!ascii_begin_alike(text, "PATH:", 5)) {
        search->error = "its file.ptr has neither PATH: nor MSG:";
        return FAILED;
    }
    if (!search->fetch->servers[search->server].is_address)
        return follow_path(search, text + 5);
    search->error = arena_format(arena,
                                 "its file.ptr leads to '%s', and a server of the network may not say which "
                                 "file of this computer is read",
                                 text + 5);
    return FAILED;
}

/* Reads the file of a request: the plain file, the compressed file, or the file to which a file.ptr points. */
static enum result read_file(struct search *search)
{
    struct fetched *fetched = search->fetched;
    const char *first;
    enum result result = read_entry(search, make_path(search, "", 0), fetched);
    if (result != ABSENT)
        return result;
    first = search->error;
    result = read_entry(search, make_path(search, "_", 1), fetched);
    if (result != ABSENT)
        return result;
    result = read_entry(search, make_path(search, "file.ptr", strlen(search->request->name)), fetched);
    if (result == FOUND)
        return follow_pointer(search, fetched->bytes, fetched->size);
    search->error = first;
    return result;
}

/* Expands a file if it is compressed. */
static bool expand_found(struct search *search)
{
    struct fetched *fetched = search->fetched;
    struct buffer expanded = {0};
    if (!expand_is_meant(fetched->bytes, fetched->size))
        return true;
    search->error = expand_file(search->arena, fetched->bytes, fetched->size, FETCH_SIZE_MOST, &expanded);
    buffer_free(&fetched->held);
    fetched->held = expanded;
    fetched->bytes = buffer_text(&fetched->held);
    fetched->size = fetched->held.size;
    fetched->is_plain = false;
    return !search->error;
}

/* True if the file is the requested PDB. */
static bool check_file(struct search *search)
{
    const struct request *request = search->request;
    const struct fetched *fetched = search->fetched;
    char guid[PDB_GUID_SIZE + 1];
    uint32_t age;
    if (!pdb_identify(search->arena, fetched->bytes, fetched->size, guid, &age, &search->error))
        return false;
    if (!strcmp(guid, request->guid) && age == request->age)
        return true;
    search->error =
        arena_format(search->arena, "it has another PDB there, of GUID and age %s-%lu", guid, (unsigned long)age);
    return false;
}

bool fetch_find(struct fetch *fetch, struct arena *arena, const struct request *request, struct fetched *fetched,
                struct buffer *reasons)
{
    *fetched = (struct fetched){0};
    for (size_t i = 0; i < fetch->count; i++) {
        struct search search = {fetch, arena, request, i, fetched, fetch->states[i].dead};
        fetched->is_plain = true;
        if (!search.error)
            find_tiers(&search);
        search.error = fetch->states[i].dead;
        const enum result result = search.error ? FAILED : read_file(&search);
        if (result == FOUND && expand_found(&search) && check_file(&search)) {
            fetched->server = &fetch->servers[i];
            return true;
        }
        if (result == ABSENT && fetch->servers[i].is_cache)
            continue;
        const char *reason = arena_format(fetch->arena, "%s: %s", fetch->servers[i].shown, search.error);
        buffer_add(reasons, &reason, sizeof reason);
    }
    fetch_release(fetched);
    return false;
}
