#include "config.h"

#include "src/api/exchange.h"

#include <stdlib.h>
#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/reply.h"
#include "src/base/json_out.h"

struct exchange *exchange_new(struct api *api)
{
    struct exchange *x = x_alloc(sizeof *x);
    x->api = api;
    x->arena = arena_new();
    x->query = "";
    return x;
}

void exchange_free(struct exchange **x)
{
    struct exchange *it = *x;
    if (!it)
        return;
    body_free(it);
    page_leave(&it->reply.page);
    if (it->reply.stream)
        stream_close(it->reply.stream);
    json_out_free(&it->doc);
    arena_free(&it->arena);
    free(it->body);
    free(it);
    *x = NULL;
}

const char *exchange_query(struct exchange *x, const char *name)
{
    for (const char *at = x->query; *at;) {
        size_t pair = strcspn(at, "&");
        size_t word = strcspn(at, "=&");
        const char *decoded = word < pair ? route_decode(at, word, x->arena) : NULL;
        if (decoded && strcmp(decoded, name) == 0) {
            const char *value = route_decode(at + word + 1, pair - word - 1, x->arena);
            return value ? value : "";
        }
        at += pair + (at[pair] == '&');
    }
    return NULL;
}

struct uuid exchange_key_of(const struct crypt_port *crypt, const uint8_t secret[TOKEN_SECRET],
                            const char *client, const char *text, const char *part)
{
    struct hash_state state;
    uint8_t hash[HASH_SIZE];
    struct uuid key;
    crypt->hash_start(&state);
    crypt->hash_add(&state, secret, TOKEN_SECRET);
    crypt->hash_add(&state, client, strlen(client) + 1);
    crypt->hash_add(&state, text, strlen(text) + 1);
    crypt->hash_add(&state, part, strlen(part));
    crypt->hash_end(&state, hash);
    memcpy(key.b, hash, sizeof key.b);
    key.b[6] = (uint8_t)(0x80 | (key.b[6] & 0x0f)); /* version 8: made by somebody's own rule */
    key.b[8] = (uint8_t)(0x80 | (key.b[8] & 0x3f));
    return key;
}

static struct uuid key_of_part(struct exchange *x, const char *part)
{
    return exchange_key_of(x->api->spec.crypt, token_table_secret(x->api->tokens), x->client.name,
                           x->asked.key, part);
}

/* Whoever forgot to send one can ask again with this one. */
static const char *make_key(struct exchange *x)
{
    struct uuid_source source = {.rng = rng_system()};
    const struct uuid key = uuid_make(&source, clock_wall(&x->api->spec.clock));
    char text[UUID_TEXT];
    x->cmd.meta.first_sent = true;
    return arena_strdup(x->arena, uuid_text(&key, text));
}

bool exchange_key(struct exchange *x)
{
    enum { KEY_MAX = 200 };
    const char *text = x->asked.key;
    if (!text)
        text = x->asked.key = make_key(x);
    if (!*text || strlen(text) > KEY_MAX) {
        reply_invalid(x, "Idempotency-Key has 1 to %d characters.", KEY_MAX);
        return false;
    }
    reply_header(x, "Idempotency-Key", text);
    x->cmd.meta.key = key_of_part(x, "");
    return true;
}

void exchange_key_part(struct exchange *x, const char *part)
{
    x->cmd.meta.key = key_of_part(x, part);
}

bool exchange_ask(struct exchange *x, enum cmd_kind kind)
{
    x->cmd.id = 1;
    x->cmd.kind = kind;
    x->engine->serve(x->engine->ctx, &x->cmd, &x->evt);
    if (x->evt.outcome.verdict)
        reply_refused(x, &x->evt.outcome);
    return !x->evt.outcome.verdict;
}

const char *exchange_show(struct exchange *x, int32_t no)
{
    const char *known = names_find(x->api->names, no);
    struct store *store = x->engine->store;
    struct show show;
    struct err err;
    bool found;
    if (known)
        return known;
    if (store->ops->show_by_no(store, no, x->arena, &show, &found, &err) || !found)
        return "";
    return names_add(x->api->names, no, show.id);
}
