#include "fetch/server.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/file.h"
#include "base/path.h"

/* The maximum length of an address or path, in bytes. */
enum { PLACE_MOST = 2048 };

/* Returns the length of "http://" or "https://" at the beginning; 0 if there is neither. */
static size_t scheme_length(const char *place)
{
    return ascii_begin_alike(place, "https://", 8) ? 8 : ascii_begin_alike(place, "http://", 7) ? 7 : 0;
}

/* Returns the host of an address, past a user and a password. */
static const char *find_host(const char *address)
{
    const char *host = address + scheme_length(address), *c = host;
    for (const char *end = host + strcspn(host, "/?#"); c < end; c++)
        if (*c == '@')
            host = c + 1;
    return host;
}

uint16_t server_port(const char *address)
{
    const char *host = find_host(address);
    host += *host == '[' ? strcspn(host, "]/?#") : 0;
    const char *colon = host + strcspn(host, ":/?#");
    char *end;
    if (*colon != ':')
        return scheme_length(address) == 8 ? 443 : 80;
    const unsigned long port = strtoul(colon + 1, &end, 10);
    return ascii_is_digit(colon[1]) && (!*end || strchr("/?#", *end)) && port <= UINT16_MAX ? (uint16_t)port : 0;
}

/* Returns NULL, or the reason why the address cannot be used. */
static const char *check_address(const char *address)
{
    const size_t scheme = scheme_length(address);
    if (!scheme)
        return "the address is neither one of http:// nor one of https://";
    for (const char *c = address; *c; c++)
        if ((unsigned char)*c <= ' ' || (unsigned char)*c >= 0x7F || *c == '\\')
            return "the address has a blank, a backslash or a character that is not ASCII";
    if (strpbrk(address, "?#"))
        return "the address has a ? or a #, after which there is no room for a path";
    const char *host = find_host(address);
    if (!*host || strchr("/:", *host) || (*host == '[' && !strchr(host, ']')))
        return "the address names no host";
    return server_port(address) ? NULL : "the address has a wrong port";
}

/* Appends one server. */
static const char *add_server(struct arena *arena, const char *place, size_t size, bool is_cache,
                              struct buffer *servers)
{
    struct server server = {.place = arena_copy(arena, place, size), .is_cache = is_cache};
    if (size > PLACE_MOST)
        return "it is longer than 2,048 bytes";
    server.is_address = strstr(server.place, "://") != NULL;
    server.shown = server.place;
    if (server.is_address) {
        while (size > scheme_length(server.place) && place[size - 1] == '/')
            size--;
        server.place = arena_copy(arena, place, size);
        const char *error = check_address(server.place);
        if (error)
            return error;
        if (is_cache)
            return "an address stands before the last part of srv*..., where directories stand";
        server.shown =
            ARENA_JOIN(arena, arena_copy(arena, server.place, scheme_length(server.place)), find_host(server.place));
    }
    buffer_add(servers, &server, sizeof server);
    return NULL;
}

/* Appends the servers of one element of a list that `;` separates. */
static const char *read_element(struct arena *arena, const char *text, size_t size, struct buffer *servers)
{
    static const char *const words[] = {"srv*", "symsrv*symsrv.dll*"};
    const size_t before = servers->size;
    size_t at = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && !at; i++)
        at = strlen(words[i]) <= size && ascii_begin_alike(text, words[i], strlen(words[i])) ? strlen(words[i]) : 0;
    if (!at)
        return memchr(text, '*', size) ? "of forms with * only srv*SERVER and srv*CACHE*SERVER are known"
                                       : add_server(arena, text, size, false, servers);
    while (at <= size) {
        const char *star = memchr(text + at, '*', size - at);
        const size_t length = star ? (size_t)(star - text) - at : size - at;
        const char *error = length ? add_server(arena, text + at, length, star != NULL, servers) : NULL;
        if (error)
            return error;
        at += length + 1;
    }
    return servers->size > before ? NULL : "it names no server";
}

const char *server_read(struct arena *arena, const char *text, struct buffer *servers)
{
    const size_t before = servers->size;
    const char *error = NULL;
    while (*text && !error) {
        const size_t size = strcspn(text, ";");
        if (size)
            error = read_element(arena, text, size, servers);
        text += size + (text[size] == ';');
    }
    return error ? error : servers->size > before ? NULL : "it names no server";
}

const char *server_join(struct arena *arena, const struct server *server, const char *path)
{
    struct buffer address = {0};
    if (!server->is_address)
        return path_join(arena, file_path_rules, server->place, path);
    buffer_format(&address, "%s/", server->place);
    for (const char *c = path; *c; c++) {
        if (ascii_is_name(*c) || strchr("-.~/", *c))
            buffer_add_char(&address, *c);
        else
            buffer_format(&address, "%%%02X", (unsigned char)*c);
    }
    return buffer_take(&address, arena);
}
