/* Building one command, word by word, straight into the bytes that are sent. */
#include "config.h"

#include "src/adapter/redis_parts.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gen/lua_scripts.h"
#include "src/base/arena.h"

static void make_room(struct redis_link *link, size_t more)
{
    if (link->size + more <= link->room)
        return;
    size_t room = link->room ? link->room : 1024;
    while (room < link->size + more)
        room *= 2;
    char *bytes = x_alloc(room);
    if (link->size)
        memcpy(bytes, link->bytes, link->size);
    free(link->bytes);
    link->bytes = bytes;
    link->room = room;
}

static void put(struct redis_link *link, const void *bytes, size_t size)
{
    make_room(link, size);
    if (size)
        memcpy(link->bytes + link->size, bytes, size);
    link->size += size;
}

void redis_bytes(struct redis_link *link, const void *bytes, size_t size)
{
    char head[24];
    int length = snprintf(head, sizeof head, "$%zu\r\n", size);
    put(link, head, (size_t)length);
    put(link, bytes, size);
    put(link, "\r\n", 2);
    link->words++;
}

void redis_word(struct redis_link *link, const char *text)
{
    redis_bytes(link, text, strlen(text));
}

void redis_int(struct redis_link *link, int64_t number)
{
    char text[24];
    int length = snprintf(text, sizeof text, "%lld", (long long)number);
    redis_bytes(link, text, (size_t)length);
}

void redis_uuid(struct redis_link *link, const struct uuid *id)
{
    char text[UUID_TEXT];
    redis_word(link, uuid_is_zero(id) ? "" : uuid_text(id, text));
}

void redis_key(struct redis_link *link, const char *fmt, ...)
{
    char key[REDIS_HOUSE + 96];
    int used = snprintf(key, sizeof key, "{%s:%d}:", link->house, link->show);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(key + used, sizeof key - (size_t)used, fmt, ap);
    va_end(ap);
    redis_word(link, key);
}

void redis_tag(struct redis_link *link)
{
    char tag[REDIS_HOUSE + 16];
    snprintf(tag, sizeof tag, "{%s:%d}", link->house, link->show);
    redis_word(link, tag);
}

const char *redis_channel(const struct redis_link *link, int32_t show, char *out, size_t size)
{
    snprintf(out, size, "{%s:%d}:feed", link->house, show);
    return out;
}

/* ---- starting ------------------------------------------------------------------------------- */

void redis_start(struct redis_link *link, int32_t show)
{
    make_room(link, HEAD_ROOM);
    link->size = HEAD_ROOM;
    link->words = 0;
    link->show = show;
    link->script = -1;
}

void redis_start_script(struct redis_link *link, int32_t show, enum redis_script script, int keys)
{
    redis_start(link, show);
    link->script = (int)script;
    link->script_at = link->size;
    redis_word(link, "EVALSHA");
    redis_bytes(link, link->digests[script], DIGEST_TEXT - 1);
    link->script_size = link->size - link->script_at;
    redis_int(link, keys);
}

const char *redis_script_text(enum redis_script script)
{
    static const char *const texts[SCRIPT_COUNT] = {
        [SCRIPT_TAKE_LOCKS] = lua_take_locks,       [SCRIPT_EXTEND_LOCKS] = lua_extend_locks,
        [SCRIPT_RELEASE_LOCKS] = lua_release_locks, [SCRIPT_RECORD_SEATS] = lua_record_seats,
        [SCRIPT_LIST_SEATS] = lua_list_seats,       [SCRIPT_COUNT_HOLDS] = lua_count_holds,
        [SCRIPT_JUDGE_PACE] = lua_judge_pace,       [SCRIPT_PUT_MAP] = lua_put_map,
        [SCRIPT_PUT_PAGE] = lua_put_page,           [SCRIPT_GET_PAGE] = lua_get_page,
        [SCRIPT_LIST_READERS] = lua_list_readers,   [SCRIPT_PUBLISH_MESSAGE] = lua_publish_message,
    };
    return texts[script];
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* The digest may have become known only when the call was on its way. */
static void refresh_digest(struct redis_link *link)
{
    static const char before[] = "$7\r\nEVALSHA\r\n$40\r\n";
    memcpy(link->bytes + link->script_at + sizeof before - 1, link->digests[link->script],
           DIGEST_TEXT - 1);
}

/* The same words with EVAL and the text in front, in the place of EVALSHA and the digest. */
static void spell_out(struct redis_link *link)
{
    const char *text = redis_script_text((enum redis_script)link->script);
    char head[48];
    int length = snprintf(head, sizeof head, "$4\r\nEVAL\r\n$%zu\r\n", strlen(text));
    size_t tail = link->script_at + link->script_size, rest = link->size - tail;
    char *kept = x_alloc(rest + 1);
    memcpy(kept, link->bytes + tail, rest);
    link->size = link->script_at;
    put(link, head, (size_t)length);
    put(link, text, strlen(text));
    put(link, "\r\n", 2);
    put(link, kept, rest);
    free(kept);
    link->script = -1;
}

const char *redis_call_bytes(struct redis_link *link, bool as_text, size_t *size)
{
    char head[HEAD_ROOM];
    if (link->script >= 0 && as_text)
        spell_out(link);
    else if (link->script >= 0)
        refresh_digest(link);
    int length = snprintf(head, sizeof head, "*%d\r\n", link->words);
    char *start = link->bytes + HEAD_ROOM - length;
    memcpy(start, head, (size_t)length);
    *size = link->size - HEAD_ROOM + (size_t)length;
    return start;
}
