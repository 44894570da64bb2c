/*
 * The methods of the protocol: what becomes of a message.
 */
#ifndef LSP_HANDLE_H
#define LSP_HANDLE_H

#include <stdbool.h>

#include <yajl/yajl_tree.h>

struct buffer;
struct session;

/* The life of a session. */
struct handling {
    struct session *session;
    void (*send)(void *user, const struct buffer *message);
    void *user;
    bool is_initialized; /* the client said `initialize`, */
    bool is_shut;        /* `shutdown`, */
    bool is_over;        /* or `exit` */
};

/* Handles a message. */
void handle_message(struct handling *handling, yajl_val message);

/* Answers a request (NULL: an unknown one) with an error. */
void handle_fail(struct handling *handling, yajl_val id, int code, const char *text);

/* True if texts changed that are not checked yet, and checks them. */
bool handle_is_due(const struct handling *handling);
void handle_due(struct handling *handling);

#endif
