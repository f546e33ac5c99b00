#include "config.h"

#include "src/api/asker.h"

#include <stdio.h>
#include <string.h>

#include "src/api/origin.h"
#include "src/base/member.h"
#include "src/base/text.h"

bool asker_parse(const char *word, char out[PACE_NAME])
{
    static const char whole[] = "/64";
    struct origin origin;
    char address[ORIGIN_TEXT], text[ORIGIN_TEXT];
    size_t length = strlen(word), tail = sizeof whole - 1;
    if (strncmp(word, "t:", 2) == 0 && word[2] && length < PACE_NAME) {
        text_copy(out, PACE_NAME, word);
        return true;
    }
    if (length > tail && strcmp(word + length - tail, whole) == 0 && strchr(word, ':'))
        length -= tail;
    if (length >= sizeof address)
        return false;
    snprintf(address, sizeof address, "%.*s", (int)length, word);
    if (!origin_parse(address, &origin))
        return false;
    text_copy(out, PACE_NAME, origin_text(&origin, text));
    return true;
}

static void put_details(struct json_out *doc, const struct abuse *abuse)
{
    member_object(doc, "details");
    member_int(doc, "limit", abuse->most);
    member_text_or_null(doc, "client", *abuse->client ? abuse->client : NULL);
    member_text_or_null(doc, "route", *abuse->route ? abuse->route : NULL);
    member_text_or_null(doc, "show", *abuse->show ? abuse->show : NULL);
    json_object_end(doc);
}

void asker_doc(struct json_out *doc, const struct abuse *abuse, int64_t now)
{
    bool token = strncmp(abuse->asker, "t:", 2) == 0;
    member_object(doc, NULL);
    member_text(doc, "who", abuse->asker);
    member_text_or_null(doc, "ip", token ? NULL : abuse->asker);
    member_text_or_null(doc, "token", token ? abuse->asker + 2 : NULL);
    member_text(doc, "rule", pace_word(abuse->rule));
    member_int(doc, "count", abuse->count);
    member_int(doc, "window_seconds", pace_window(abuse->rule) / 1000);
    member_time(doc, "at", abuse->at);
    member_time(doc, "first_at", abuse->first_at);
    member_time(doc, "last_at", abuse->last_at);
    put_details(doc, abuse);
    member_time(doc, "blocked_until", abuse->until);
    member_bool(doc, "blocked", abuse->until > now && !abuse->unblocked_at);
    member_text_or_null(doc, "unblocked_by", *abuse->unblocked_by ? abuse->unblocked_by : NULL);
    member_time(doc, "unblocked_at", abuse->unblocked_at);
    json_object_end(doc);
}
