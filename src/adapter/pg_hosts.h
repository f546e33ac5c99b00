/* Where a house is: its servers, and whether they have to prove who they are. */
#ifndef LOGE_ADAPTER_PG_HOSTS_H
#define LOGE_ADAPTER_PG_HOSTS_H

#include <stdbool.h>

#include "src/base/err.h"

enum { PG_HOSTS = 8, PG_HOST_TEXT = 256 };

struct pg_host {
    char name[PG_HOST_TEXT];    /* or a folder of sockets; "": libpq's own idea */
    char address[PG_HOST_TEXT]; /* where the name is, if somebody said so */
    char port[16];
};

struct pg_hosts {
    struct pg_host at[PG_HOSTS]; /* to be tried in this order */
    int count;
    bool elsewhere; /* not all of them are this machine ... */
    bool proof;     /* ... and nobody said how they are to be believed */
    char text[PG_HOST_TEXT];
};

/* From a connection string or URI, a service's file and the environment, as libpq takes them. */
enum rc pg_hosts_read(const char *url, struct pg_hosts *out, struct err *err) MUST_USE;

/* RC_CONFIG, and how an address is written. */
enum rc pg_url_unreadable(struct err *err);

#endif
