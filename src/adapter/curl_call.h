/*
 * One call to a web server of somebody else's: a payment provider, a shop that is told what
 * happened.
 *
 * Only http and https; redirections are not followed (a secret would go with them), a certificate
 * must be vouched for and name the server. Any answer at all is RC_OK, whatever its status says.
 *
 *     RC_TRANSIENT  nothing was sent: ask again whenever you like
 *     RC_UNKNOWN    it may have been done: ask again with the same key
 *     RC_CONFIG     a person must change something: the address, a certificate
 *
 * A line keeps its connections open for the next call. One thread owns it.
 */
#ifndef LOGE_ADAPTER_CURL_CALL_H
#define LOGE_ADAPTER_CURL_CALL_H

#include <stddef.h>
#include <stdint.h>

#include "src/base/arena.h"
#include "src/base/err.h"

enum { CURL_ANSWER_BYTES = 64 * 1024 };

struct curl_line;

/* NULL and why: libcurl is not installed. */
struct curl_line *curl_line_open(struct err *err) MUST_USE;
void curl_line_close(struct curl_line **line); /* NULL inside is fine */

struct curl_wish {
    const char *method, *url;
    const char *const *headers; /* "Name: value" each, of one line */
    int header_count;
    const void *body; /* NULL: none */
    size_t body_size;
    int64_t connect_ms, total_ms; /* 0: 3 and 10 seconds; the second is for all of it */
    size_t answer_limit;          /* 0: CURL_ANSWER_BYTES; a longer answer is RC_UNKNOWN */
    const char *ca_file;          /* PEM of who vouches for it; NULL: whom this machine trusts */
};

struct curl_answer {
    int status;
    int retry_after_s; /* the server asks for so long a rest; 0: it does not */
    const char *body;  /* in the arena, with a zero byte after it */
    size_t body_size;
};

enum rc curl_call(struct curl_line *line, const struct curl_wish *wish, struct arena *arena,
                  struct curl_answer *answer, struct err *err) MUST_USE;

#endif
