#include "config.h"

#include "src/api/asker.h"

#include <stdio.h>
#include <string.h>

#include "src/api/origin.h"
#include "src/base/member.h"
#include "src/base/text.h"
#include "src/domain/row_json.h"

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

void asker_doc(struct json_out *doc, const struct abuse *abuse, int64_t now)
{
    bool token = strncmp(abuse->asker, "t:", 2) == 0;
    struct row_json told = row_json_begin(doc, NULL, &shape_abuse, abuse);
    row_json_tell(&told, "who");
    member_text_or_null(doc, "ip", token ? NULL : abuse->asker);
    member_text_or_null(doc, "token", token ? abuse->asker + 2 : NULL);
    member_text(doc, "rule", pace_word(abuse->rule));
    row_json_tell(&told, "count");
    member_int(doc, "window_seconds", pace_window(abuse->rule) / 1000);
    row_json_tell(&told, "at first_at last_at");
    member_object(doc, "details");
    row_json_tell(&told, "limit client route show");
    json_object_end(doc);
    row_json_tell(&told, "blocked_until");
    member_bool(doc, "blocked", abuse->until > now && !abuse->unblocked_at);
    row_json_rest(&told, "");
    row_json_end(&told);
}
