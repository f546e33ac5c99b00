#include "config.h"

#include "tests/lib/sale_builders.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "tests/lib/builders.h"

static void set_prices(struct price *price, int32_t class_no, int64_t adult)
{
    price->class_no = class_no;
    price->amount[TYPE_ADULT] = adult;
    price_default_concessions(price);
}

void office_open(struct office *office)
{
    *office = (struct office){.arena = arena_new(), .seed = 20261120};
    office->ids.rng = rng_seeded(&office->seed);
    set_prices(&office->prices[0], 0, 4200);
    set_prices(&office->prices[1], 1, 2000);
    office->show = (struct show){.id = "hamlet",
                                 .title = "Hamlet",
                                 .currency = "EUR",
                                 .no = SHOW_NO,
                                 .status = SHOW_OPEN,
                                 .fee = 150,
                                 .tax_bp = 700,
                                 .version = 1,
                                 .prices = office->prices,
                                 .price_count = 2};
    office->shift = (struct shift){.id = office_id(office),
                                   .till = "till-1",
                                   .staff = "anna",
                                   .opened_at = 1,
                                   .currency = "EUR",
                                   .version = 1};
}

void office_close(struct office *office)
{
    arena_free(&office->arena);
}

struct uuid office_id(struct office *office)
{
    return uuid_make(&office->ids, NOW);
}

struct changeset *office_act(struct office *office, enum act act, const char *reason)
{
    struct changeset *cs = a_changeset(office->arena);
    cs->act = act;
    text_copy(cs->reason, sizeof cs->reason, reason);
    office->why = (struct refusal){0};
    office->cs = cs;
    return cs;
}

struct hold *office_hold(struct office *office, int first, int count)
{
    struct hold *hold = arena_alloc(office->arena, sizeof *hold);
    *hold = (struct hold){.id = office_id(office),
                          .show = office->show.no,
                          .status = HOLD_ACTIVE,
                          .holder = "anna",
                          .till = "till-1",
                          .email = "eve@example.org",
                          .created_at = NOW - 1000,
                          .expires_at = NOW + 900000,
                          .ceiling_at = NOW + 7200000,
                          .version = 1,
                          .seat_count = count};
    hold->seats = arena_array(office->arena, (size_t)count + 1, sizeof *hold->seats);
    for (int i = 0; i < count; i++) {
        struct hold_seat *seat = &hold->seats[i];
        *seat = (struct hold_seat){.seat = first + i, .live = true, .version = 11 + (uint32_t)i};
        snprintf(seat->label, sizeof seat->label, "A-%d", first + i);
    }
    return hold;
}

struct sell_request office_request(struct office *office, const struct hold *hold)
{
    struct sell_request request = {.sale_id = office_id(office),
                                   .ids = &office->ids,
                                   .show = &office->show,
                                   .hold = hold,
                                   .name = "Eve Example",
                                   .shift = &office->shift};
    sale_make_code(&office->ids, 'B', request.sale_code);
    return request;
}

enum verdict office_sell(struct office *office, const struct sell_request *request)
{
    struct changeset *cs = office_act(office, ACT_SELL, "");
    return sale_decide_sell(request, cs, &office->result, &office->why);
}

struct sale *office_stored(struct office *office)
{
    struct sale *sale = arena_alloc(office->arena, sizeof *sale);
    *sale = *office->result.sale;
    sale->version = 1;
    for (int i = 0; i < sale->ticket_count; i++)
        sale->tickets[i].version = 1;
    return sale;
}

struct sale *office_sold(struct office *office, int count)
{
    struct sell_request request = office_request(office, office_hold(office, 1, count));
    enum verdict verdict = office_sell(office, &request);
    return verdict == VERDICT_OK ? office_stored(office) : NULL;
}

struct seat_now *office_seats_now(struct office *office, const struct sale *sale)
{
    struct seat_now *now = arena_array(office->arena, (size_t)sale->ticket_count + 1, sizeof *now);
    for (int i = 0; i < sale->ticket_count; i++) {
        const struct ticket *ticket = &sale->tickets[i];
        now[i] = (struct seat_now){
            .show = ticket->show,
            .seat = ticket->seat,
            .state = {.holder = sale->id, .version = 21 + (uint32_t)i, .status = SEAT_SOLD}};
    }
    return now;
}

struct tender_line cash(int64_t amount)
{
    return (struct tender_line){.tender = TENDER_CASH, .amount = amount};
}

struct tender_line card(int64_t amount)
{
    return (struct tender_line){.tender = TENDER_CARD, .amount = amount, .auth = "A1B2C3"};
}

struct tender_line gift(const char *code, int64_t amount)
{
    struct tender_line line = {.tender = TENDER_VOUCHER, .amount = amount};
    text_copy(line.voucher, sizeof line.voucher, code);
    return line;
}

struct voucher gift_voucher(const char *code, int64_t balance)
{
    struct voucher voucher = {.kind = VOUCHER_GIFT, .budget = balance, .version = 3};
    text_copy(voucher.code, sizeof voucher.code, code);
    return voucher;
}

const struct seat_change *office_change_of(const struct office *office, int32_t seat)
{
    for (int i = 0; i < office->cs->seats.count; i++)
        if (office->cs->seats.at[i].seat == seat)
            return &office->cs->seats.at[i];
    return NULL;
}

int64_t office_payments_sum(const struct office *office)
{
    int64_t sum = 0;
    for (int i = 0; i < office->cs->payments.count; i++)
        sum += office->cs->payments.at[i].amount;
    return sum;
}

static int rows_written(const struct changeset *cs)
{
    return cs->seats.count + changeset_count_rows(cs);
}

void office_refused(const struct office *office, enum verdict got, enum verdict wanted,
                    const char *part)
{
    assert_int_equal(got, wanted);
    if (!strstr(office->why.message, part))
        fail_msg("\"%s\" does not say \"%s\"", office->why.message, part);
    assert_int_equal(rows_written(office->cs), 0);
}
