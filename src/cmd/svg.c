#include "config.h"

#include "src/cmd/svg.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/intl.h"
#include "src/cmd/view.h"
#include "src/domain/curve_svg.h"
#include "src/domain/plan_svg.h"

static const char *translate(const char *text)
{
    return _(text);
}

static const char *translate_count(const char *one, const char *many, unsigned long count)
{
    return ngettext(one, many, count);
}

bool svg_asked(const struct call *call)
{
    return args_has(&call->args, "svg") && !call->json;
}

static int print(struct call *call, struct svg **svg)
{
    size_t size;
    const char *text = svg_document(*svg, &size);
    fwrite(text, 1, size, call->out);
    svg_free(svg);
    return EXIT_DONE;
}

static int draw(struct call *call, struct plan_svg_request *request)
{
    struct svg *svg = svg_new();
    request->dark = args_has(&call->args, "dark");
    request->language = translate;
    request->arena = call->arena;
    plan_svg_write(svg, request);
    return print(call, &svg);
}

int svg_plan(struct call *call, const struct plan *plan)
{
    const struct heat_request heat = {.view = HEAT_CLASS, .plan = plan, .language = translate};
    struct plan_svg_request request = {.plan = plan, .title = plan->name, .subtitle = ""};
    request.heat = heat_make(&heat, call->arena);
    return draw(call, &request);
}

/* ---- a show ------------------------------------------------------------------------------- */

static const char *subtitle(struct call *call, const struct snapshot *map)
{
    char starts[LOCAL_TEXT], drawn[LOCAL_TEXT];
    return arena_printf(call->arena, _("%s, %s (as of %s)"), map->plan->name,
                        view_time(call, map->show.starts_at, starts),
                        view_time(call, call->now, drawn));
}

static bool read_view(struct call *call, enum heat_view *view)
{
    const char *name = args_value(&call->args, "view");
    *view = HEAT_STATE;
    if (!name || (heat_view_parse(name, view) && *view != HEAT_CLASS))
        return true;
    call_fail(call, VERDICT_INVALID,
              _("--view is state, price, holder, age or section, not \"%.40s\"."), name);
    return false;
}

static bool read_holds(struct call *call, const struct snapshot *map, struct heat_request *heat)
{
    const struct hold_filter filter = {
        .show = map->show.no, .open_only = true, .now = call->now, .limit = PLAN_SEATS_MAX};
    struct store *store = call->desk.store;
    struct hold *holds;
    struct err err;
    if (store->ops->hold_list(store, &filter, call->arena, &holds, &heat->hold_count, &err)) {
        call_err(call, &err);
        return false;
    }
    heat->holds = holds;
    return true;
}

int svg_map(struct call *call, const struct snapshot *map)
{
    struct plan_svg_request request = {
        .plan = map->plan, .title = map->show.title, .subtitle = subtitle(call, map)};
    struct heat_request heat = {.plan = map->plan,
                                .state = map->state,
                                .show = &map->show,
                                .now = call->now,
                                .language = translate};
    const char *view = args_value(&call->args, "view");
    if (view && strcmp(view, "section") == 0) {
        request.sections = heat_sections(map->plan, map->state, call->now, call->arena);
        return draw(call, &request);
    }
    if (!read_view(call, &heat.view))
        return call->exit;
    bool of_holds = heat.view == HEAT_HOLDER || heat.view == HEAT_AGE;
    if (of_holds && !read_holds(call, map, &heat))
        return call->exit;
    request.heat = heat_make(&heat, call->arena);
    return draw(call, &request);
}

/* ---- reports ------------------------------------------------------------------------------ */

enum { HOURS_SHOWN = 14 * 24 }; /* of more than that, days are what people look at */

static struct curve curve_of(struct call *call, const struct report_row *rows, int count)
{
    struct curve_sample *samples = arena_array(call->arena, (size_t)count + 1, sizeof *samples);
    int used = 0;
    for (int i = 0; i < count; i++) {
        samples[used].value = rows[i].tickets;
        used += curve_moment(rows[i].label, &samples[used].at);
    }
    struct curve hours = curve_make(samples, used, CURVE_HOUR, call->arena);
    bool by_hour = count && strlen(rows[0].label) > sizeof "2026-11-20" - 1;
    return by_hour && hours.step == CURVE_HOUR && hours.count <= HOURS_SHOWN
               ? hours
               : curve_make(samples, used, CURVE_DAY, call->arena);
}

int svg_sales(struct call *call, const char *show, const struct report_row *rows, int count)
{
    char drawn[LOCAL_TEXT];
    struct curve curve = curve_of(call, rows, count);
    struct curve_svg_request request = {.curve = &curve,
                                        .title = show ? show : call->house.name,
                                        .dark = args_has(&call->args, "dark"),
                                        .language = translate,
                                        .arena = call->arena};
    request.subtitle =
        arena_printf(call->arena, _("Tickets sold, as of %s"), view_time(call, call->now, drawn));
    struct svg *svg = svg_new();
    curve_svg_write(svg, &request);
    return print(call, &svg);
}

int svg_occupancy(struct call *call, const struct show *shows, const struct show_count *counts,
                  int count)
{
    char when[LOCAL_TEXT];
    struct occupancy_row *rows = arena_array(call->arena, (size_t)count + 1, sizeof *rows);
    struct occupancy_svg_request request = {.rows = rows,
                                            .count = count,
                                            .title = call->house.name,
                                            .dark = args_has(&call->args, "dark"),
                                            .language = translate_count};
    for (int i = 0; i < count; i++) {
        rows[i].label = arena_printf(call->arena, "%s, %s", shows[i].title,
                                     view_time(call, shows[i].starts_at, when));
        rows[i].seats = (struct heat_section){.free = counts[i].available,
                                              .held = counts[i].held,
                                              .sold = counts[i].sold,
                                              .blocked = counts[i].blocked};
    }
    request.subtitle =
        arena_printf(call->arena, _("Occupancy, as of %s"), view_time(call, call->now, when));
    struct svg *svg = svg_new();
    occupancy_svg_write(svg, &request);
    return print(call, &svg);
}
