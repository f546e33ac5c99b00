/*
 * A web client of a test's own: one connection, kept alive, one request after another. What it
 * sends may be as wrong as a test likes.
 */
#ifndef LOGE_TESTS_LIB_WEB_CLIENT_H
#define LOGE_TESTS_LIB_WEB_CLIENT_H

#include <stdbool.h>
#include <stddef.h>

struct web_client {
    int port, fd; /* fd -1: not connected */
    const char *token;
    const char *key; /* Idempotency-Key of what is asked from now on; NULL: none is shown */
    char *bytes;     /* of what is being read */
    size_t room, used;
    /* The last answer; body is a text, good until the next one. */
    int status;
    const char *body;
    size_t body_size;
    size_t taken; /* of the bytes, by that answer */
};

/* At this port of the loopback; token NULL: none is shown. */
void web_client_open(struct web_client *client, int port, const char *token);
void web_client_close(struct web_client *client);

/* Connects if need be. body NULL: none. False: there was no answer. */
bool web_client_ask(struct web_client *client, const char *method, const char *path,
                    const char *body);

/* The same in two steps, with bytes as they stand. False: the line was cut. */
bool web_client_send(struct web_client *client, const char *bytes, size_t size);
bool web_client_hear(struct web_client *client);

#endif
