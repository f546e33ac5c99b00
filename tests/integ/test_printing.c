/* Paper after an act: which tickets go to the printer, and that no paper undoes no sale. */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "src/cmd/printing.h"
#include "tests/lib/house.h"

enum { PATIENCE_MS = 20000, PAPER_MAX = 16384 };

struct counter_desk {
    struct house_fixture *house;
    struct call call;
    struct counter counter;
    struct printing printing;
    struct evt evt;
    char paper[160];
};

static void start(struct counter_desk *desk, const char *command)
{
    struct err err;
    printing_stop(&desk->printing);
    assert_int_equal(settings_set(desk->call.settings, SETTING_PRINTER_COMMAND, command, &err), 0);
    printing_start(&desk->printing, &desk->call, "till-1", &desk->counter);
    assert_non_null(desk->counter.printer);
}

static int set_up(void **state)
{
    struct counter_desk *desk = x_alloc(sizeof *desk);
    void *house;
    if (house_setup(&house))
        return -1;
    desk->house = house;
    desk->call = (struct call){.settings = settings_new(), .desk = desk->house->desk};
    snprintf(desk->call.paths.state, PATH_TEXT, "%s", desk->house->dir);
    snprintf(desk->paper, sizeof desk->paper, "%s/paper", desk->house->dir);
    setenv("PAPER", desk->paper, 1);
    counter_init(&desk->counter, &desk->house->desk);
    desk->counter.line_ctx = &desk->call;
    start(desk, "cat >>\"$PAPER\"");
    *state = desk;
    return 0;
}

static int tear_down(void **state)
{
    struct counter_desk *desk = *state;
    void *house = desk->house;
    char command[512];
    printing_stop(&desk->printing);
    snprintf(command, sizeof command, "rm -rf '%s'/print-* '%s'", desk->house->dir, desk->paper);
    int code = system(command);
    settings_free(&desk->call.settings);
    free(desk);
    return house_teardown(&house) || code;
}

/* ---- acts --------------------------------------------------------------------------------- */

static struct cmd a_command(struct counter_desk *desk, enum cmd_kind kind)
{
    return (struct cmd){.id = 1, .kind = kind, .meta = desk->house->meta};
}

static const struct sale *serve(struct counter_desk *desk, const struct cmd *cmd)
{
    counter_serve(&desk->counter, cmd, &desk->evt);
    if (desk->evt.outcome.verdict)
        fail_msg("%s", desk->evt.outcome.message);
    return desk->evt.outcome.sale;
}

static const struct sale *sell(struct counter_desk *desk, bool due)
{
    struct cmd cmd = a_command(desk, CMD_SELL);
    cmd.u.sell = (struct desk_sell){.hold = desk->house->out.hold->id, .due = due, .name = "Ada"};
    return serve(desk, &cmd);
}

static const char *paper(struct counter_desk *desk)
{
    static char text[PAPER_MAX];
    struct print_sums sums;
    for (counter_paper(&desk->counter, &desk->evt);;) {
        sums = desk->evt.u.print.sums;
        arena_free(&desk->evt.arena);
        if (sums.waiting == 0)
            break;
        struct pollfd fd = {.fd = desk->counter.printer->fd(desk->counter.printer->ctx),
                            .events = POLLIN};
        char news[8];
        assert_int_equal(poll(&fd, 1, PATIENCE_MS), 1);
        (void)!read(fd.fd, news, sizeof news);
        counter_paper(&desk->counter, &desk->evt);
    }
    FILE *file = fopen(desk->paper, "r");
    size_t got = file ? fread(text, 1, sizeof text - 1, file) : 0;
    text[got] = '\0';
    if (file)
        fclose(file);
    return text;
}

static void assert_printed(struct counter_desk *desk, const struct sale *sale, int ticket, bool is)
{
    bool found = strstr(paper(desk), sale->tickets[ticket].code) != NULL;
    if (found != is)
        fail_msg("%s is %s", sale->tickets[ticket].label, found ? "printed" : "not printed");
}

/* ---- rules -------------------------------------------------------------------------------- */

static void a_sale_prints_its_tickets(void **state)
{
    struct counter_desk *desk = *state;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale *sale = sell(desk, false);
    assert_printed(desk, sale, 0, true);
    assert_printed(desk, sale, 1, true);
}

static void a_sale_that_is_sent_again_prints_once(void **state)
{
    struct counter_desk *desk = *state;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    struct cmd cmd = a_command(desk, CMD_SELL);
    cmd.u.sell.hold = desk->house->out.hold->id;
    cmd.meta.key = (struct uuid){{0x01, 0x93, 7, 7, 7, 7, 0x70, 7, 0x80, 7}};
    serve(desk, &cmd);
    serve(desk, &cmd);
    assert_true(desk->evt.outcome.replay);
    struct print_job jobs[8];
    const struct print_port *printer = desk->counter.printer;
    assert_int_equal(printer->list(printer->ctx, jobs, 8), 2);
}

static void a_reservation_prints_when_it_is_handed_over(void **state)
{
    struct counter_desk *desk = *state;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale *sale = sell(desk, true);
    assert_string_equal(paper(desk), "");
    struct cmd cmd = a_command(desk, CMD_PAY);
    cmd.u.sale.id = sale->code;
    serve(desk, &cmd);
    assert_string_equal(paper(desk), "");
    cmd.kind = CMD_COLLECT;
    serve(desk, &cmd);
    assert_printed(desk, sale, 0, true);
}

static void printing_again_prints_that_ticket_with_its_new_code(void **state)
{
    struct counter_desk *desk = *state;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale *sale = sell(desk, false);
    paper(desk);
    unlink(desk->paper);
    struct cmd cmd = a_command(desk, CMD_REPRINT);
    const char *labels[] = {sale->tickets[1].label};
    cmd.u.sale.id = sale->code;
    cmd.u.sale.labels = labels;
    cmd.u.sale.count = 1;
    cmd.meta.reason = "printer jam";
    const struct sale *after = serve(desk, &cmd);
    assert_null(strstr(paper(desk), sale->tickets[1].code));
    for (int i = 0; i < after->ticket_count; i++)
        if (after->tickets[i].status == TICKET_VALID)
            assert_printed(desk, after, i, strcmp(after->tickets[i].label, labels[0]) == 0);
}

static void an_exchange_prints_the_new_seats_only(void **state)
{
    struct counter_desk *desk = *state;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale *sale = sell(desk, false);
    paper(desk);
    unlink(desk->paper);
    house_hold(desk->house, "Stalls-B-1", NULL);
    struct cmd cmd = a_command(desk, CMD_EXCHANGE);
    const char *labels[] = {sale->tickets[1].label};
    cmd.u.exchange = (struct desk_exchange){
        .sale = sale->code, .labels = labels, .count = 1, .hold = desk->house->out.hold->id};
    const struct sale *after = serve(desk, &cmd);
    for (int i = 0; i < after->ticket_count; i++)
        if (after->tickets[i].status == TICKET_VALID)
            assert_printed(desk, after, i, strcmp(after->tickets[i].label, "Stalls-B-1") == 0);
}

static void a_printer_that_fails_undoes_no_sale(void **state)
{
    struct counter_desk *desk = *state;
    start(desk, "echo jam >&2; exit 1");
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    const struct sale *sale = sell(desk, false);
    assert_string_equal(paper(desk), "");
    assert_int_equal(sale->status, SALE_PAID);
    assert_string_equal(house_status(desk->house, "Stalls-A-1"), "sold");
    counter_paper(&desk->counter, &desk->evt);
    assert_int_equal(desk->evt.u.print.sums.failed, 2);
    assert_string_equal(desk->evt.u.print.sums.why, "jam");
    arena_free(&desk->evt.arena);
}

static void paper_in_training_says_so(void **state)
{
    struct counter_desk *desk = *state;
    desk->call.training = true;
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    sell(desk, false);
    assert_non_null(strstr(paper(desk), "TRAINING"));
}

static void what_does_not_get_into_the_queue_is_told(void **state)
{
    struct counter_desk *desk = *state;
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'/print-*", desk->house->dir);
    assert_int_equal(system(command), 0);
    house_hold(desk->house, "Stalls-A-1", "Stalls-A-2", NULL);
    assert_int_equal(sell(desk, false)->status, SALE_PAID);
    counter_paper(&desk->counter, &desk->evt);
    assert_true(desk->evt.u.print.fault);
    assert_non_null(strstr(desk->evt.u.print.sums.why, "cannot be written"));
    arena_free(&desk->evt.arena);
}

#define RULE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

/* A Z report, as wide as the printer is; and once more when it is asked for. */
static void a_shift_that_is_closed_prints_its_cash_up(void **state)
{
    struct counter_desk *desk = *state;
    char id[UUID_TEXT];
    struct cmd cmd = a_command(desk, CMD_SHIFT_OPEN);
    cmd.u.money.amount = 10000;
    serve(desk, &cmd);
    assert_string_equal(paper(desk), "");
    cmd = a_command(desk, CMD_SHIFT_CLOSE);
    cmd.u.money.counted[TENDER_CASH] = 10000;
    serve(desk, &cmd);
    uuid_text(&desk->evt.outcome.shift->id, id);
    assert_non_null(strstr(paper(desk), "100.00"));
    size_t once = strlen(paper(desk));
    assert_true(once > 0);
    cmd = a_command(desk, CMD_PRINT_SHIFT);
    cmd.u.text = id;
    serve(desk, &cmd);
    assert_int_equal(strlen(paper(desk)), 2 * once);
}

static void a_shift_that_is_open_has_no_cash_up(void **state)
{
    struct counter_desk *desk = *state;
    char id[UUID_TEXT];
    struct cmd cmd = a_command(desk, CMD_SHIFT_OPEN);
    serve(desk, &cmd);
    uuid_text(&desk->evt.outcome.shift->id, id);
    cmd = a_command(desk, CMD_PRINT_SHIFT);
    cmd.u.text = id;
    counter_serve(&desk->counter, &cmd, &desk->evt);
    assert_int_equal(desk->evt.outcome.verdict, VERDICT_NOT_FOUND);
    assert_string_equal(paper(desk), "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        RULE(a_sale_prints_its_tickets),
        RULE(a_sale_that_is_sent_again_prints_once),
        RULE(a_reservation_prints_when_it_is_handed_over),
        RULE(printing_again_prints_that_ticket_with_its_new_code),
        RULE(an_exchange_prints_the_new_seats_only),
        RULE(a_printer_that_fails_undoes_no_sale),
        RULE(paper_in_training_says_so),
        RULE(what_does_not_get_into_the_queue_is_told),
        RULE(a_shift_that_is_closed_prints_its_cash_up),
        RULE(a_shift_that_is_open_has_no_cash_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
