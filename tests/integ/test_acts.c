/*
 * Every act of the counter and every role: what a role may not do, no screen offers and the engine
 * refuses. What it may do, neither forbids. Both sides are held against src/domain/rights.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "src/domain/rights.h"
#include "src/engine/counter.h"
#include "tests/lib/house.h"
#include "ui/screen.h"

static const enum role roles[] = {ROLE_SCANNER, ROLE_CLERK, ROLE_SUPERVISOR, ROLE_MANAGER};

/* What the acts are about; all of it is anna's, and so is whoever acts: only the role differs. */
static struct house_fixture *house;
static struct counter counter;
static struct uuid hold;
static const char *sold, *due;
static const char *const free_seat[] = {"Stalls-C-9"}, *const held_seat[] = {"Stalls-A-1"};

static void fill_hold(struct cmd *cmd)
{
    cmd->u.hold = (struct desk_hold){.show = HOUSE_SHOW, .labels = free_seat, .count = 1};
}

static void fill_best(struct cmd *cmd)
{
    cmd->u.best.show = HOUSE_SHOW;
    cmd->u.best.request.count = 1;
}

static void fill_one_hold(struct cmd *cmd)
{
    cmd->u.one_hold.hold = hold;
    cmd->u.one_hold.to = "mark";
}

static void fill_sell(struct cmd *cmd)
{
    cmd->u.sell = (struct desk_sell){.hold = hold, .due = true, .name = "Ada"};
}

static void fill_due(struct cmd *cmd)
{
    cmd->u.sale.id = due;
    cmd->u.sale.tender = -1;
}

static void fill_sold(struct cmd *cmd)
{
    cmd->u.sale.id = sold;
    cmd->u.sale.tender = -1;
}

static void fill_exchange(struct cmd *cmd)
{
    cmd->u.exchange = (struct desk_exchange){.sale = sold, .hold = hold};
}

static void fill_reprint(struct cmd *cmd)
{
    static const char *const ticket[] = {"Stalls-B-1"};
    fill_sold(cmd);
    cmd->u.sale.labels = ticket;
    cmd->u.sale.count = 1;
}

static void fill_free_seat(struct cmd *cmd)
{
    cmd->u.seats.show = HOUSE_SHOW;
    cmd->u.seats.labels = free_seat;
    cmd->u.seats.count = 1;
}

static void fill_held_seat(struct cmd *cmd)
{
    fill_free_seat(cmd);
    cmd->u.seats.labels = held_seat;
}

static void fill_customer(struct cmd *cmd)
{
    strcpy(cmd->u.customer.name, "Ada Okafor");
}

static void fill_money(struct cmd *cmd)
{
    cmd->u.money.amount = 1000;
    cmd->u.money.kind = MOVE_DROP;
}

static void fill_waiter(struct cmd *cmd)
{
    cmd->u.waiter.show = HOUSE_SHOW;
    cmd->u.waiter.waiter =
        (struct waiter){.name = "Bo", .email = "bo@example.org", .party = 1, .class_no = -1};
}

static void fill_scan(struct cmd *cmd)
{
    cmd->u.scan = (struct desk_scan){.show = HOUSE_SHOW, .text = "nonsense"};
}

static void fill_show(struct cmd *cmd)
{
    cmd->u.show = HOUSE_SHOW;
}

/*
 * In the order of enum cmd_kind. action: its name on the screen; NULL: being on the screen is
 * enough. screen NULL: no key does it.
 */
static const struct act_rule {
    enum cmd_kind kind;
    enum right right;
    const char *screen, *action;
    void (*fill)(struct cmd *cmd);
} rules[] = {
    {CMD_HOLD, RIGHT_HOLD, "map", "pick", fill_hold},
    {CMD_HOLD_BEST, RIGHT_HOLD, "map", "best", fill_best},
    {CMD_EXTEND, RIGHT_HOLD, "map", "extend", fill_one_hold},
    {CMD_RELEASE, RIGHT_HOLD, "map", "release", fill_one_hold},
    {CMD_TRANSFER, RIGHT_SELL, NULL, NULL, fill_one_hold},
    {CMD_SELL, RIGHT_SELL, "map", "pay", fill_sell},
    {CMD_PAY, RIGHT_SELL, "order", "pay", fill_due},
    {CMD_COLLECT, RIGHT_SELL, "order", "collect", fill_sold},
    {CMD_REFUND, RIGHT_REFUND_OWN_SHIFT, "order", "refund", fill_sold},
    {CMD_EXCHANGE, RIGHT_EXCHANGE, "order", "exchange", fill_exchange},
    {CMD_REPRINT, RIGHT_SELL, "order", "print-again", fill_reprint},
    {CMD_BLOCK, RIGHT_BLOCK, "admin", "block", fill_free_seat},
    {CMD_UNBLOCK, RIGHT_BLOCK, "admin", "unblock", fill_free_seat},
    {CMD_FREE_SEATS, RIGHT_RELEASE_OTHERS, "admin", "release", fill_held_seat},
    {CMD_CUSTOMER_PUT, RIGHT_SELL, "customers", NULL, fill_customer},
    {CMD_SHIFT_OPEN, RIGHT_SHIFT, "till", "open", fill_money},
    {CMD_SHIFT_MOVE, RIGHT_SHIFT, "till", "drop", fill_money},
    {CMD_SHIFT_CLOSE, RIGHT_SHIFT, "till", "count", fill_money},
    {CMD_WAIT_JOIN, RIGHT_SELL, "waiting", "join", fill_waiter},
    {CMD_WAIT_LEAVE, RIGHT_SELL, "waiting", "leave", fill_waiter},
    {CMD_WAIT_SERVE, RIGHT_SELL, "waiting", "serve", fill_show},
    {CMD_SWEEP, RIGHT_EXPIRE, NULL, NULL, NULL},
    {CMD_SCAN, RIGHT_DOOR, "door", NULL, fill_scan},
};

/* ---- the house ------------------------------------------------------------------------------ */

static const char *sell_hold(bool paid)
{
    const struct tender_line cash = {.tender = TENDER_CASH, .amount = 4400};
    const struct desk_sell wish = {.hold = house->out.hold->id,
                                   .tenders = &cash,
                                   .tender_count = paid,
                                   .due = !paid,
                                   .name = "Ada"};
    desk_sell(&house->desk, &house->meta, &wish, &house->out);
    ASSERT_VERDICT(house, VERDICT_OK);
    return arena_strdup(house->arena, house->out.sale->code);
}

static int set_up(void **state)
{
    (void)state;
    void *made;
    if (house_setup(&made))
        return -1;
    house = made;
    counter_init(&counter, &house->desk);
    desk_shift_open(&house->desk, &house->meta, 0, &house->out);
    house_hold(house, "Stalls-B-1", NULL);
    sold = sell_hold(true);
    house_hold(house, "Stalls-B-2", NULL);
    due = sell_hold(false);
    house_hold(house, "Stalls-A-1", NULL);
    ASSERT_VERDICT(house, VERDICT_OK);
    hold = house->out.hold->id;
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    void *made = house;
    counter_close(&counter);
    return house_teardown(&made);
}

static enum verdict serve(const struct act_rule *rule, enum role role)
{
    struct cmd cmd = {.id = 1, .kind = rule->kind, .meta = house->meta};
    struct evt evt;
    cmd.meta.actor.role = role;
    cmd.meta.reason = "as asked";
    if (rule->fill)
        rule->fill(&cmd);
    counter_serve(&counter, &cmd, &evt);
    return evt.outcome.verdict;
}

/* ---- the two sides -------------------------------------------------------------------------- */

static void the_engine_refuses_what_a_role_may_not_do(void **state)
{
    for (int i = 0; i < COUNT_OF(rules); i++)
        for (int r = 0; r < COUNT_OF(roles); r++)
            if (!rights_may(roles[r], rules[i].right) &&
                serve(&rules[i], roles[r]) != VERDICT_NOT_ALLOWED)
                fail_msg("a %s may do command %d", role_name(roles[r]), rules[i].kind);
}

/* What an earlier one has done may be in the way of a later one; the role never is. */
static void the_engine_forbids_nobody_what_the_role_allows(void **state)
{
    for (int i = 0; i < COUNT_OF(rules); i++)
        for (int r = 0; r < COUNT_OF(roles); r++)
            if (rights_may(roles[r], rules[i].right) &&
                serve(&rules[i], roles[r]) == VERDICT_NOT_ALLOWED)
                fail_msg("a %s may not do command %d", role_name(roles[r]), rules[i].kind);
}

static const struct action *action_of(const struct screen *screen, const char *name)
{
    for (int i = 0; i < screen->action_count; i++)
        if (strcmp(screen->actions[i].name, name) == 0)
            return &screen->actions[i];
    fail_msg("%s has no action %s", screen->name, name);
    return NULL;
}

static bool is_offered(const struct act_rule *rule, enum role role)
{
    const struct screen *screen = screen_find(rule->screen);
    assert_non_null(screen);
    bool opens = screen->right == RIGHT_NONE || rights_may(role, (enum right)screen->right);
    return opens && (!rule->action || action_allowed(action_of(screen, rule->action), role));
}

static void no_screen_offers_what_the_role_may_not_do(void **state)
{
    for (int i = 0; i < COUNT_OF(rules); i++)
        for (int r = 0; rules[i].screen && r < COUNT_OF(roles); r++)
            if (is_offered(&rules[i], roles[r]) != rights_may(roles[r], rules[i].right))
                fail_msg("%s, %s for a %s", rules[i].screen, rules[i].action ? rules[i].action : "",
                         role_name(roles[r]));
}

static void every_act_has_its_rule(void **state)
{
    int at = 0;
    for (int kind = CMD_HOLD; kind <= CMD_SCAN; kind++)
        assert_int_equal(rules[at++].kind, kind);
    assert_int_equal(at, COUNT_OF(rules));
}

int main(void)
{
#define RULE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_act_has_its_rule),
        cmocka_unit_test(no_screen_offers_what_the_role_may_not_do),
        RULE(the_engine_refuses_what_a_role_may_not_do),
        RULE(the_engine_forbids_nobody_what_the_role_allows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
