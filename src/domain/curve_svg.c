#include "config.h"

#include "src/domain/curve_svg.h"

#include <stdio.h>

#include "src/domain/plan_svg_parts.h"

enum { WIDE = 800, SIDE = 70, EDGE = 30, HEAD = 84, UPPER = 220, LOWER = 90, GAP = 40, FOOT = 40 };
enum { ACROSS = WIDE - SIDE - EDGE, UNIT = 12, TICKS_UP = 5, TICKS_ALONG = 8 };

struct panel {
    struct svg *svg;
    const struct curve_svg_request *request;
    const struct curve *curve;
    float top, high;
    int64_t most; /* where its axis ends */
};

static float along(const struct panel *panel, float step)
{
    return SIDE + ACROSS * step / (float)panel->curve->count;
}

static float up(const struct panel *panel, int64_t value)
{
    return panel->top + panel->high -
           panel->high * (float)(value > 0 ? value : 0) / (float)panel->most;
}

static void line(const struct panel *panel, float x1, float y1, float x2, float y2)
{
    svg_raw(panel->svg, "<line");
    svg_length(panel->svg, "x1", x1);
    svg_length(panel->svg, "y1", y1);
    svg_length(panel->svg, "x2", x2);
    svg_length(panel->svg, "y2", y2);
    svg_raw(panel->svg, "/>\n");
}

/* ---- axes --------------------------------------------------------------------------------- */

static void draw_up_axis(struct panel *panel, int want)
{
    struct ticks ticks = ticks_of(curve_most(panel->curve), want);
    panel->most = ticks.at[ticks.count - 1] ? ticks.at[ticks.count - 1] : 1;
    svg_rawf(panel->svg, "<g stroke=\"%s\">\n", heat_faint(panel->request->dark));
    for (int i = 0; i < ticks.count; i++)
        line(panel, SIDE, up(panel, ticks.at[i]), WIDE - EDGE, up(panel, ticks.at[i]));
    svg_raw(panel->svg, "</g>\n<g text-anchor=\"end\">\n");
    for (int i = 0; i < ticks.count; i++) {
        char number[24];
        snprintf(number, sizeof number, "%lld", (long long)ticks.at[i]);
        svg_label(panel->svg, SIDE - 6, up(panel, ticks.at[i]) + 4, "", number);
    }
    svg_raw(panel->svg, "</g>\n");
}

static void draw_time_axis(const struct panel *panel)
{
    const struct curve *curve = panel->curve;
    int64_t until = curve->start + curve->count * curve->step;
    struct ticks ticks = ticks_of_time(curve->start, until, 0, TICKS_ALONG);
    svg_raw(panel->svg, "<g text-anchor=\"middle\">\n");
    for (int i = 0; i < ticks.count; i++) {
        char text[TICK_TEXT];
        float step = (float)(ticks.at[i] - curve->start) / (float)curve->step;
        tick_time_text(ticks.at[i], ticks.step, 0, panel->request->language, text);
        svg_label(panel->svg, along(panel, step), panel->top + panel->high + 18, "", text);
    }
    svg_raw(panel->svg, "</g>\n");
}

/* ---- the two pictures --------------------------------------------------------------------- */

static void draw_total(const struct curve_svg_request *request, struct svg *svg)
{
    struct curve sums = curve_cumulate(request->curve, request->arena);
    struct panel panel = {svg, request, &sums, HEAD, UPPER, 1};
    char text[64];
    draw_up_axis(&panel, TICKS_UP);
    svg_rawf(svg, "<polyline fill=\"none\" stroke-width=\"2.5\" stroke=\"%s\" points=\"",
             request->dark ? "#00ff87" : "#000087");
    for (int i = 0; i <= sums.count; i++) {
        svg_raw(svg, i ? " " : "");
        svg_number(svg, along(&panel, (float)i));
        svg_raw(svg, ",");
        svg_number(svg, up(&panel, i ? sums.values[i - 1] : 0));
    }
    svg_raw(svg, "\"/>\n");
    snprintf(text, sizeof text, "%lld", (long long)curve_sum(request->curve));
    svg_label(svg, WIDE - EDGE, up(&panel, curve_sum(request->curve)) - 6,
              " text-anchor=\"end\" font-weight=\"bold\"", text);
}

static void draw_steps(const struct curve_svg_request *request, struct svg *svg)
{
    struct panel panel = {svg, request, request->curve, HEAD + UPPER + GAP, LOWER, 1};
    float wide = (float)ACROSS / (float)request->curve->count;
    draw_up_axis(&panel, 2);
    svg_rawf(svg, "<g fill=\"%s\">\n", request->dark ? "#9e9e9e" : "#767676");
    for (int i = 0; i < request->curve->count; i++) {
        float y = up(&panel, request->curve->values[i]);
        if (request->curve->values[i] <= 0)
            continue;
        svg_raw(svg, "<rect");
        svg_length(svg, "x", along(&panel, (float)i));
        svg_length(svg, "y", y);
        svg_length(svg, "width", wide > 4 ? wide - 1 : wide);
        svg_length(svg, "height", panel.top + panel.high - y);
        svg_raw(svg, "/>\n");
    }
    svg_raw(svg, "</g>\n");
    draw_time_axis(&panel);
}

static void draw_head(struct svg *svg, const char *title, const char *subtitle)
{
    svg_label(svg, EDGE, 30, " font-size=\"18\" font-weight=\"bold\"", title);
    svg_label(svg, EDGE, 50, "", subtitle);
}

static void begin(struct svg *svg, float high, const char *title, bool dark)
{
    svg_begin(svg, WIDE, high, title);
    svg_raw(svg, "<rect");
    svg_length(svg, "width", WIDE);
    svg_length(svg, "height", high);
    svg_rawf(svg, " fill=\"%s\"/>\n<g font-size=\"%d\" fill=\"%s\">\n",
             dark ? "#000000" : "#ffffff", UNIT, heat_ink(dark));
}

static void end(struct svg *svg)
{
    svg_raw(svg, "</g>\n");
    svg_end(svg);
}

static const char *step_name(const struct curve *curve)
{
    return curve->step == CURVE_HOUR  ? N_("tickets an hour")
           : curve->step == CURVE_DAY ? N_("tickets a day")
                                      : N_("tickets");
}

void curve_svg_write(struct svg *svg, const struct curve_svg_request *request)
{
    begin(svg, HEAD + UPPER + GAP + LOWER + FOOT, request->title, request->dark);
    draw_head(svg, request->title, request->subtitle);
    if (request->curve->count) {
        draw_total(request, svg);
        svg_label(svg, SIDE, HEAD - 6, "", say(request->language, N_("tickets in all")));
        draw_steps(request, svg);
        svg_label(svg, SIDE, HEAD + UPPER + GAP - 8, "",
                  say(request->language, step_name(request->curve)));
    } else {
        svg_label(svg, SIDE, HEAD + UPPER / 2, "", say(request->language, N_("nothing was sold")));
    }
    end(svg);
}

/* ---- occupancy ---------------------------------------------------------------------------- */

enum { ROW_HIGH = 56, BAR_HIGH = 14, SWATCH = 8, PARTS = 4 };

struct part {
    const char *figure; /* a format */
    int seats;
    const char *paper, *screen;
};

/* Told apart by lightness and by their order, which is that of the figures below. */
static void parts_of(const struct heat_section *seats, say_count_in *in, struct part parts[PARTS])
{
    parts[0] = (struct part){say_count(in, "%d sold", "%d sold", seats->sold), seats->sold,
                             "#000087", "#00ff87"};
    parts[1] = (struct part){say_count(in, "%d held", "%d held", seats->held), seats->held,
                             "#d75f00", "#d75f00"};
    parts[2] = (struct part){say_count(in, "%d blocked", "%d blocked", seats->blocked),
                             seats->blocked, "#767676", "#767676"};
    parts[3] = (struct part){say_count(in, "%d free", "%d free", seats->free), seats->free,
                             "#e4e4e4", "#303030"};
}

static void draw_part(struct svg *svg, const struct part *part, const struct plan_box *box,
                      bool dark)
{
    svg_raw(svg, "<rect");
    svg_length(svg, "x", box->left);
    svg_length(svg, "y", box->top);
    svg_length(svg, "width", box->right - box->left);
    svg_length(svg, "height", box->bottom - box->top);
    svg_rawf(svg, " fill=\"%s\" stroke=\"%s\" stroke-width=\".5\"/>\n",
             dark ? part->screen : part->paper, heat_ink(dark));
}

static void draw_parts(struct svg *svg, const struct part parts[PARTS], int all, float y, bool dark)
{
    float x = EDGE;
    for (int i = 0; i < PARTS; i++) {
        float wide = all ? (float)(WIDE - 2 * EDGE) * (float)parts[i].seats / (float)all : 0;
        struct plan_box box = {x, y, x + wide, y + BAR_HIGH};
        if (wide > 0)
            draw_part(svg, &parts[i], &box, dark);
        x += wide;
    }
}

/* Each figure has its part's colour beside it. */
static void draw_figures(struct svg *svg, const struct part parts[PARTS], float y,
                         const struct occupancy_svg_request *request)
{
    for (int i = 0; i < PARTS; i++) {
        char text[96];
        float x = EDGE + (float)(i * (WIDE - 2 * EDGE) / PARTS);
        struct plan_box box = {x, y - SWATCH, x + SWATCH, y};
        snprintf(text, sizeof text, parts[i].figure, parts[i].seats);
        draw_part(svg, &parts[i], &box, request->dark);
        svg_label(svg, x + SWATCH + 4, y, "", text);
    }
}

static void draw_occupancy(struct svg *svg, const struct occupancy_svg_request *request,
                           const struct occupancy_row *row, float y)
{
    const struct heat_section *seats = &row->seats;
    struct part parts[PARTS];
    char percent[16];
    parts_of(seats, request->language, parts);
    snprintf(percent, sizeof percent, "%d %%", heat_percent_sold(seats));
    svg_label(svg, EDGE, y, " font-weight=\"bold\"", row->label);
    svg_label(svg, WIDE - EDGE, y, " font-weight=\"bold\" text-anchor=\"end\"", percent);
    draw_parts(svg, parts, seats->sold + seats->held + seats->blocked + seats->free, y + 5,
               request->dark);
    svg_raw(svg, "<g font-size=\"10\">\n");
    draw_figures(svg, parts, y + 5 + BAR_HIGH + 13, request);
    svg_raw(svg, "</g>\n");
}

void occupancy_svg_write(struct svg *svg, const struct occupancy_svg_request *request)
{
    begin(svg, (float)(HEAD + request->count * ROW_HIGH + EDGE), request->title, request->dark);
    draw_head(svg, request->title, request->subtitle);
    for (int i = 0; i < request->count; i++)
        draw_occupancy(svg, request, &request->rows[i], (float)(HEAD + 10 + i * ROW_HIGH));
    end(svg);
}
