#include "config.h"

#include "tests/lib/pg_tills.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include <sqlite3.h>

#include "src/adapter/sodium_crypt.h"
#include "src/domain/bytes.h"
#include "sync/lite_replica.h"

static void must(enum rc rc, const struct err *err)
{
    if (rc != RC_OK)
        fail_msg("%s", err->text);
}

/* ---- a till --------------------------------------------------------------------------------- */

static void start_till(struct pg_till *till)
{
    till_file_start(&till->file);
    till->file.core.limits =
        (struct till_limits){100, 2, 200, SYNC_BYTES_MOST, 1000000, 1000000000};
    assert_true(till_verify(&till->file.core));
    lite_till_journal(till->file.file, &till->file.core);
    till->home.desk.store = lite_till_store(till->file.file);
    till->home.desk.alone = true;
}

static void stop_till(struct pg_till *till)
{
    till->home.desk.store = NULL;
    till_file_stop(&till->file);
}

void pg_till_restart(struct pg_till *till)
{
    stop_till(till);
    start_till(till);
}

/* One whole SQLite file into another, whatever lies beside either. */
static void copy_file(const char *from, const char *to)
{
    sqlite3 *source, *target;
    assert_int_equal(sqlite3_open_v2(from, &source, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_open(to, &target), SQLITE_OK);
    sqlite3_backup *copy = sqlite3_backup_init(target, "main", source, "main");
    assert_non_null(copy);
    assert_int_equal(sqlite3_backup_step(copy, -1), SQLITE_DONE);
    assert_int_equal(sqlite3_backup_finish(copy), SQLITE_OK);
    assert_int_equal(sqlite3_close(target), SQLITE_OK);
    assert_int_equal(sqlite3_close(source), SQLITE_OK);
}

static char *backup_path(const struct pg_till *till, char out[160])
{
    snprintf(out, 160, "%s-backup", till->home.path);
    return out;
}

void pg_till_back_up(struct pg_till *till)
{
    char backup[160];
    stop_till(till);
    copy_file(till->home.path, backup_path(till, backup));
    start_till(till);
}

void pg_till_put_back(struct pg_till *till)
{
    char backup[160];
    stop_till(till);
    copy_file(backup_path(till, backup), till->home.path);
    start_till(till);
}

/* Its own hall, people and show, made as the house's were. */
static void make_home(struct pg_till *till, int n)
{
    void *made;
    house_setup(&made);
    till->home = *(struct house_fixture *)made;
    free(made);
    store_close(&till->home.desk.store);
    till->home.desk.clock = clock_fake(&till->home.time);
    till->home.seed = 100 + (uint64_t)n;
    till->home.desk.ids.rng = rng_seeded(&till->home.seed);
    snprintf(till->home.meta.actor.till, sizeof till->home.meta.actor.till, "till-%d", n);
}

static void enrol(struct pg_shop *shop, struct pg_till *till)
{
    struct enrolment who = {.device = till->file.device};
    struct enrolled is;
    struct err err;
    struct upstream *line = pg_shop_line(shop, shop->mark, &till->file.crypt.key);
    memcpy(who.public, till->file.crypt.key.public, sizeof who.public);
    snprintf(who.till, sizeof who.till, "%s", till->home.meta.actor.till);
    must(line->ops->enrol(line, &who, &is, &err), &err);
    upstream_close(&line);
    till->file.house_id = is.house;
}

void pg_till_knows(struct pg_shop *shop, const struct pg_till *till, const char *person)
{
    char sql[300];
    snprintf(
        sql, sizeof sql,
        "INSERT INTO loge.signed_in (house, device, person, first_at) SELECT j.house, j.device,"
        " '%s', 0 FROM loge.journal AS j WHERE j.till = '%s' AND j.house ="
        " (SELECT max(house) FROM loge.house)",
        person, till->home.meta.actor.till);
    pg_server_do(shop->root, sql);
}

/* As the first pull would have told it. */
static void learn_terms(struct pg_shop *shop, struct pg_till *till)
{
    char sql[160], terms[16];
    pg_server_ask(shop->root, "SELECT loge.terms(max(house), 1) FROM loge.house", terms,
                  sizeof terms);
    snprintf(sql, sizeof sql, "INSERT INTO till_show VALUES (1, %s)", terms);
    assert_int_equal(till_file_tamper(&till->file, sql), 0);
}

static void make_till(struct pg_shop *shop, struct pg_till *till, int n)
{
    make_home(till, n);
    till->arena = arena_new();
    till_file_init_as(&till->file, &till->home, (uint8_t)n);
    enrol(shop, till);
    pg_till_knows(shop, till, "anna");
    pg_till_knows(shop, till, "mark");
    pg_till_knows(shop, till, "ruth");
    till->up = pg_shop_line(shop, shop->anna, &till->file.crypt.key);
    start_till(till);
    stop_till(till);
    learn_terms(shop, till);
    start_till(till);
}

static void remove_till(struct pg_till *till)
{
    static const char *const ends[] = {"", "-wal", "-shm", "-journal", "-backup"};
    char path[160];
    stop_till(till);
    upstream_close(&till->up);
    for (int i = 0; i < COUNT_OF(ends); i++) {
        snprintf(path, sizeof path, "%s%s", till->home.path, ends[i]);
        unlink(path);
    }
    assert_int_equal(rmdir(till->home.dir), 0);
    arena_free(&till->home.arena);
    arena_free(&till->arena);
}

/* ---- the house ------------------------------------------------------------------------------ */

static void make_house(struct pg_shop *shop)
{
    struct house_fixture *house = &shop->house;
    struct err err;
    house->time = (struct fake_clock){.wall = 1790000000000, .mono = 1000};
    house->seed = 42;
    house->arena = arena_new();
    house->desk = (struct desk){.crypt = sodium_crypt(),
                                .clock = clock_fake(&house->time),
                                .ids = {.rng = rng_seeded(&house->seed)}};
    house->meta = (struct act_meta){
        .arena = house->arena, .actor = {.name = "ruth", .till = "office", .role = ROLE_MANAGER}};
    pg_house_make_beside(house->time.wall, shop->database);
    must(pg_house_open(shop->database, &house->desk.clock, &house->desk.store, &err), &err);
    house_furnish(house);
}

struct upstream *pg_shop_line(struct pg_shop *shop, const char *login, const struct sign_key *key)
{
    char url[PG_URL];
    return pg_upstream_new(pg_server_url(shop->database, login, PG_PASSWORD, url), sodium_crypt(),
                           &shop->house.desk.clock, key);
}

int pg_shop_setup(void **state)
{
    struct pg_shop *shop = x_alloc(sizeof *shop);
    char url[PG_URL];
    make_house(shop);
    pg_house_person(shop->database, "mark", ROLE_SUPERVISOR, shop->mark);
    pg_house_person(shop->database, "anna", ROLE_CLERK, shop->anna);
    shop->root = pg_server_connect(pg_server_url(shop->database, NULL, NULL, url));
    for (int i = 0; i < PG_TILLS; i++)
        make_till(shop, &shop->till[i], i + 1);
    *state = shop;
    return 0;
}

/* As a member of the house: the views show a superuser every house there is. */
const char *pg_shop_faults(struct pg_shop *shop, char out[300])
{
    char url[PG_URL];
    struct audit_report report;
    struct err err;
    PGconn *conn = pg_server_connect(pg_server_url(shop->database, shop->mark, PG_PASSWORD, url));
    pg_server_ask(conn,
                  "SELECT coalesce((SELECT name || ': ' || detail FROM qa.invariants() LIMIT 1),"
                  " '')",
                  out, 300);
    PQfinish(conn);
    struct store *store = shop->house.desk.store;
    must(store->ops->audit_verify(store, shop->house.arena, NULL, &report, &err), &err);
    if (!*out && report.fault_count)
        snprintf(out, 300, "%.250s", report.faults[0].text);
    return out;
}

int pg_shop_teardown(void **state)
{
    struct pg_shop *shop = *state;
    char faults[300];
    pg_shop_faults(shop, faults);
    for (int i = 0; i < PG_TILLS; i++)
        remove_till(&shop->till[i]);
    store_close(&shop->house.desk.store);
    arena_free(&shop->house.arena);
    PQfinish(shop->root);
    free(shop);
    if (*faults)
        print_error("the house's books: %s\n", faults);
    return *faults ? -1 : 0;
}

void pg_shop_pass(struct pg_shop *shop, int64_t ms)
{
    shop->house.time.wall += ms;
    shop->house.time.mono += ms;
    for (int i = 0; i < PG_TILLS; i++) {
        shop->till[i].home.time.wall += ms;
        shop->till[i].home.time.mono += ms;
    }
    pg_house_set_clock(shop->database, shop->house.time.wall);
}

/* ---- coming home ---------------------------------------------------------------------------- */

static void note(struct pg_till *till, const struct sync_message *answer)
{
    if (answer->kind == SYNC_WELCOME) {
        till->trouble = answer->welcome.status;
        till->quarantine = answer->welcome.quarantine;
    }
    if (answer->kind != SYNC_VERDICTS)
        return;
    till->trouble = answer->verdicts.status;
    till->quarantine = answer->verdicts.quarantine;
    for (int i = 0; i < answer->verdicts.of.count; i++) {
        const struct sync_verdict *verdict = &answer->verdicts.of.at[i];
        assert_true(verdict->seq < PG_TILL_ENTRIES);
        till->state[verdict->seq] = verdict->state;
        till->reason[verdict->seq] = verdict->reason;
        till->heading[verdict->seq] = verdict->heading;
    }
}

struct sync_message pg_till_ask(struct pg_till *till, const struct sync_message *message)
{
    struct sync_message answer;
    struct err err;
    must(till->up->ops->say(till->up, till->arena, message, &answer, &err), &err);
    note(till, &answer);
    return answer;
}

static void tell(struct pg_till *till, const struct till_event *event, struct till_actions *said)
{
    till->file.core.clock.mono = till->home.time.mono;
    till->file.core.clock.wall = till->home.time.wall;
    *said = (struct till_actions){0};
    till_step(&till->file.core, till->arena, event, said);
}

/* Every message in its turn, and what its answer makes the till say. */
static void carry(struct pg_till *till, const struct till_actions *said, int depth)
{
    assert_true(depth < 200);
    for (int i = 0; i < said->send.count; i++) {
        struct sync_message answer = pg_till_ask(till, &said->send.at[i]);
        struct till_actions more;
        tell(till, &(struct till_event){.kind = TILL_MESSAGE, .message = &answer}, &more);
        carry(till, &more, depth + 1);
    }
}

void pg_till_push(struct pg_shop *shop, struct pg_till *till)
{
    struct till_actions said;
    pg_house_set_clock(shop->database, shop->house.time.wall);
    till->file.core.phase = TILL_IDLE;
    tell(till, &(struct till_event){.kind = TILL_PROBE, .good = true}, &said);
    carry(till, &said, 0);
    tell(till, &(struct till_event){.kind = TILL_TICK}, &said);
    carry(till, &said, 0);
}

void pg_till_pull(struct pg_till *till)
{
    struct arena *arena = arena_new();
    bool more = true;
    while (more) {
        struct replica_ask ask;
        struct replica_rows *rows = NULL;
        struct err err = {0};
        if (lite_till_ask(till->file.file, arena, &ask, &err) ||
            till->up->ops->pull(till->up, arena, &ask, &rows, &err) ||
            lite_till_take(till->file.file, rows, &err))
            fail_msg("%s", err.text);
        more = rows->more;
    }
    arena_free(&arena);
}

/* ---- all of it again ------------------------------------------------------------------------ */

struct sync_message pg_till_hello(struct pg_till *till)
{
    const struct till_meta *meta = &till->file.core.meta;
    struct sync_message hello = {.kind = SYNC_HELLO,
                                 .hello = {.revision = SYNC_REVISION,
                                           .device = till->file.device,
                                           .nonce = 99 + till->hellos++,
                                           .epoch = meta->epoch,
                                           .start_seq = meta->start_seq,
                                           .head_seq = meta->head_seq,
                                           .boot = till->file.core.clock.boot,
                                           .mono = till->home.time.mono,
                                           .wall = till->home.time.wall}};
    memcpy(hello.hello.start_hash, meta->start_hash, ENTRY_HASH);
    memcpy(hello.hello.head_hash, meta->head_hash, ENTRY_HASH);
    return hello;
}

struct sync_message pg_till_whole_batch(struct pg_till *till)
{
    const struct sync_message hello = pg_till_hello(till);
    struct sync_message batch = {.kind = SYNC_BATCH};
    struct sync_message welcome = pg_till_ask(till, &hello);
    uint8_t *bytes = arena_alloc(till->arena, SYNC_BYTES_MOST);
    struct byte_writer to = {.at = bytes, .end = bytes + SYNC_BYTES_MOST};
    for (uint64_t seq = 1; seq <= till->file.core.meta.head_seq; seq++) {
        struct entry_frame frame;
        assert_true(till->file.disk.frame(till->file.disk.ctx, seq, &frame));
        assert_true(batch_add(&to, &frame));
    }
    batch.batch = (struct sync_batch){.device = till->file.device,
                                      .session = welcome.welcome.session,
                                      .bytes = bytes,
                                      .size = (size_t)(to.at - bytes)};
    return batch;
}
