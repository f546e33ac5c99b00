#include "config.h"

#include "src/adapter/curl_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/curl_call.h"
#include "src/base/arena.h"

struct curl_line *curl_line_open(struct err *err)
{
    const struct curl_library *curl = curl_library_need(err);
    CURL *handle = curl ? curl->init() : NULL;
    if (!handle) {
        if (curl)
            (void)err_set(err, RC_TRANSIENT, "CURL",
                          "There is no memory to write to another server");
        return NULL;
    }
    struct curl_line *line = x_alloc(sizeof *line);
    line->curl = curl;
    line->handle = handle;
    return line;
}

void curl_line_close(struct curl_line **line)
{
    if (!*line)
        return;
    (*line)->curl->cleanup((*line)->handle);
    free(*line);
    *line = NULL;
}

bool curl_line_is_one_line(const char *text)
{
    return !strpbrk(text, "\r\n");
}

static long or_usual(int64_t ms, long usual)
{
    return ms > 0 ? (long)ms : usual;
}

void curl_line_start(struct curl_line *line, const char *schemes, const char *url,
                     const struct curl_limits *limits)
{
    const struct curl_library *curl = line->curl;
    CURL *handle = line->handle;
    curl->reset(handle);
    line->why[0] = '\0';
    curl->setopt(handle, CURLOPT_ERRORBUFFER, line->why);
    curl->setopt(handle, CURLOPT_NOSIGNAL, 1L); /* other threads have their own alarms */
    curl->setopt(handle, CURLOPT_PROTOCOLS_STR, schemes);
    curl->setopt(handle, CURLOPT_URL, url);
    curl->setopt(handle, CURLOPT_PROXY, "");
    curl->setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, or_usual(limits->connect_ms, CURL_CONNECT_MS));
    curl->setopt(handle, CURLOPT_TIMEOUT_MS, or_usual(limits->total_ms, CURL_TOTAL_MS));
    if (limits->ca_file)
        curl->setopt(handle, CURLOPT_CAINFO, limits->ca_file);
}

/* Of a call, its head; of a mail, its text. */
static bool something_was_sent(const struct curl_line *line)
{
    long head = 0;
    curl_off_t text = 0;
    line->curl->getinfo(line->handle, CURLINFO_REQUEST_SIZE, &head);
    line->curl->getinfo(line->handle, CURLINFO_SIZE_UPLOAD_T, &text);
    return head > 0 || text > 0;
}

static bool a_person_must_help(CURLcode code)
{
    return code == CURLE_URL_MALFORMAT || code == CURLE_UNSUPPORTED_PROTOCOL ||
           code == CURLE_PEER_FAILED_VERIFICATION || code == CURLE_SSL_CACERT_BADFILE ||
           code == CURLE_LOGIN_DENIED || code == CURLE_USE_SSL_FAILED || code == CURLE_NOT_BUILT_IN;
}

enum rc curl_line_perform(struct curl_line *line, struct err *err)
{
    char native[24];
    CURLcode code = line->curl->perform(line->handle);
    if (code == CURLE_OK)
        return RC_OK;
    enum rc rc = something_was_sent(line)   ? RC_UNKNOWN
                 : a_person_must_help(code) ? RC_CONFIG
                                            : RC_TRANSIENT;
    snprintf(native, sizeof native, "CURL_%d", (int)code);
    return err_set(err, rc, native, "%s", line->why[0] ? line->why : line->curl->strerror(code));
}
