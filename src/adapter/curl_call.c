#include "config.h"

#include "src/adapter/curl_call.h"

#include <string.h>

#include "src/adapter/curl_line.h"

/* ---- the answer's body ---------------------------------------------------------------------- */

struct gathered {
    struct arena *arena;
    char *bytes;
    size_t size, room, limit;
};

static void make_room(struct gathered *body, size_t size)
{
    size_t room = body->room ? body->room : 1024;
    while (room < size)
        room *= 2;
    if (room != body->room)
        body->bytes = arena_grow(body->arena, body->bytes, body->room, room, 1);
    body->room = room;
}

/* Taking less than there is ends the transfer. */
static size_t gather(char *bytes, size_t size, size_t count, void *ctx)
{
    struct gathered *body = ctx;
    size_t more = size * count;
    if (more > body->limit - body->size)
        return 0;
    make_room(body, body->size + more + 1);
    memcpy(body->bytes + body->size, bytes, more);
    body->size += more;
    return more;
}

/* ---- the call ------------------------------------------------------------------------------- */

static enum rc refuse(struct err *err)
{
    return err_set(err, RC_CONFIG, "CURL_WISH",
                   "What is to be sent to another server has a line break where none can be");
}

static enum rc check(const struct curl_wish *wish, struct err *err)
{
    if (!curl_line_is_one_line(wish->url) || !curl_line_is_one_line(wish->method))
        return refuse(err);
    for (int i = 0; i < wish->header_count; i++)
        if (!curl_line_is_one_line(wish->headers[i]))
            return refuse(err);
    return RC_OK;
}

/* "Expect:" is taken out: waiting for leave to send a small body costs a round trip. */
static struct curl_slist *list_headers(const struct curl_library *curl,
                                       const struct curl_wish *wish)
{
    struct curl_slist *list = curl->slist_append(NULL, "Expect:");
    for (int i = 0; i < wish->header_count && list; i++) {
        struct curl_slist *longer = curl->slist_append(list, wish->headers[i]);
        if (!longer)
            curl->slist_free_all(list);
        list = longer;
    }
    return list;
}

static void set_wish(struct curl_line *line, const struct curl_wish *wish)
{
    const struct curl_library *curl = line->curl;
    const struct curl_limits limits = {wish->connect_ms, wish->total_ms, wish->ca_file};
    curl_line_start(line, "http,https", wish->url, &limits);
    if (wish->body) {
        curl->setopt(line->handle, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)wish->body_size);
        curl->setopt(line->handle, CURLOPT_POSTFIELDS, wish->body);
    }
    if (strcmp(wish->method, "HEAD") == 0)
        curl->setopt(line->handle, CURLOPT_NOBODY, 1L);
    else
        curl->setopt(line->handle, CURLOPT_CUSTOMREQUEST, wish->method);
}

static void read_answer(struct curl_line *line, struct gathered *body, struct curl_answer *answer)
{
    long status = 0;
    curl_off_t rest = 0;
    line->curl->getinfo(line->handle, CURLINFO_RESPONSE_CODE, &status);
    line->curl->getinfo(line->handle, CURLINFO_RETRY_AFTER, &rest);
    make_room(body, body->size + 1);
    body->bytes[body->size] = '\0';
    *answer = (struct curl_answer){.status = (int)status,
                                   .retry_after_s = rest > 0 && rest < 86400 ? (int)rest : 0,
                                   .body = body->bytes,
                                   .body_size = body->size};
}

enum rc curl_call(struct curl_line *line, const struct curl_wish *wish, struct arena *arena,
                  struct curl_answer *answer, struct err *err)
{
    struct gathered body = {.arena = arena,
                            .limit = wish->answer_limit ? wish->answer_limit : CURL_ANSWER_BYTES};
    *answer = (struct curl_answer){.body = ""};
    enum rc rc = check(wish, err);
    if (rc)
        return rc;
    struct curl_slist *headers = list_headers(line->curl, wish);
    if (!headers)
        return err_set(err, RC_TRANSIENT, "CURL", "There is no memory to write to another server");
    set_wish(line, wish);
    line->curl->setopt(line->handle, CURLOPT_HTTPHEADER, headers);
    line->curl->setopt(line->handle, CURLOPT_WRITEFUNCTION, gather);
    line->curl->setopt(line->handle, CURLOPT_WRITEDATA, &body);
    rc = curl_line_perform(line, err);
    line->curl->slist_free_all(headers);
    if (!rc)
        read_answer(line, &body, answer);
    return rc;
}
