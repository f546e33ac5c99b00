#include "config.h"

#include "src/adapter/redis_link.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/redis_parts.h"
#include "src/base/arena.h"
#include "src/base/text.h"

enum { REDIRECTIONS = 4, OWED_MOST = 64 };

/* ---- nodes ---------------------------------------------------------------------------------- */

static void close_node(struct redis_node *node)
{
    redis_wire_close(&node->wire);
    node->owed = 0;
    node->known = 0;
}

static bool is_error(const redisReply *reply, const char *code)
{
    return reply && reply->type == REDIS_REPLY_ERROR &&
           strncmp(reply->str, code, strlen(code)) == 0;
}

static enum rc refused(struct err *err, const redisReply *reply)
{
    char text[160];
    return err_set(err, RC_CONFIG, "REFUSED", "Redis refuses: %s",
                   text_escape(text, sizeof text, reply->str));
}

/* One greeting at a time: this happens once a connection. */
static enum rc greet(const struct redis_link *link, struct redis_wire *wire, const char *command,
                     char digest[DIGEST_TEXT], struct err *err)
{
    redisReply *reply = NULL;
    enum rc rc = redis_wire_send(wire, command, strlen(command), link->command_ms, err);
    if (!rc)
        rc = redis_wire_read(wire, link->command_ms, &reply, err);
    if (!rc && reply->type == REDIS_REPLY_ERROR)
        rc = refused(err, reply);
    if (!rc && digest) {
        bool well = reply->type == REDIS_REPLY_STRING && reply->len == DIGEST_TEXT - 1;
        if (well)
            memcpy(digest, reply->str, DIGEST_TEXT);
        else
            rc = err_set(err, RC_CORRUPT, "PROTOCOL", "what answers is not Redis");
    }
    if (reply)
        freeReplyObject(reply);
    return rc;
}

static char *command_of(int count, const char *const *words)
{
    size_t size = 32;
    for (int i = 0; i < count; i++)
        size += strlen(words[i]) + 32;
    char *text = x_alloc(size);
    int used = snprintf(text, size, "*%d\r\n", count);
    for (int i = 0; i < count; i++)
        used += snprintf(text + used, size - (size_t)used, "$%zu\r\n%s\r\n", strlen(words[i]),
                         words[i]);
    return text;
}

static enum rc say(const struct redis_link *link, struct redis_wire *wire, int count,
                   const char *const *words, char *digest, struct err *err)
{
    char *command = command_of(count, words);
    enum rc rc = greet(link, wire, command, digest, err);
    free(command);
    return rc;
}

static enum rc sign_in(const struct redis_link *link, struct redis_wire *wire, struct err *err)
{
    char database[16];
    enum rc rc = RC_OK;
    snprintf(database, sizeof database, "%d", link->database);
    if (link->password && link->user)
        rc = say(link, wire, 3, (const char *[]){"AUTH", link->user, link->password}, NULL, err);
    else if (link->password)
        rc = say(link, wire, 2, (const char *[]){"AUTH", link->password}, NULL, err);
    if (!rc && link->database)
        rc = say(link, wire, 2, (const char *[]){"SELECT", database}, NULL, err);
    return rc;
}

static enum rc open_wire(const struct redis_link *link, const char *address,
                         struct redis_wire *wire, struct err *err)
{
    enum rc rc = redis_wire_open(wire, address, link->connect_ms, &link->clock, err);
    if (rc)
        return rc;
    rc = sign_in(link, wire, err);
    if (rc)
        redis_wire_close(wire);
    return rc;
}

enum rc redis_link_open_wire(const struct redis_link *link, struct redis_wire *wire,
                             struct err *err)
{
    return open_wire(link, link->address, wire, err);
}

static enum rc open_node(struct redis_link *link, struct redis_node *node)
{
    return node->wire.fd >= 0 ? RC_OK : open_wire(link, node->address, &node->wire, &link->err);
}

static struct redis_node *node_at(struct redis_link *link, const char *address)
{
    for (int i = 0; i < link->node_count; i++)
        if (strcmp(link->nodes[i].address, address) == 0)
            return &link->nodes[i];
    /* A cluster that changes its nodes all the time: the last place is used again. */
    struct redis_node *node = &link->nodes[REDIS_NODES - 1];
    if (link->node_count < REDIS_NODES)
        node = &link->nodes[link->node_count++];
    else
        close_node(node);
    snprintf(node->address, sizeof node->address, "%s", address);
    return node;
}

static struct redis_node *node_of(struct redis_link *link, int32_t show)
{
    int index = link->home[(uint32_t)show % SHOW_HOMES];
    return &link->nodes[index < link->node_count ? index : 0];
}

/* "MOVED 3999 127.0.0.1:6381"; an empty host is the one that was asked. */
static struct redis_node *redirected(struct redis_link *link, const struct redis_node *from,
                                     const redisReply *reply)
{
    const char *to = strchr(reply->str, ' ');
    to = to ? strchr(to + 1, ' ') : NULL;
    const char *port = to ? strrchr(to, ':') : NULL;
    if (!port || strlen(to + 1) >= REDIS_ADDRESS)
        return NULL;
    char address[REDIS_ADDRESS * 2];
    const char *colon = strrchr(from->address, ':');
    if (port == to + 1 && colon)
        snprintf(address, sizeof address, "%.*s%s", (int)(colon - from->address), from->address,
                 port);
    else
        snprintf(address, sizeof address, "%s", to + 1);
    return node_at(link, address);
}

static void remember_home(struct redis_link *link, int32_t show, const struct redis_node *node)
{
    link->home[(uint32_t)show % SHOW_HOMES] = (uint8_t)(node - link->nodes);
    link->counts.moved++;
}

/* ---- one exchange --------------------------------------------------------------------------- */

/* Something told may have had no effect: the next one goes where it should, script and all. */
static void settle_told(struct redis_link *link, struct redis_node *node, const redisReply *reply)
{
    if (is_error(reply, "NOSCRIPT"))
        node->known = 0;
    else if (is_error(reply, "MOVED "))
        link->home[(uint32_t)link->show % SHOW_HOMES] = 0;
    else if (reply->type == REDIS_REPLY_ERROR)
        refused(&link->err, reply);
}

static enum rc read_owed(struct redis_link *link, struct redis_node *node)
{
    enum rc rc = RC_OK;
    while (node->owed && !rc) {
        redisReply *reply = NULL;
        rc = redis_wire_read(&node->wire, link->command_ms, &reply, &link->err);
        if (rc)
            break;
        node->owed--;
        settle_told(link, node, reply);
        freeReplyObject(reply);
    }
    return rc;
}

static enum rc load_script(struct redis_link *link, struct redis_node *node)
{
    const char *const words[] = {"SCRIPT", "LOAD",
                                 redis_script_text((enum redis_script)link->script)};
    enum rc rc = read_owed(link, node); /* what is read next is the digest */
    if (!rc)
        rc =
            say(link, &node->wire, COUNT_OF(words), words, link->digests[link->script], &link->err);
    return rc;
}

/*
 * A single command does one act and ends: whatever it loaded first would be a trip to Redis each.
 * So a script goes as text the first time, which makes it known to the server as well, and is
 * loaded for its digest only by a link that needs it again.
 */
static enum rc introduce_script(struct redis_link *link, struct redis_node *node, bool *as_text)
{
    unsigned bit = 1u << link->script;
    if (node->known & bit)
        return RC_OK;
    bool has_digest = link->digests[link->script][0];
    *as_text = has_digest || !(link->said & bit);
    link->said |= bit;
    enum rc rc = *as_text ? RC_OK : load_script(link, node);
    if (!rc && (has_digest || !*as_text))
        node->known |= bit;
    return rc;
}

static enum rc send_call(struct redis_link *link, struct redis_node *node, bool as_text)
{
    size_t size;
    enum rc rc = open_node(link, node);
    if (!rc && link->script >= 0 && !as_text)
        rc = introduce_script(link, node, &as_text);
    if (rc)
        return rc;
    const char *bytes = redis_call_bytes(link, as_text, &size);
    return redis_wire_send(&node->wire, bytes, size, link->command_ms, &link->err);
}

static void keep_reply(struct redis_link *link, redisReply *reply)
{
    if (link->reply)
        freeReplyObject(link->reply);
    link->reply = reply;
}

static enum rc exchange(struct redis_link *link, struct redis_node *node, bool as_text)
{
    redisReply *reply = NULL;
    enum rc rc = send_call(link, node, as_text);
    if (!rc)
        rc = read_owed(link, node);
    if (!rc)
        rc = redis_wire_read(&node->wire, link->command_ms, &reply, &link->err);
    keep_reply(link, reply);
    if (rc)
        close_node(node);
    return rc;
}

/* In the middle of a slot's move the new home answers only to those who say ASKING. */
static enum rc ask_elsewhere(struct redis_link *link, struct redis_node *node)
{
    enum rc rc = open_node(link, node);
    if (!rc)
        rc = say(link, &node->wire, 1, (const char *[]){"ASKING"}, NULL, &link->err);
    return rc ? rc : exchange(link, node, true);
}

static enum rc exchange_anywhere(struct redis_link *link)
{
    struct redis_node *node = node_of(link, link->show);
    enum rc rc = exchange(link, node, false);
    for (int i = 0; i < REDIRECTIONS && !rc; i++) {
        bool moved = is_error(link->reply, "MOVED "), ask = is_error(link->reply, "ASK ");
        if (is_error(link->reply, "NOSCRIPT")) {
            rc = exchange(link, node, true);
            continue;
        }
        if (!moved && !ask)
            break;
        node = redirected(link, node, link->reply);
        if (!node)
            break;
        if (moved)
            remember_home(link, link->show, node);
        rc = moved ? exchange(link, node, false) : ask_elsewhere(link, node);
    }
    if (!rc && link->reply->type == REDIS_REPLY_ERROR)
        rc = refused(&link->err, link->reply);
    return rc;
}

/* ---- with the breaker ----------------------------------------------------------------------- */

static void report(struct redis_link *link, enum breaker_outcome outcome)
{
    enum breaker_state before = link->breaker.state;
    breaker_report(&link->breaker, outcome, clock_mono(&link->clock));
    link->counts.failures += outcome == BREAKER_FAILED;
    link->counts.slow += outcome == BREAKER_SLOW;
    link->counts.opened += before != BREAKER_OPEN && link->breaker.state == BREAKER_OPEN;
}

/* A node of a cluster that is gone: the next call asks another one where to go. */
static void try_another_node(struct redis_link *link)
{
    uint8_t *home = &link->home[(uint32_t)link->show % SHOW_HOMES];
    *home = (uint8_t)((*home + 1) % link->node_count);
}

static void note_answer(struct redis_link *link, int64_t took)
{
    link->counts.replied_at = clock_wall(&link->clock);
    link->counts.delay_ms = took;
}

const redisReply *redis_ask(struct redis_link *link)
{
    int64_t start = clock_mono(&link->clock);
    if (!breaker_allows(&link->breaker, start))
        return NULL;
    link->counts.calls++;
    link->counts.asked_at = start;
    enum rc rc = exchange_anywhere(link);
    int64_t took = clock_mono(&link->clock) - start;
    bool slow = took > link->command_ms / 2;
    if (rc)
        try_another_node(link);
    else
        note_answer(link, took);
    report(link, rc ? BREAKER_FAILED : slow ? BREAKER_SLOW : BREAKER_OK);
    return rc ? NULL : link->reply;
}

void redis_tell(struct redis_link *link)
{
    struct redis_node *node = node_of(link, link->show);
    if (link->breaker.state != BREAKER_CLOSED)
        return;
    link->counts.calls++;
    enum rc rc = send_call(link, node, false);
    if (!rc)
        node->owed++;
    if (!rc && node->owed >= OWED_MOST)
        rc = read_owed(link, node);
    if (rc) {
        close_node(node);
        report(link, BREAKER_FAILED);
    }
}

void redis_distrust(struct redis_link *link)
{
    err_set(&link->err, RC_CORRUPT, "PROTOCOL", "Redis' answer makes no sense");
    close_node(node_of(link, link->show));
    report(link, BREAKER_FAILED);
}

/* ---- looking -------------------------------------------------------------------------------- */

struct breaker redis_breaker(const struct redis_link *link)
{
    return link->breaker;
}

bool redis_may_ask(const struct redis_link *link)
{
    return link->breaker.state == BREAKER_CLOSED ||
           clock_mono(&link->clock) >= link->breaker.retry_at;
}

const char *redis_last_error(const struct redis_link *link)
{
    return link->err.text;
}

struct redis_counts redis_counts(const struct redis_link *link)
{
    return link->counts;
}

/* ---- life ----------------------------------------------------------------------------------- */

static bool can_lead_a_key(const char *house)
{
    for (const char *at = house; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '-' && *at != '_')
            return false;
    return *house && strlen(house) < REDIS_HOUSE;
}

enum rc redis_link_new(const struct redis_config *config, const struct clock *clock,
                       struct redis_link **out, struct err *err)
{
    *out = NULL;
    if (!can_lead_a_key(config->house))
        return err_set(err, RC_CONFIG, "HOUSE",
                       "a house in Redis is called by letters, digits, '-' and '_', %d at most",
                       REDIS_HOUSE - 1);
    if (!*config->address || strlen(config->address) >= REDIS_ADDRESS)
        return err_set(err, RC_CONFIG, "ADDRESS", "Redis' address is empty or too long");
    struct redis_link *link = x_alloc(sizeof *link);
    snprintf(link->house, sizeof link->house, "%s", config->house);
    snprintf(link->address, sizeof link->address, "%s", config->address);
    link->user = config->user ? x_strdup(config->user) : NULL;
    link->password = config->password ? x_strdup(config->password) : NULL;
    link->database = config->database;
    link->connect_ms = config->connect_ms ? config->connect_ms : REDIS_WAIT_MS;
    link->command_ms = config->command_ms ? config->command_ms : REDIS_WAIT_MS;
    link->clock = *clock;
    for (int i = 0; i < REDIS_NODES; i++)
        link->nodes[i].wire.fd = -1;
    node_at(link, link->address);
    *out = link;
    return RC_OK;
}

struct redis_link *redis_link_another(const struct redis_link *link, const struct clock *clock,
                                      int64_t patience_ms)
{
    const struct redis_config config = {.house = link->house,
                                        .address = link->address,
                                        .user = link->user,
                                        .password = link->password,
                                        .database = link->database,
                                        .connect_ms = patience_ms,
                                        .command_ms = patience_ms};
    struct redis_link *another;
    enum rc rc = redis_link_new(&config, clock, &another, NULL);
    assert(rc == RC_OK); /* what served the one serves the other */
    return another;
}

void redis_link_free(struct redis_link **link)
{
    if (!*link)
        return;
    for (int i = 0; i < REDIS_NODES; i++)
        close_node(&(*link)->nodes[i]);
    keep_reply(*link, NULL);
    free((*link)->user);
    free((*link)->password);
    free((*link)->bytes);
    free(*link);
    *link = NULL;
}
