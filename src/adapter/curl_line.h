/*
 * What calls and mails have in common: a handle of libcurl that keeps its connections open between
 * two uses, limits on time, and what became of it.
 *
 * One thread owns a line. Nothing about it comes from the environment (no proxy, no .netrc).
 */
#ifndef LOGE_ADAPTER_CURL_LINE_H
#define LOGE_ADAPTER_CURL_LINE_H

#include <stdbool.h>
#include <stdint.h>

#include "src/adapter/curl_library.h"

enum { CURL_CONNECT_MS = 3000, CURL_TOTAL_MS = 10000 };

struct curl_line {
    const struct curl_library *curl;
    CURL *handle;
    char why[CURL_ERROR_SIZE]; /* libcurl's own sentence */
};

/* How long, and whom to trust; 0 and NULL: as usual. */
struct curl_limits {
    int64_t connect_ms, total_ms;
    const char *ca_file; /* PEM: who vouches for servers; NULL: whom this machine trusts */
};

/* As new, but for its open connections; schemes as libcurl lists them. */
void curl_line_start(struct curl_line *line, const char *schemes, const char *url,
                     const struct curl_limits *limits);
/* Text that goes to the other side must not bring lines of its own. */
bool curl_line_is_one_line(const char *text) MUST_USE;
/*
 * Performs what was set. RC_TRANSIENT: nothing was sent, try again later. RC_CONFIG: nor will it
 * be before a person changes something. RC_UNKNOWN: it was sent, in part at least, and no answer
 * came that could be understood.
 */
enum rc curl_line_perform(struct curl_line *line, struct err *err) MUST_USE;

#endif
