/*
 * The same key with other content is refused: whatever a person says of a row is in the act's
 * fingerprint, each field by its name.
 *
 * Acts are asked for on a real store, which is only listened to: what it is asked about a key is
 * the fingerprint. A row is made into the request that would make it, so a field that is ASKED and
 * comes into no request fails here.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "src/domain/checkin.h"
#include "src/domain/intent.h"
#include "src/engine/desk_office.h"
#include "src/engine/fingerprint.h"
#include "tests/lib/house.h"

enum { ROW_ROOM = 4096, PRINTS_MOST = 8 };

/* ---- what the store is asked ----------------------------------------------------------------- */

static const struct store_ops *real;
static struct store_ops listening;
static uint8_t prints[PRINTS_MOST][FINGERPRINT_SIZE];
static int print_count;

/* One act may ask more than once. */
static enum rc hear_fingerprint(struct store *store, const struct uuid *key,
                                const uint8_t fingerprint[FINGERPRINT_SIZE], struct arena *arena,
                                struct apply_result *result, bool *found, struct err *err)
{
    bool again = print_count && memcmp(prints[print_count - 1], fingerprint, FINGERPRINT_SIZE) == 0;
    assert_true(print_count < PRINTS_MOST);
    if (!again)
        memcpy(prints[print_count++], fingerprint, FINGERPRINT_SIZE);
    return real->receipt_read(store, key, fingerprint, arena, result, found, err);
}

static int asked_setup(void **state)
{
    int made = house_setup(state);
    struct house_fixture *h = *state;
    real = h->desk.store->ops;
    listening = *real;
    listening.receipt_read = hear_fingerprint;
    h->desk.store->ops = &listening;
    h->meta.key = (struct uuid){{1, 2, 3, 4, 5, 6, 0x70, 8, 0x80}};
    return made;
}

static int asked_teardown(void **state)
{
    struct house_fixture *h = *state;
    h->desk.store->ops = real;
    return house_teardown(state);
}

/* ---- a row as a request ---------------------------------------------------------------------- */

static void ask_customer(struct house_fixture *h, const void *row)
{
    desk_customer_put(&h->desk, &h->meta, row, &h->out);
}

static void ask_voucher(struct house_fixture *h, const void *row)
{
    desk_voucher_put(&h->desk, &h->meta, row, HOUSE_SHOW, &h->out);
}

static void ask_show(struct house_fixture *h, const void *row)
{
    desk_show_add(&h->desk, &h->meta, row, &h->out);
}

static void ask_waiter(struct house_fixture *h, const void *row)
{
    desk_wait_join(&h->desk, &h->meta, HOUSE_SHOW, row, NULL, &h->out);
}

static void ask_key(struct house_fixture *h, const void *row)
{
    desk_key_add(&h->desk, &h->meta, row, &h->out);
}

static void ask_hold(struct house_fixture *h, const void *row)
{
    const struct hold *hold = row;
    const char *label = "Stalls-A-1";
    const struct desk_hold wish = {.show = HOUSE_SHOW,
                                   .labels = &label,
                                   .count = 1,
                                   .email = hold->email,
                                   .source = hold->source};
    desk_hold_new(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_sale(struct house_fixture *h, const void *row)
{
    const struct sale *sale = row;
    const struct desk_sell wish = {
        .hold = sale->hold, .customer = sale->customer, .name = sale->name, .email = sale->email};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_ticket(struct house_fixture *h, const void *row)
{
    const struct ticket *ticket = row;
    const struct desk_type type = {"Stalls-A-1", ticket->type};
    const struct desk_sell wish = {.types = &type, .type_count = 1};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
}

static struct tender_line line_of(const struct payment *payment)
{
    struct tender_line line = {
        .tender = payment->tender, .amount = payment->amount, .given = payment->given};
    snprintf(line.auth, sizeof line.auth, "%s", payment->auth);
    snprintf(line.voucher, sizeof line.voucher, "%s", payment->voucher);
    return line;
}

static void ask_sell_for(struct house_fixture *h, const void *row)
{
    const struct tender_line line = line_of(row);
    const struct desk_sell wish = {.tenders = &line, .tender_count = 1};
    desk_sell(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_pay(struct house_fixture *h, const void *row)
{
    const struct tender_line line = line_of(row);
    desk_pay(&h->desk, &h->meta, "S-NONE", &line, 1, &h->out);
}

static void ask_exchange(struct house_fixture *h, const void *row)
{
    const struct tender_line line = line_of(row);
    const struct desk_exchange wish = {.sale = "S-NONE", .tenders = &line, .tender_count = 1};
    desk_exchange(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_fee(struct house_fixture *h, const void *row)
{
    const struct tender_line line = line_of(row);
    desk_checkin_pay(&h->desk, &h->meta, "T-NONE", &line, 1, &h->out);
}

/* A shift's money is said when it opens and when it closes. */
static void ask_shift(struct house_fixture *h, const void *row)
{
    const struct shift *shift = row;
    desk_shift_open(&h->desk, &h->meta, shift->float_amount, &h->out);
    desk_shift_close(&h->desk, &h->meta, shift->counted, 0, &h->out);
}

static void ask_move(struct house_fixture *h, const void *row)
{
    const struct shift_move *move = row;
    desk_shift_move(&h->desk, &h->meta, move->kind, move->amount, &h->out);
}

static void ask_staff(struct house_fixture *h, const void *row)
{
    const struct staff *staff = row;
    desk_staff_put(&h->desk, &h->meta, staff->name, staff->role, staff->disabled, NULL, &h->out);
}

static void ask_loan(struct house_fixture *h, const void *row)
{
    const struct voucher_loan *loan = row;
    const struct desk_voucher_loan wish = {
        .till = loan->till, .code = loan->code, .money = loan->money, .uses = loan->uses};
    desk_allot_voucher(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_weigh(struct house_fixture *h, const void *row)
{
    const struct checkin *checkin = row;
    desk_checkin_weigh(&h->desk, &h->meta, "T-NONE", checkin->weight_g, &h->out);
}

static void ask_conflict(struct house_fixture *h, const void *row)
{
    const struct conflict *conflict = row;
    const struct desk_decision wish = {.conflict = conflict->id, .outcome = conflict->outcome};
    desk_conflict_decide(&h->desk, &h->meta, &wish, &h->out);
}

static void ask_scan(struct house_fixture *h, const void *row)
{
    const struct scan *scan = row;
    const struct desk_scan wish = {
        .show = HOUSE_SHOW, .text = "T-NONE", .gate = scan->gate, .leaving = scan->leaving};
    desk_scan(&h->desk, &h->meta, &wish, &h->out);
}

static const struct request {
    const char *act;
    const struct row_shape *shape;
    void (*ask)(struct house_fixture *h, const void *row);
} requests[] = {
    {"customer", &shape_customer, ask_customer},
    {"voucher", &shape_voucher, ask_voucher},
    {"show", &shape_show, ask_show},
    {"wait join", &shape_waiter, ask_waiter},
    {"key", &shape_ticket_key, ask_key},
    {"hold", &shape_hold, ask_hold},
    {"sell", &shape_sale, ask_sale},
    {"sell, by type", &shape_ticket, ask_ticket},
    {"sell, paid", &shape_payment, ask_sell_for},
    {"pay", &shape_payment, ask_pay},
    {"exchange", &shape_payment, ask_exchange},
    {"bag fee", &shape_payment, ask_fee},
    {"shift", &shape_shift, ask_shift},
    {"shift move", &shape_shift_move, ask_move},
    {"staff", &shape_staff, ask_staff},
    {"lend", &shape_voucher_loan, ask_loan},
    {"bag", &shape_checkin, ask_weigh},
    {"conflict", &shape_conflict, ask_conflict},
    {"scan", &shape_scan, ask_scan},
};

/* ---- field by field -------------------------------------------------------------------------- */

static void fill_field(const struct row_field *field, void *row)
{
    if (field->kind == FIELD_TEXT)
        snprintf(field_in(field, row), field->size, "a");
    else if (field_has_length(field))
        memset(field_in(field, row), 7, field->size);
    else
        field_set_number(field, 1, row);
}

static void change_field(const struct row_field *field, void *row)
{
    if (field->kind == FIELD_TEXT)
        snprintf(field_in(field, row), field->size, "b");
    else if (field_has_length(field))
        memset(field_in(field, row), 8, field->size);
    else
        field_set_number(field, field->high > 1 ? 2 : 0, row);
}

static void fill_row(const struct row_shape *shape, void *row)
{
    for (int i = 0; i < shape->count; i++)
        fill_field(&shape->fields[i], row);
}

/* The fingerprints of the act or acts that would make this row. */
static int heard(struct house_fixture *h, const struct request *request, const void *row,
                 uint8_t out[PRINTS_MOST][FINGERPRINT_SIZE])
{
    print_count = 0;
    request->ask(h, row);
    memcpy(out, prints, sizeof prints);
    return print_count;
}

static void what_is_asked_is_in_the_fingerprint(void **state)
{
    struct house_fixture *h = *state;
    int tried = 0;
    house_become(h, "ruth", ROLE_MANAGER);
    for (int r = 0; r < COUNT_OF(requests); r++)
        for (int i = 0; i < requests[r].shape->count; i++) {
            const struct row_field *field = &requests[r].shape->fields[i];
            _Alignas(8) uint8_t row[ROW_ROOM] = {0};
            uint8_t first[PRINTS_MOST][FINGERPRINT_SIZE], other[PRINTS_MOST][FINGERPRINT_SIZE];
            assert_true(requests[r].shape->size <= sizeof row);
            fill_row(requests[r].shape, row);
            int count = heard(h, &requests[r], row, first);
            change_field(field, row);
            if (!count || heard(h, &requests[r], row, other) != count)
                fail_msg("%s: nothing was asked of the key", requests[r].act);
            bool is_same = memcmp(first, other, (size_t)count * FINGERPRINT_SIZE) == 0;
            if (is_same == field->is_asked)
                fail_msg("%s: %s.%s %s", requests[r].act, requests[r].shape->name, field->column,
                         is_same ? "is asked, and in no fingerprint"
                                 : "is in the fingerprint, and not asked");
            tried += field->is_asked;
        }
    assert_true(tried > 60);
}

static bool is_among(const char *names, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = names; (at = strstr(at, name)); at += length)
        if ((at == names || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
            return true;
    return false;
}

/* Every other field of a row that acts carry, and why no person says it. */
static const struct unasked {
    const struct row_shape *shape;
    const char *columns, *why;
} unasked[] = {
    {&shape_customer, "version created_at", "the house's own"},
    {&shape_voucher, "version used lent uses lent_uses", "what became of it"},
    {&shape_voucher, "show_no", "asked by the show's id"},
    {&shape_show, "version no hall_no", "asked by the hall's id"},
    {&shape_waiter, "id version status joined_at hold code till", "the house's own"},
    {&shape_waiter, "show_no class_no", "asked by their names"},
    {&shape_ticket_key, "id version mark made_at ended_at", "the house's own"},
    {&shape_hold, "id version status ending created_at ended_at sale", "the house's own"},
    {&shape_hold, "holder till",
     "the actor, who is in every fingerprint, and a till for transfers"},
    {&shape_hold, "show_no expires_at ceiling_at paying_until", "asked by id, and for how long"},
    {&shape_sale, "id version code currency sold_at", "the house's own"},
    {&shape_sale, "show_no shift sold_by till", "of the hold, and of the actor"},
    {&shape_sale, "status total paid collected_at", "follow from tickets and payments"},
    {&shape_ticket, "id sale version code status generation sold_at", "the house's own"},
    {&shape_ticket, "show_no seat_no class_no", "asked by the seat's label"},
    {&shape_ticket, "price discount fee tax total kept",
     "follow from the show, and what is taken off"},
    {&shape_ticket, "sold_by till ended_at ended_by ended_till late", "of the actor"},
    {&shape_payment, "id sale shift at late_at", "the house's own"},
    {&shape_payment, "reason", "in every fingerprint"},
    {&shape_shift, "id version opened_at closed_at currency", "the house's own"},
    {&shape_shift, "till staff reason", "of the actor"},
    {&shape_shift, "expected_cash expected_card expected_voucher", "what was taken"},
    {&shape_shift_move, "id shift at", "the house's own"},
    {&shape_shift_move, "reason", "in every fingerprint"},
    {&shape_staff, "version failures locked_until", "the house's own"},
    {&shape_staff, "pin_hash badge", "few as PINs are, all could be tried against a fingerprint"},
    {&shape_voucher_loan, "version device", "asked by the till's name"},
    {&shape_checkin, "ticket entry show_no", "asked by the ticket's code"},
    {&shape_checkin, "version status fee at till shift late_at", "the house's own"},
    {&shape_checkin, "tender paid given auth voucher", "asked as a payment"},
    {&shape_conflict,
     "version till seq heading reason actor approver approval made_at at deadline show_no sale"
     " amount about proposal decided_by decided_at",
     "the house's own"},
    {&shape_conflict, "note", "in every fingerprint"},
    {&shape_scan, "id at ticket label till actor approver code",
     "follow from the code that was read"},
    {&shape_scan, "show_no overridden", "asked by the show's id, and whether it is"},
    {&shape_scan, "reason", "in every fingerprint"},
};

static bool is_unasked(const struct row_shape *shape, const char *column)
{
    for (int u = 0; u < COUNT_OF(unasked); u++)
        if (unasked[u].shape == shape && is_among(unasked[u].columns, column))
            return true;
    return false;
}

static void every_field_is_asked_or_is_known_not_to_be(void **state)
{
    (void)state;
    for (int r = 0; r < COUNT_OF(requests); r++)
        for (int i = 0; i < requests[r].shape->count; i++) {
            const struct row_field *field = &requests[r].shape->fields[i];
            if (field->column && is_unasked(requests[r].shape, field->column) == field->is_asked)
                fail_msg("%s.%s %s", requests[r].shape->name, field->column,
                         field->is_asked ? "is asked, and on the list of what is not"
                                         : "is in no fingerprint: say ASKED, or say here why not");
        }
}

/* Two lists of ids beside one another do not run together. */
static void a_second_hold_is_no_customer(void **state)
{
    struct house_fixture *h = *state;
    const struct uuid id = {{9}};
    const struct desk_sell also = {.also = &id, .also_count = 1}, customer = {.customer = id};
    print_count = 0;
    desk_sell(&h->desk, &h->meta, &also, &h->out);
    desk_sell(&h->desk, &h->meta, &customer, &h->out);
    assert_int_equal(print_count, 2);
    assert_memory_not_equal(prints[0], prints[1], FINGERPRINT_SIZE);
}

/* "Rather none than elsewhere" is another wish than "the best". */
static void how_far_the_best_may_give_way_is_asked(void **state)
{
    struct house_fixture *h = *state;
    struct desk_best wish = {.show = HOUSE_SHOW,
                             .request = {.count = 2, .class_no = -1, .section = -1}};
    bool *const says[] = {&wish.request.strict, &wish.request.stay, &wish.request.no_orphan,
                          &wish.request.aisle, &wish.request.together};
    print_count = 0;
    for (int i = 0; i < COUNT_OF(says); i++) {
        *says[i] = true;
        desk_hold_best_named(&h->desk, &h->meta, &wish, &h->out);
        *says[i] = false;
    }
    for (int i = 0; i < COUNT_OF(says); i++)
        for (int k = 0; k < i; k++)
            assert_memory_not_equal(prints[i], prints[k], FINGERPRINT_SIZE);
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, asked_setup, asked_teardown)
    const struct CMUnitTest tests[] = {
        RULE(what_is_asked_is_in_the_fingerprint),
        RULE(every_field_is_asked_or_is_known_not_to_be),
        RULE(a_second_hold_is_no_customer),
        RULE(how_far_the_best_may_give_way_is_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
