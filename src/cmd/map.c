#include "config.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "src/cmd/commands.h"
#include "src/cmd/draw.h"
#include "src/cmd/intl.h"
#include "src/cmd/svg.h"
#include "src/cmd/view.h"
#include "src/domain/doc.h"
#include "src/domain/plan_part.h"

/* One seat, as everything about a map asks for it. */
struct seat_view {
    const struct plan_seat *seat;
    const struct seat_state *state;
    enum seat_status status; /* a hold that is over leaves the seat available */
    int64_t price;           /* adult; -1: not sold to adults */
    char label[SEAT_TEXT];
};

static void view_seat(const struct call *call, const struct snapshot *map, int index,
                      struct seat_view *view)
{
    view->seat = &map->plan->seats[index];
    view->state = &map->state[index];
    view->status = seat_hold_over(view->state, call->now) ? SEAT_AVAILABLE
                                                          : (enum seat_status)view->state->status;
    view->price = doc_adult_price(&map->show, view->seat->class_no);
    plan_seat_label(map->plan, index, view->label);
}

static void map_json(struct call *call, const struct snapshot *map, int first, int count)
{
    struct json_out *doc = call_doc(call);
    json_show(call, "show", &map->show, NULL);
    member_array(doc, "seats");
    for (int i = first; i < first + count; i++)
        doc_seat(doc, map, i, call->now);
    json_array_end(doc);
    call_doc_end(call);
}

static void map_list(struct call *call, const struct snapshot *map, int first, int count)
{
    struct grid grid;
    char money[MONEY_TEXT], left[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("SEAT|STATUS|CLASS|>PRICE|>LEFT"));
    for (int i = first; i < first + count; i++) {
        struct seat_view view;
        view_seat(call, map, i, &view);
        grid_cell(&grid, "%s", view.label);
        grid_cell(&grid, "%s", C_("seat", seat_status_name(view.status)));
        grid_cell(&grid, "%s", map->plan->classes[view.seat->class_no].name);
        grid_cell(&grid, "%s", view.price < 0 ? "-" : view_money(call, view.price, money));
        grid_cell(&grid, "%s",
                  view.status == SEAT_HELD ? view_left(view.state->held_until - call->now, left)
                                           : "");
    }
    grid_print(&grid, call->out);
}

/* The seats to show: all, or those of --section. */
static bool find_range(struct call *call, const struct plan *plan, int *section, int *first,
                       int *count)
{
    const char *name = args_value(&call->args, "section");
    *section = -1;
    *first = 0;
    *count = plan->seat_count;
    if (!name)
        return true;
    *section = plan_find_section(plan, name);
    if (*section < 0) {
        call_fail(call, VERDICT_NOT_FOUND, _("The hall has no section \"%.47s\"."), name);
        return false;
    }
    *first = plan->sections[*section].first_seat;
    *count = plan->sections[*section].seat_count;
    return true;
}

int run_map(struct call *call)
{
    struct snapshot map;
    struct outcome out;
    int section, first, count;
    if (args_value(&call->args, "view") && !svg_asked(call))
        return call_fail(call, VERDICT_INVALID, _("--view goes with --svg."));
    desk_map(&call->desk, call->arena, args_word(&call->args, 0), &map, &out);
    if (out.verdict)
        return call_refused(call, &out);
    if (!find_range(call, map.plan, &section, &first, &count))
        return call->exit;
    if (svg_asked(call) && section >= 0)
        map = snapshot_section(&map, section, call->arena);
    if (svg_asked(call))
        return svg_map(call, &map);
    bool list = args_has(&call->args, "list");
    if (call->json)
        map_json(call, &map, first, count);
    else if (args_has(&call->args, "draw") ||
             (!list && (call->out != stdout || isatty(STDOUT_FILENO))))
        draw_map(call, &map, section);
    else
        map_list(call, &map, first, count);
    return EXIT_DONE;
}

const struct cmd_option map_options[] = {
    {"draw", NULL, N_("draw the hall (what happens on a terminal anyway)"), false},
    {"list", NULL, N_("one line a seat (what happens elsewhere anyway)"), false},
    {"section", "SECTION", N_("only the seats of this section"), false},
    {"svg", NULL, N_("the hall as SVG, to print or to put on a screen"), false},
    {"view", "VIEW", N_("with --svg: state, price, holder, age or section (else state)"), false},
    {"dark", NULL, N_("with --svg: on black, for a screen"), false},
    {0},
};
