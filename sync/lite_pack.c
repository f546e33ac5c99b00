/*
 * Large maps as bytes, beside their rows: read in a few milliseconds instead of walked over.
 *
 * They are written while nobody asks for anything, a few at a time, once the log has grown by so
 * much since; what is not packed, or cannot be read, is walked over as ever. Packing is never the
 * way anything becomes true, so nobody hears of it when it fails.
 */
#include "config.h"

#include "sync/lite.h"

#include "src/domain/seat_pack.h"

enum { LARGE_HALL = 5000, LATE = 1000, TOO_LATE = 20000, AT_A_TIME = 2 };

/* ---- reading -------------------------------------------------------------------------------- */

enum rc lite_packed_plan(struct lite *lite, int32_t hall_no, struct arena *arena, struct plan *plan,
                         bool *found, struct err *err)
{
    size_t size;
    *found = false;
    struct query q = query_start(lite, lite_sql_read_packed_plan);
    put_int(&q, hall_no);
    if (query_row(&q)) {
        const void *bytes = get_bytes_here(&q, &size);
        *found = places_unpack(bytes, size, arena, plan);
    }
    return query_end(&q, err);
}

enum rc lite_packed_states(struct lite *lite, struct snapshot *map, int64_t *after, bool *found,
                           struct err *err)
{
    size_t size;
    *found = false;
    struct query q = query_start(lite, lite_sql_read_packed_map);
    put_int(&q, map->show.no);
    put_int(&q, map->last_event - TOO_LATE);
    if (query_row(&q)) {
        *after = get_int(&q);
        const void *bytes = get_bytes_here(&q, &size);
        *found = states_unpack(bytes, size, map->state, map->plan->seat_count);
    }
    return query_end(&q, err);
}

/* ---- writing, inside a transaction ---------------------------------------------------------- */

static enum rc pack_plan(struct lite *lite, int32_t hall_no)
{
    struct plan *plan;
    struct arena *arena = arena_new();
    enum rc rc = lite_plan_read(lite, hall_no, arena, &plan, NULL);
    if (rc == RC_OK) {
        struct packed packed = places_pack(plan);
        struct query q = query_start(lite, lite_sql_put_packed_plan);
        put_int(&q, hall_no);
        put_blob(&q, packed.bytes, packed.size);
        rc = query_run(&q, NULL);
        packed_free(&packed);
    }
    arena_free(&arena);
    return rc;
}

static enum rc pack_map(struct lite *lite, int32_t show)
{
    struct snapshot map;
    struct arena *arena = arena_new();
    enum rc rc = lite_map_whole(lite, show, arena, &map, NULL);
    if (rc == RC_OK) {
        struct packed packed = states_pack(map.state, map.plan->seat_count);
        struct query q = query_start(lite, lite_sql_put_packed_map);
        put_int(&q, show);
        put_int(&q, map.last_event);
        put_blob(&q, packed.bytes, packed.size);
        rc = query_run(&q, NULL);
        packed_free(&packed);
    }
    arena_free(&arena);
    return rc;
}

/* ---- what is to be packed ------------------------------------------------------------------- */

struct todo {
    int32_t no[AT_A_TIME];
    int count;
};

static enum rc list_todo(struct query *q, struct todo *todo)
{
    todo->count = 0;
    while (todo->count < AT_A_TIME && query_row(q))
        todo->no[todo->count++] = (int32_t)get_int(q);
    return query_end(q, NULL);
}

static enum rc halls_to_do(struct lite *lite, const struct lite_packing *packing, struct todo *todo)
{
    struct query q = query_start(lite, lite_sql_list_unpacked_halls);
    put_int(&q, packing->least_seats);
    return list_todo(&q, todo);
}

static enum rc shows_to_do(struct lite *lite, const struct lite_packing *packing, struct todo *todo)
{
    int64_t last = 0;
    enum rc rc = lite_last_event(lite, &last, NULL);
    struct query q = query_start(lite, lite_sql_list_unpacked_shows);
    put_int(&q, packing->least_seats);
    put_int(&q, last - packing->least_events);
    put_int(&q, AT_A_TIME);
    return rc == RC_OK ? list_todo(&q, todo) : rc;
}

/* ---- all of it ------------------------------------------------------------------------------ */

static enum rc pack_halls(struct lite *lite, const struct lite_packing *packing)
{
    struct todo todo = {.count = 0};
    enum rc rc = halls_to_do(lite, packing, &todo);
    for (int i = 0; i < todo.count && rc == RC_OK; i++)
        rc = pack_plan(lite, todo.no[i]);
    return rc;
}

static enum rc pack_shows(struct lite *lite, const struct lite_packing *packing)
{
    struct todo todo = {.count = 0};
    enum rc rc = shows_to_do(lite, packing, &todo);
    for (int i = 0; i < todo.count && rc == RC_OK; i++)
        rc = pack_map(lite, todo.no[i]);
    return rc;
}

static bool is_something_to_do(struct lite *lite, const struct lite_packing *packing)
{
    struct todo halls = {.count = 0}, shows = {.count = 0};
    enum rc rc = lite_begin_read(lite, NULL);
    if (rc != RC_OK)
        return false;
    rc = halls_to_do(lite, packing, &halls);
    if (rc == RC_OK)
        rc = shows_to_do(lite, packing, &shows);
    return lite_end_read(lite, rc, NULL) == RC_OK && halls.count + shows.count > 0;
}

/* Whoever is writing goes first: there will be another quiet moment. */
static enum rc begin_if_free(struct lite *lite)
{
    sqlite3_busy_handler(lite->db, NULL, NULL);
    enum rc rc = lite_begin_write(lite, NULL);
    lite_wait_install(lite);
    return rc;
}

void lite_pack(struct lite *lite, const struct lite_packing *packing)
{
    if (!is_something_to_do(lite, packing) || begin_if_free(lite) != RC_OK)
        return;
    enum rc rc = pack_halls(lite, packing);
    if (rc == RC_OK)
        rc = pack_shows(lite, packing);
    if (rc != RC_OK || lite_commit(lite, NULL) != RC_OK)
        lite_rollback(lite);
}

void lite_rest(struct store *store)
{
    static const struct lite_packing packing = {.least_seats = LARGE_HALL, .least_events = LATE};
    struct lite *lite = lite_of(store);
    lite_pack(lite, &packing);
    (void)sqlite3_db_release_memory(lite->db); /* read again from the system's cache when wanted */
}
