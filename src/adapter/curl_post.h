/*
 * Letters by libcurl (port/post.h): mail over SMTP, and signed calls of web servers.
 *
 * A mail server that has a password is only spoken to over TLS; without one TLS is used when it is
 * offered. A web server that answers 2xx has the letter; 4xx refuses it for good, but for 408, 409,
 * 425 and 429; anything else is tried again.
 */
#ifndef LOGE_ADAPTER_CURL_POST_H
#define LOGE_ADAPTER_CURL_POST_H

#include "src/port/post.h"

struct curl_post_config {
    const char *server;           /* "smtp://mail.example.org:587", "smtps://..."; "": no mail */
    const char *from;             /* the address mails come from */
    const char *from_name;        /* and whose it is */
    const char *user, *password;  /* "": none */
    const char *ca_file;          /* who vouches for servers; NULL: whom this machine trusts */
    int64_t connect_ms, total_ms; /* 0: 3 and 10 seconds */
};

/* What the config points to must outlive it. NULL and why: libcurl is missing, or no mail can ever
 * go out like this. */
struct post_port *curl_post_open(const struct curl_post_config *config, struct err *err) MUST_USE;
void curl_post_close(struct post_port **port); /* NULL inside is fine */

#endif
