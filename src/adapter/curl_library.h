/* libcurl, which is loaded when somebody first writes to another server: it brings two dozen
 * libraries with it, and a till at the counter needs none of them (as with libpq, pg_library.c). */
#ifndef LOGE_ADAPTER_CURL_LIBRARY_H
#define LOGE_ADAPTER_CURL_LIBRARY_H

#include <curl/curl.h>

#include "src/base/err.h"

struct curl_library {
    CURL *(*init)(void);
    void (*cleanup)(CURL *);
    void (*reset)(CURL *);
    CURLcode (*setopt)(CURL *, CURLoption, ...);
    CURLcode (*getinfo)(CURL *, CURLINFO, ...);
    CURLcode (*perform)(CURL *);
    const char *(*strerror)(CURLcode);
    struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
    void (*slist_free_all)(struct curl_slist *);
};

/* Any thread. NULL and a sentence when it is not installed. */
const struct curl_library *curl_library_need(struct err *err) MUST_USE;

#endif
