#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "src/base/clock.h"
#include "src/base/text.h"
#include "src/domain/ticket_text.h"
#include "tests/lib/builders.h"
#include "tests/lib/golden.h"
#include "tests/lib/sale_builders.h"

/* Two seats of Hamlet in the Stalls, sold for cash. */
struct desk {
    struct arena *arena;
    struct show show;
    struct ticket tickets[2];
    struct payment payments[2];
    struct sale sale;
    struct ticket_paper paper;
};

static int64_t at(const char *text)
{
    int64_t ms;
    assert_true(time_parse(text, &ms));
    return ms;
}

static struct ticket a_ticket(int seat, const char *label, const char *code)
{
    struct ticket ticket = {.seat = SEAT_NO + seat,
                            .type = seat ? TYPE_CHILD : TYPE_ADULT,
                            .generation = 1,
                            .price = seat ? 2000 : 4000,
                            .fee = 200,
                            .tax = seat ? 144 : 275,
                            .total = seat ? 2200 : 4200};
    strcpy(ticket.label, label);
    strcpy(ticket.code, code);
    return ticket;
}

static int a_desk(void **state)
{
    struct desk *desk = x_alloc(sizeof *desk);
    struct arena *arena = desk->arena = arena_new();
    struct scene *scene = a_hall(arena, "=Stalls\nxx");
    strcpy(scene->plan->name, "The Playhouse");
    desk->show = scene->snapshot.show;
    desk->show.starts_at = at("2026-11-20T18:30Z");
    strcpy(desk->show.title, "Hamlet");
    desk->tickets[0] = a_ticket(0, "Stalls-A-1", "T-7K3QM9HWXR");
    desk->tickets[1] = a_ticket(1, "Stalls-A-2", "T-4NPQ8VDAJC");
    desk->payments[0] = (struct payment){.tender = TENDER_CASH, .amount = 6400, .given = 10000};
    desk->sale = (struct sale){.status = SALE_PAID,
                               .total = 6400,
                               .paid = 6400,
                               .sold_at = at("2026-11-18T09:20Z"),
                               .tickets = desk->tickets,
                               .ticket_count = 2,
                               .payments = desk->payments,
                               .payment_count = 1};
    strcpy(desk->sale.code, "B-7K3QM9");
    strcpy(desk->sale.currency, "EUR");
    strcpy(desk->sale.till, "box-1");
    strcpy(desk->sale.sold_by, "anna");
    desk->paper = (struct ticket_paper){.house = "The Demo House",
                                        .show = &desk->show,
                                        .plan = scene->plan,
                                        .sale = &desk->sale,
                                        .columns = TICKET_NARROW,
                                        .offset_min = 60,
                                        .sold_offset_min = 60,
                                        .arena = arena};
    *state = desk;
    return 0;
}

static int desk_away(void **state)
{
    struct desk *desk = *state;
    arena_free(&desk->arena);
    free(desk);
    return 0;
}

static const char *ticket(struct desk *desk)
{
    return ticket_text(&desk->paper, &desk->tickets[0]);
}

static int times(const char *text, const char *part)
{
    int count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

/* The amount at the end of the line that begins so. */
static int64_t figure(const char *text, const char *line)
{
    const char *found = strstr(text, line);
    assert_non_null(found);
    while (*found != '\n' && (*found < '0' || *found > '9') && *found != '-')
        found++;
    char amount[32] = "";
    text_copy(amount, sizeof amount, found);
    amount[strcspn(amount, " \n")] = '\0';
    int64_t value;
    assert_true(money_parse(amount, "EUR", &value));
    return value;
}

/* ---- tickets ------------------------------------------------------------------------------ */

static void a_narrow_ticket_looks_as_it_did(void **state)
{
    assert_golden("ticket-40.txt", ticket(*state));
}

static void a_wide_ticket_looks_as_it_did(void **state)
{
    struct desk *desk = *state;
    desk->paper.columns = TICKET_WIDE;
    strcpy(desk->sale.name, "山田 太郎");
    assert_golden("ticket-80.txt", ticket(desk));
}

static void the_time_is_the_houses(void **state)
{
    struct desk *desk = *state;
    assert_non_null(strstr(ticket(desk), "Fri 20 Nov 2026, 19:30\n"));
    desk->paper.offset_min = -300;
    assert_non_null(strstr(ticket(desk), "Fri 20 Nov 2026, 13:30\n"));
}

static void training_is_said_at_both_ends(void **state)
{
    struct desk *desk = *state;
    assert_int_equal(times(ticket(desk), "TRAINING"), 0);
    desk->paper.training = true;
    assert_int_equal(times(ticket(desk), "TRAINING"), 2);
    assert_int_equal(times(receipt_text(&desk->paper), "TRAINING"), 2);
}

/* The house can be asked for it when the till is gone. */
static void what_a_till_made_alone_says_where_in_its_journal(void **state)
{
    struct desk *desk = *state;
    assert_null(strstr(receipt_text(&desk->paper), "Journal"));
    desk->paper.mark = (struct entry_mark){7, 1, 42};
    assert_non_null(strstr(receipt_text(&desk->paper), " J7-1-42-"));
    assert_non_null(strstr(ticket(desk), " J7-1-42-"));
}

static void provisional_is_said_at_both_ends(void **state)
{
    struct desk *desk = *state;
    assert_int_equal(times(ticket(desk), "PROVISIONAL"), 0);
    desk->paper.provisional = true;
    assert_int_equal(times(ticket(desk), "PROVISIONAL"), 2);
    assert_int_equal(times(receipt_text(&desk->paper), "PROVISIONAL"), 2);
}

static void a_ticket_that_is_no_longer_valid_says_so(void **state)
{
    struct desk *desk = *state;
    desk->tickets[0].status = TICKET_REPRINTED;
    assert_int_equal(times(ticket(desk), "NOT VALID: printed again"), 2);
    desk->tickets[0].status = TICKET_REFUNDED;
    assert_int_equal(times(ticket(desk), "NOT VALID: refunded"), 2);
}

static void a_ticket_nobody_paid_for_says_so(void **state)
{
    struct desk *desk = *state;
    desk->sale.status = SALE_DUE;
    desk->sale.paid = desk->sale.payment_count = 0;
    assert_int_equal(times(ticket(desk), "NOT PAID"), 2);
    assert_int_equal(figure(receipt_text(&desk->paper), "TO PAY"), 6400);
}

static void names_from_anywhere_keep_the_columns(void **state)
{
    static const char *const names[] = {"محمد عبد الله", "山田 太郎", "Zoe\xcc\x88", "x\x1b[2Jy"};
    struct desk *desk = *state;
    for (int i = 0; i < COUNT_OF(names); i++) {
        strcpy(desk->sale.name, names[i]);
        strcpy(desk->show.title, names[i]);
        char *text = arena_strdup(desk->arena, ticket(desk));
        assert_null(strchr(text, '\x1b'));
        for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n"))
            assert_true(text_columns(line) <= TICKET_NARROW);
    }
}

static void a_hall_without_a_plan_still_names_the_seat(void **state)
{
    struct desk *desk = *state;
    desk->paper.plan = NULL;
    assert_non_null(strstr(ticket(desk), "Seat     Stalls-A-1\n"));
}

/* ---- receipts ----------------------------------------------------------------------------- */

static void a_receipt_looks_as_it_did(void **state)
{
    struct desk *desk = *state;
    assert_golden("receipt-40.txt", receipt_text(&desk->paper));
}

static void what_is_no_longer_valid_is_not_on_the_receipt(void **state)
{
    struct desk *desk = *state;
    desk->tickets[1].status = TICKET_REFUNDED;
    desk->sale.total = 4200;
    desk->sale.paid = 4200;
    desk->payments[1] = (struct payment){.tender = TENDER_CARD, .amount = -2200};
    desk->sale.payment_count = 2;
    const char *text = receipt_text(&desk->paper);
    assert_null(strstr(text, "Stalls-A-2"));
    assert_int_equal(figure(text, "Back to the card"), -2200);
    assert_int_equal(figure(text, "TOTAL"), 4200);
}

/* Any sale decided by the rules: tickets less discount plus fees is the total and was paid. */
static void every_receipt_adds_up(void **state)
{
    struct office office;
    struct desk *desk = *state;
    office_open(&office);
    for (int round = 1; round <= 12; round++) {
        struct hold *hold = office_hold(&office, 1, round);
        struct sell_request request = office_request(&office, hold);
        request.discount = (struct discount){DISCOUNT_ORDER, round * 137};
        office.show.fee = round * 25;
        office.show.tax_bp = 900;
        office_act(&office, ACT_SELL, "");
        assert_int_equal(office_sell(&office, &request), VERDICT_OK);
        desk->paper.sale = office_stored(&office);
        const char *text = receipt_text(&desk->paper);
        int64_t tickets = 0;
        for (const char *line = text; (line = strstr(line, "  Adult")); line++)
            tickets += figure(line, "  Adult");
        assert_int_equal(tickets + figure(text, "Discount") + figure(text, "Booking fees"),
                         figure(text, "TOTAL"));
        assert_int_equal(figure(text, "Cash"), figure(text, "TOTAL"));
    }
    office_close(&office);
}

/* ---- its code ----------------------------------------------------------------------------- */

static struct qr *a_dark_code(struct desk *desk, int size)
{
    struct qr *qr = arena_alloc(desk->arena, sizeof *qr);
    *qr = (struct qr){.size = size};
    memset(qr->dark, 1, sizeof qr->dark);
    return qr;
}

static void a_signed_ticket_has_its_code_on_it(void **state)
{
    struct desk *desk = *state;
    assert_null(strstr(ticket(desk), "\u2588"));
    desk->paper.qr = a_dark_code(desk, 37); /* as large as a ticket's is */
    const char *text = ticket(desk);
    assert_non_null(strstr(text, "\u2588\u2588\u2588"));
    while (*text) {
        size_t length = strcspn(text, "\n");
        assert_true(text_columns(arena_strndup(desk->arena, text, length)) <= TICKET_NARROW);
        text += length + (text[length] == '\n');
    }
}

static void in_ascii_it_takes_wide_paper(void **state)
{
    struct desk *desk = *state;
    desk->paper.qr = a_dark_code(desk, 37);
    desk->paper.ascii = true;
    assert_null(strstr(ticket(desk), "########"));
    desk->paper.columns = TICKET_WIDE;
    assert_non_null(strstr(ticket(desk), "########"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, a_desk, desk_away)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_narrow_ticket_looks_as_it_did),
        TEST(a_wide_ticket_looks_as_it_did),
        TEST(the_time_is_the_houses),
        TEST(training_is_said_at_both_ends),
        TEST(what_a_till_made_alone_says_where_in_its_journal),
        TEST(provisional_is_said_at_both_ends),
        TEST(a_ticket_that_is_no_longer_valid_says_so),
        TEST(a_ticket_nobody_paid_for_says_so),
        TEST(names_from_anywhere_keep_the_columns),
        TEST(a_hall_without_a_plan_still_names_the_seat),
        TEST(a_receipt_looks_as_it_did),
        TEST(what_is_no_longer_valid_is_not_on_the_receipt),
        TEST(every_receipt_adds_up),
        TEST(a_signed_ticket_has_its_code_on_it),
        TEST(in_ascii_it_takes_wide_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
