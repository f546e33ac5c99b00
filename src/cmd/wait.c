#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"
#include "src/domain/waitlist.h"
#include "src/port/chores.h"

static int answer_waiter(struct call *call, const struct outcome *out, const char *done)
{
    char id[UUID_TEXT];
    if (call->json) {
        call_doc(call);
        json_waiter(call, "waiter", out->waiter);
        json_outcome_end(call, out);
        return EXIT_DONE;
    }
    call_say(call, "%s\n", done);
    call_say(call, _("Waiter  %s, %s, party of %d, code %s\n"), uuid_text(&out->waiter->id, id),
             out->waiter->name, out->waiter->party, out->waiter->code);
    return EXIT_DONE;
}

static bool read_waiter(struct call *call, struct waiter *waiter)
{
    static const int64_t parties[] = {1, PARTY_MAX}, places[] = {0, PARTY_MAX};
    int64_t party, accessible;
    if (!option_name(call, "name", waiter->name, sizeof waiter->name) ||
        !option_name(call, "for", waiter->email, sizeof waiter->email) ||
        !option_name(call, "phone", waiter->phone, sizeof waiter->phone) ||
        !option_name(call, "section", waiter->section, sizeof waiter->section) ||
        !option_int(call, "party", parties, 1, &party) ||
        !option_int(call, "accessible", places, 0, &accessible))
        return false;
    waiter->party = (int32_t)party;
    waiter->accessible = (int32_t)accessible;
    waiter->class_no = -1;
    waiter->aisle = args_has(&call->args, "aisle");
    waiter->together = args_has(&call->args, "together");
    return true;
}

static int run_add(struct call *call)
{
    struct waiter waiter = {0};
    struct outcome out;
    if (!read_waiter(call, &waiter))
        return call->exit;
    desk_wait_join(&call->desk, &call->meta, args_word(&call->args, 0), &waiter,
                   args_value(&call->args, "class"), &out);
    return out.verdict ? call_refused(call, &out) : answer_waiter(call, &out, _("On the list."));
}

static void list_json(struct call *call, const struct waiter *waiters, int count)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "waiters");
    for (int i = 0; i < count; i++)
        json_waiter(call, NULL, &waiters[i]);
    json_array_end(doc);
    call_doc_end(call);
}

static void list_print(struct call *call, const struct waiter *waiters, int count)
{
    struct grid grid;
    char id[UUID_TEXT], when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("WAITER|CODE|NAME|FOR|PHONE|>PARTY|STATUS|SINCE"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", uuid_text(&waiters[i].id, id));
        grid_cell(&grid, "%s", waiters[i].code);
        grid_cell(&grid, "%s", waiters[i].name);
        grid_cell(&grid, "%s", waiters[i].email);
        grid_cell(&grid, "%s", waiters[i].phone);
        grid_cell(&grid, "%d", waiters[i].party);
        grid_cell(&grid, "%s", C_("waiter", wait_status_name(waiters[i].status)));
        grid_cell(&grid, "%s", view_time(call, waiters[i].joined_at, when));
    }
    grid_print(&grid, call->out);
}

static bool find_show(struct call *call, const char *id, struct show *show)
{
    struct err err;
    bool found;
    if (call->desk.store->ops->show_find(call->desk.store, id, call->arena, show, &found, &err))
        call_err(call, &err);
    else if (!found)
        call_fail(call, VERDICT_NOT_FOUND, _("There is no show \"%.47s\"."), id);
    else
        return true;
    return false;
}

static int run_list(struct call *call)
{
    struct show show;
    struct waiter *waiters;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_LOOK_UP) || !find_show(call, args_word(&call->args, 0), &show))
        return call->exit;
    if (store->ops->waiter_list(store, show.no, call->arena, &waiters, &count, &err))
        return call_err(call, &err);
    if (call->json)
        list_json(call, waiters, count);
    else if (count)
        list_print(call, waiters, count);
    else
        call_print(call, "%s\n", _("Nobody is waiting."));
    return EXIT_DONE;
}

static int run_leave(struct call *call)
{
    struct uuid id;
    struct outcome out;
    if (!word_uuid(call, "WAITER", args_word(&call->args, 0), &id))
        return call->exit;
    desk_wait_leave(&call->desk, &call->meta, &id, &out);
    return out.verdict ? call_refused(call, &out)
                       : answer_done(call, &out, _("Taken off the list."));
}

static int run_serve_next(struct call *call)
{
    struct outcome out;
    desk_wait_serve(&call->desk, &call->meta, args_word(&call->args, 0), &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (call->json) {
        struct json_out *doc = call_doc(call);
        if (out.waiter)
            json_waiter(call, "waiter", out.waiter);
        else
            member_text(doc, "waiter", NULL);
        if (out.hold)
            json_hold(call, "hold", out.hold);
        else
            member_text(doc, "hold", NULL);
        json_outcome_end(call, &out);
        return EXIT_DONE;
    }
    if (!out.hold) {
        call_print(call, "%s\n", _("Nobody who waits can be seated now."));
        return EXIT_DONE;
    }
    call_say(call, _("Seats are held for %s.\n"), out.waiter ? out.waiter->name : "");
    if (!call->quiet)
        print_hold(call, out.hold);
    return EXIT_DONE;
}

static int run_rule(struct call *call)
{
    static const int64_t seconds[] = {1, 7 * 24 * 3600};
    const struct chores_ops *ops;
    struct outcome out = {.changed = true};
    struct wait_rule rule = {.sells = args_has(&call->args, "sell")};
    struct show show;
    struct err err;
    int64_t offer;
    struct store *store = call->desk.store;
    if (!call_at_house(call) || !call_may(call, RIGHT_SHOWS) ||
        !option_int(call, "offer", seconds, 0, &offer) ||
        !find_show(call, args_word(&call->args, 0), &show))
        return call->exit;
    if (!store->ops->chores)
        return call_fail(call, VERDICT_INVALID,
                         _("Only `loge serve` serves waiting lists by itself, and this house has "
                           "none; use `loge wait serve`."));
    rule.offer_ms = offer * 1000;
    struct store *keeper = store->ops->chores(store, &ops);
    if (ops->wait_rule_put(keeper, show.no, &rule, &err))
        return call_err(call, &err);
    return answer_done(call, &out, _("The waiting list is served like this from now on."));
}

static const struct cmd_option rule_options[] = {
    {"sell", NULL, N_("an order to be paid at the box office, instead of an offer"), false},
    {"offer", "SECONDS", N_("how long an offer stands (else as long as a hold)"), false},
    {0},
};
static const struct cmd_option add_options[] = {
    {"name", "NAME", N_("who waits"), false},
    {"for", "EMAIL", N_("their address"), false},
    {"phone", "PHONE", N_("their telephone"), false},
    {"party", "N", N_("how many seats (else 1)"), false},
    {"class", "CLASS", N_("only seats of this price class"), false},
    {"section", "SECTION", N_("only in this section"), false},
    {"accessible", "K", N_("so many wheelchair places among them"), false},
    {"aisle", NULL, N_("at least one at an aisle"), false},
    {"together", NULL, N_("only side by side"), false},
    {0},
};

const struct command wait_verbs[] = {
    {.name = "add",
     .words = "SHOW",
     .summary = N_("Puts somebody on the waiting list of a show."),
     .options = add_options,
     .run = run_add},
    {.name = "list",
     .words = "SHOW",
     .summary = N_("Lists who waits, first come first."),
     .run = run_list},
    {.name = "leave",
     .words = "WAITER",
     .summary = N_("Takes somebody off the list."),
     .run = run_leave},
    {.name = "serve",
     .words = "SHOW",
     .summary = N_("Holds seats for the next in line whom the free seats suit."),
     .run = run_serve_next},
    {.name = "rule",
     .words = "SHOW",
     .summary = N_("Says how the house's service serves the list of a show."),
     .options = rule_options,
     .run = run_rule},
    {0},
};
