/* The rows of an act as bytes: nothing is lost, one act has one form, and nothing else is read. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/act_bytes.h"
#include "src/domain/checkin.h"
#include "src/domain/row_bytes.h"

enum { ROOM = 4096 };

static struct arena *arena;

static int set_up(void **state)
{
    arena = arena_new();
    return 0;
}

static int tear_down(void **state)
{
    arena_free(&arena);
    return 0;
}

/* ---- an act with something in every field --------------------------------------------------- */

static const struct hold a_hold = {.id = {{1}},
                                   .show = 2,
                                   .status = HOLD_CONVERTED,
                                   .end = END_SYNC_CONFLICT,
                                   .source = SOURCE_WAITLIST,
                                   .holder = "anna",
                                   .till = "till-1",
                                   .email = "ada@example.org",
                                   .created_at = 3,
                                   .expires_at = 4,
                                   .ceiling_at = 5,
                                   .ended_at = 6,
                                   .paying_until = 7,
                                   .sale = {{8}},
                                   .version = 9};

static const struct sale a_sale = {.id = {{1}},
                                   .code = "B-7K3QM9",
                                   .show = 2,
                                   .status = SALE_PART_REFUNDED,
                                   .hold = {{3}},
                                   .customer = {{4}},
                                   .shift = {{5}},
                                   .name = "Zoë Müller",
                                   .email = "z@example.org",
                                   .currency = "EUR",
                                   .total = INT64_MAX,
                                   .paid = INT64_MIN,
                                   .sold_by = "anna",
                                   .till = "till-1",
                                   .sold_at = 6,
                                   .collected_at = 7,
                                   .version = UINT32_MAX};

static const struct ticket a_ticket = {.id = {{1}},
                                       .sale = {{2}},
                                       .code = "T-4V4PJFPT6E",
                                       .show = 3,
                                       .seat = -4,
                                       .status = TICKET_REPRINTED,
                                       .type = TYPE_COMP,
                                       .class_no = 5,
                                       .generation = 6,
                                       .price = 7,
                                       .discount = 8,
                                       .fee = 9,
                                       .tax = 10,
                                       .total = 11,
                                       .version = 12};

static const struct payment a_payment = {.id = {{1}},
                                         .sale = {{2}},
                                         .shift = {{3}},
                                         .tender = TENDER_VOUCHER,
                                         .amount = -4,
                                         .given = 5,
                                         .auth = "6",
                                         .voucher = "GIFT50",
                                         .reason = "rain",
                                         .at = 7};

static const struct shift a_shift = {.id = {{1}},
                                     .till = "till-1",
                                     .staff = "anna",
                                     .opened_at = 2,
                                     .closed_at = 3,
                                     .float_amount = 4,
                                     .currency = "EUR",
                                     .expected = {5, 6, 7},
                                     .counted = {8, 9, 10},
                                     .reason = "a coin rolled away",
                                     .version = 11};

static const struct shift_move a_move = {
    .id = {{1}}, .shift = {{2}}, .kind = MOVE_PAID_OUT, .amount = 3, .reason = "stamps", .at = 4};

static const struct customer a_customer = {.id = {{1}},
                                           .name = "佐藤",
                                           .email = "s@example.org",
                                           .phone = "+49 30 1",
                                           .created_at = 2,
                                           .version = 3};

static const struct waiter a_waiter = {.id = {{1}},
                                       .show = 2,
                                       .status = WAIT_LEFT,
                                       .name = "Ada",
                                       .email = "a@example.org",
                                       .phone = "1",
                                       .party = 3,
                                       .class_no = -1,
                                       .section = "Stalls",
                                       .accessible = 4,
                                       .aisle = true,
                                       .together = true,
                                       .joined_at = 5,
                                       .hold = {{6}},
                                       .version = 7};

static const struct voucher a_voucher = {.code = "TEN",
                                         .kind = VOUCHER_GIFT,
                                         .value = 1,
                                         .budget = 2,
                                         .used = 3,
                                         .max_uses = 4,
                                         .uses = 5,
                                         .max_tickets = 6,
                                         .valid_from = 7,
                                         .valid_until = 8,
                                         .show = 9,
                                         .disabled = true,
                                         .version = 10};

static const struct admission an_admission = {.ticket = {{1}},
                                              .show = 2,
                                              .inside = true,
                                              .entries = 3,
                                              .first_at = 4,
                                              .last_at = 5,
                                              .gate = 255,
                                              .till = "door-1",
                                              .blocked = true,
                                              .version = 6};

static const struct scan a_scan = {.id = {{1}},
                                   .at = 2,
                                   .show = 3,
                                   .gate = 4,
                                   .code = 5,
                                   .overridden = 6,
                                   .leaving = true,
                                   .ticket = {{7}},
                                   .label = "Stalls-A-1",
                                   .till = "door-1",
                                   .actor = "joe",
                                   .approver = "mark",
                                   .reason = "torn"};

static const struct change_note a_note = {
    .act = ACT_EXTEND, .show = 1, .subject = {{2}}, .note = "a note"};

static const struct checkin a_checkin = {.ticket = {{1}},
                                         .entry = 2,
                                         .show = 3,
                                         .status = CHECKIN_COMPLETED,
                                         .weight_g = BAG_MOST_G,
                                         .fee = 5000,
                                         .at = 4,
                                         .till = "door-1",
                                         .seen_till = "door-2",
                                         .tender = TENDER_VOUCHER,
                                         .paid = 5000,
                                         .given = 6,
                                         .auth = "123456",
                                         .voucher = "GIFT-100",
                                         .shift = {{7}},
                                         .version = 8};

#define ADD(list, row) (*LIST_ADD(arena, &cs->list) = (row))

static struct changeset *an_act(void)
{
    struct changeset *cs = changeset_new(arena);
    cs->act = ACT_SELL;
    cs->now = 1790000000000;
    cs->actor = (struct actor){.name = "anna", .till = "till-1", .role = ROLE_SUPERVISOR};
    memcpy(cs->approver, "mark", 5);
    memcpy(cs->reason, "because", 8);
    memcpy(cs->note, "noted", 6);
    cs->answer = "{\"sale\":1}";
    ADD(holds, a_hold);
    ADD(holds, a_hold);
    ADD(sales, a_sale);
    ADD(tickets, a_ticket);
    ADD(payments, a_payment);
    ADD(shifts, a_shift);
    ADD(moves, a_move);
    ADD(customers, a_customer);
    ADD(waiters, a_waiter);
    ADD(vouchers, a_voucher);
    ADD(admissions, an_admission);
    ADD(scans, a_scan);
    ADD(notes, a_note);
    return cs;
}

static size_t write_act(const struct changeset *cs, uint8_t out[ROOM])
{
    size_t size = act_write(cs, out, ROOM);
    assert_true(size > 0);
    return size;
}

/* ---- what is kept --------------------------------------------------------------------------- */

#define ASSERT_KEPT(list, row)                                   \
    do {                                                         \
        assert_true(back->list.count > 0);                       \
        assert_memory_equal(back->list.at, &(row), sizeof(row)); \
    } while (0)

static void every_field_of_every_row_is_kept(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(an_act(), bytes);
    struct changeset *back = changeset_new(arena);
    assert_true(act_read(bytes, size, back));
    ASSERT_KEPT(holds, a_hold);
    ASSERT_KEPT(sales, a_sale);
    ASSERT_KEPT(tickets, a_ticket);
    ASSERT_KEPT(payments, a_payment);
    ASSERT_KEPT(shifts, a_shift);
    ASSERT_KEPT(moves, a_move);
    ASSERT_KEPT(customers, a_customer);
    ASSERT_KEPT(waiters, a_waiter);
    ASSERT_KEPT(vouchers, a_voucher);
    ASSERT_KEPT(admissions, an_admission);
    ASSERT_KEPT(scans, a_scan);
    ASSERT_KEPT(notes, a_note);
    assert_int_equal(back->holds.count, 2);
}

static void who_did_what_and_why_is_kept(void **state)
{
    uint8_t bytes[ROOM];
    const struct changeset *cs = an_act();
    struct changeset *back = changeset_new(arena);
    assert_true(act_read(bytes, write_act(cs, bytes), back));
    assert_int_equal(back->act, ACT_SELL);
    assert_int_equal(back->now, cs->now);
    assert_memory_equal(&back->actor, &cs->actor, sizeof cs->actor);
    assert_string_equal(back->approver, "mark");
    assert_string_equal(back->reason, "because");
    assert_string_equal(back->note, "noted");
    assert_string_equal(back->answer, cs->answer);
}

static void rows_can_be_added_to_what_was_read(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *back = changeset_new(arena);
    assert_true(act_read(bytes, write_act(an_act(), bytes), back));
    *LIST_ADD(arena, &back->notes) = a_note;
    assert_int_equal(back->notes.count, 2);
    assert_memory_equal(&back->notes.at[0], &a_note, sizeof a_note);
}

static void an_act_without_rows_is_short(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *cs = changeset_new(arena);
    assert_true(act_read(bytes, write_act(cs, bytes), changeset_new(arena)));
    assert_in_range(write_act(cs, bytes), 1, 24);
}

/* ---- bags ----------------------------------------------------------------------------------- */

static struct changeset *an_act_about_a_bag(void)
{
    struct changeset *cs = an_act();
    ADD(checkins, a_checkin);
    return cs;
}

static void a_bag_is_kept(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(an_act_about_a_bag(), bytes);
    struct changeset *back = changeset_new(arena);
    assert_true(act_read(bytes, size, back));
    ASSERT_KEPT(checkins, a_checkin);
    ASSERT_KEPT(notes, a_note);
}

static void where_an_act_over_http_came_from_is_kept(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *acts[] = {an_act(), an_act_about_a_bag()};
    for (int i = 0; i < 2; i++) {
        struct act_origin *origin = &acts[i]->actor.origin;
        struct changeset *back = changeset_new(arena);
        strcpy(origin->address, "2001:db8::/64");
        strcpy(origin->client, i ? "" : "shop");
        assert_true(act_read(bytes, write_act(acts[i], bytes), back));
        assert_string_equal(back->actor.origin.address, origin->address);
        assert_string_equal(back->actor.origin.client, origin->client);
        assert_int_equal(back->checkins.count, i);
    }
}

static void a_bag_that_is_none_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *cs = an_act_about_a_bag();
    cs->checkins.at[0].entry = 0;
    assert_false(act_read(bytes, write_act(cs, bytes), changeset_new(arena)));
    cs->checkins.at[0].entry = 1;
    cs->checkins.at[0].weight_g = BAG_MOST_G + 1;
    assert_false(act_read(bytes, write_act(cs, bytes), changeset_new(arena)));
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* An act without rows, and behind it so many lists of our own. */
static struct byte_writer lists_of(uint8_t bytes[ROOM], int count)
{
    const size_t size = write_act(changeset_new(arena), bytes);
    struct byte_writer to = {.at = bytes + size - 1, .end = bytes + ROOM};
    put_signed(&to, count);
    return to;
}

static bool is_read(const struct byte_writer *to, const uint8_t *bytes, struct changeset *back)
{
    assert_false(to->bad);
    return act_read(bytes, (size_t)(to->at - bytes), back);
}

/* So many moves of money, of rows with so many fields. */
static void put_moves(struct byte_writer *to, int fields, int count)
{
    struct row_shape shape = shape_shift_move;
    shape.count = fields;
    put_signed(to, JOURNAL_MOVES);
    if (fields <= shape_shift_move.count) {
        put_rows(to, &shape, &a_move, count);
    } else {
        put_signed(to, fields);
        put_signed(to, count);
        put_row(to, &shape_shift_move, &a_move);
        put_signed(to, 0);
    }
}

static void what_an_older_program_did_not_know_is_nought(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *back = changeset_new(arena);
    struct byte_writer to = lists_of(bytes, 1);
    put_moves(&to, 2, 1);
    assert_true(is_read(&to, bytes, back));
    assert_int_equal(back->moves.count, 1);
    assert_string_equal(back->moves.at[0].reason, "");
    assert_memory_equal(&back->moves.at[0].id, &a_move.id, sizeof a_move.id);
}

static void what_a_newer_program_knows_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    struct byte_writer to = lists_of(bytes, 1);
    put_moves(&to, shape_shift_move.count + 1, 1);
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    to = lists_of(bytes, 1);
    put_signed(&to, JOURNAL_CHECKINS + 1);
    put_rows(&to, &shape_shift_move, &a_move, 1);
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    to = lists_of(bytes, 1);
    put_moves(&to, shape_shift_move.count, 1); /* control */
    assert_true(is_read(&to, bytes, changeset_new(arena)));
}

static void a_list_of_nothing_or_twice_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    struct byte_writer to = lists_of(bytes, 1);
    put_moves(&to, shape_shift_move.count, 0);
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    to = lists_of(bytes, 1);
    put_moves(&to, 0, 1);
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    to = lists_of(bytes, 2);
    put_moves(&to, shape_shift_move.count, 1);
    put_moves(&to, shape_shift_move.count, 1);
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    to = lists_of(bytes, 1);
    put_signed(&to, JOURNAL_ORIGIN); /* nowhere */
    put_string(&to, "");
    put_string(&to, "");
    assert_false(is_read(&to, bytes, changeset_new(arena)));
}

/* Journals have them: a kind keeps its number, and they come in this order. */
static void numbers_of_lists_stay(void **state)
{
    static const enum journal_list kept[] = {
        JOURNAL_HOLDS, JOURNAL_SALES,     JOURNAL_TICKETS, JOURNAL_PAYMENTS, JOURNAL_SHIFTS,
        JOURNAL_MOVES, JOURNAL_CUSTOMERS, JOURNAL_WAITERS, JOURNAL_VOUCHERS, JOURNAL_ADMISSIONS,
        JOURNAL_SCANS, JOURNAL_NOTES,     JOURNAL_CHECKINS};
    enum journal_list before = JOURNAL_KEPT;
    for (int i = 0; i < COUNT_OF(kept); i++)
        assert_int_equal(kept[i], i + 1);
    for (enum row_kind kind = 0; kind < ROW_KINDS; kind++) {
        const enum journal_list list = changeset_journal_list(kind);
        assert_true(list == JOURNAL_KEPT || (list > before && list < JOURNAL_ORIGIN));
        before = list == JOURNAL_KEPT ? before : list;
    }
}

/* ---- what has no form ----------------------------------------------------------------------- */

static void what_a_till_may_not_do_alone_has_no_form(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *cs = an_act();
    (void)LIST_ADD(arena, &cs->staff);
    assert_int_equal(act_write(cs, bytes, sizeof bytes), 0);
    cs = an_act();
    (void)LIST_ADD(arena, &cs->shows);
    assert_int_equal(act_write(cs, bytes, sizeof bytes), 0);
}

static void too_little_room_writes_nothing(void **state)
{
    uint8_t bytes[ROOM];
    struct changeset *cs = an_act();
    size_t size = write_act(cs, bytes);
    assert_int_equal(act_write(cs, bytes, size - 1), 0);
    assert_int_equal(act_write(cs, bytes, size), size);
}

/* ---- what is not read ----------------------------------------------------------------------- */

static bool reads(const uint8_t *bytes, size_t size)
{
    return act_read(bytes, size, changeset_new(arena));
}

static void half_an_act_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(an_act(), bytes);
    for (size_t part = 0; part < size; part++)
        assert_false(reads(bytes, part));
    bytes[size] = 0;
    assert_false(reads(bytes, size + 1));
    assert_true(reads(bytes, size)); /* control */
}

static void another_revision_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(an_act(), bytes);
    bytes[0] = ACT_REVISION + 1;
    assert_false(reads(bytes, size));
    bytes[0] = 0;
    assert_false(reads(bytes, size));
}

/* The second byte is the act's number, folded: twice its value. */
static void a_number_out_of_its_range_is_not_read(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(changeset_new(arena), bytes);
    assert_true(reads(bytes, size));
    bytes[1] = 1; /* -1 */
    assert_false(reads(bytes, size));
    bytes[1] = ACT_COUNT * 2;
    assert_false(reads(bytes, size));
    bytes[1] = (ACT_COUNT - 1) * 2; /* control */
    assert_true(reads(bytes, size));
}

static void a_number_has_one_form(void **state)
{
    uint8_t bytes[ROOM], longer[ROOM];
    size_t size = write_act(changeset_new(arena), bytes);
    longer[0] = bytes[0];
    longer[1] = 0x80; /* nought in two bytes */
    longer[2] = 0;
    memcpy(longer + 3, bytes + 2, size - 2);
    assert_false(reads(longer, size + 1));
}

static void a_text_that_is_none_is_not_read(void **state)
{
    static const char *const broken[] = {"an\0a", "\xff\xfe\xfd\xfc"};
    uint8_t bytes[ROOM];
    struct changeset *cs = changeset_new(arena);
    memcpy(cs->reason, "anna", 5);
    size_t size = write_act(cs, bytes);
    uint8_t *text = memmem(bytes, size, "anna", 4);
    assert_non_null(text);
    for (int i = 0; i < COUNT_OF(broken); i++) {
        memcpy(text, broken[i], 4);
        assert_false(reads(bytes, size));
    }
    memcpy(text, "nana", 4); /* control */
    assert_true(reads(bytes, size));
}

static void a_count_nobody_could_mean_takes_no_memory(void **state)
{
    uint8_t bytes[ROOM];
    size_t size = write_act(changeset_new(arena), bytes);
    struct byte_writer to = lists_of(bytes, 1);
    put_signed(&to, JOURNAL_MOVES);
    put_signed(&to, shape_shift_move.count);
    put_signed(&to, 63); /* in no bytes */
    assert_false(is_read(&to, bytes, changeset_new(arena)));
    bytes[size - 1] = 0x7e; /* 63 lists in no bytes */
    assert_false(reads(bytes, size));
}

#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(every_field_of_every_row_is_kept),
        RULE(who_did_what_and_why_is_kept),
        RULE(rows_can_be_added_to_what_was_read),
        RULE(an_act_without_rows_is_short),
        RULE(a_bag_is_kept),
        RULE(where_an_act_over_http_came_from_is_kept),
        RULE(what_an_older_program_did_not_know_is_nought),
        RULE(what_a_newer_program_knows_is_not_read),
        RULE(a_list_of_nothing_or_twice_is_not_read),
        RULE(numbers_of_lists_stay),
        RULE(a_bag_that_is_none_is_not_read),
        RULE(what_a_till_may_not_do_alone_has_no_form),
        RULE(too_little_room_writes_nothing),
        RULE(half_an_act_is_not_read),
        RULE(another_revision_is_not_read),
        RULE(a_number_out_of_its_range_is_not_read),
        RULE(a_number_has_one_form),
        RULE(a_text_that_is_none_is_not_read),
        RULE(a_count_nobody_could_mean_takes_no_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
