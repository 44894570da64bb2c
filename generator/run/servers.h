/*
 * The symbol servers that a command line names by options of TAKES_SERVERS, or else the environment by
 * STRATA_SYMBOL_SERVER. There are no others.
 */
#ifndef RUN_SERVERS_H
#define RUN_SERVERS_H

#include <stdbool.h>

struct buffer;
struct command_run;
struct operands;

/* Appends the servers, as struct server (fetch/server.h). Returns false, with a text that is no server and the reason,
 * if one is wrong. */
bool servers_find(const struct command_run *run, const struct operands *operands, struct buffer *servers,
                  const char **text, const char **error);

/* Appends the ports that connections to these servers lead to, as uint16_t: those of the servers, of redirects, of
 * proxies that the environment names, and of servers of names. There are none if no server is one of the network. */
void servers_add_ports(const struct command_run *run, const struct buffer *servers, struct buffer *ports);

#endif
