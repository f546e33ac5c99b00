#include "config.h"

#include "tests/lib/house.h"

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
#include "src/domain/plan_text.h"
#include "src/engine/ticket_seal.h"
#include "sync/lite_store.h"

static const char drawing[] = "title Test hall\n"
                              "stage top\n"
                              "class S Stalls\n"
                              "section Stalls\n"
                              "numbers left 1\n"
                              "A SSSS:SSSS\n"
                              "B SSSS.SSSS\n"
                              "C wcSSSSSSS\n";

void house_become(struct house_fixture *house, const char *name, enum role role)
{
    snprintf(house->meta.actor.name, sizeof house->meta.actor.name, "%s", name);
    house->meta.actor.role = role;
}

void house_reason(struct house_fixture *house, const char *reason)
{
    house->meta.reason = reason;
}

struct show house_show(const char *id)
{
    static const struct price prices[] = {{0, {4200, 2100, 3360, 3360, 0}}};
    struct show show = {.title = "Hamlet",
                        .hall = "main",
                        .currency = "EUR",
                        .starts_at = 1800000000000,
                        .hold_ttl_ms = 900000,
                        .extend_ms = 300000,
                        .ceiling_ms = 7200000,
                        .gap_rule = true,
                        .fee = 200,
                        .tax_bp = 900,
                        .prices = prices,
                        .price_count = 1};
    snprintf(show.id, sizeof show.id, "%s", id);
    return show;
}

static void done(struct house_fixture *house)
{
    if (house->out.verdict)
        fail_msg("%s: %s", verdict_code(house->out.verdict), house->out.message);
}

static void import_hall(struct house_fixture *house)
{
    struct plan_faults faults = {0};
    struct plan *plan = plan_text_parse(drawing, strlen(drawing), house->arena, &faults);
    if (!plan)
        fail_msg("%d: %s", faults.at[0].line, faults.at[0].text);
    const struct hall hall = {.id = "main", .name = "Main House"};
    desk_plan_import(&house->desk, &house->meta, &hall, plan, drawing, &house->out);
    done(house);
}

static void add_people(struct house_fixture *house)
{
    desk_staff_put(&house->desk, &house->meta, "anna", ROLE_CLERK, false, "1111", &house->out);
    done(house);
    desk_staff_put(&house->desk, &house->meta, "mark", ROLE_SUPERVISOR, false, "2222", &house->out);
    done(house);
}

static void open_show(struct house_fixture *house)
{
    const struct show show = house_show(HOUSE_SHOW);
    desk_show_add(&house->desk, &house->meta, &show, &house->out);
    done(house);
    desk_show_status(&house->desk, &house->meta, HOUSE_SHOW, SHOW_OPEN, &house->out);
    done(house);
}

static void make_dir(struct house_fixture *house)
{
    const char *tmp = getenv("TMPDIR");
    snprintf(house->dir, sizeof house->dir, "%.40s/loge-XXXXXX", tmp ? tmp : "/tmp");
    assert_non_null(mkdtemp(house->dir));
    snprintf(house->path, sizeof house->path, "%s/house.db", house->dir);
}

/* Its time of day stands still as the desk's does, but for others on the file it really waits. */
static struct clock store_clock(struct house_fixture *house)
{
    const struct clock real = clock_system();
    struct clock clock = clock_fake(&house->time);
    clock.mono_ms = real.mono_ms;
    clock.pause_ms = real.pause_ms;
    return clock;
}

void house_furnish(struct house_fixture *house)
{
    house_become(house, "ruth", ROLE_MANAGER);
    import_hall(house);
    add_people(house);
    open_show(house);
    house_become(house, "anna", ROLE_CLERK);
}

int house_setup(void **state)
{
    struct house_fixture *house = x_alloc(sizeof *house);
    make_dir(house);
    house->time = (struct fake_clock){.wall = 1790000000000, .mono = 1000};
    house->seed = 42;
    house->arena = arena_new();
    house->desk = (struct desk){.crypt = sodium_crypt(),
                                .clock = clock_fake(&house->time),
                                .ids = {.rng = rng_seeded(&house->seed)}};
    house->meta = (struct act_meta){
        .arena = house->arena, .actor = {.name = "ruth", .till = "till-1", .role = ROLE_MANAGER}};
    const struct house row = {.name = "Test house", .currency = "EUR"};
    const struct clock clock = store_clock(house);
    struct err err;
    if (lite_store_create(house->path, &row, house->desk.crypt, &clock, &house->desk.store, &err))
        fail_msg("%s", err.text);
    house_furnish(house);
    *state = house;
    return 0;
}

struct desk house_second_desk(struct house_fixture *house, const struct clock *clock)
{
    struct desk second = house->desk;
    struct err err;
    second.clock = *clock;
    if (lite_store_open(house->path, second.crypt, clock, &second.store, &err))
        fail_msg("%s", err.text);
    second.ids = (struct uuid_source){.rng = rng_system()};
    return second;
}

int house_teardown(void **state)
{
    struct house_fixture *house = *state;
    char journal[128];
    store_close(&house->desk.store);
    unlink(house->path);
    snprintf(journal, sizeof journal, "%s-journal", house->path);
    unlink(journal);
    int left = rmdir(house->dir);
    arena_free(&house->arena);
    free(house);
    return left;
}

void house_hold(struct house_fixture *house, const char *first, ...)
{
    const char *labels[64];
    int count = 0;
    va_list ap;
    va_start(ap, first);
    for (const char *label = first; label; label = va_arg(ap, const char *))
        labels[count++] = label;
    va_end(ap);
    const struct desk_hold wish = {
        .show = HOUSE_SHOW, .labels = labels, .count = count, .channel = CHANNEL_COUNTER};
    desk_hold_new(&house->desk, &house->meta, &wish, &house->out);
}

void house_sell(struct house_fixture *house)
{
    done(house);
    const struct desk_sell wish = {.hold = house->out.hold->id};
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
}

void house_sell_two(struct house_fixture *house, const char *first, const char *second)
{
    house_hold(house, first, second, NULL);
    ASSERT_VERDICT(house, VERDICT_OK);
    house_sell(house);
    ASSERT_VERDICT(house, VERDICT_OK);
}

const char *house_status(struct house_fixture *house, const char *label)
{
    struct snapshot map;
    struct outcome out;
    desk_map(&house->desk, house->arena, HOUSE_SHOW, &map, &out);
    assert_int_equal(out.verdict, VERDICT_OK);
    int seat = plan_find_seat(map.plan, label);
    assert_true(seat >= 0);
    return seat_status_name(map.state[seat].status);
}

void house_verify(struct house_fixture *house)
{
    struct audit_report report;
    struct err err;
    if (house->desk.store->ops->audit_verify(house->desk.store, house->arena, NULL, &report, &err))
        fail_msg("%s", err.text);
    if (report.fault_count)
        fail_msg("%d audit faults, first: %s", report.fault_count, report.faults[0].text);
}

static void add_key(struct house_fixture *house, struct sign_key *key)
{
    static const uint8_t seed[SIGN_SEED] = {9};
    struct ticket_key row = {.kind = KEY_HOUSE};
    house->desk.crypt->sign_key(seed, key);
    memcpy(row.public, key->public, sizeof row.public);
    house_become(house, "ruth", ROLE_MANAGER);
    desk_key_add(&house->desk, &house->meta, &row, &house->out);
}

void house_sign(struct house_fixture *house, const struct ticket *ticket,
                char code[TICKET_CODE_TEXT])
{
    struct store *store = house->desk.store;
    struct ticket_key *keys;
    struct sign_key key;
    int count;
    add_key(house, &key);
    assert_int_equal(store->ops->key_list(store, house->arena, &keys, &count, NULL), RC_OK);
    const struct ticket_mark mark = {.house = keys[0].house,
                                     .key = (uint16_t)keys[0].id,
                                     .show = ticket->show,
                                     .generation = (uint16_t)ticket->generation,
                                     .seat = ticket->seat,
                                     .ticket = ticket->id};
    assert_true(ticket_seal(house->desk.crypt, &key, &mark, code));
}
