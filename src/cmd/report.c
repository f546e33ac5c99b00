#include "config.h"

#include <stdio.h>
#include <string.h>

#include "src/cmd/commands.h"
#include "src/cmd/intl.h"
#include "src/cmd/report_history.h"
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
        if (rows[i].at)
            member_time(doc, "at", rows[i].at);
        member_int(doc, "tickets", rows[i].tickets);
        member_int(doc, "gross", rows[i].gross);
        member_int(doc, "fees", rows[i].fees);
        member_int(doc, "tax", rows[i].tax);
        member_int(doc, "discounts", rows[i].discounts);
        member_int(doc, "refunded", rows[i].refunded);
        member_int(doc, "kept", rows[i].kept);
        member_int(doc, "late", rows[i].late);
        json_object_end(doc);
    }
    json_array_end(doc);
    json_object_end(doc);
    call_doc_end(call);
}

/* As programs read it, in every language. */
static const char *plain_money(const struct call *call, int64_t amount, char out[MONEY_TEXT])
{
    return money_text(amount, call->house.currency, out);
}

static void sales_csv(struct call *call, const char *by, const struct report_row *rows, int count)
{
    char money[7][MONEY_TEXT];
    fprintf(call->out, "%s,tickets,gross,fees,tax,discounts,refunded,kept,late\n", by);
    for (int i = 0; i < count; i++) {
        csv_text(call->out, rows[i].label, ",");
        fprintf(call->out, "%lld,%s,%s,%s,%s,%s,%s,%s\n", (long long)rows[i].tickets,
                plain_money(call, rows[i].gross, money[0]),
                plain_money(call, rows[i].fees, money[1]), plain_money(call, rows[i].tax, money[2]),
                plain_money(call, rows[i].discounts, money[3]),
                plain_money(call, rows[i].refunded, money[4]),
                plain_money(call, rows[i].kept, money[5]),
                plain_money(call, rows[i].late, money[6]));
    }
}

/* What a row is about, as people read it; JSON and CSV keep the code. */
static const char *label_word(enum report_group group, const char *label)
{
    enum price_type type;
    enum tender tender;
    if (group == REPORT_BY_TYPE && price_type_parse(label, &type))
        return C_("type", price_type_name(type));
    if (group == REPORT_BY_TENDER && tender_parse(label, &tender))
        return C_("tender", tender_name(tender));
    return label;
}

static void sales_row(struct call *call, struct grid *grid, const struct report_row *row,
                      const char *label)
{
    char money[MONEY_TEXT];
    const int64_t amounts[] = {row->gross,    row->fees, row->tax, row->discounts,
                               row->refunded, row->kept, row->late};
    grid_cell(grid, "%s", label);
    grid_cell(grid, "%lld", (long long)row->tickets);
    for (int i = 0; i < COUNT_OF(amounts); i++)
        grid_cell(grid, "%s", view_money(call, amounts[i], money));
}

static void sales_print(struct call *call, enum report_group group, const struct report_row *rows,
                        int count)
{
    struct grid grid;
    struct report_row sum = {0};
    grid_start(&grid, call->arena,
               _("|>TICKETS|>GROSS|>FEES|>TAX|>DISCOUNTS|>REFUNDED|>KEPT|>LATE"));
    for (int i = 0; i < count; i++) {
        sales_row(call, &grid, &rows[i], label_word(group, rows[i].label));
        sum.tickets += rows[i].tickets;
        sum.gross += rows[i].gross;
        sum.fees += rows[i].fees;
        sum.tax += rows[i].tax;
        sum.discounts += rows[i].discounts;
        sum.refunded += rows[i].refunded;
        sum.kept += rows[i].kept;
        sum.late += rows[i].late;
    }
    sales_row(call, &grid, &sum, _("all"));
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
        sales_print(call, filter.group, rows, count);
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

/* What is full, and by how much: shows, or the sections of one. */
struct places {
    const char *what, *head; /* "show"; N_: the head of its column */
    const char **names;
    const struct show_count *counts;
    int count;
};

static void occupancy_json(struct call *call, const struct places *places)
{
    struct json_out *doc = call_doc(call);
    member_array(doc, "occupancy");
    for (int i = 0; i < places->count; i++) {
        const struct show_count *count = &places->counts[i];
        member_object(doc, NULL);
        member_text(doc, places->what, places->names[i]);
        member_int(doc, "seats", all_seats(count));
        member_int(doc, "sold", count->sold);
        member_int(doc, "held", count->held);
        member_int(doc, "blocked", count->blocked);
        member_int(doc, "available", count->available);
        member_int(doc, "percent", occupied(count));
        json_object_end(doc);
    }
    json_array_end(doc);
    call_doc_end(call);
}

static void occupancy_print(struct call *call, const struct places *places)
{
    struct grid grid;
    grid_start(&grid, call->arena, places->head);
    for (int i = 0; i < places->count; i++) {
        const struct show_count *count = &places->counts[i];
        grid_cell(&grid, "%s", places->names[i]);
        grid_cell(&grid, "%d", all_seats(count));
        grid_cell(&grid, "%d", count->sold);
        grid_cell(&grid, "%d", count->held);
        grid_cell(&grid, "%d", count->blocked);
        grid_cell(&grid, "%d", count->available);
        grid_cell(&grid, "%d%%", occupied(count));
    }
    grid_print(&grid, call->out);
}

static void occupancy_csv(struct call *call, const struct places *places)
{
    fprintf(call->out, "%s,seats,sold,held,blocked,free,percent\n", places->what);
    for (int i = 0; i < places->count; i++) {
        const struct show_count *count = &places->counts[i];
        csv_text(call->out, places->names[i], ",");
        fprintf(call->out, "%d,%d,%d,%d,%d,%d\n", all_seats(count), count->sold, count->held,
                count->blocked, count->available, occupied(count));
    }
}

static int occupancy_answer(struct call *call, const struct places *places)
{
    if (call->json)
        occupancy_json(call, places);
    else if (args_has(&call->args, "csv"))
        occupancy_csv(call, places);
    else
        occupancy_print(call, places);
    return EXIT_DONE;
}

static int occupancy_of_show(struct call *call, int32_t show)
{
    struct section_count *sections;
    struct show_count *counts;
    struct err err;
    struct places places = {.what = "section",
                            .head = _("SECTION|>SEATS|>SOLD|>HELD|>BLOCKED|>FREE|>PERCENT")};
    struct store *store = call->desk.store;
    if (svg_asked(call))
        return call_fail(call, VERDICT_INVALID,
                         _("--svg draws how full the shows are; leave --show out."));
    if (store->ops->show_sections(store, show, call->now, call->arena, &sections, &places.count,
                                  &err))
        return call_err(call, &err);
    places.names = arena_array(call->arena, (size_t)places.count + 1, sizeof *places.names);
    counts = arena_array(call->arena, (size_t)places.count + 1, sizeof *counts);
    for (int i = 0; i < places.count; i++) {
        places.names[i] = sections[i].section;
        counts[i] = sections[i].count;
    }
    places.counts = counts;
    return occupancy_answer(call, &places);
}

static int occupancy_of_shows(struct call *call)
{
    struct show *shows;
    struct show_count *counts;
    struct err err;
    struct places places = {.what = "show",
                            .head = _("SHOW|>SEATS|>SOLD|>HELD|>BLOCKED|>FREE|>PERCENT")};
    struct store *store = call->desk.store;
    if (store->ops->show_list(store, call->now, call->arena, &shows, &counts, &places.count, &err))
        return call_err(call, &err);
    if (svg_asked(call))
        return svg_occupancy(call, shows, counts, places.count);
    places.names = arena_array(call->arena, (size_t)places.count + 1, sizeof *places.names);
    for (int i = 0; i < places.count; i++)
        places.names[i] = shows[i].id;
    places.counts = counts;
    return occupancy_answer(call, &places);
}

static int run_occupancy(struct call *call)
{
    int32_t show;
    if (!call_may(call, RIGHT_REPORT) || !option_show(call, "show", &show))
        return call->exit;
    if (args_has(&call->args, "history"))
        return report_history(call, show);
    return show ? occupancy_of_show(call, show) : occupancy_of_shows(call);
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
    {"show", "SHOW", N_("of this show, section by section"), false},
    {"history", NULL, N_("with --show: how full it was, over time"), false},
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
     .summary = N_("How full each show is, or each section of one."),
     .options = occupancy_options,
     .run = run_occupancy},
    {0},
};
