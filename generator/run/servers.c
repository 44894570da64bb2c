#include "run/servers.h"

#include <stdint.h>
#include <string.h>

#include "base/arena.h"
#include "base/buffer.h"
#include "base/file.h"
#include "fetch/server.h"
#include "run/command.h"
#include "run/options.h"

bool servers_find(const struct command_run *run, const struct operands *operands, struct buffer *servers,
                  const char **text, const char **error)
{
    bool is_named = false;
    *error = NULL;
    for (size_t i = 0; i < operands->value_count && !*error; i++) {
        const struct option_value *value = &operands->values[i];
        if (!value->option || value->option->takes != TAKES_SERVERS)
            continue;
        is_named = true;
        *text = value->value;
        *error = server_read(run->arena, value->value, servers);
    }
    const char *environment = file_environment(run->arena, "STRATA_SYMBOL_SERVER");
    if (!is_named && environment) {
        *text = environment;
        *error = server_read(run->arena, environment, servers);
    }
    return !*error;
}

static void add_port(struct buffer *ports, uint16_t port)
{
    const uint16_t *known = (const void *)ports->data;
    for (size_t i = 0; i < ports->size / sizeof port; i++)
        if (known[i] == port)
            return;
    buffer_add(ports, &port, sizeof port);
}

void servers_add_ports(const struct command_run *run, const struct buffer *servers, struct buffer *ports)
{
    static const char *const proxies[] = {"http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"};
    static const uint16_t usual[] = {80, 443, 53};
    enum { PROXY_PORT = 1080 }; /* the port that libcurl uses if the variable names none */
    const struct server *items = (const void *)servers->data;
    for (size_t i = 0; i < servers->size / sizeof *items; i++)
        if (items[i].is_address)
            add_port(ports, server_port(items[i].place));
    if (!ports->size)
        return;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        add_port(ports, usual[i]);
    for (size_t i = 0; i < sizeof proxies / sizeof *proxies; i++) {
        const char *proxy = file_environment(run->arena, proxies[i]);
        const char *scheme = proxy ? strstr(proxy, "://") : NULL;
        if (!proxy)
            continue;
        const char *address = ARENA_JOIN(run->arena, "http://", scheme ? scheme + 3 : proxy);
        add_port(ports, server_port(address));
        add_port(ports, PROXY_PORT);
    }
}
