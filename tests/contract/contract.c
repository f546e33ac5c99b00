#include "config.h"

#include "tests/contract/contract.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/domain/changeset.h"
#include "src/domain/seat_names.h"
#include "tests/lib/temp_dir.h"

/* ---- the house ------------------------------------------------------------------------------ */

struct place {
    int section, row, cell;
    uint8_t class_no, flags;
    const char *number;
};

static const struct place places[CONTRACT_SEATS] = {
    {0, 0, 0, 0, 0, "1"},          {0, 0, 1, 0, 0, "2"},
    {0, 0, 2, 0, 0, "3"},          {0, 0, 3, 0, SEAT_AISLE, "4"},
    {0, 0, 5, 0, SEAT_AISLE, "5"}, {0, 0, 6, 0, 0, "6"},
    {0, 1, 0, 0, 0, "1"},          {0, 1, 1, 0, 0, "2"},
    {0, 1, 2, 0, 0, "3"},          {0, 1, 3, 0, SEAT_WHEELCHAIR, "4"},
    {1, 2, 0, 1, 0, "1"},          {1, 2, 1, 1, SEAT_RESTRICTED, "2"},
    {1, 2, 2, 1, SEAT_HOUSE, "3"},
};

static struct plan *draw_frame(struct arena *arena)
{
    struct plan *plan = arena_alloc(arena, sizeof *plan);
    strcpy(plan->name, "The Studio");
    plan->width = 7.5f;
    plan->height = 3;
    plan->focal_x = 3.25f;
    plan->class_count = 2;
    plan->classes = arena_array(arena, 2, sizeof *plan->classes);
    plan->classes[0] = (struct plan_class){"Best", "#5E42ED"};
    plan->classes[1] = (struct plan_class){"Upstairs", ""};
    plan->section_count = 2;
    plan->sections = arena_array(arena, 2, sizeof *plan->sections);
    plan->sections[0] = (struct plan_section){"Stalls", 0, 2, 0, 10, 3.1f, 0.4f};
    plan->sections[1] = (struct plan_section){"Circle", 2, 1, 10, 3, 1, 2};
    plan->row_count = 3;
    plan->rows = arena_array(arena, 3, sizeof *plan->rows);
    plan->rows[0] = (struct plan_row){0, 0, 6, 4, "A"};
    plan->rows[1] = (struct plan_row){0, 6, 4, 5, "B"};
    plan->rows[2] = (struct plan_row){1, 10, 3, 9, "A"};
    return plan;
}

static void draw_seats(struct arena *arena, struct plan *plan)
{
    plan->seat_count = CONTRACT_SEATS;
    plan->seats = arena_array(arena, CONTRACT_SEATS, sizeof *plan->seats);
    struct seat_names names = {.arena = arena};
    for (int i = 0; i < CONTRACT_SEATS; i++) {
        struct plan_seat *seat = &plan->seats[i];
        seat->no = i;
        seat->row = plan_row_read(places[i].row);
        seat->cell = places[i].cell;
        seat->x = (float)places[i].cell + 0.25f;
        seat->y = (float)places[i].row;
        seat->class_no = places[i].class_no;
        seat->flags = places[i].flags;
        seat->name = seat_names_keep(&names, places[i].number,
                                     i % 2 ? "" : arena_printf(arena, "guid-%d", i));
    }
    plan->names = seat_names_text(&names);
}

static void draw_areas(struct arena *arena, struct plan *plan)
{
    static const struct plan_point corners[] = {{0, 0}, {1.5f, 0.1f}, {-2, 3.7f}};
    plan->area_count = 2;
    plan->areas = arena_array(arena, 2, sizeof *plan->areas);
    plan->areas[0] = (struct plan_area){.kind = AREA_STAGE,
                                        .x = 1.1f,
                                        .width = 5,
                                        .height = 0.5f,
                                        .text = "stage",
                                        .colour = "#222222",
                                        .border = "",
                                        .text_size = 12,
                                        .text_colour = "",
                                        .section = -1,
                                        .guid = ""};
    plan->areas[1] = (struct plan_area){.kind = AREA_POLYGON,
                                        .text = "",
                                        .colour = "",
                                        .border = "#000000",
                                        .text_colour = "",
                                        .points = corners,
                                        .point_count = 3,
                                        .section = 1,
                                        .guid = "bar"};
}

static struct plan *draw_plan(struct arena *arena)
{
    struct plan *plan = draw_frame(arena);
    draw_seats(arena, plan);
    draw_areas(arena, plan);
    return plan;
}

static void make_hall(struct contract *c)
{
    struct changeset *cs = an_act(c, ACT_PLAN_IMPORT);
    struct hall_change *hall = LIST_ADD(c->arena, &cs->halls);
    bool found = false;
    c->plan = draw_plan(c->arena);
    strcpy(hall->hall.id, "studio");
    strcpy(hall->hall.name, "Studio");
    hall->plan = c->plan;
    hall->document = "hall Studio\n";
    expect_ok(c, cs);
    struct hall made = {0};
    assert_int_equal(c->store->ops->hall_find(c->store, "studio", &made, &found, &c->err), RC_OK);
    c->hall_no = made.no;
}

static void make_show(struct contract *c)
{
    static const struct price prices[] = {{0, {4000, 2000, 3200, 3200, 0}},
                                          {1, {2500, -1, 2000, 2000, 0}}};
    struct changeset *cs = an_act(c, ACT_SHOW_ADD);
    struct show *show = LIST_ADD(c->arena, &cs->shows), made = {0};
    bool found = false;
    strcpy(show->id, "hamlet");
    strcpy(show->title, "Hamlet");
    strcpy(show->hall, "studio");
    strcpy(show->currency, "EUR");
    show->hall_no = c->hall_no;
    show->status = SHOW_OPEN;
    show->starts_at = CONTRACT_NOW + (int64_t)86400 * SECOND_MS;
    show->hold_ttl_ms = 15 * MINUTE_MS;
    show->extend_ms = 5 * MINUTE_MS;
    show->ceiling_ms = 120 * MINUTE_MS;
    show->gap_rule = true;
    show->fee = 150;
    show->tax_bp = 700;
    show->prices = prices;
    show->price_count = 2;
    expect_ok(c, cs);
    assert_int_equal(c->store->ops->show_find(c->store, "hamlet", c->arena, &made, &found, &c->err),
                     RC_OK);
    c->show_no = made.no;
}

int contract_setup(void **state)
{
    struct contract *c = x_alloc(sizeof *c);
    temp_dir_make(c->dir, sizeof c->dir);
    c->time.wall = CONTRACT_NOW;
    c->clock = clock_fake(&c->time);
    c->arena = arena_new();
    c->seed = 42;
    c->ids.rng = rng_seeded(&c->seed);
    if (the_store.create(c->dir, &c->clock, &c->store, &c->err) != RC_OK)
        fail_msg("%s", c->err.text);
    make_hall(c);
    make_show(c);
    *state = c;
    return 0;
}

int contract_teardown(void **state)
{
    struct contract *c = *state;
    store_close(&c->store);
    temp_dir_remove(c->dir);
    arena_free(&c->arena);
    free(c);
    return 0;
}

/* ---- builders ------------------------------------------------------------------------------- */

struct uuid new_id(struct contract *c)
{
    return uuid_make(&c->ids, c->time.wall);
}

struct changeset *an_act(struct contract *c, enum act act)
{
    struct changeset *cs = changeset_new(c->arena);
    cs->key = new_id(c);
    memset(cs->fingerprint, act + 1, sizeof cs->fingerprint);
    cs->act = act;
    cs->now = c->time.wall;
    cs->actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_CLERK};
    cs->answer = "{}";
    return cs;
}

int32_t seat_no(struct contract *c, const char *label)
{
    int seat = plan_find_seat(c->plan, label);
    assert_true(seat >= 0);
    return c->plan->seats[seat].no;
}

struct seat_state seat_now(struct contract *c, const char *label)
{
    struct snapshot snapshot;
    if (c->store->ops->rows_read(c->store, c->show_no, &label, 1, c->arena, &snapshot, &c->err))
        fail_msg("%s", c->err.text);
    int seat = plan_find_seat(snapshot.plan, label);
    assert_true(seat >= 0);
    return snapshot.state[seat];
}

struct seat_change *change(struct contract *c, struct changeset *cs, const char *label,
                           enum act act, enum seat_status to)
{
    struct seat_state now = seat_now(c, label);
    struct seat_change *change = LIST_ADD(c->arena, &cs->seats);
    change->show = c->show_no;
    change->seat = seat_no(c, label);
    change->seen = now.version;
    change->act = act;
    change->from = now.status;
    change->to = (uint8_t)to;
    change->was = now.holder;
    return change;
}

void guard(struct contract *c, struct changeset *cs, const char *label)
{
    *LIST_ADD(c->arena, &cs->guards) =
        (struct seat_guard){c->show_no, seat_no(c, label), seat_now(c, label).version};
}

struct hold *hold_row(struct contract *c, struct changeset *cs, struct uuid id)
{
    struct hold *hold = LIST_ADD(c->arena, &cs->holds);
    *hold = (struct hold){.id = id, .show = c->show_no, .source = SOURCE_COUNTER};
    strcpy(hold->holder, "anna");
    strcpy(hold->till, "till-1");
    strcpy(hold->email, "eva@example.org");
    hold->created_at = c->time.wall;
    hold->expires_at = c->time.wall + 15 * MINUTE_MS;
    hold->ceiling_at = c->time.wall + 120 * MINUTE_MS;
    return hold;
}

struct apply_result apply(struct contract *c, const struct changeset *cs)
{
    struct apply_result result;
    if (c->store->ops->apply(c->store, cs, &result, &c->err) != RC_OK)
        fail_msg("%s", c->err.text);
    return result;
}

void expect_ok(struct contract *c, const struct changeset *cs)
{
    assert_int_equal(apply(c, cs).applied, APPLIED_OK);
}

void expect_refused(struct contract *c, const struct changeset *cs, enum verdict verdict)
{
    struct apply_result result = apply(c, cs);
    assert_int_equal(result.applied, APPLIED_REFUSED);
    assert_string_equal(verdict_code(result.verdict), verdict_code(verdict));
}

void expect_stale(struct contract *c, const struct changeset *cs)
{
    assert_int_equal(apply(c, cs).applied, APPLIED_STALE);
}

struct changeset *taking(struct contract *c, struct uuid id, const char *a, const char *b,
                         const char *d)
{
    const char *const labels[] = {a, b, d};
    struct changeset *cs = an_act(c, ACT_HOLD);
    const struct hold *hold = hold_row(c, cs, id);
    for (int i = 0; i < 3; i++) {
        if (!labels[i])
            continue;
        struct seat_change *seat = change(c, cs, labels[i], ACT_HOLD, SEAT_HELD);
        seat->holder = id;
        seat->held_until = hold->expires_at;
    }
    return cs;
}

struct hold take(struct contract *c, const char *a, const char *b, const char *d)
{
    struct uuid id = new_id(c);
    expect_ok(c, taking(c, id, a, b, d));
    return read_hold(c, id);
}

struct hold read_hold(struct contract *c, struct uuid id)
{
    struct hold hold = {0};
    bool found = false;
    assert_int_equal(c->store->ops->hold_read(c->store, &id, c->arena, &hold, &found, &c->err),
                     RC_OK);
    assert_true(found);
    return hold;
}

struct uuid open_shift(struct contract *c, const char *till)
{
    struct changeset *cs = an_act(c, ACT_SHIFT_OPEN);
    struct shift *shift = LIST_ADD(c->arena, &cs->shifts);
    shift->id = new_id(c);
    strcpy(shift->till, till);
    strcpy(shift->staff, "anna");
    strcpy(shift->currency, "EUR");
    shift->opened_at = c->time.wall;
    shift->float_amount = 10000;
    expect_ok(c, cs);
    return shift->id;
}

static void add_ticket(struct contract *c, struct changeset *cs, struct uuid sale,
                       const struct hold_seat *seat)
{
    struct ticket *ticket = LIST_ADD(c->arena, &cs->tickets);
    ticket->id = new_id(c);
    ticket->sale = sale;
    snprintf(ticket->code, sizeof ticket->code, "T-%06u", (unsigned)(c->seed & 0xfffff));
    ticket->show = c->show_no;
    ticket->seat = seat->seat;
    ticket->type = TYPE_ADULT;
    ticket->class_no = seat->class_no;
    ticket->price = 4000;
    ticket->fee = 150;
    ticket->tax = 271;
    ticket->total = 4150;
    ticket->sold_at = c->time.wall;
    strcpy(ticket->sold_by, "anna");
    strcpy(ticket->till, "till-1");
}

static struct sale *add_sale(struct contract *c, struct changeset *cs, const struct hold *hold,
                             struct uuid id)
{
    struct sale *sale = LIST_ADD(c->arena, &cs->sales);
    *sale = (struct sale){.id = id, .show = c->show_no, .status = SALE_PAID, .hold = hold->id};
    snprintf(sale->code, sizeof sale->code, "B-%06u", (unsigned)(c->seed & 0xfffff));
    strcpy(sale->name, "Eva Müller");
    strcpy(sale->email, "eva@example.org");
    strcpy(sale->currency, "EUR");
    strcpy(sale->sold_by, "anna");
    strcpy(sale->till, "till-1");
    sale->sold_at = c->time.wall;
    return sale;
}

static void add_payment(struct contract *c, struct changeset *cs, const struct sale *sale)
{
    struct payment *payment = LIST_ADD(c->arena, &cs->payments);
    payment->id = new_id(c);
    payment->sale = sale->id;
    payment->shift = sale->shift;
    payment->tender = TENDER_CASH;
    payment->amount = sale->total;
    payment->given = sale->total + 500;
    payment->at = c->time.wall;
}

struct changeset *selling(struct contract *c, const struct hold *hold, struct uuid shift,
                          struct uuid id)
{
    struct changeset *cs = an_act(c, ACT_SELL);
    struct hold *row = LIST_ADD(c->arena, &cs->holds);
    struct sale *sale = add_sale(c, cs, hold, id);
    *row = *hold;
    row->status = HOLD_CONVERTED;
    row->ended_at = c->time.wall;
    row->sale = id;
    sale->shift = shift;
    for (int i = 0; i < hold->seat_count; i++) {
        if (!hold->seats[i].live)
            continue;
        change(c, cs, hold->seats[i].label, ACT_SELL, SEAT_SOLD)->holder = id;
        add_ticket(c, cs, id, &hold->seats[i]);
        sale->total += 4150;
    }
    sale->paid = sale->total;
    add_payment(c, cs, sale);
    return cs;
}

struct sale sell(struct contract *c, struct uuid hold_id, struct uuid shift)
{
    struct hold hold = read_hold(c, hold_id);
    struct uuid id = new_id(c);
    expect_ok(c, selling(c, &hold, shift, id));
    return read_sale(c, id);
}

struct sale read_sale(struct contract *c, struct uuid id)
{
    struct sale sale = {0};
    bool found = false;
    assert_int_equal(
        c->store->ops->sale_read(c->store, &id, NULL, c->arena, &sale, &found, &c->err), RC_OK);
    assert_true(found);
    return sale;
}

/* ---- looking -------------------------------------------------------------------------------- */

static const char *seats_text(struct contract *c)
{
    struct snapshot map;
    const char *text = "";
    assert_int_equal(c->store->ops->map_read(c->store, c->show_no, c->arena, &map, &c->err), RC_OK);
    for (int i = 0; i < map.plan->seat_count; i++) {
        const struct seat_state *seat = &map.state[i];
        char holder[UUID_TEXT];
        text = arena_printf(c->arena, "%s%d:%s:%u:%s:%lld:%d\n", text, map.plan->seats[i].no,
                            seat_status_name((enum seat_status)seat->status), seat->version,
                            uuid_text(&seat->holder, holder), (long long)seat->held_until,
                            seat->open_to);
    }
    return arena_printf(c->arena, "%sevent %lld\n", text, (long long)map.last_event);
}

static const char *holds_text(struct contract *c)
{
    struct hold_filter any = {0};
    struct hold *holds;
    int count;
    const char *text = "";
    assert_int_equal(c->store->ops->hold_list(c->store, &any, c->arena, &holds, &count, &c->err),
                     RC_OK);
    for (int i = 0; i < count; i++) {
        char id[UUID_TEXT];
        text = arena_printf(c->arena, "%s%s:%d:%u", text, uuid_text(&holds[i].id, id),
                            holds[i].status, holds[i].version);
        for (int k = 0; k < holds[i].seat_count; k++)
            text = arena_printf(c->arena, "%s %d:%d", text, holds[i].seats[k].seat,
                                holds[i].seats[k].live);
        text = arena_printf(c->arena, "%s\n", text);
    }
    return text;
}

const char *everything(struct contract *c)
{
    struct sale_filter any = {0};
    struct sale *sales;
    int count;
    assert_int_equal(c->store->ops->sale_list(c->store, &any, c->arena, &sales, &count, &c->err),
                     RC_OK);
    const char *text = arena_printf(c->arena, "%s%s", seats_text(c), holds_text(c));
    for (int i = 0; i < count; i++)
        text = arena_printf(c->arena, "%ssale %s:%d:%u:%lld:%d:%d\n", text, sales[i].code,
                            sales[i].status, sales[i].version, (long long)sales[i].paid,
                            sales[i].ticket_count, sales[i].payment_count);
    return text;
}

void pass_time(struct contract *c, int64_t ms)
{
    c->time.wall += ms;
    c->time.mono += ms;
}

void assert_sound(struct contract *c)
{
    struct audit_report report;
    assert_int_equal(c->store->ops->audit_verify(c->store, c->arena, NULL, &report, &c->err),
                     RC_OK);
    if (report.fault_count)
        fail_msg("%d faults: %s", report.fault_count, report.faults[0].text);
}
