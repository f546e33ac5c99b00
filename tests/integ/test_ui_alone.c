/*
 * The console at a till that is alone, by its keys: every screen opens, every command is sent, and
 * what only the house can do is refused where the person looks. Nothing is waited for in vain.
 */
#include "config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/lone.h"
#include "tests/lib/served.h"
#include "tests/lib/till.h"
#include "ui/screens.h"

enum { TOLD = 30 }; /* characters of a sentence that are looked for */

static struct fixture {
    struct house_fixture *house;
    struct lone lone;
    struct served *served;
    struct counter_port port;
    struct till *till;
    int sent[CMD_KINDS];    /* in this step */
    bool walked[CMD_KINDS]; /* in all */
    char refusal[320];      /* the last one of this step; "": none */
    enum verdict verdict;   /* its */
    bool seen[64];          /* screens, in their order */
    bool mute;              /* nobody is told why not */
    enum cmd_kind swallow;  /* answers to these are lost */
} f;

/* ---- a line that is listened to ------------------------------------------------------------ */

static bool port_send(void *ctx, const struct cmd *cmd)
{
    const struct counter_port *inner = served_port(f.served);
    (void)ctx;
    f.sent[cmd->kind]++;
    f.walked[cmd->kind] = true;
    return inner->send(inner->ctx, cmd);
}

static bool port_receive(void *ctx, struct evt *evt)
{
    const struct counter_port *inner = served_port(f.served);
    (void)ctx;
    if (!inner->receive(inner->ctx, evt))
        return false;
    if (f.swallow && evt->cmd == f.swallow) {
        arena_free(&evt->arena);
        return false;
    }
    if (evt->outcome.verdict) {
        f.verdict = evt->outcome.verdict;
        snprintf(f.refusal, sizeof f.refusal, "%s", evt->outcome.message);
    }
    if (f.mute)
        snprintf(evt->outcome.message, sizeof evt->outcome.message, "No.");
    return true;
}

static int port_fd(void *ctx)
{
    (void)ctx;
    return -1;
}

/* One time for the console, the desk and the store. */
static void set_house_clock(void *ctx)
{
    (void)ctx;
    if (f.till)
        f.house->time = f.till->clock;
}

static const char *run_line(void *ctx, const struct act_meta *meta, const char *line)
{
    (void)ctx;
    return arena_printf(meta->arena, "It was \"%s\".\n", line);
}

static const char *export_line(void *ctx, const struct act_meta *meta, const char *line,
                               const char *name, struct outcome *outcome)
{
    (void)ctx, (void)line, (void)outcome;
    return arena_printf(meta->arena, "/tmp/%s", name);
}

/* ---- opening and closing --------------------------------------------------------------------- */

static int set_up(void **state)
{
    void *house;
    if (house_setup(&house))
        return -1;
    memset(&f, 0, sizeof f);
    f.house = house;
    f.house->time = (struct fake_clock){.wall = 1795200060000, .mono = 1000000};
    lone_begin(&f.lone, f.house);
    lone_go_alone(&f.lone);
    f.served = served_new(&f.house->desk, set_house_clock, NULL);
    served_counter(f.served)->run_line = run_line;
    served_counter(f.served)->export_line = export_line;
    f.port = (struct counter_port){port_send, port_receive, port_fd, NULL, NULL};
    f.till = till_new_on(30, 120, TIER_ASCII, &f.port);
    *state = &f;
    return 0;
}

static int tear_down(void **state)
{
    void *house = f.house;
    (void)state;
    till_free(&f.till);
    served_free(&f.served);
    lone_end(&f.lone);
    return house_teardown(&house);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Refused, because only the house can do it, in the counter's own sentence. */
#define HOUSE ""

struct step {
    const char *keys, *text, *more; /* keys, then what is typed, then keys; NULL: nothing */
    const char *screen;             /* where that leads */
    enum cmd_kind sends;            /* what is sent for it */
    const char *says;               /* a refusal in the screen's own words; HOUSE, NULL: none */
};

static const struct step steps[] = {
    {"", "mark", "Enter 2 2 2 2 Enter", "resume", CMD_SIGN_IN, NULL},
    {"Enter", NULL, NULL, "map", CMD_OPEN_SHOW, NULL},
    {"r y", NULL, NULL, "map", CMD_RELEASE, NULL},
    {"g s", NULL, NULL, "shows", CMD_SHOWS, NULL},
    {"Enter", NULL, NULL, "map", CMD_OPEN_SHOW, NULL},
    {"/ C 3 Enter Space", NULL, NULL, "map", CMD_HOLD, NULL},
    {"x", NULL, NULL, "map", CMD_EXTEND, NULL},
    {"2 b", NULL, NULL, "map", CMD_HOLD_BEST, NULL},
    {"n", NULL, NULL, "map", CMD_HOLD_BEST, NULL},
    {"2 4 b", NULL, NULL, "map", CMD_BEST, "There are no 24 seats"},
    {"H", NULL, NULL, "map", CMD_NONE, NULL},
    {"H p t v", "GIFT", "Enter", "pay", CMD_QUOTE, NULL},
    {"a", "Ada", NULL, "customers", CMD_CUSTOMERS, NULL},
    {"+ Enter 0 2 0 Enter Enter", NULL, NULL, "pay", CMD_CUSTOMER_PUT, NULL},
    {"c Enter", NULL, NULL, "sold", CMD_SELL, NULL},
    {"p", "wet", "Enter", "sold", CMD_REPRINT, NULL},
    {"u", NULL, NULL, "order", CMD_SALE, NULL},
    {"2 3 Enter", NULL, NULL, "order", CMD_REFUND, NULL},
    {"Esc g o", NULL, NULL, "orders", CMD_SALES, NULL},
    {"/", "their sale", "Enter", "order", CMD_SALE, NULL},
    {"f 2 2 Enter", NULL, NULL, "order", CMD_REFUND, HOUSE},
    {"Esc d", "wet", "Enter", "order", CMD_REPRINT, HOUSE},
    {"g w", NULL, NULL, "will-call", CMD_SALES, NULL},
    {"/", "our pickup", "Enter k", "order", CMD_COLLECT, NULL},
    {"g w /", "their pickup", "Enter k", "order", CMD_COLLECT, HOUSE},
    {"g o /", "our order", "Enter p c Enter", "order", CMD_PAY, NULL},
    {"g o /", "their order", "Enter p c Enter", "order", CMD_PAY, HOUSE},
    {"Esc g c", NULL, NULL, "customers", CMD_NONE, NULL},
    {"Esc g o /", "our sale", "Enter Space c 1 b p", "order", CMD_HOLD_BEST, NULL},
    {"y", NULL, NULL, "order", CMD_EXCHANGE, NULL},
    {"g o /", "their sale", "Enter Space c 1 b p", "order", CMD_HOLD_BEST, NULL},
    {"y", NULL, NULL, "order", CMD_EXCHANGE, HOUSE},
    {"Esc Esc g t", NULL, NULL, "till", CMD_SHIFT, NULL},
    {"i 5 Enter", "change", "Enter", "till", CMD_SHIFT_MOVE, NULL},
    {"c =", "counted", "Enter y", "till", CMD_SHIFT_CLOSE, NULL},
    {"Esc Esc g t 1 0 0 Enter", NULL, NULL, "till", CMD_SHIFT_OPEN, NULL},
    {"g l", NULL, NULL, "waiting", CMD_WAITERS, NULL},
    {"+", "Cy", "Enter 2 Enter 0 2 0 Enter Enter Enter Enter Enter Enter Enter", "waiting",
     CMD_WAIT_JOIN, HOUSE},
    {"Esc r y", NULL, NULL, "waiting", CMD_WAIT_LEAVE, HOUSE},
    {"Enter", NULL, NULL, "waiting", CMD_WAIT_SERVE, HOUSE},
    {"g r", NULL, NULL, "reports", CMD_SECTIONS, NULL},
    {"e", NULL, NULL, "reports", CMD_EXPORT, NULL},
    {"Tab", NULL, NULL, "reports", CMD_REPORT, NULL},
    {": ", "whoami", "Enter", "reports", CMD_LINE, NULL},
    {"g u", NULL, NULL, "audit", CMD_AUDIT, NULL},
    {"g d", NULL, NULL, "door", CMD_DOOR, NULL},
    {"/", "our ticket", "Enter", "door", CMD_SCAN, NULL},
    {"g y", NULL, NULL, "conflicts", CMD_CONFLICTS, HOUSE},
    {"g h", NULL, NULL, "health", CMD_HEALTH, NULL},
    {"g p", NULL, NULL, "print", CMD_PRINTS, NULL},
    {"g e", NULL, NULL, "messages", CMD_NONE, NULL},
    {"?", NULL, NULL, "help", CMD_NONE, NULL},
    {"Esc g k", NULL, NULL, "lock", CMD_NONE, NULL},
    {"2 2 2 2 Enter", NULL, NULL, "messages", CMD_SIGN_ACT, NULL},
    {"g m g a", NULL, NULL, "admin", CMD_HOLDS, NULL},
    {"R 1 1 Enter", NULL, NULL, "admin", CMD_FREE_SEATS, HOUSE},
    {"/", "C8", "Enter B 1 1 Enter", "admin", CMD_BLOCK, HOUSE},
    {"/", "A1", "Enter U 1 1 Enter", "admin", CMD_UNBLOCK, HOUSE},
    {"g k Esc y", NULL, NULL, "sign-in", CMD_NONE, NULL},
    {"", "zoe", "Enter 1 1 1 1 Enter", "sign-in", CMD_SIGN_IN, NULL},
};

static bool is_shown(const char *sentence)
{
    char start[TOLD + 1];
    snprintf(start, sizeof start, "%.*s", TOLD, sentence);
    return till_shows(f.till, start) || strstr(till_message(f.till), start);
}

static bool is_refusal_shown(const struct step *step)
{
    return is_shown(step->says && *step->says ? step->says : f.refusal);
}

static void note_screen(void)
{
    for (int i = 0; i < screen_count; i++)
        if (strcmp(screens[i]->name, console_screen(f.till->console)) == 0)
            f.seen[i] = true;
}

/* What is called by name on paper only. */
static const char *text_of(const char *text)
{
    const struct lone_things *ours = &f.lone.ours, *theirs = &f.lone.theirs;
    const struct {
        const char *name, *code;
    } known[] = {{"our sale", ours->sale->code},
                 {"their sale", theirs->sale->code},
                 {"our order", ours->order->code},
                 {"their order", theirs->order->code},
                 {"our pickup", ours->pickup->code},
                 {"their pickup", theirs->pickup->code},
                 {"our ticket", ours->sale->tickets[0].code}};
    for (int i = 0; i < COUNT_OF(known); i++)
        if (strcmp(known[i].name, text) == 0)
            return known[i].code;
    return text;
}

static void press(const struct step *step)
{
    memset(f.sent, 0, sizeof f.sent);
    f.refusal[0] = '\0';
    if (step->keys)
        till_keys(f.till, step->keys);
    if (step->text)
        till_type(f.till, text_of(step->text));
    if (step->more)
        till_keys(f.till, step->more);
    note_screen();
}

/* NULL, or what is wrong. */
static const char *fault_of(const struct step *step)
{
    if (strcmp(console_screen(f.till->console), step->screen) != 0)
        return "it leads elsewhere";
    if (step->sends && !f.sent[step->sends])
        return "the command is not sent";
    if (console_waiting(f.till->console))
        return "something is waited for still";
    if (f.refusal[0] && !is_refusal_shown(step))
        return "a refusal is not shown";
    if (f.refusal[0] && !lone_is_told(f.refusal))
        return "a refusal is no sentence";
    bool waits = step->says && !*step->says;
    if (waits != (f.refusal[0] && f.verdict == VERDICT_UNAVAILABLE))
        return waits ? "the house was not needed" : "the house was needed";
    return NULL;
}

/* NULL, or the first step that goes wrong; what is wrong with it is in `wrong`. */
static const struct step *walk(const char **wrong)
{
    for (int i = 0; i < COUNT_OF(steps); i++) {
        press(&steps[i]);
        *wrong = fault_of(&steps[i]);
        if (*wrong)
            return &steps[i];
    }
    return NULL;
}

static void assert_walk(void)
{
    const char *wrong;
    const struct step *step = walk(&wrong);
    if (step)
        fail_msg("%s %s %s: %s (%s)\n%s\n%s", step->keys, step->text ? step->text : "",
                 step->more ? step->more : "", wrong, console_screen(f.till->console), f.refusal,
                 till_text(f.till));
}

/* ---- rules ----------------------------------------------------------------------------------- */

static void every_key_does_what_it_is_for_or_says_why_not(void **state)
{
    (void)state;
    assert_walk();
    for (int i = 0; i < screen_count; i++)
        if (!f.seen[i])
            fail_msg("screen \"%s\" is not walked at a till that is alone", screens[i]->name);
}

/* No key sends these, or not here: there are no conflicts and nothing missing to choose from, no
 * house that went back,
 * nobody who was let in with a bag, and no printer. */
static bool needs_no_key(enum cmd_kind kind)
{
    static const enum cmd_kind apart[] = {
        CMD_NONE,     CMD_FOUND,       CMD_CLOSE_SHOW, CMD_TRANSFER,
        CMD_SWEEP,    CMD_PRINT_AGAIN, CMD_PRINT_DROP, CMD_PRINT_SHIFT,
        CMD_DECIDE,   CMD_CHECKIN,     CMD_BAG_WEIGH,  CMD_BAG_PAY,
        CMD_BAG_STOP, CMD_SCALE,       CMD_STRIKE,     CMD_SETTLE};
    for (int i = 0; i < COUNT_OF(apart); i++)
        if (apart[i] == kind)
            return true;
    return false;
}

static void every_command_is_sent_by_some_key(void **state)
{
    (void)state;
    assert_walk();
    for (int kind = 0; kind < CMD_KINDS; kind++)
        if (f.walked[kind] == needs_no_key(kind))
            fail_msg("command %d of src/port/cmd.h is %s at a till that is alone", kind,
                     f.walked[kind] ? "sent after all" : "not walked");
}

static void what_was_done_is_in_the_journal_and_fits(void **state)
{
    (void)state;
    int before = lone_journalled(&f.lone);
    assert_walk();
    assert_true(lone_journalled(&f.lone) > before);
    assert_true(till_verify(&f.lone.till.core));
    house_verify(f.house);
}

/* ---- controls: what the walk would have to find ------------------------------------------------
 */

static void assert_found(const char *expected)
{
    const char *wrong = NULL;
    (void)walk(&wrong);
    assert_non_null(wrong);
    assert_string_equal(wrong, expected);
}

static void a_refusal_that_nobody_sees_is_found(void **state) /* control */
{
    (void)state;
    f.mute = true;
    assert_found("a refusal is not shown");
}

static void an_answer_that_never_comes_is_found(void **state) /* control */
{
    (void)state;
    f.swallow = CMD_WAIT_JOIN;
    assert_found("something is waited for still");
}

static void a_till_that_asks_the_house_all_the_same_is_found(void **state) /* control */
{
    (void)state;
    f.house->desk.alone = false;
    assert_found("the house was not needed");
}

#define ALONE(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        ALONE(every_key_does_what_it_is_for_or_says_why_not),
        ALONE(every_command_is_sent_by_some_key),
        ALONE(what_was_done_is_in_the_journal_and_fits),
        ALONE(a_refusal_that_nobody_sees_is_found),
        ALONE(an_answer_that_never_comes_is_found),
        ALONE(a_till_that_asks_the_house_all_the_same_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
