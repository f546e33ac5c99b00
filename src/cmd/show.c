#include "config.h"

#include <stdio.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/show_add.h"
#include "src/cmd/view.h"

static const int64_t day_ms = 24LL * 3600 * 1000;

int answer_show(struct call *call, const struct outcome *out, const char *done)
{
    char when[LOCAL_TEXT];
    if (call->json) {
        call_doc(call);
        json_show(call, "show", out->show, NULL);
        json_outcome_end(call, out);
    }
    call_say(call, "%s\n", done);
    call_say(call, _("%s: %s, %s, %s\n"), out->show->id, out->show->title,
             view_time(call, out->show->starts_at, when),
             C_("show", show_status_name(out->show->status)));
    return EXIT_DONE;
}

/* ---- list and show ------------------------------------------------------------------------ */

static void list_json(struct call *call, const struct show *shows, const struct show_count *counts,
                      int count)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "shows");
    for (int i = 0; i < count; i++)
        json_show(call, NULL, &shows[i], &counts[i]);
    json_array_end(doc);
    call_doc_end(call);
}

static void list_print(struct call *call, const struct show *shows, const struct show_count *counts,
                       int count)
{
    struct grid grid;
    char when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("ID|TITLE|HALL|STARTS|STATUS|>FREE|>HELD|>SOLD|>BLOCKED"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", shows[i].id);
        grid_cell(&grid, "%s", shows[i].title);
        grid_cell(&grid, "%s", shows[i].hall);
        grid_cell(&grid, "%s", view_time(call, shows[i].starts_at, when));
        grid_cell(&grid, "%s", C_("show", show_status_name(shows[i].status)));
        grid_cell(&grid, "%d", counts[i].available);
        grid_cell(&grid, "%d", counts[i].held);
        grid_cell(&grid, "%d", counts[i].sold);
        grid_cell(&grid, "%d", counts[i].blocked);
    }
    grid_print(&grid, call->out);
}

static int run_list(struct call *call)
{
    struct show *shows;
    struct show_count *counts;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (store->ops->show_list(store, call->now, call->arena, &shows, &counts, &count, &err))
        return call_err(call, &err);
    if (call->json)
        list_json(call, shows, counts, count);
    else if (count)
        list_print(call, shows, counts, count);
    else
        call_print(call, "%s\n", _("There are no shows; `loge show add` adds one."));
    return EXIT_DONE;
}

static void prices_json(struct json_out *doc, const struct show *show, const struct plan *plan)
{
    member_array(doc, "prices");
    for (int i = 0; i < show->price_count; i++) {
        const struct price *price = &show->prices[i];
        member_object(doc, NULL);
        member_text(doc, "class", plan->classes[price->class_no].name);
        for (int type = 0; type < TYPE_COUNT; type++) {
            member_key(doc, price_type_name((enum price_type)type));
            if (price->amount[type] < 0)
                json_null(doc);
            else
                json_int(doc, price->amount[type]);
        }
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void prices_print(struct call *call, const struct show *show, const struct plan *plan)
{
    struct grid grid;
    char amount[MONEY_TEXT];
    grid_start(&grid, call->arena, _("CLASS|>ADULT|>CHILD|>SENIOR|>STUDENT|>COMP"));
    for (int i = 0; i < show->price_count; i++) {
        const struct price *price = &show->prices[i];
        grid_cell(&grid, "%s", plan->classes[price->class_no].name);
        for (int type = 0; type < TYPE_COUNT; type++)
            grid_cell(&grid, "%s",
                      price->amount[type] < 0 ? "-"
                                              : view_money(call, price->amount[type], amount));
    }
    grid_print(&grid, call->out);
}

/* Counts of one show, section by section. */
static struct show_count sections_sum(const struct section_count *sections, int count)
{
    struct show_count sum = {0};
    for (int i = 0; i < count; i++) {
        sum.available += sections[i].count.available;
        sum.held += sections[i].count.held;
        sum.sold += sections[i].count.sold;
        sum.blocked += sections[i].count.blocked;
        sum.revenue += sections[i].count.revenue;
    }
    return sum;
}

static void sections_json(struct json_out *doc, const struct section_count *sections, int count)
{
    member_array(doc, "sections");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "section", sections[i].section);
        member_int(doc, "available", sections[i].count.available);
        member_int(doc, "held", sections[i].count.held);
        member_int(doc, "sold", sections[i].count.sold);
        member_int(doc, "blocked", sections[i].count.blocked);
        json_object_end(doc);
    }
    json_array_end(doc);
}

static void sections_print(struct call *call, const struct section_count *sections, int count)
{
    struct grid grid;
    grid_start(&grid, call->arena, _("SECTION|>FREE|>HELD|>SOLD|>BLOCKED"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", sections[i].section[0] ? sections[i].section : "-");
        grid_cell(&grid, "%d", sections[i].count.available);
        grid_cell(&grid, "%d", sections[i].count.held);
        grid_cell(&grid, "%d", sections[i].count.sold);
        grid_cell(&grid, "%d", sections[i].count.blocked);
    }
    grid_print(&grid, call->out);
}

static int run_show(struct call *call)
{
    struct snapshot map;
    struct outcome out;
    struct section_count *sections;
    struct err err;
    int count;
    char when[LOCAL_TEXT];
    struct store *store = call->desk.store;
    desk_map(&call->desk, call->arena, args_word(&call->args, 0), &map, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (store->ops->show_sections(store, map.show.no, call->now, call->arena, &sections, &count,
                                  &err))
        return call_err(call, &err);
    struct show_count sum = sections_sum(sections, count);
    if (call->json) {
        struct json_out *doc = call_doc(call);
        json_show(call, "show", &map.show, &sum);
        prices_json(doc, &map.show, map.plan);
        sections_json(doc, sections, count);
        call_doc_end(call);
        return EXIT_DONE;
    }
    call_print(call, _("%s\n%s in %s, %s, %s\n\n"), map.show.title, map.show.id, map.show.hall,
               view_time(call, map.show.starts_at, when),
               C_("show", show_status_name(map.show.status)));
    prices_print(call, &map.show, map.plan);
    call_print(call, "\n");
    sections_print(call, sections, count);
    return EXIT_DONE;
}

/* ---- open and close ----------------------------------------------------------------------- */

static int set_status(struct call *call, enum show_status status, const char *done)
{
    struct outcome out;
    desk_show_status(&call->desk, &call->meta, args_word(&call->args, 0), status, &out);
    return out.verdict ? call_refused(call, &out) : answer_show(call, &out, done);
}

/* A show of yesterday is not put on sale by a slip of the keyboard. */
static int run_open(struct call *call)
{
    struct show show;
    struct err err;
    bool found;
    struct store *store = call->desk.store;
    const char *id = args_word(&call->args, 0);
    if (store->ops->show_find(store, id, call->arena, &show, &found, &err))
        return call_err(call, &err);
    if (found && show.starts_at < call->now - day_ms)
        return call_fail(call, VERDICT_STATE_CONFLICT,
                         _("%s was over long ago; it cannot be put on sale again."), show.id);
    return set_status(call, SHOW_OPEN, _("The show is open for sale."));
}

static int run_close(struct call *call)
{
    return set_status(call, SHOW_CLOSED, _("The show is closed; nothing more is sold."));
}

/* ---- table -------------------------------------------------------------------------------- */

const struct command show_verbs[] = {
    {.name = "add",
     .words = "SHOW",
     .summary = N_("Adds a show; SHOW is its id, like hamlet-fri."),
     .options = show_add_options,
     .run = run_show_add},
    {.name = "list", .summary = N_("Lists the shows with their seats."), .run = run_list},
    {.name = "show",
     .words = "SHOW",
     .summary = N_("Shows one show: prices, and seats by section."),
     .run = run_show},
    {.name = "open", .words = "SHOW", .summary = N_("Puts a show on sale."), .run = run_open},
    {.name = "close", .words = "SHOW", .summary = N_("Ends the sale of a show."), .run = run_close},
    {0},
};
