#include "config.h"

#include "src/adapter/redis_registry.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/arena.h"
#include "src/base/json_out.h"
#include "src/base/list.h"
#include "src/base/text.h"

static const int64_t longest_ms = (int64_t)8 * 86400000; /* a day more than any ceiling */

struct redis_registry {
    struct registry base;
    struct redis_link *link;
    struct json_out *json;
};

static struct redis_registry *registry_of(struct registry *registry)
{
    return (struct redis_registry *)(void *)registry;
}

/* ---- recording ------------------------------------------------------------------------------ */

static int64_t keep_ms(const struct registry_seat *seat, int64_t now)
{
    int64_t left = seat->state.status == SEAT_HELD ? seat->state.held_until - now : 0;
    left = left < 0 ? 0 : left > longest_ms ? longest_ms : left;
    return left + REGISTRY_GRACE_MS;
}

static const char *entry_text(struct redis_registry *r, const struct registry_seat *seat,
                              const struct uuid *token)
{
    char text[UUID_TEXT];
    json_out_reset(r->json);
    json_object_begin(r->json);
    if (seat->state.status == SEAT_HELD) {
        json_key(r->json, "holder");
        json_string(r->json, seat->holder);
        json_key(r->json, "token");
        json_string(r->json, uuid_is_zero(token) ? "" : uuid_text(token, text));
        json_key(r->json, "expires_at");
        json_int(r->json, seat->state.held_until);
        json_key(r->json, "held_at");
        json_int(r->json, seat->held_at);
        json_key(r->json, "hold");
        json_string(r->json, uuid_text(&seat->state.holder, text));
    }
    json_key(r->json, "version");
    json_int(r->json, seat->state.version);
    json_object_end(r->json);
    return json_out_text(r->json, NULL);
}

static void put_seat(struct redis_registry *r, const struct registry_record *record,
                     const struct registry_seat *seat)
{
    static const struct uuid nobody;
    unsigned char bytes[SEAT_RECORD];
    bool held = seat->state.status == SEAT_HELD;
    redis_int(r->link, seat->seat);
    redis_int(r->link, seat->state.version);
    redis_int(r->link, seat->instead_of);
    redis_uuid(r->link, held ? &seat->state.holder : &nobody);
    redis_int(r->link, seat->state.held_until);
    redis_int(r->link, keep_ms(seat, record->now));
    redis_word(r->link, entry_text(r, seat, &record->token));
    seat_record_write(&seat->state, bytes);
    redis_bytes(r->link, bytes, sizeof bytes);
    redis_word(r->link, seat->holder);
    redis_int(r->link, seat->held_at);
    redis_word(r->link, seat->source ? seat->source : "");
    redis_word(r->link, seat->status ? seat->status : "");
    redis_int(r->link, record->show);
}

static void record(struct registry *registry, const struct registry_record *record)
{
    struct redis_registry *r = registry_of(registry);
    assert(record->count <= REGISTRY_BATCH);
    redis_start_script(r->link, record->show, SCRIPT_RECORD_SEATS, 3 + 2 * record->count);
    redis_key(r->link, "holds");
    redis_key(r->link, "map");
    redis_key(r->link, "count");
    for (int i = 0; i < record->count; i++) {
        redis_key(r->link, "seat:%d", record->seats[i].seat);
        redis_key(r->link, "lock:%d", record->seats[i].seat);
    }
    redis_tag(r->link);
    redis_uuid(r->link, &record->token);
    for (int i = 0; i < SEAT_STATUS_COUNT; i++)
        redis_int(r->link, record->moved[i]);
    for (int i = 0; i < record->count; i++)
        put_seat(r, record, &record->seats[i]);
    redis_tell(r->link);
}

/* ---- holds ---------------------------------------------------------------------------------- */

static bool read_entry(redisReply *const *words, struct registry_entry *entry)
{
    int64_t seat, version;
    for (int i = 0; i < 4; i++)
        if (words[i]->type != REDIS_REPLY_STRING)
            return false;
    if (!uuid_parse(words[0]->str, &entry->hold) ||
        !text_to_int(words[1]->str, 0, INT64_MAX, &entry->expires_at) ||
        !text_to_int(words[2]->str, 0, INT32_MAX, &seat) ||
        !text_to_int(words[3]->str, 0, UINT32_MAX, &version))
        return false;
    entry->seat = (int32_t)seat;
    entry->version = (uint32_t)version;
    return true;
}

static bool list(struct registry *registry, int32_t show, int64_t now, struct arena *arena,
                 struct registry_entry **entries, int *count)
{
    struct redis_link *link = registry_of(registry)->link;
    *count = 0;
    redis_start_script(link, show, SCRIPT_LIST_SEATS, 1);
    redis_key(link, "holds");
    redis_tag(link);
    redis_int(link, now);
    const redisReply *reply = redis_ask(link);
    if (!reply)
        return false;
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements % 4) {
        redis_distrust(link);
        return false;
    }
    *entries = arena_array(arena, reply->elements / 4 + 1, sizeof **entries);
    for (size_t i = 0; i < reply->elements; i += 4)
        *count += read_entry(&reply->element[i], &(*entries)[*count]);
    return true;
}

static bool count(struct registry *registry, int32_t show, int64_t now, struct registry_count *out)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start_script(link, show, SCRIPT_COUNT_HOLDS, 1);
    redis_key(link, "holds");
    redis_tag(link);
    redis_int(link, now);
    const redisReply *reply = redis_ask(link);
    if (!reply)
        return false;
    if (reply->type != REDIS_REPLY_ARRAY || reply->elements != 2 ||
        reply->element[0]->type != REDIS_REPLY_INTEGER ||
        reply->element[1]->type != REDIS_REPLY_INTEGER) {
        redis_distrust(link);
        return false;
    }
    out->holds = (int32_t)reply->element[0]->integer;
    out->seats = (int32_t)reply->element[1]->integer;
    return true;
}

/* ---- forgetting ----------------------------------------------------------------------------- */

static void forget_holds(struct redis_link *link, int32_t show)
{
    struct arena *arena = arena_new();
    LIST(char *) holds = {0};
    redis_start(link, show);
    redis_word(link, "ZRANGE");
    redis_key(link, "holds");
    redis_word(link, "0");
    redis_word(link, "-1");
    const redisReply *reply = redis_ask(link);
    for (size_t i = 0; reply && reply->type == REDIS_REPLY_ARRAY && i < reply->elements; i++)
        if (reply->element[i]->type == REDIS_REPLY_STRING)
            *LIST_ADD(arena, &holds) = arena_strdup(arena, reply->element[i]->str);
    for (int i = 0; i < holds.count; i++) {
        redis_start(link, show);
        redis_word(link, "DEL");
        redis_key(link, "hold:%s", holds.at[i]);
        redis_tell(link);
    }
    arena_free(&arena);
}

static void forget_seats(struct redis_link *link, int32_t show, int32_t seats)
{
    for (int32_t first = 0; first < seats; first += REGISTRY_BATCH) {
        redis_start(link, show);
        redis_word(link, "DEL");
        for (int32_t seat = first; seat < first + REGISTRY_BATCH && seat < seats; seat++)
            redis_key(link, "seat:%d", seat);
        redis_tell(link);
    }
}

static void forget(struct registry *registry, int32_t show, int32_t seats)
{
    static const char *const rest[] = {"holds", "map", "count"};
    struct redis_link *link = registry_of(registry)->link;
    forget_holds(link, show);
    forget_seats(link, show, seats);
    redis_start(link, show);
    redis_word(link, "DEL");
    for (int i = 0; i < COUNT_OF(rest); i++)
        redis_key(link, "%s", rest[i]);
    redis_tell(link);
}

/* ---- seat map ------------------------------------------------------------------------------- */

static void put_number(unsigned char *out, uint64_t number, int size)
{
    for (int i = size - 1; i >= 0; i--, number >>= 8)
        out[i] = (unsigned char)(number & 0xff);
}

static uint64_t get_number(const unsigned char *in, int size)
{
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | in[i];
    return number;
}

void seat_record_write(const struct seat_state *state, unsigned char out[SEAT_RECORD])
{
    put_number(out, state->version, 4);
    out[4] = state->status;
    out[5] = state->open_to;
    put_number(out + 6, state->allotment, 2);
    put_number(out + 8, (uint64_t)state->held_until, 8);
    memcpy(out + 16, state->holder.b, 16);
}

bool seat_record_read(const unsigned char in[SEAT_RECORD], struct seat_state *state)
{
    state->version = (uint32_t)get_number(in, 4);
    state->status = in[4];
    state->open_to = in[5];
    state->allotment = (uint16_t)get_number(in + 6, 2);
    state->held_until = (int64_t)get_number(in + 8, 8);
    memcpy(state->holder.b, in + 16, 16);
    return state->status < SEAT_STATUS_COUNT && state->held_until >= 0;
}

/* The head: name, versions, count, the last event. The script compares by these places. */
static const char map_name[] = "LOGEMAP1";

static void write_head(const struct registry_map *map, unsigned char head[MAP_HEAD])
{
    memset(head, 0, MAP_HEAD);
    memcpy(head, map_name, 8);
    put_number(head + 8, map->show_version, 4);
    put_number(head + 12, (uint32_t)map->plan_version, 4);
    put_number(head + 16, (uint32_t)map->count, 4);
    put_number(head + 24, (uint64_t)map->last_event, 8);
}

static bool read_head(const unsigned char *head, size_t size, struct registry_map *map)
{
    if (size < MAP_HEAD || memcmp(head, map_name, 8) != 0)
        return false;
    map->show_version = (uint32_t)get_number(head + 8, 4);
    map->plan_version = (int32_t)get_number(head + 12, 4);
    map->count = (int)get_number(head + 16, 4);
    map->last_event = (int64_t)get_number(head + 24, 8);
    return map->count >= 0 && size == MAP_HEAD + (size_t)map->count * SEAT_RECORD;
}

static void map_put(struct registry *registry, int32_t show, const struct registry_map *map)
{
    struct redis_link *link = registry_of(registry)->link;
    size_t size = MAP_HEAD + (size_t)map->count * SEAT_RECORD;
    unsigned char *bytes = x_alloc(size);
    write_head(map, bytes);
    for (int i = 0; i < map->count; i++)
        seat_record_write(&map->state[i], bytes + MAP_HEAD + (size_t)i * SEAT_RECORD);
    redis_start_script(link, show, SCRIPT_PUT_MAP, 1);
    redis_key(link, "map");
    redis_bytes(link, bytes, size);
    redis_int(link, REGISTRY_MAP_MS);
    redis_tell(link);
    free(bytes);
}

static bool read_map(const redisReply *reply, struct arena *arena, struct registry_map *map)
{
    const unsigned char *bytes = (const unsigned char *)reply->str;
    if (reply->type != REDIS_REPLY_STRING || !read_head(bytes, (size_t)reply->len, map))
        return false;
    map->state = arena_array(arena, (size_t)map->count + 1, sizeof *map->state);
    for (int i = 0; i < map->count; i++)
        if (!seat_record_read(bytes + MAP_HEAD + (size_t)i * SEAT_RECORD, &map->state[i]))
            return false;
    return true;
}

static bool map_get(struct registry *registry, int32_t show, struct arena *arena,
                    struct registry_map *map)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start(link, show);
    redis_word(link, "GETRANGE"); /* a string's, whatever stands there */
    redis_key(link, "map");
    redis_word(link, "0");
    redis_word(link, "-1");
    const redisReply *reply = redis_ask(link);
    return reply && read_map(reply, arena, map);
}

/* ---- pages: found by their names, before anybody knows a show's number -------------------------
 */

enum { NO_SHOW = 0 };

static void page_put(struct registry *registry, const char *name, const struct registry_page *page)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start_script(link, NO_SHOW, SCRIPT_PUT_PAGE, 1);
    redis_key(link, "page:%s", name);
    redis_int(link, page->age_ms);
    redis_bytes(link, page->bytes, page->size);
    redis_int(link, REGISTRY_MAP_MS);
    redis_tell(link);
}

static bool page_get(struct registry *registry, const char *name, struct arena *arena,
                     struct registry_page *page)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start_script(link, NO_SHOW, SCRIPT_GET_PAGE, 1);
    redis_key(link, "page:%s", name);
    redis_int(link, REGISTRY_MAP_MS);
    const redisReply *reply = redis_ask(link);
    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != 2 ||
        reply->element[0]->type != REDIS_REPLY_INTEGER ||
        reply->element[1]->type != REDIS_REPLY_STRING)
        return false;
    page->age_ms = reply->element[0]->integer;
    page->size = (size_t)reply->element[1]->len;
    char *bytes = arena_alloc(arena, page->size + 1);
    memcpy(bytes, reply->element[1]->str, page->size);
    page->bytes = bytes;
    return page->age_ms >= 0 && page->age_ms <= REGISTRY_MAP_MS;
}

/* ---- counts --------------------------------------------------------------------------------- */

static void occupancy_put(struct registry *registry, int32_t show,
                          const int32_t seats[SEAT_STATUS_COUNT])
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start(link, show);
    redis_word(link, "HSET");
    redis_key(link, "count");
    for (int i = 0; i < SEAT_STATUS_COUNT; i++) {
        redis_word(link, seat_status_name((enum seat_status)i));
        redis_int(link, seats[i]);
    }
    redis_tell(link);
    redis_start(link, show);
    redis_word(link, "PEXPIRE");
    redis_key(link, "count");
    redis_int(link, REGISTRY_OCCUPANCY_MS);
    redis_tell(link);
}

static bool occupancy_get(struct registry *registry, int32_t show, int32_t seats[SEAT_STATUS_COUNT])
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start(link, show);
    redis_word(link, "HMGET");
    redis_key(link, "count");
    for (int i = 0; i < SEAT_STATUS_COUNT; i++)
        redis_word(link, seat_status_name((enum seat_status)i));
    const redisReply *reply = redis_ask(link);
    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements != SEAT_STATUS_COUNT)
        return false;
    for (int i = 0; i < SEAT_STATUS_COUNT; i++) {
        int64_t number;
        if (reply->element[i]->type != REDIS_REPLY_STRING ||
            !text_to_int(reply->element[i]->str, 0, INT32_MAX, &number))
            return false;
        seats[i] = (int32_t)number;
    }
    return true;
}

/* ---- messages ------------------------------------------------------------------------------- */

/* Anybody can name a channel: only what a show can be called goes further. */
static bool read_show_id(const redisReply *word, char show[SLUG_TEXT])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    if (word->type != REDIS_REPLY_STRING || !word->len || word->len >= SLUG_TEXT ||
        strspn(word->str, letters) != (size_t)word->len)
        return false;
    text_copy(show, SLUG_TEXT, word->str);
    return true;
}

static bool read_told(const redisReply *word, int64_t *told)
{
    *told = -1;
    return word->type == REDIS_REPLY_STRING &&
           (!word->len || text_to_int(word->str, 0, INT64_MAX, told));
}

static bool readers(struct registry *registry, const struct uuid *service, struct arena *arena,
                    struct registry_reader **readers, int *count)
{
    struct redis_link *link = registry_of(registry)->link;
    *count = 0;
    redis_start_script(link, NO_SHOW, SCRIPT_LIST_READERS, 1);
    redis_key(link, "publisher");
    redis_key(link, "events:*");
    redis_tag(link);
    redis_uuid(link, service);
    redis_int(link, REGISTRY_PUBLISHER_MS);
    redis_int(link, REGISTRY_TOLD_MS);
    const redisReply *reply = redis_ask(link);
    if (!reply || reply->type != REDIS_REPLY_ARRAY || reply->elements % 2)
        return false;
    *readers = arena_array(arena, reply->elements / 2 + 1, sizeof **readers);
    for (size_t i = 0; i < reply->elements; i += 2) {
        struct registry_reader *reader = &(*readers)[*count];
        *count += read_show_id(reply->element[i], reader->show) &&
                  read_told(reply->element[i + 1], &reader->told);
    }
    return true;
}

static bool publish(struct registry *registry, const struct registry_message *message,
                    int64_t *told)
{
    struct redis_link *link = registry_of(registry)->link;
    *told = -1;
    redis_start_script(link, NO_SHOW, SCRIPT_PUBLISH_MESSAGE, 1);
    redis_key(link, "told:%s", message->show);
    if (message->since < 0)
        redis_word(link, "");
    else
        redis_int(link, message->since);
    redis_int(link, message->last);
    redis_int(link, REGISTRY_TOLD_MS);
    redis_key(link, "events:%s", message->show);
    redis_bytes(link, message->bytes, message->size);
    const redisReply *reply = redis_ask(link);
    return reply && read_told(reply, told);
}

/* ---- the mark: of the whole house, so of no show -----------------------------------------------
 */

static void mark_put(struct registry *registry, int64_t event)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start(link, NO_SHOW);
    redis_word(link, "SET");
    redis_key(link, "mark");
    redis_int(link, event);
    redis_tell(link);
}

static bool mark_get(struct registry *registry, int64_t *event)
{
    struct redis_link *link = registry_of(registry)->link;
    redis_start(link, NO_SHOW);
    redis_word(link, "GET");
    redis_key(link, "mark");
    const redisReply *reply = redis_ask(link);
    *event = 0;
    if (!reply || reply->type == REDIS_REPLY_NIL)
        return reply;
    return reply->type == REDIS_REPLY_STRING && text_to_int(reply->str, 1, INT64_MAX, event);
}

/* ---- life ----------------------------------------------------------------------------------- */

static void close_registry(struct registry *registry)
{
    struct redis_registry *r = registry_of(registry);
    json_out_free(&r->json);
    free(r);
}

struct registry *redis_registry_new(struct redis_link *link)
{
    static const struct registry_ops ops = {.name = "redis",
                                            .record = record,
                                            .list = list,
                                            .count = count,
                                            .forget = forget,
                                            .map_put = map_put,
                                            .map_get = map_get,
                                            .page_put = page_put,
                                            .page_get = page_get,
                                            .occupancy_put = occupancy_put,
                                            .occupancy_get = occupancy_get,
                                            .readers = readers,
                                            .publish = publish,
                                            .mark_put = mark_put,
                                            .mark_get = mark_get,
                                            .close = close_registry};
    struct redis_registry *r = x_alloc(sizeof *r);
    r->base.ops = &ops;
    r->link = link;
    r->json = json_out_new();
    return &r->base;
}
