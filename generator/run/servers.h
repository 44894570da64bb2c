/*
 * The symbol servers that a command line names in options of TAKES_SERVERS. Without these options, STRATA_SYMBOL_SERVER
 * of the environment names them. No other server is used.
 */
#ifndef RUN_SERVERS_H
#define RUN_SERVERS_H

#include <stdbool.h>

struct buffer;
struct command_run;
struct operands;

/* Appends the servers as struct server (fetch/server.h). If a text is no server, sets `*text` and the reason `*error`,
 * and returns false. */
bool servers_find(const struct command_run *run, const struct operands *operands, struct buffer *servers,
                  const char **text, const char **error);

/* Appends the ports that a connection to these servers may need, as uint16_t: the ports of the servers, of redirects,
 * of proxies in the environment, and of name servers. Appends none if no server is on the network. */
void servers_add_ports(const struct command_run *run, const struct buffer *servers, struct buffer *ports);

#endif
