#include "fetch/http.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/ascii.h"
#include "base/buffer.h"
#include "base/file.h"

/* Numbers of libcurl's interface, declared here so that its headers are not needed. They are the same in every
 * version. */
enum {
    GLOBAL_ALL = 3,
    OPTION_TIMEOUT = 13,
    OPTION_LOW_SPEED_LIMIT = 19,
    OPTION_LOW_SPEED_TIME = 20,
    OPTION_NO_BODY = 44,
    OPTION_FOLLOW = 52,
    OPTION_REDIRECTS_MOST = 68,
    OPTION_CONNECT_TIMEOUT = 78,
    OPTION_GET = 80,
    OPTION_NO_SIGNAL = 99,
    OPTION_PROTOCOLS = 181,
    OPTION_REDIRECT_PROTOCOLS = 182,
    OPTION_WRITE_DATA = 10001,
    OPTION_URL = 10002,
    OPTION_USER_AGENT = 10018,
    OPTION_CERTIFICATES = 10065,
    OPTION_WRITE_FUNCTION = 20011,
    OPTION_HEADER_FUNCTION = 20079,
    OPTION_HEADER_DATA = 10029,
    OPTION_SIZE_MOST = 30117,
    PROTOCOL_HTTP = 1,
    PROTOCOL_HTTPS = 2,
    INFO_STATUS = 0x200002,
    FAILED_WRITE = 23
};

/* Limits: redirects to follow; minimum speed in bytes a second; seconds for a file; bytes of headers, including those
 * of redirects. */
enum { REDIRECTS_MOST = 5, SPEED_LEAST = 1000, SECONDS_MOST = 3600, HEADERS_MOST = 256 << 10 };

/* The user agent. Some servers answer only to clients with this name. */
static const char user_agent[] = "Microsoft-Symbol-Server/10.0.0.0 strata/" STRATA_VERSION_TEXT;

/* Messages for libcurl's error numbers. */
static const struct {
    int number;
    enum http_result result;
    const char *error;
} failures[] = {
    {1, HTTP_FAILED, "it answers not in HTTP, or redirects to neither http nor https, or from https to http"},
    {5, HTTP_UNREACHABLE, "the proxy's name cannot be found out"},
    {6, HTTP_UNREACHABLE, "the server's name cannot be found out"},
    {7, HTTP_UNREACHABLE, "it cannot be connected to"},
    {8, HTTP_FAILED, "its answer is no HTTP"},
    {18, HTTP_FAILED, "it is cut short: the server sent fewer bytes than it announced"},
    {28, HTTP_UNREACHABLE, "the server keeps silent, or is too slow; --timeout waits longer"},
    {35, HTTP_UNREACHABLE, "no encrypted connection to it can be made"},
    {47, HTTP_FAILED, "it redirects more than 5 times"},
    {52, HTTP_FAILED, "the server ends the connection without an answer"},
    {56, HTTP_FAILED, "it is cut short: the server ends the connection"},
    {60, HTTP_UNREACHABLE, "the server's certificate is not one that this system trusts"},
    {63, HTTP_FAILED, "it is larger than 256 MiB"},
};

struct http {
    struct arena *arena;
    void *handle;
    unsigned seconds;
    int (*set)(void *handle, int option, ...);
    int (*perform)(void *handle);
    int (*get)(void *handle, int information, ...);
    void (*cleanup)(void *handle);
    const char *(*explain)(int number);
    void (*global_cleanup)(void);
};

struct http *http_open(struct arena *arena, unsigned seconds, const char **error)
{
    static const char *const names[] = {"libcurl.so.4", "libcurl-gnutls.so.4", "libcurl.so",    "libcurl.4.dylib",
                                        "libcurl.dll",  "libcurl-x64.dll",     "libcurl-4.dll", NULL};
    struct http *http = ARENA_NEW(arena, struct http);
    int (*initialise)(long flags);
    void *(*new_handle)(void);
    const struct file_wanted wanted[] = {
        {"curl_global_init", &initialise},      {"curl_easy_init", &new_handle},
        {"curl_easy_setopt", &http->set},       {"curl_easy_perform", &http->perform},
        {"curl_easy_getinfo", &http->get},      {"curl_easy_cleanup", &http->cleanup},
        {"curl_easy_strerror", &http->explain}, {"curl_global_cleanup", &http->global_cleanup},
    };
    http->arena = arena;
    http->seconds = seconds;
    *error = "servers of the network need libcurl, which cannot be loaded";
    if (!file_find_functions(names, wanted, sizeof wanted / sizeof *wanted))
        return NULL;
    if (!initialise(GLOBAL_ALL) && (http->handle = new_handle()))
        return http;
    *error = "libcurl does not start";
    return NULL;
}

void http_close(struct http *http)
{
    if (!http)
        return;
    http->cleanup(http->handle);
    http->global_cleanup();
}

/* The body of an answer while it arrives. */
struct body {
    struct buffer *bytes; /* NULL: the bytes are dropped */
    size_t left, headers_left;
    bool is_too_large, has_too_many_headers;
};

/* Counts the bytes of headers, because older versions of libcurl do not limit them. */
static size_t take_header(const void *header, size_t size, size_t count, void *user)
{
    struct body *body = user;
    const size_t total = size * count;
    (void)header;
    body->has_too_many_headers |= total > body->headers_left;
    body->headers_left -= body->has_too_many_headers ? 0 : total;
    return body->has_too_many_headers ? 0 : total;
}

static size_t take_piece(const void *piece, size_t size, size_t count, void *user)
{
    struct body *body = user;
    const size_t total = size * count;
    body->is_too_large |= total > body->left;
    if (body->is_too_large)
        return 0;
    if (body->bytes)
        buffer_add(body->bytes, piece, total);
    body->left -= total;
    return total;
}

static void set_options(struct http *http, const char *address, size_t most, struct body *body)
{
    static const struct {
        int option;
        long value;
    } numbers[] = {
        {OPTION_NO_SIGNAL, 1},
        {OPTION_FOLLOW, 1},
        {OPTION_REDIRECTS_MOST, REDIRECTS_MOST},
        {OPTION_PROTOCOLS, PROTOCOL_HTTP | PROTOCOL_HTTPS},
        {OPTION_LOW_SPEED_LIMIT, SPEED_LEAST},
        {OPTION_TIMEOUT, SECONDS_MOST},
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        http->set(http->handle, numbers[i].option, numbers[i].value);
    http->set(http->handle, OPTION_REDIRECT_PROTOCOLS,
              (long)PROTOCOL_HTTPS | (ascii_begin_alike(address, "https:", 6) ? 0 : PROTOCOL_HTTP));
    http->set(http->handle, OPTION_CONNECT_TIMEOUT, (long)http->seconds);
    http->set(http->handle, OPTION_LOW_SPEED_TIME, (long)http->seconds);
    http->set(http->handle, body->bytes ? OPTION_GET : OPTION_NO_BODY, 1L);
    http->set(http->handle, OPTION_SIZE_MOST, (int64_t)most);
    http->set(http->handle, OPTION_URL, address);
    http->set(http->handle, OPTION_USER_AGENT, user_agent);
    http->set(http->handle, OPTION_WRITE_FUNCTION, take_piece);
    http->set(http->handle, OPTION_WRITE_DATA, body);
    http->set(http->handle, OPTION_HEADER_FUNCTION, take_header);
    http->set(http->handle, OPTION_HEADER_DATA, body);
    const char *certificates = file_environment(http->arena, "SSL_CERT_FILE");
    if (certificates)
        http->set(http->handle, OPTION_CERTIFICATES, certificates);
}

enum http_result http_get(struct http *http, const char *address, size_t most, struct buffer *bytes, const char **error)
{
    struct body body = {.bytes = bytes, .left = most, .headers_left = HEADERS_MOST};
    long status = 0;
    set_options(http, address, most, &body);
    int number = http->perform(http->handle);
    if (number == FAILED_WRITE && body.is_too_large)
        number = 63;
    if (body.has_too_many_headers) {
        *error = "its headers are larger than 256 KiB";
        return HTTP_FAILED;
    }
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        if (failures[i].number == number) {
            *error = failures[i].error;
            return failures[i].result;
        }
    *error = arena_format(http->arena, "%s", http->explain(number));
    if (number)
        return HTTP_FAILED;
    http->get(http->handle, INFO_STATUS, &status);
    if (status == 200)
        return HTTP_FOUND;
    *error = arena_format(http->arena, "the server answers %ld", status);
    return status == 403 || status == 404 || status == 410 ? HTTP_ABSENT : HTTP_FAILED;
}
