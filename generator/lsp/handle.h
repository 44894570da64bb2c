/*
 * Handles the messages of the protocol, by their method.
 */
#ifndef LSP_HANDLE_H
#define LSP_HANDLE_H

#include <stdbool.h>

#include <yajl/yajl_tree.h>

#include "lsp/publish.h"

struct buffer;
struct session;

/* Another process with a copy of the session, to which handle.c passes all work that reads specs. `text` is the JSON of
 * the message. */
struct handle_helper {
    void (*tell)(void *user, const struct buffer *text); /* passes a message that changes texts */
    /* passes a request of the client, for an answer */
    void (*answer)(void *user, yajl_val message, const struct buffer *text);
    void (*check)(void *user); /* lets the helper check the texts that are due */
    void *user;
};

/* The life of a session. */
struct handling {
    struct session *session;
    struct publish_listener listener;
    /* the process that works for this one; NULL: this process does all work itself */
    const struct handle_helper *helper;
    bool is_initialized; /* the client has sent `initialize` */
    bool is_shut;        /* the client has sent `shutdown` */
    bool is_over;        /* the client has sent `exit` */
};

/* Handles a message. `text` is its JSON; it is needed only with a helper. */
void handle_message(struct handling *handling, yajl_val message, const struct buffer *text);

/* Answers a request with an error. `id` is NULL if the id of the request is unknown. */
void handle_fail(struct handling *handling, yajl_val id, int code, const char *text);

/* handle_is_due is true if texts changed that are not checked yet; handle_due checks them. */
bool handle_is_due(const struct handling *handling);
void handle_due(struct handling *handling);

#endif
