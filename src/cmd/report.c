#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/svg.h"
#include "src/cmd/view.h"
#include "src/cmd/words.h"

static const struct {
    const char *name;
    enum report_group group;
} groups[] = {
    {"show", REPORT_BY_SHOW},   {"day", REPORT_BY_DAY},       {"hour", REPORT_BY_HOUR},
    {"till", REPORT_BY_TILL},   {"seller", REPORT_BY_SELLER}, {"type", REPORT_BY_TYPE},
    {"class", REPORT_BY_CLASS}, {"tender", REPORT_BY_TENDER},
};

/* A cell of comma-separated values; one that a spreadsheet would run is made plain text. */
static void csv_text(FILE *out, const char *text, const char *after)
{
    fputc('"', out);
    if (strchr("=+-@\t\r", text[0]) && text[0])
        fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', out);
        fputc(*text, out);
    }
    fprintf(out, "\"%s", after);
}

/* ---- sales -------------------------------------------------------------------------------- */

static bool read_group(struct call *call, const char **name, enum report_group *group)
{
    *name = args_value(&call->args, "by");
    if (!*name)
        *name = "show";
    for (int i = 0; i < COUNT_OF(groups); i++) {
        if (strcmp(groups[i].name, *name) != 0)
            continue;
        *group = groups[i].group;
        return true;
    }
    call_fail(call, VERDICT_INVALID,
              _("--by is show, day, hour, till, seller, type, class or tender, not \"%.40s\"."),
              *name);
    return false;
}

static void sales_json(struct call *call, const char *by, const struct report_row *rows, int count)
{
    struct json_out *doc = call_doc(call);
    member_object(doc, "report");
    member_text(doc, "by", by);
    member_text(doc, "currency", call->house.currency);
    member_array(doc, "rows");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "label", rows[i].label);
        member_int(doc, "tickets", rows[i].tickets);
        member_int(doc, "gross", rows[i].gross);
        member_int(doc, "fees", rows[i].fees);
        member_int(doc, "tax", rows[i].tax);
        member_int(doc, "discounts", rows[i].discounts);
        member_int(doc, "refunded", rows[i].refunded);
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
    call_doc_end(call);
}

static void sales_csv(struct call *call, const char *by, const struct report_row *rows, int count)
{
    char money[5][MONEY_TEXT];
    fprintf(call->out, "%s,tickets,gross,fees,tax,discounts,refunded\n", by);
    for (int i = 0; i < count; i++) {
        csv_text(call->out, rows[i].label, ",");
        fprintf(call->out, "%lld,%s,%s,%s,%s,%s\n", (long long)rows[i].tickets,
                view_money(call, rows[i].gross, money[0]), view_money(call, rows[i].fees, money[1]),
                view_money(call, rows[i].tax, money[2]),
                view_money(call, rows[i].discounts, money[3]),
                view_money(call, rows[i].refunded, money[4]));
    }
}

static void sales_row(struct call *call, struct grid *grid, const struct report_row *row)
{
    char money[MONEY_TEXT];
    const int64_t amounts[] = {row->gross, row->fees, row->tax, row->discounts, row->refunded};
    grid_cell(grid, "%s", row->label);
    grid_cell(grid, "%lld", (long long)row->tickets);
    for (int i = 0; i < COUNT_OF(amounts); i++)
        grid_cell(grid, "%s", view_money(call, amounts[i], money));
}

static void sales_print(struct call *call, const struct report_row *rows, int count)
{
    struct grid grid;
    struct report_row sum = {0};
    grid_start(&grid, call->arena, _("|>TICKETS|>GROSS|>FEES|>TAX|>DISCOUNTS|>REFUNDED"));
    snprintf(sum.label, sizeof sum.label, "%s", _("all"));
    for (int i = 0; i < count; i++) {
        sales_row(call, &grid, &rows[i]);
        sum.tickets += rows[i].tickets;
        sum.gross += rows[i].gross;
        sum.fees += rows[i].fees;
        sum.tax += rows[i].tax;
        sum.discounts += rows[i].discounts;
        sum.refunded += rows[i].refunded;
    }
    sales_row(call, &grid, &sum);
    grid_print(&grid, call->out);
}

/* A curve is one of time, whatever is grouped. */
static bool svg_group(struct call *call, enum report_group *group)
{
    bool of_time = *group == REPORT_BY_HOUR || *group == REPORT_BY_DAY;
    if (args_has(&call->args, "by") && !of_time) {
        call_fail(call, VERDICT_INVALID, _("--svg draws sales by hour or by day."));
        return false;
    }
    *group = of_time ? *group : REPORT_BY_HOUR;
    return true;
}

static int run_sales(struct call *call)
{
    struct report_filter filter = {0};
    struct report_row *rows;
    struct err err;
    const char *by;
    int count;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_REPORT) || !read_group(call, &by, &filter.group) ||
        !option_show(call, "show", &filter.show) || !option_time(call, "from", 0, &filter.from) ||
        !option_time(call, "until", 0, &filter.until))
        return call->exit;
    if (svg_asked(call) && !svg_group(call, &filter.group))
        return call->exit;
    if (store->ops->report(store, &filter, call->arena, &rows, &count, &err))
        return call_err(call, &err);
    if (svg_asked(call))
        return svg_sales(call, args_value(&call->args, "show"), rows, count);
    if (call->json)
        sales_json(call, by, rows, count);
    else if (args_has(&call->args, "csv"))
        sales_csv(call, by, rows, count);
    else
        sales_print(call, rows, count);
    return EXIT_DONE;
}

/* ---- occupancy ---------------------------------------------------------------------------- */

static int32_t all_seats(const struct show_count *count)
{
    return count->available + count->held + count->sold + count->blocked;
}

/* Percent of the seats that could be sold at all. */
static int occupied(const struct show_count *count)
{
    int32_t sellable = all_seats(count) - count->blocked;
    return sellable ? (int)((int64_t)count->sold * 100 / sellable) : 0;
}

static void occupancy_json(struct call *call, const struct show *shows,
                           const struct show_count *counts, int count)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "occupancy");
    for (int i = 0; i < count; i++) {
        member_object(doc, NULL);
        member_text(doc, "show", shows[i].id);
        member_int(doc, "seats", all_seats(&counts[i]));
        member_int(doc, "sold", counts[i].sold);
        member_int(doc, "held", counts[i].held);
        member_int(doc, "blocked", counts[i].blocked);
        member_int(doc, "available", counts[i].available);
        member_int(doc, "percent", occupied(&counts[i]));
        json_object_end(doc);
    }
    json_array_end(doc);
    call_doc_end(call);
}

static void occupancy_print(struct call *call, const struct show *shows,
                            const struct show_count *counts, int count)
{
    struct grid grid;
    grid_start(&grid, call->arena, _("SHOW|>SEATS|>SOLD|>HELD|>BLOCKED|>FREE|>PERCENT"));
    for (int i = 0; i < count; i++) {
        grid_cell(&grid, "%s", shows[i].id);
        grid_cell(&grid, "%d", all_seats(&counts[i]));
        grid_cell(&grid, "%d", counts[i].sold);
        grid_cell(&grid, "%d", counts[i].held);
        grid_cell(&grid, "%d", counts[i].blocked);
        grid_cell(&grid, "%d", counts[i].available);
        grid_cell(&grid, "%d%%", occupied(&counts[i]));
    }
    grid_print(&grid, call->out);
}

static void occupancy_csv(struct call *call, const struct show *shows,
                          const struct show_count *counts, int count)
{
    fprintf(call->out, "show,seats,sold,held,blocked,free,percent\n");
    for (int i = 0; i < count; i++) {
        csv_text(call->out, shows[i].id, ",");
        fprintf(call->out, "%d,%d,%d,%d,%d,%d\n", all_seats(&counts[i]), counts[i].sold,
                counts[i].held, counts[i].blocked, counts[i].available, occupied(&counts[i]));
    }
}

static int run_occupancy(struct call *call)
{
    struct show *shows;
    struct show_count *counts;
    struct err err;
    int count;
    struct store *store = call->desk.store;
    if (!call_may(call, RIGHT_REPORT))
        return call->exit;
    if (store->ops->show_list(store, call->now, call->arena, &shows, &counts, &count, &err))
        return call_err(call, &err);
    if (svg_asked(call))
        return svg_occupancy(call, shows, counts, count);
    if (call->json)
        occupancy_json(call, shows, counts, count);
    else if (args_has(&call->args, "csv"))
        occupancy_csv(call, shows, counts, count);
    else
        occupancy_print(call, shows, counts, count);
    return EXIT_DONE;
}

static const struct cmd_option sales_options[] = {
    {"by", "GROUP", N_("show, day, hour, till, seller, type, class or tender (else show)"), false},
    {"show", "SHOW", N_("only of this show"), false},
    {"from", "TIME", N_("sold at this time or later"), false},
    {"until", "TIME", N_("sold before this time"), false},
    {"csv", NULL, N_("comma-separated values"), false},
    {"svg", NULL, N_("as SVG, to print or to put on a screen"), false},
    {"dark", NULL, N_("with --svg: on black, for a screen"), false},
    {0},
};
static const struct cmd_option occupancy_options[] = {
    {"csv", NULL, N_("comma-separated values"), false},
    {"svg", NULL, N_("as SVG, to print or to put on a screen"), false},
    {"dark", NULL, N_("with --svg: on black, for a screen"), false},
    {0},
};

const struct command report_verbs[] = {
    {.name = "sales",
     .summary = N_("Tickets and money, in groups."),
     .options = sales_options,
     .run = run_sales},
    {.name = "occupancy",
     .summary = N_("How full each show is."),
     .options = occupancy_options,
     .run = run_occupancy},
    {0},
};
