#include "config.h"

#include "tests/fault/till_story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/adapter/sodium_crypt.h"
#include "src/domain/till_sync_parts.h"
#include "sync/lite.h"

enum { SHOW = 1 };

static const struct uuid house_id = {{0x11, 0xaa}}, boot = {{0xb0, 1}};
static const int64_t begins = 1790000000000;

/* ---- the file ------------------------------------------------------------------------------- */

struct story *story_new(void)
{
    static const uint8_t seed[SIGN_SEED] = {42};
    struct story *story = x_alloc(sizeof *story);
    void *house;
    assert_int_equal(house_setup(&house), 0);
    story->house = house;
    store_close(&story->house->desk.store);
    story->crypt = (struct till_crypt){.crypt = sodium_crypt(), .device = till_file_device};
    story->crypt.crypt->sign_key(seed, &story->crypt.key);
    story->chain = till_crypt_chain(&story->crypt);
    return story;
}

void story_free(struct story **story)
{
    void *house = (*story)->house;
    story_close(*story);
    free(*story);
    *story = NULL;
    assert_int_equal(house_teardown(&house), 0);
}

static void copy_file(const char *from, const char *to)
{
    char bytes[65536];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_non_null(in);
    assert_non_null(out);
    for (size_t size; (size = fread(bytes, 1, sizeof bytes, in));)
        assert_int_equal(fwrite(bytes, 1, size, out), size);
    fclose(in);
    assert_int_equal(fclose(out), 0);
}

void story_copy(struct story *story, const char *path)
{
    static const char *const beside[] = {"-wal", "-journal", "-shm"};
    char name[200];
    for (int i = 0; i < COUNT_OF(beside); i++) {
        snprintf(name, sizeof name, "%s%s", path, beside[i]);
        unlink(name);
    }
    copy_file(story->house->path, path);
}

bool story_open(struct story *story, const char *path)
{
    bool known;
    struct desk *desk = &story->house->desk;
    arena_reset(story->house->arena);
    if (lite_till_open(path, story->crypt.crypt, &desk->clock, &story->file, &story->err))
        return false;
    story->disk = lite_till_disk(story->file);
    story->core = (struct till_sync){.disk = &story->disk,
                                     .chain = {&story->chain, house_id, till_file_device},
                                     .revision = SYNC_REVISION,
                                     .clock = {boot, 1000, begins}};
    if (lite_till_meta(story->file, &story->core.meta, &known, &story->err)) {
        lite_till_close(&story->file);
        return false;
    }
    if (!known)
        story->core.meta =
            (struct till_meta){.device = till_file_device, .epoch = 1, .first_open = 1};
    till_start(&story->core, 7);
    lite_till_journal(story->file, &story->core);
    desk->store = lite_till_store(story->file);
    desk->alone = true;
    return true;
}

void story_close(struct story *story)
{
    story->house->desk.store = NULL;
    lite_till_close(&story->file);
}

/* ---- the steps ------------------------------------------------------------------------------ */

static bool hold(struct story *story, int step, const char *const *labels, int count)
{
    struct house_fixture *house = story->house;
    const struct desk_hold wish = {
        .show = HOUSE_SHOW, .labels = labels, .count = count, .channel = CHANNEL_COUNTER};
    desk_hold_new(&house->desk, &house->meta, &wish, &house->out);
    if (house->out.verdict == VERDICT_OK)
        story->holds[step] = house->out.hold->id;
    return house->out.verdict == VERDICT_OK;
}

static bool sell(struct story *story, int held)
{
    struct house_fixture *house = story->house;
    const struct desk_sell wish = {.hold = story->holds[held]};
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    if (house->out.verdict == VERDICT_OK && !held)
        snprintf(story->sale, sizeof story->sale, "%s", house->out.sale->code);
    return house->out.verdict == VERDICT_OK;
}

static bool release(struct story *story, int held)
{
    struct house_fixture *house = story->house;
    desk_hold_release(&house->desk, &house->meta, &story->holds[held], NULL, 0, END_USER_CANCELLED,
                      &house->out);
    return house->out.verdict == VERDICT_OK;
}

static bool refund(struct story *story)
{
    struct house_fixture *house = story->house;
    house_become(house, "ruth", ROLE_MANAGER);
    house_reason(house, "ill");
    desk_refund(&house->desk, &house->meta, story->sale, NULL, 0, false, -1, &house->out);
    house_reason(house, NULL);
    house_become(house, "anna", ROLE_CLERK);
    return house->out.verdict == VERDICT_OK;
}

/* The house has taken the first hold and its sale as they are. */
static bool take_verdicts(struct story *story)
{
    struct sync_verdicts verdicts = {.status = SYNC_OK};
    struct arena *arena = story->house->arena;
    for (uint64_t seq = 1; seq <= 2; seq++) {
        struct entry_frame frame;
        struct entry entry;
        if (!story->disk.frame(story->disk.ctx, seq, &frame) ||
            entry_read(arena, frame.body, frame.size, &entry))
            return false;
        struct sync_verdict *verdict = LIST_ADD(arena, &verdicts.of);
        *verdict = (struct sync_verdict){.seq = seq, .state = ENTRY_ACCEPTED};
        memcpy(verdict->hash, frame.hash, ENTRY_HASH);
        verdict->seat_count = entry.seat_count;
        verdict->seats = arena_array(arena, (size_t)entry.seat_count, sizeof *verdict->seats);
        for (int i = 0; i < entry.seat_count; i++) {
            const struct seat_change *change = &entry.seats[i].change;
            verdict->seats[i] = (struct seat_news){.show = change->show,
                                                   .seat = change->seat,
                                                   .state = {.status = change->to,
                                                             .version = (uint32_t)seq + 1,
                                                             .holder = change->holder,
                                                             .held_until = change->held_until}};
        }
    }
    return till_fold_verdicts(&story->core, &verdicts);
}

static int32_t seat_no(struct story *story, const char *label)
{
    struct house_fixture *house = story->house;
    struct snapshot map;
    struct outcome out;
    desk_map(&house->desk, house->arena, HOUSE_SHOW, &map, &out);
    int seat = out.verdict == VERDICT_OK ? plan_find_seat(map.plan, label) : -1;
    return seat < 0 ? -1 : map.plan->seats[seat].no;
}

/* Somebody else has bought a seat. */
static bool take_news(struct story *story)
{
    struct sync_page page = {.to = 40};
    struct seat_news *news = LIST_ADD(story->house->arena, &page.seats);
    *news = (struct seat_news){.show = SHOW,
                               .seat = seat_no(story, "Stalls-A-8"),
                               .terms = 2,
                               .state = {.status = SEAT_SOLD, .version = 3, .holder = {{0x5a}}}};
    return till_fold_page(&story->core, &page);
}

/* As a till does that hears from the house: not at all once it has latched. */
static bool hear(struct story *story, bool (*told)(struct story *))
{
    return !story->core.latched && told(story);
}

/* Ids and times come from the step's number. */
static void set_stage(struct story *story, int step)
{
    struct house_fixture *house = story->house;
    house->seed = 1000 + (uint64_t)step;
    house->desk.ids = (struct uuid_source){.rng = rng_seeded(&house->seed)};
    house->time.wall = begins + 1000 * (step + 1);
    house->time.mono = 1000 * (step + 1);
}

bool story_step(struct story *story, int step)
{
    static const char *const first[] = {"Stalls-A-1", "Stalls-A-2"};
    static const char *const second[] = {"Stalls-B-1", "Stalls-B-2", "Stalls-B-3"};
    static const char *const third[] = {"Stalls-C-7", "Stalls-C-8"};
    static const char *const fourth[] = {"Stalls-A-6", "Stalls-A-7"};
    set_stage(story, step);
    switch (step) {
    case 0:
        return hold(story, 0, first, 2);
    case 1:
        return sell(story, 0);
    case 2:
        return hold(story, 2, second, 3);
    case 3:
        return hear(story, take_verdicts);
    case 4:
        return sell(story, 2);
    case 5:
        return hold(story, 5, third, 2);
    case 6:
        return hear(story, take_news);
    case 7:
        return release(story, 5);
    case 8:
        return refund(story);
    default:
        return hold(story, 9, fourth, 2);
    }
}

/* ---- what the file says --------------------------------------------------------------------- */

static sqlite3 *db_of(struct story *story)
{
    return lite_of(lite_till_store(story->file))->db;
}

static uint64_t mix(uint64_t sum, const void *bytes, size_t size)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i++)
        sum = (sum ^ at[i]) * UINT64_C(0x100000001b3);
    return sum;
}

static uint64_t mix_rows(sqlite3 *db, uint64_t sum, const char *table)
{
    char sql[120];
    sqlite3_stmt *rows;
    snprintf(sql, sizeof sql, "SELECT * FROM \"%s\"", table);
    if (sqlite3_prepare_v2(db, sql, -1, &rows, NULL) != SQLITE_OK)
        return 0;
    while (sqlite3_step(rows) == SQLITE_ROW)
        for (int i = 0; i < sqlite3_column_count(rows); i++) {
            int type = sqlite3_column_type(rows, i);
            sum = mix(sum, &type, sizeof type);
            const void *bytes = sqlite3_column_blob(rows, i);
            sum = mix(sum, bytes, (size_t)sqlite3_column_bytes(rows, i));
        }
    return sqlite3_finalize(rows) == SQLITE_OK ? sum : 0;
}

/* Of every row of every table; 0: it cannot be read. */
static uint64_t content_of(struct story *story)
{
    sqlite3 *db = db_of(story);
    sqlite3_stmt *tables;
    uint64_t sum = UINT64_C(0xcbf29ce484222325);
    if (sqlite3_prepare_v2(db,
                           "SELECT name FROM sqlite_schema WHERE type = 'table'"
                           " AND name NOT LIKE 'sqlite_%' ORDER BY name",
                           -1, &tables, NULL) != SQLITE_OK)
        return 0;
    while (sum && sqlite3_step(tables) == SQLITE_ROW)
        sum = mix_rows(db, sum, (const char *)sqlite3_column_text(tables, 0));
    return sqlite3_finalize(tables) == SQLITE_OK ? sum : 0;
}

int story_where(struct story *story)
{
    uint64_t content = content_of(story);
    for (int i = 0; i <= STORY_STEPS; i++)
        if (story->content[i] == content)
            return i;
    return -1;
}

void story_learn(struct story *story)
{
    story->content[0] = content_of(story);
    for (int i = 0; i < STORY_STEPS; i++) {
        if (!story_step(story, i))
            fail_msg("step %d: %s %s %s", i, verdict_code(story->house->out.verdict),
                     story->house->out.message, lite_till_why(story->file)->text);
        story->content[i + 1] = content_of(story);
    }
}

/* ---- is it sound? --------------------------------------------------------------------------- */

static int64_t ask(struct story *story, const char *sql)
{
    sqlite3_stmt *stmt;
    int64_t answer = -1;
    if (sqlite3_prepare_v2(db_of(story), sql, -1, &stmt, NULL) == SQLITE_OK &&
        sqlite3_step(stmt) == SQLITE_ROW)
        answer = sqlite3_column_int64(stmt, 0);
    return sqlite3_finalize(stmt) == SQLITE_OK ? answer : -1;
}

/* Each seat that an open entry changed shows the last such change, and no other seat waits. */
static bool replica_follows_journal(struct story *story)
{
    struct till_meta *meta = &story->core.meta;
    for (uint64_t seq = meta->first_open; seq <= meta->head_seq; seq++) {
        struct entry_frame frame;
        struct entry entry;
        if (!story->disk.frame(story->disk.ctx, seq, &frame) ||
            entry_read(story->house->arena, frame.body, frame.size, &entry))
            return false;
        for (int i = 0; i < entry.seat_count; i++) {
            const struct seat_change *change = &entry.seats[i].change;
            struct replica_seat seat;
            if (!story->disk.seat(story->disk.ctx, change->show, change->seat, &seat) ||
                seat.tip < seq)
                return false;
            if (seat.tip == seq &&
                (seat.mine.status != change->to || !uuid_equal(&seat.mine.holder, &change->holder)))
                return false;
        }
    }
    return ask(story, "SELECT count(*) FROM till_seat WHERE tip < (SELECT first_open FROM"
                      " till_meta)") <= 0;
}

const char *story_check(struct story *story)
{
    if (!till_verify(&story->core))
        return "the journal does not hang together";
    if (ask(story, "SELECT count(*) FROM entry WHERE uid NOT IN (SELECT key FROM receipt)") != 0)
        return "an entry without its act";
    if (!replica_follows_journal(story))
        return "the replica is not what the journal says";
    if (ask(story, "SELECT count(*) FROM pragma_quick_check WHERE quick_check <> 'ok'") != 0)
        return "the file is damaged";
    return NULL;
}

static const char *go_on(struct story *story, int least, int most)
{
    int at = story_where(story);
    if (at < 0)
        return "what is in the file is no state the till was ever in";
    if (at < least)
        return "what was acknowledged is lost";
    if (at > most)
        return "there is more than was done";
    for (int i = at; i < STORY_STEPS; i++)
        if (!story_step(story, i))
            return "it does not go on";
    return story_where(story) == STORY_STEPS ? NULL : "it does not end as it should";
}

const char *story_resume(struct story *story, const char *path, int least, int most)
{
    if (!story_open(story, path))
        return "it cannot be opened";
    (void)sqlite3_exec(db_of(story), "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    const char *fault = story_check(story);
    if (!fault)
        fault = go_on(story, least, most);
    story_close(story);
    return fault;
}
