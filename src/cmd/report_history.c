#include "config.h"

#include "src/cmd/report_history.h"

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/port/chores.h"

static void history_json(struct call *call, const struct occupancy_point *points, int count)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "history");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_time(doc, "at", points[i].at);
        member_int(doc, "sold", points[i].seats[SEAT_SOLD]);
        member_int(doc, "held", points[i].seats[SEAT_HELD]);
        member_int(doc, "blocked", points[i].seats[SEAT_BLOCKED]);
        member_int(doc, "available", points[i].seats[SEAT_AVAILABLE]);
        json_object_end(doc);
    }
    json_array_end(doc);
    call_doc_end(call);
}

static void history_csv(struct call *call, const struct occupancy_point *points, int count)
{
    char at[TIME_TEXT];
    fprintf(call->out, "at,sold,held,blocked,free\n");
    for (int i = 0; i < count; i++)
        fprintf(call->out, "%s,%d,%d,%d,%d\n", time_text(points[i].at, at),
                points[i].seats[SEAT_SOLD], points[i].seats[SEAT_HELD],
                points[i].seats[SEAT_BLOCKED], points[i].seats[SEAT_AVAILABLE]);
}

/* A bar of the seats that are sold, of so many columns for all that can be. */
static const char *bar(const struct occupancy_point *point, struct arena *arena)
{
    enum { COLUMNS = 40 };
    int64_t all =
        (int64_t)point->seats[SEAT_SOLD] + point->seats[SEAT_HELD] + point->seats[SEAT_AVAILABLE];
    int full = all ? (int)(point->seats[SEAT_SOLD] * (int64_t)COLUMNS / all) : 0;
    char *text = arena_alloc(arena, COLUMNS + 1);
    for (int i = 0; i < full; i++)
        text[i] = '#';
    return text;
}

/* People see the changes; whoever wants each minute asks for CSV or JSON. */
static void history_print(struct call *call, const struct occupancy_point *points, int count)
{
    struct grid grid;
    char when[LOCAL_TEXT];
    grid_start(&grid, call->arena, _("SINCE|>SOLD|>HELD|>FREE|"));
    for (int i = 0; i < count; i++) {
        const int32_t *seats = points[i].seats, *before = i ? points[i - 1].seats : NULL;
        if (before && before[SEAT_SOLD] == seats[SEAT_SOLD] &&
            before[SEAT_HELD] == seats[SEAT_HELD] &&
            before[SEAT_AVAILABLE] == seats[SEAT_AVAILABLE])
            continue;
        grid_cell(&grid, "%s", view_time(call, points[i].at, when));
        grid_cell(&grid, "%d", seats[SEAT_SOLD]);
        grid_cell(&grid, "%d", seats[SEAT_HELD]);
        grid_cell(&grid, "%d", seats[SEAT_AVAILABLE]);
        grid_cell(&grid, "%s", bar(&points[i], call->arena));
    }
    grid_print(&grid, call->out);
}

int report_history(struct call *call, int32_t show)
{
    static const struct occupancy_span always;
    const struct chores_ops *ops;
    struct occupancy_point *points;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (!show)
        return call_fail(call, VERDICT_INVALID,
                         _("--history is of one show; name it with --show."));
    if (!store->ops->chores)
        return call_fail(call, VERDICT_INVALID,
                         _("Only a house with `loge serve` keeps a history of its shows."));
    struct store *keeper = store->ops->chores(store, &ops);
    if (ops->occupancy(keeper, show, &always, call->arena, &points, &count, &err))
        return call_err(call, &err);
    if (call->json)
        history_json(call, points, count);
    else if (args_has(&call->args, "csv"))
        history_csv(call, points, count);
    else if (count)
        history_print(call, points, count);
    else
        call_print(call, "%s\n", _("Nothing was noted yet; `loge serve` does it every minute."));
    return EXIT_DONE;
}
