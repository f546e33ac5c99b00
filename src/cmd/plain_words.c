/* The short words of plain mode: shows, open, best, hold, sell, basket, time, pay ... */
#include "config.h"

#include "src/cmd/plain.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"

const char *plain_said(const struct said *said, int at)
{
    return at < said->count ? said->words[at] : "";
}

static bool is_number(const char *text)
{
    int64_t number;
    return text_to_int(text, 1, INT32_MAX, &number);
}

/* What stands in a line of the grammar again: words may have had blanks in quotes. */
const char *plain_quoted(struct plain *plain, const char *text)
{
    return arena_printf(plain->arena, strchr(text, '"') ? "'%s'" : "\"%s\"", text);
}

bool plain_failed(struct plain *plain, enum rc rc, const struct err *err)
{
    if (rc)
        plain_refuse(plain, "%s", err->text);
    return rc != RC_OK;
}

bool plain_may(struct plain *plain, enum right right)
{
    enum role role = plain->meta.actor.role;
    if (rights_may(role, right))
        return true;
    plain_refuse(plain, _("Your role (%s) does not allow this: %s."), C_("role", role_name(role)),
                 _(right_name(right)));
    return false;
}

/* ---- shows -------------------------------------------------------------------------------- */

static void do_shows(struct plain *plain, const struct said *said)
{
    struct store *store = plain->call->desk.store;
    struct show *shows;
    struct show_count *counts;
    struct err err;
    int count;
    (void)said;
    if (plain_failed(plain,
                     store->ops->show_list(store, clock_wall(&plain->call->desk.clock),
                                           plain->arena, &shows, &counts, &count, &err),
                     &err))
        return;
    plain_choices_begin(plain);
    for (int i = 0; i < count; i++) {
        char when[LOCAL_TEXT];
        int number = plain_choice(plain, "open %s", shows[i].id);
        view_time(plain->call, shows[i].starts_at, when);
        plain_say(n_("%d: %s, %s, %d seat free, %d sold (%s)",
                     "%d: %s, %s, %d seats free, %d sold (%s)", counts[i].available),
                  number, shows[i].title, when, (int)counts[i].available, (int)counts[i].sold,
                  shows[i].id);
    }
    plain_say("%s", count ? _("A number opens a show.") : _("There are no shows yet."));
}

static bool read_show(struct plain *plain, const char *id, struct show *show)
{
    struct store *store = plain->call->desk.store;
    struct err err;
    bool found = false;
    if (plain_failed(plain, store->ops->show_find(store, id, plain->arena, show, &found, &err),
                     &err))
        return false;
    if (!found)
        plain_refuse(plain, _("There is no show \"%.48s\"; `shows` lists them."), id);
    return found;
}

static void do_open(struct plain *plain, const struct said *said)
{
    struct show show;
    char when[LOCAL_TEXT];
    if (!read_show(plain, plain_said(said, 1), &show))
        return;
    text_copy(plain->show, sizeof plain->show, show.id);
    plain_say(_("%s, %s is open."), show.title, view_time(plain->call, show.starts_at, when));
    plain_choices_begin(plain);
    plain_say(_("%d: the best two seats"), plain_choice(plain, "best 2"));
    plain_say(_("%d: the map"), plain_choice(plain, "map %s", show.id));
}

bool plain_show_is_open(struct plain *plain)
{
    if (!plain->show[0])
        plain_refuse(plain, "%s", _("Open a show first: shows, then its number."));
    return plain->show[0] != '\0';
}

/* ---- where ---------------------------------------------------------------------------------- */

static bool begins(const char *name, const char *text)
{
    return *text && strncasecmp(name, text, strlen(text)) == 0;
}

static int class_named(const struct plan *plan, const char *text)
{
    for (int i = 0; i < plan->class_count; i++)
        if (strcasecmp(plan->classes[i].name, text) == 0)
            return i;
    for (int i = 0; i < plan->class_count; i++)
        if (begins(plan->classes[i].name, text))
            return i;
    return -1;
}

static int section_named(const struct plan *plan, const char *text)
{
    for (int i = 0; i < plan->section_count; i++)
        if (begins(plan->sections[i].name, text))
            return i;
    return -1;
}

/* "A" is the first price class, "B" the second. */
static int band_named(const struct plan *plan, const char *text)
{
    int band = text[1] ? -1 : (text[0] | 0x20) - 'a';
    return band < plan->class_count ? band : -1;
}

/* The option that says where, from a class or a section by name; NULL: there is no such place. */
static const char *where(struct plain *plain, const char *place)
{
    struct store *store = plain->call->desk.store;
    struct show show;
    struct plan *plan;
    const char *document;
    struct err err;
    if (!*place)
        return "";
    if (!read_show(plain, plain->show, &show) ||
        plain_failed(
            plain, store->ops->hall_plan(store, show.hall_no, plain->arena, &plan, &document, &err),
            &err))
        return NULL;
    int class_no = class_named(plan, place), section = section_named(plan, place);
    if (class_no < 0 && section < 0)
        class_no = band_named(plan, place);
    if (class_no < 0 && section >= 0)
        return arena_printf(plain->arena, " --section %s",
                            plain_quoted(plain, plan->sections[section].name));
    if (class_no >= 0)
        return arena_printf(plain->arena, " --class %s",
                            plain_quoted(plain, plan->classes[class_no].name));
    plain_refuse(plain, _("\"%.40s\" is no price class and no section of this hall."), place);
    return NULL;
}

/* ---- the basket ----------------------------------------------------------------------------- */

struct basket {
    struct hold *at;
    int count;
};

/* What this person holds, oldest first. */
static bool read_basket(struct plain *plain, struct basket *basket)
{
    struct store *store = plain->call->desk.store;
    struct err err;
    const struct hold_filter mine = {.holder = plain->meta.actor.name,
                                     .open_only = true,
                                     .now = clock_wall(&plain->call->desk.clock)};
    return !plain_failed(
        plain, store->ops->hold_list(store, &mine, plain->arena, &basket->at, &basket->count, &err),
        &err);
}

static const char *hold_id(struct plain *plain, const struct hold *hold)
{
    char text[UUID_TEXT];
    return arena_strdup(plain->arena, uuid_text(&hold->id, text));
}

static const struct hold *newest(const struct basket *basket)
{
    const struct hold *newest = NULL;
    for (int i = 0; i < basket->count; i++)
        if (!newest || basket->at[i].created_at >= newest->created_at)
            newest = &basket->at[i];
    return newest;
}

const struct hold *plain_held(struct plain *plain)
{
    struct basket basket;
    return read_basket(plain, &basket) ? newest(&basket) : NULL;
}

static int seats_in(const struct basket *basket)
{
    int seats = 0;
    for (int i = 0; i < basket->count; i++)
        seats += basket->at[i].seat_count;
    return seats;
}

/* In words, as it is read out: "7 minutes 42 seconds". */
static const char *time_left(struct plain *plain, const struct hold *hold)
{
    int64_t ms = hold->expires_at - clock_wall(&plain->call->desk.clock);
    int seconds = ms > 0 ? (int)(ms / 1000) : 0, minutes = seconds / 60;
    const char *rest = arena_printf(
        plain->arena, n_("%d second", "%d seconds", (unsigned long)(seconds % 60)), seconds % 60);
    if (!minutes)
        return rest;
    const char *whole =
        arena_printf(plain->arena, n_("%d minute", "%d minutes", (unsigned long)minutes), minutes);
    return arena_printf(plain->arena, "%s %s", whole, rest);
}

static void say_holds(struct plain *plain, const struct basket *basket)
{
    for (int i = 0; i < basket->count; i++)
        plain_say(_("%s: held for %s more."), view_hold_seats(plain->call, &basket->at[i]),
                  time_left(plain, &basket->at[i]));
    if (!basket->count)
        plain_say("%s", _("The basket is empty."));
}

static void offer_acts(struct plain *plain)
{
    plain_choices_begin(plain);
    plain_say(_("%d: sell for cash"), plain_choice(plain, "pay cash"));
    plain_say(_("%d: hold longer"), plain_choice(plain, "extend"));
    plain_say(_("%d: let go"), plain_choice(plain, "release"));
}

static void do_basket(struct plain *plain, const struct said *said)
{
    struct basket basket;
    (void)said;
    if (!read_basket(plain, &basket))
        return;
    say_holds(plain, &basket);
    if (basket.count)
        offer_acts(plain);
}

static void do_time(struct plain *plain, const struct said *said)
{
    struct basket basket;
    (void)said;
    if (read_basket(plain, &basket))
        say_holds(plain, &basket);
}

static void do_extend(struct plain *plain, const struct said *said)
{
    struct basket basket;
    (void)said;
    if (!read_basket(plain, &basket))
        return;
    for (int i = 0; i < basket.count; i++)
        plain_run(plain, "hold extend %s", hold_id(plain, &basket.at[i]));
    if (!basket.count)
        plain_refuse(plain, "%s", _("The basket is empty."));
}

/* Nothing is let go by one word. */
static void do_release(struct plain *plain, const struct said *said)
{
    struct basket basket;
    if (!read_basket(plain, &basket))
        return;
    if (!basket.count) {
        plain_refuse(plain, "%s", _("The basket is empty."));
    } else if (strcmp(plain_said(said, 1), "yes") != 0) {
        int seats = seats_in(&basket);
        plain_choices_begin(plain);
        plain_say(n_("This lets %d seat go. To do it type: release yes",
                     "This lets %d seats go. To do it type: release yes", (unsigned long)seats),
                  seats);
        plain_say(_("%d: do it"), plain_choice(plain, "release yes"));
    } else {
        for (int i = 0; i < basket.count; i++)
            plain_run(plain, "hold release %s", hold_id(plain, &basket.at[i]));
    }
}

/* ---- best, hold ----------------------------------------------------------------------------- */

/* best N [PLACE] */
static void do_best(struct plain *plain, const struct said *said)
{
    const char *places;
    if (!plain_show_is_open(plain) || !(places = where(plain, plain_said(said, 2))) ||
        !plain_run(plain, "best %s %s%s", plain->show, plain_said(said, 1), places))
        return;
    plain_choices_begin(plain);
    plain_say(_("%d: hold them"), plain_choice(plain, "hold %s best %s", plain_said(said, 1),
                                               plain_quoted(plain, plain_said(said, 2))));
    plain_say(_("%d: sell them for cash"),
              plain_choice(plain, "sell %s best %s cash", plain_said(said, 1),
                           *plain_said(said, 2) ? plain_quoted(plain, plain_said(said, 2)) : ""));
}

/* N best [PLACE] from word `at` on: holds them. */
static bool hold_best(struct plain *plain, const struct said *said, int at)
{
    const char *places = where(plain, plain_said(said, at + 2));
    return places &&
           plain_run(plain, "hold best %s %s%s", plain->show, plain_said(said, at), places);
}

static bool hold_labels(struct plain *plain, const struct said *said, int from, int until)
{
    const char *labels = "";
    for (int i = from; i < until; i++)
        labels =
            arena_printf(plain->arena, "%s %s", labels, plain_quoted(plain, plain_said(said, i)));
    return plain_run(plain, "hold new %s%s", plain->show, labels);
}

/* hold N best [PLACE] */
static void do_hold(struct plain *plain, const struct said *said)
{
    if (plain_show_is_open(plain) && hold_best(plain, said, 1))
        offer_acts(plain);
}

/* ---- sell, pay ------------------------------------------------------------------------------ */

/* cash [GIVEN], card CODE, due: as options of the grammar; NULL: it is none of them. */
static const char *tender(struct plain *plain, const struct said *said, int at)
{
    const char *how = plain_said(said, at), *more = plain_said(said, at + 1);
    if (strcmp(how, "cash") == 0 && *more)
        return arena_printf(plain->arena, " --pay cash --given %s", plain_quoted(plain, more));
    if (strcmp(how, "cash") == 0)
        return " --pay cash";
    if (strcmp(how, "card") == 0 && *more)
        return arena_printf(plain->arena, " --pay card --auth %s", plain_quoted(plain, more));
    if (strcmp(how, "due") == 0)
        return " --due";
    plain_refuse(plain, "%s", _("How is it paid? End with: cash, cash GIVEN, card CODE, or due."));
    return NULL;
}

static bool is_tender(const char *text)
{
    return strcmp(text, "cash") == 0 || strcmp(text, "card") == 0 || strcmp(text, "due") == 0;
}

static int tender_at(const struct said *said)
{
    int at = 1;
    while (at < said->count && !is_tender(said->words[at]))
        at++;
    return at;
}

/* The line sells or changes nothing: what it held is let go again when it cannot be sold. */
static void sell_held(struct plain *plain, const char *how)
{
    struct basket basket;
    if (!read_basket(plain, &basket) || !newest(&basket))
        return;
    const char *id = hold_id(plain, newest(&basket));
    if (!plain_run(plain, "hold sell %s%s", id, how))
        plain_run(plain, "hold release %s", id);
}

/* sell N best [PLACE] HOW, or sell SEAT... HOW */
static void do_sell(struct plain *plain, const struct said *said)
{
    int at = tender_at(said);
    bool best = is_number(plain_said(said, 1)) && strcmp(plain_said(said, 2), "best") == 0;
    struct said place = {said->words, at};
    const char *how = plain_show_is_open(plain) ? tender(plain, said, at) : NULL;
    if (!how)
        return;
    if (at < 2 || (best && at > 4))
        plain_refuse(plain, "%s", _("Say what: sell 2 best cash, or sell Stalls-A-1 cash."));
    else if (best ? hold_best(plain, &place, 1) : hold_labels(plain, said, 1, at))
        sell_held(plain, how);
}

/* pay HOW: all that is held. */
static void do_pay(struct plain *plain, const struct said *said)
{
    struct basket basket;
    const char *how = tender(plain, said, 1);
    if (!how || !read_basket(plain, &basket))
        return;
    for (int i = 0; i < basket.count; i++)
        plain_run(plain, "hold sell %s%s", hold_id(plain, &basket.at[i]), how);
    if (!basket.count)
        plain_refuse(plain, "%s", _("The basket is empty."));
}

/* ---- leaving, words ------------------------------------------------------------------------- */

static void do_quit(struct plain *plain, const struct said *said)
{
    struct basket basket;
    (void)said;
    plain->ended = true;
    if (read_basket(plain, &basket) && basket.count)
        say_holds(plain, &basket);
}

static void do_words(struct plain *plain, const struct said *said);

static const struct {
    const char *name;
    enum { ALWAYS, NUMBERED, ALONE } when; /* else it is the grammar's word */
    void (*run)(struct plain *plain, const struct said *said);
    const char *form, *help;
} table[] = {
    {"shows", ALWAYS, do_shows, "shows", N_("lists the shows; a number opens one")},
    {"open", ALWAYS, do_open, "open SHOW", N_("opens a show")},
    {"best", NUMBERED, do_best, "best N [PLACE]", N_("where the best N seats are")},
    {"hold", NUMBERED, do_hold, "hold N best [PLACE]", N_("holds them")},
    {"sell", ALWAYS, do_sell, "sell N best [PLACE] cash", N_("holds and sells in one line")},
    {"sell", ALWAYS, do_sell, "sell SEAT... cash", N_("the same with the seats named")},
    {"basket", ALWAYS, do_basket, "basket", N_("what is held, and what can be done with it")},
    {"time", ALWAYS, do_time, "time", N_("how long it is held")},
    {"pay", ALWAYS, do_pay, "pay cash | cash GIVEN | card CODE | due", N_("sells what is held")},
    {"extend", ALWAYS, do_extend, "extend", N_("holds it longer")},
    {"release", ALWAYS, do_release, "release yes", N_("lets it go")},
    {"orders", ALWAYS, plain_orders, "orders [TEXT]", N_("finds orders; a number opens one")},
    {"order", ALWAYS, plain_order, "order CODE", N_("an order, and what can be done with it")},
    {"refund", ALWAYS, plain_refund, "refund CODE [SEAT]", N_("gives money back, step by step")},
    {"exchange", ALWAYS, plain_exchange, "exchange CODE", N_("its seats for those that are held")},
    {"shift", ALONE, plain_shift, "shift", N_("opens the shift, or tells how it stands")},
    {"close", ALWAYS, plain_close, "close [AMOUNT]", N_("counts the drawer and ends the shift")},
    {"waiting", ALWAYS, plain_waiting, "waiting", N_("who waits for the open show")},
    {"join", ALWAYS, plain_join, "join [NAME] [N]", N_("puts somebody on its waiting list")},
    {"words", ALWAYS, do_words, "words", N_("this list")},
    {"quit", ALWAYS, do_quit, "quit", N_("ends; what is held stays held")},
};

static void do_words(struct plain *plain, const struct said *said)
{
    (void)said;
    plain_choices_begin(plain);
    for (int i = 0; i < COUNT_OF(table); i++)
        plain_say("%s: %s", table[i].form, _(table[i].help));
    plain_say("%s", _("PLACE is a price class or a section. Every command of the shell works, too: "
                      "sale find, map SHOW, sale --help."));
}

static bool is_meant(int when, const struct said *said)
{
    return when == ALWAYS || (when == NUMBERED && is_number(plain_said(said, 1))) ||
           (when == ALONE && said->count == 1);
}

bool plain_word(struct plain *plain, const char *const *words, int count)
{
    const struct said said = {words, count};
    for (int i = 0; i < COUNT_OF(table); i++)
        if (strcmp(table[i].name, words[0]) == 0 && is_meant(table[i].when, &said)) {
            table[i].run(plain, &said);
            return true;
        }
    return false;
}
