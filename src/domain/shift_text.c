#include "config.h"

#include "src/domain/shift_text.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/domain/page.h"
#include "src/domain/shift.h"
#include "src/domain/tender.h"
#include "src/domain/when.h"

enum { TABLE_COLUMNS = 72, FIGURE_COLUMNS = 16, WORD_COLUMNS = 10 };

static const char *tr(const struct shift_paper *paper, const char *text)
{
    return say(paper->language, text);
}

static const char *money(const struct shift_paper *paper, int64_t amount)
{
    char text[MONEY_TEXT];
    return arena_strdup(paper->arena, money_said(amount, paper->shift->currency, text));
}

static const char *tender_word(const struct shift_paper *paper, enum tender tender)
{
    return tr(paper, tender_words[tender].paper);
}

static int64_t expected_of(const struct shift *shift, enum tender tender)
{
    return shift->closed_at ? shift->expected[tender] : shift_expected(shift, tender);
}

/* ---- head and cash ------------------------------------------------------------------------ */

static void add_head(const struct shift_paper *paper, struct page *page)
{
    const struct shift *shift = paper->shift;
    char when[WHEN_TEXT], id[UUID_TEXT];
    page_rule(page, '=');
    if (paper->training)
        page_centre(page, tr(paper, N_("*** TRAINING ***")));
    page_centre(page, paper->house);
    page_centre(page, tr(paper, shift->closed_at ? N_("CASH-UP") : N_("SHIFT, STILL OPEN")));
    page_blank(page);
    page_pair(page, tr(paper, N_("Till")),
              arena_printf(paper->arena, "%s, %s", shift->till, shift->staff));
    page_pair(page, tr(paper, N_("From")),
              when_text(shift->opened_at, paper->offset_min, paper->language, when));
    if (shift->closed_at)
        page_pair(page, tr(paper, N_("To")),
                  when_text(shift->closed_at, paper->offset_min, paper->language, when));
    page_wrap(page, arena_printf(paper->arena, "%s %s", tr(paper, N_("Shift")),
                                 uuid_text(&shift->id, id)));
    page_pair(page, tr(paper, N_("Currency")), shift->currency);
}

/* How the cash in the drawer comes about: the lines add up to the last. */
static void add_cash(const struct shift_paper *paper, struct page *page)
{
    const struct shift *shift = paper->shift;
    page_rule(page, '-');
    page_pair(page, tr(paper, N_("Float")), money(paper, shift->float_amount));
    page_pair(page, tr(paper, N_("Cash taken")), money(paper, shift->taken[TENDER_CASH]));
    page_pair(page, tr(paper, N_("Dropped into the safe")), money(paper, -shift->moved[MOVE_DROP]));
    page_pair(page, tr(paper, N_("Paid in")), money(paper, shift->moved[MOVE_PAID_IN]));
    page_pair(page, tr(paper, N_("Paid out")), money(paper, -shift->moved[MOVE_PAID_OUT]));
    page_pair(page, tr(paper, N_("Cash expected")), money(paper, expected_of(shift, TENDER_CASH)));
}

/* ---- takings ------------------------------------------------------------------------------ */

static void add_takings(const struct shift_paper *paper, struct page *page)
{
    int64_t sum = 0;
    page_rule(page, '-');
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++) {
        page_pair(
            page,
            arena_printf(paper->arena, tr(paper, N_("Taken: %s")), tender_word(paper, tender)),
            money(paper, paper->shift->taken[tender]));
        sum += paper->shift->taken[tender];
    }
    page_pair(page, tr(paper, N_("TAKEN IN ALL")), money(paper, sum));
}

/* ---- the count ---------------------------------------------------------------------------- */

static const char *difference_word(const struct shift_paper *paper, int64_t difference)
{
    return tr(paper, difference < 0 ? N_("short") : difference > 0 ? N_("over") : N_("agrees"));
}

/* To the right edge of so many columns, never without a blank before it. */
static const char *to_right(const struct shift_paper *paper, const char *text, int columns)
{
    int pad = columns - text_columns(text);
    return arena_printf(paper->arena, "%*s%s", pad > 0 ? pad : 1, "", text);
}

static const char *figure(const struct shift_paper *paper, const char *text)
{
    return to_right(paper, text, FIGURE_COLUMNS);
}

struct counted {
    const char *name;
    int64_t expected, counted;
};

static void add_counted_row(const struct shift_paper *paper, const struct counted *row,
                            struct page *page)
{
    int64_t difference = row->counted - row->expected;
    page_pair(page, row->name,
              arena_printf(paper->arena, "%s%s%s%s", figure(paper, money(paper, row->expected)),
                           figure(paper, money(paper, row->counted)),
                           figure(paper, money(paper, difference)),
                           to_right(paper, difference_word(paper, difference), WORD_COLUMNS)));
}

static void add_counted_lines(const struct shift_paper *paper, const struct counted *row,
                              struct page *page)
{
    int64_t difference = row->counted - row->expected;
    page_line(page, row->name);
    page_pair(page, tr(paper, N_("  expected")), money(paper, row->expected));
    page_pair(page, tr(paper, N_("  counted")), money(paper, row->counted));
    page_pair(page, arena_printf(paper->arena, "  %s", difference_word(paper, difference)),
              money(paper, difference));
}

static void add_counted(const struct shift_paper *paper, const struct counted *row,
                        struct page *page)
{
    if (page->columns >= TABLE_COLUMNS)
        add_counted_row(paper, row, page);
    else
        add_counted_lines(paper, row, page);
}

static void add_count_head(const struct shift_paper *paper, struct page *page)
{
    page_rule(page, '-');
    if (page->columns < TABLE_COLUMNS)
        return;
    page_pair(page, "",
              arena_printf(paper->arena, "%s%s%s%*s", figure(paper, tr(paper, N_("expected"))),
                           figure(paper, tr(paper, N_("counted"))),
                           figure(paper, tr(paper, N_("difference"))), WORD_COLUMNS, ""));
}

static void add_count(const struct shift_paper *paper, struct page *page)
{
    const struct shift *shift = paper->shift;
    struct counted sum = {.name = tr(paper, N_("ALL"))};
    add_count_head(paper, page);
    for (enum tender tender = 0; tender < TENDER_COUNT; tender++) {
        const struct counted row = {tender_word(paper, tender), shift->expected[tender],
                                    shift->counted[tender]};
        add_counted(paper, &row, page);
        sum.expected += row.expected;
        sum.counted += row.counted;
    }
    add_counted(paper, &sum, page);
    if (shift->reason[0]) {
        page_blank(page);
        page_wrap(page,
                  arena_printf(paper->arena, "%s: %s", tr(paper, N_("Reason")), shift->reason));
    }
}

static void add_uncounted(const struct shift_paper *paper, struct page *page)
{
    page_rule(page, '-');
    if (shift_came_home_late(paper->shift)) {
        page_wrap(page,
                  tr(paper, N_("CAME HOME LATE: the till brought this after the house had closed "
                               "its shift. The closed shift keeps its figures.")));
        return;
    }
    page_wrap(page, tr(paper, N_("NOT COUNTED: the house closed this shift when its till came back "
                                 "with another one. Count the drawer and compare.")));
}

const char *shift_text(const struct shift_paper *paper)
{
    struct page page;
    page_start(&page, paper->arena, paper->columns);
    add_head(paper, &page);
    add_takings(paper, &page);
    add_cash(paper, &page);
    if (shift_is_counted(paper->shift))
        add_count(paper, &page);
    else if (paper->shift->closed_at)
        add_uncounted(paper, &page);
    page_rule(&page, '=');
    return page_text(&page);
}
