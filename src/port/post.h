/* Sending a letter, by mail or to a web server; one adapter each (src/adapter/curl_post.c). */
#ifndef LOGE_PORT_POST_H
#define LOGE_PORT_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "src/base/err.h"
#include "src/base/uuid.h"

/* A file that goes along: shown within the HTML, as <img src="cid:..."> names it, or attached. */
struct post_part {
    const char *type; /* "application/pdf" */
    const char *name; /* ASCII, without quotes */
    const char *cid;  /* NULL: attached */
    const void *bytes;
    size_t size;
};

struct post_mail {
    struct uuid id; /* in Message-ID: the same for each try */
    int64_t at;     /* when it was written */
    const char *to, *subject;
    const char *text; /* UTF-8, lines end with '\n' */
    const char *html; /* the same for readers that show it; NULL: text alone */
    const struct post_part *parts;
    int part_count;
};

struct post_call {
    struct uuid id;
    int64_t at; /* now: what is signed with the body, so that an old one cannot be sent again */
    const char *url;
    const void *secret;
    size_t secret_size;
    const char *body; /* JSON */
};

enum post_result {
    POST_SENT,
    POST_LATER, /* not now; it may have arrived */
    POST_DEAF,  /* not now: the server took nothing from us, and is like that to every letter */
    POST_NEVER, /* it was refused for good */
};

/* One thread owns it. With anything but POST_SENT, err says why. */
struct post_port {
    void *ctx;
    bool mails; /* a mail server is known */
    enum post_result (*mail)(void *ctx, const struct post_mail *, struct err *);
    enum post_result (*call)(void *ctx, const struct post_call *, struct err *);
};

#endif
