/*
 * The methods of the protocol: what becomes of a message.
 */
#ifndef LSP_HANDLE_H
#define LSP_HANDLE_H

#include <stdbool.h>

#include <yajl/yajl_tree.h>

#include "lsp/publish.h"

struct buffer;
struct session;

/* Someone who has a copy of the session, and does there what needs specs. `text` is the JSON of the message. */
struct handle_helper {
    void (*tell)(void *user, const struct buffer *text);                     /* texts change */
    void (*answer)(void *user, yajl_val message, const struct buffer *text); /* the client asks */
    void (*check)(void *user);                                               /* handle_due */
    void *user;
};

/* The life of a session. */
struct handling {
    struct session *session;
    struct publish_listener listener;
    const struct handle_helper *helper; /* or NULL: this process does everything */
    bool is_initialized; /* the client said `initialize`, */
    bool is_shut;        /* `shutdown`, */
    bool is_over;        /* or `exit` */
};

/* Handles a message, and its text if there is a helper. */
void handle_message(struct handling *handling, yajl_val message, const struct buffer *text);

/* Answers a request (NULL: an unknown one) with an error. */
void handle_fail(struct handling *handling, yajl_val id, int code, const char *text);

/* True if texts changed that are not checked yet, and checks them. */
bool handle_is_due(const struct handling *handling);
void handle_due(struct handling *handling);

#endif
