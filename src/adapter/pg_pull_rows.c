/*
 * Pages of the house's tables as bytes, as the replica takes them.
 *
 * The text of a statement is put together from the names of our own views and from numbers and ids
 * that were read as such; nothing anybody typed comes into it.
 */
#include "config.h"

#include <string.h>

#include "src/adapter/pg_pull_parts.h"

/* How a table is paged: by a number of 64 bits made of its first two columns, or by an id. */
enum paging { WHOLE, BY_PLACE, BY_ID };

struct view {
    const char *word;
    enum paging paging;
    const char *order;
};

static const struct view views[] = {
#define X(name, word, types) [REPLICA_##name] = {#word, PAGING_##name},
#define PAGING_HOUSE         WHOLE, "name"
#define PAGING_STAFF         WHOLE, "name"
#define PAGING_CUSTOMER      BY_ID, "id"
#define PAGING_HALL          WHOLE, "no"
#define PAGING_DOCUMENT      WHOLE, "hall_no"
#define PAGING_CLASS         WHOLE, "hall_no, class_no"
#define PAGING_SECTION       WHOLE, "hall_no, section_no"
#define PAGING_ROW           WHOLE, "hall_no, row_no"
#define PAGING_AREA          WHOLE, "hall_no, area_no"
#define PAGING_SEAT          BY_PLACE, "hall_no, seat_no"
#define PAGING_SHOW          WHOLE, "no"
#define PAGING_PRICE         WHOLE, "show_no, class_no"
#define PAGING_TERMS         WHOLE, "show_no"
#define PAGING_SHIFT         BY_ID, "id"
#define PAGING_MOVE          BY_ID, "shift, id"
#define PAGING_STATE         BY_PLACE, "show_no, seat_no"
#define PAGING_HOLD          BY_ID, "id"
#define PAGING_CLAIM         BY_ID, "hold_id, seat_no"
#define PAGING_SALE          BY_ID, "id"
#define PAGING_TICKET        BY_ID, "sale, id"
#define PAGING_PAYMENT       BY_ID, "sale, id"
#define PAGING_VOUCHER       WHOLE, "code"
#define PAGING_VOUCHER_LOAN  WHOLE, "code, device"
#define PAGING_WAITER        BY_ID, "id"
#define PAGING_KEY           WHOLE, "id"
#define PAGING_ADMISSION     BY_ID, "ticket"
#define PAGING_CHECKIN       BY_ID, "ticket, entry"
#define PAGING_SCAN          BY_ID, "id"
    REPLICA_TABLES(X)
#undef X
};

bool pull_is_paged(enum replica_table table)
{
    return views[table].paging != WHOLE;
}

const char *pull_behind(struct pull *p, enum replica_table table, int64_t at,
                        const struct uuid *key)
{
    char id[UUID_TEXT];
    const struct view *view = &views[table];
    if (view->paging == BY_PLACE && at >= 0)
        return arena_printf(p->work, "(%s) > (%d, %d)", view->order, (int)(at >> 32),
                            (int)(at & INT32_MAX));
    if (view->paging == BY_ID && !uuid_is_zero(key))
        return arena_printf(p->work, "%.*s > '%s'", (int)strcspn(view->order, ","), view->order,
                            uuid_text(key, id));
    return "";
}

/* ---- asking --------------------------------------------------------------------------------- */

static const char *statement(struct pull *p, const struct pull_page *page)
{
    const struct view *view = &views[page->table];
    const char *where = *page->where ? " WHERE " : "", *limit = "";
    if (page->most)
        limit = arena_printf(p->work, " LIMIT %d", page->most);
    return arena_printf(p->work, "SELECT * FROM loge.pull_%s%s%s ORDER BY %s%s", view->word, where,
                        page->where, view->order, limit);
}

static PGresult *ask(struct pull *p, const char *sql)
{
    PGresult *result = NULL;
    if (PQsendQueryParams(p->pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
        result = pg_receive(p->pg, PG_READ_MS);
    else
        pg_disconnect(p->pg);
    if (result && PQresultStatus(result) == PGRES_TUPLES_OK)
        return result;
    (void)!pg_fail(p->pg, result, p->err);
    PQclear(result);
    return NULL;
}

/* ---- where a page ends ---------------------------------------------------------------------- */

static bool same_id(const PGresult *result, int a, int b)
{
    return memcmp(PQgetvalue(result, a, 0), PQgetvalue(result, b, 0), sizeof(struct uuid)) == 0;
}

/* What belongs to one id is not torn: the last one may go on in the next page. */
static int whole_rows(const PGresult *result, const struct pull_page *page)
{
    int rows = PQntuples(result), kept = rows;
    if (!page->most || rows < page->most || views[page->table].paging != BY_ID)
        return rows;
    while (kept > 0 && same_id(result, kept - 1, rows - 1))
        kept--;
    return kept;
}

static int64_t number_at(const PGresult *result, int row, int column)
{
    const uint8_t *at = (const uint8_t *)PQgetvalue(result, row, column);
    uint64_t value = 0;
    for (int i = 0; i < PQgetlength(result, row, column); i++)
        value = value << 8 | at[i];
    return (int64_t)value;
}

static void note_end(const PGresult *result, struct pull_page *page)
{
    int last = page->rows - 1;
    if (last < 0)
        return;
    if (views[page->table].paging == BY_PLACE)
        page->at = number_at(result, last, 0) << 32 | number_at(result, last, 1);
    else if (views[page->table].paging == BY_ID)
        memcpy(page->key.b, PQgetvalue(result, last, 0), sizeof page->key.b);
}

/* ---- bytes ---------------------------------------------------------------------------------- */

struct bytes {
    struct arena *arena;
    uint8_t *at;
    size_t used, room;
};

static uint8_t *room_for(struct bytes *bytes, size_t size)
{
    if (bytes->used + size > bytes->room) {
        size_t room = (bytes->room + size + 4096) * 2;
        uint8_t *old = bytes->at;
        bytes->at = arena_grow(bytes->arena, old, bytes->used, room, 1);
        arena_give_back(bytes->arena, old, bytes->room);
        bytes->room = room;
    }
    uint8_t *at = bytes->at + bytes->used;
    bytes->used += size;
    return at;
}

static void add_field(struct bytes *bytes, const PGresult *result, int row, int column)
{
    int size = PQgetlength(result, row, column);
    uint8_t *to = room_for(bytes, 4 + (size_t)size);
    bool null = !size && PQgetisnull(result, row, column);
    uint32_t told = null ? UINT32_MAX : (uint32_t)size;
    for (int i = 0; i < 4; i++)
        to[i] = (uint8_t)(told >> (24 - 8 * i));
    if (size)
        memcpy(to + 4, PQgetvalue(result, row, column), (size_t)size);
}

static void add_part(struct pull *p, const PGresult *result, const struct pull_page *page)
{
    int columns = PQnfields(result);
    struct bytes bytes = {.arena = p->arena};
    for (int row = 0; row < page->rows; row++)
        for (int i = 0; i < columns; i++)
            add_field(&bytes, result, row, i);
    *LIST_ADD(p->arena, &p->out->parts) =
        (struct replica_part){page->table, page->rows, bytes.at, bytes.used};
}

enum rc pull_rows(struct pull *p, struct pull_page *page)
{
    PGresult *result = ask(p, statement(p, page));
    if (!result)
        return p->err->rc;
    page->rows = whole_rows(result, page);
    if (!page->rows && PQntuples(result)) { /* all of one id, and there is more of it */
        PQclear(result);
        page->most *= 2;
        return pull_rows(p, page);
    }
    page->last = !page->most || PQntuples(result) < page->most;
    note_end(result, page);
    if (page->rows)
        add_part(p, result, page);
    PQclear(result);
    p->left -= page->rows;
    return RC_OK;
}
