#include "config.h"

#include "src/adapter/pg_store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/adapter/pg.h"
#include "src/base/text.h"
#include "src/port/stored.h"

static void close_store(struct store *store)
{
    pg_free(pg_of(store));
}

/* Somebody else's changes come over the feed; a store has nothing to wake anybody with. */
static int no_watch(struct store *store)
{
    return -1;
}

static struct store *another(struct store *store);

#define PG_ENTRY(op) .op = pg_##op,
static const struct store_ops pg_ops = {
    .name = "postgresql",
    .query = &pg_query_ops,
    STORED_READS(STORED_ENTRY) PG_STORE_OPS(PG_ENTRY).watch_fd = no_watch,
    .tells_freed = true,
    .another = another,
    .close = close_store,
};

static struct store *another(struct store *store)
{
    const struct pg *pg = pg_of(store);
    if (!pg->url)
        return NULL;
    struct pg *fresh = pg_new(pg->url, pg->crypt);
    fresh->base.ops = &pg_ops;
    fresh->clock = clock_system();
    fresh->house = true;
    pg_show_as(fresh, pg);
    return &fresh->base;
}

enum rc pg_store_open(const char *url, const struct crypt_port *crypt, const struct clock *clock,
                      struct store **out, struct err *err)
{
    struct pg *pg = pg_new(url, crypt);
    *out = NULL;
    pg->base.ops = &pg_ops;
    pg->clock = *clock;
    pg->house = true;
    enum rc rc = pg_connect(pg, err);
    if (rc == RC_OK)
        *out = &pg->base;
    else
        pg_free(pg);
    return rc;
}

struct store *pg_store_new(const struct pg_address *address, const struct crypt_port *crypt,
                           const struct clock *clock)
{
    struct pg *pg = pg_new(NULL, crypt);
    pg->base.ops = &pg_ops;
    pg->clock = *clock;
    pg->house = true;
    pg->address = x_alloc(sizeof *pg->address);
    *pg->address = *address;
    pg->address->login[0] = pg->address->password[0] = '\0';
    return &pg->base;
}

enum rc pg_store_sign_in(struct store *store, const char *login, const char *password,
                         struct pg_member *me, struct err *err)
{
    struct pg *pg = pg_of(store);
    char *url = pg_address_url(pg->address, NULL, login, password);
    struct pg *fresh = pg_new(url, pg->crypt);
    explicit_bzero(url, strlen(url));
    free(url);
    fresh->house = true;
    fresh->brief_ms = pg->brief_ms;
    pg_past_copy(fresh, pg);
    pg_show_as(fresh, pg);
    enum rc rc = pg_connect(fresh, err);
    if (rc == RC_OK)
        rc = pg_member_get(fresh, NULL, me, err);
    if (rc == RC_OK)
        pg_become(pg, fresh);
    pg_free(fresh);
    return rc;
}

void pg_store_prove(struct store *store, const struct pg_proof *proof)
{
    struct pg *pg = pg_of(store);
    pg->shows = true;
    memcpy(pg->shown, proof->act, sizeof pg->shown);
}

void pg_store_be_brief(struct store *store, int ms)
{
    pg_of(store)->brief_ms = ms;
}

void pg_store_link(struct store *store, struct pg_link *link)
{
    const struct pg *pg = pg_of(store);
    *link = (struct pg_link){.signed_in = pg->url != NULL,
                             /* without a line, too: we hang up when a read is stopped */
                             .up = (pg->conn || pg->replied_at) && pg->down.rc == RC_OK,
                             .replied_at = pg->replied_at,
                             .delay_ms = pg->delay_ms,
                             .ahead_ms = pg_now(pg) - clock_wall(&pg->clock),
                             .version = pg->version,
                             .down = pg->down};
    text_copy(link->where, sizeof link->where, pg->where);
    if (pg->down.rc)
        snprintf(link->error, sizeof link->error, "%.150s", pg->down.text);
}

void pg_store_set_log(struct store *store, struct log *log)
{
    pg_of(store)->log = log;
}

void pg_store_remember_in(struct store *store, const char *path)
{
    pg_past_keep(pg_of(store), path);
}

void pg_store_past(struct store *store, char out[UPSTREAM_PAST])
{
    pg_past_text(pg_of(store), out);
}

void pg_store_set_alone(struct store *store)
{
    pg_of(store)->alone = true;
}

enum rc pg_house_read(struct store *store, struct house *house, struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_house);
    *house = (struct house){0};
    if (pg_query_row(&q)) {
        pg_get_text(&q, house->name, sizeof house->name);
        pg_get_text(&q, house->currency, sizeof house->currency);
        pg_get_text(&q, house->timezone, sizeof house->timezone);
        house->created_at = pg_get_int(&q);
        house->schema = (int32_t)pg_get_int(&q);
    }
    return pg_query_end(&q, err);
}

enum rc pg_store_till_number(struct store *store, const struct uuid *device, uint16_t *out,
                             struct err *err)
{
    struct query q = pg_query_start(pg_of(store), pg_sql_read_till_number);
    *out = 0;
    pg_put_uuid(&q, device);
    if (pg_query_row(&q))
        *out = (uint16_t)pg_get_int(&q);
    return pg_query_end(&q, err);
}

/* ---- the house's clock ---------------------------------------------------------------------- */

static int64_t house_wall(void *ctx)
{
    return pg_now(ctx);
}

static int64_t house_mono(void *ctx)
{
    const struct pg *pg = ctx;
    return clock_mono(&pg->clock);
}

static void house_pause(void *ctx, int64_t ms)
{
    const struct pg *pg = ctx;
    pg->clock.pause_ms(pg->clock.ctx, ms);
}

struct clock pg_store_clock(struct store *store)
{
    return (struct clock){house_wall, house_mono, house_pause, pg_of(store)};
}
