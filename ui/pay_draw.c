/* The payment screen as it is drawn: from forty columns up, the least important rows go first. */
#include "config.h"

#include "ui/pay.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/loan.h"
#include "src/domain/tender.h"
#include "ui/format.h"

enum {
    SEAT_COLUMNS = 24,
    SEAT_MOST = 50,
    WIDE = 76,
    SUMS = 74,
    TYPE_COLUMNS = 10,
    PART_COLUMNS = 17,
    PART_NARROW = 12,
    WAYS = 5,
    LINES_WANTED = 4,
    GAPS = 5,
    CELL = 128,
    ROW_BYTES = 512
};

/* What is drawn: everything a row needs. */
struct pay_look {
    const struct pay *pay;
    const struct view *view;
    const struct basket *basket;
    const char *currency;
    struct canvas *canvas;
    struct area body;
    int row;
    /* the layout */
    int lines, gaps, ways, parts;
    bool head, rule, off;
};

/* ---- layout ------------------------------------------------------------------------------- */

static bool takes_off(const struct basket *basket)
{
    return basket->quote.discounts > 0;
}

static int rows_needed(const struct pay_look *look)
{
    int sums = 1 + look->rule + look->off, buyer = 1, last = 1;
    return look->head + sums + buyer + look->ways + look->parts + last + look->gaps;
}

/* Rows go in this order until some lines of the basket fit: gaps, rule, ways, head. */
static void lay_out(struct pay_look *look)
{
    int wanted = look->basket->count < LINES_WANTED ? look->basket->count : LINES_WANTED;
    look->head = look->rule = true;
    look->off = takes_off(look->basket);
    look->gaps = GAPS;
    look->ways = WAYS + 1;
    look->parts = look->pay->tenders.way == WAY_SPLIT ? look->pay->tenders.count + 1 : 1;
    while (rows_needed(look) + wanted > look->body.rows) {
        if (look->gaps > 0)
            look->gaps--;
        else if (look->rule)
            look->rule = false;
        else if (look->ways > 1)
            look->ways = 1;
        else if (look->head)
            look->head = false;
        else
            break;
    }
    while (look->gaps < GAPS && rows_needed(look) + look->basket->count < look->body.rows)
        look->gaps++; /* what the ways left is air again */
    look->lines = look->body.rows - rows_needed(look);
    look->lines = look->lines < 1 ? 1 : look->lines;
    look->lines = look->lines > look->basket->count ? look->basket->count : look->lines;
}

/* The gaps that stay longest have the lowest rank. */
static void gap(struct pay_look *look, int rank)
{
    look->row += rank < look->gaps;
}

/* ---- lines -------------------------------------------------------------------------------- */

static bool is_wide(const struct pay_look *look)
{
    return look->body.columns >= WIDE;
}

static int sums_end(const struct pay_look *look)
{
    return is_wide(look) ? SUMS : look->body.columns - 1;
}

/* Of a narrow screen the seat takes what type and total leave. */
static int seat_columns(const struct pay_look *look)
{
    int left = look->body.columns - TYPE_COLUMNS - 16;
    if (is_wide(look))
        return SEAT_COLUMNS;
    return left < 1 ? 1 : left > SEAT_MOST ? SEAT_MOST : left;
}

static void line_text(const struct pay_look *look, int index, char *out, size_t size)
{
    const struct price_line *price = &look->basket->quote.lines[index];
    char seat[SEAT_MOST * 4 + 1], type[TYPE_COLUMNS * 4 + 1];
    char full[FORMAT_TEXT], off[FORMAT_TEXT] = "", fee[FORMAT_TEXT], total[FORMAT_TEXT];
    text_fit(seat, sizeof seat, look->basket->lines[index].label, seat_columns(look), true);
    text_fit(type, sizeof type, price_type_word(price->type), TYPE_COLUMNS, true);
    format_money(price->total, look->currency, total);
    format_money(price->price, look->currency, full);
    format_money(price->fee, look->currency, fee);
    if (price->discount)
        format_money(-price->discount, look->currency, off);
    if (!is_wide(look))
        snprintf(out, size, "%2d %s %s%10s", index + 1, seat, type, total);
    else
        snprintf(out, size, "%3d  %s %s %9s %8s %7s %9s", index + 1, seat, type, full, off, fee,
                 total);
}

static void draw_head(struct pay_look *look)
{
    char seat[SEAT_COLUMNS * 4 + 1], type[TYPE_COLUMNS * 4 + 1];
    char price[FORMAT_TEXT], off[FORMAT_TEXT], fee[FORMAT_TEXT], total[FORMAT_TEXT];
    if (!look->head)
        return;
    text_fit(seat, sizeof seat, _("Seat"), SEAT_COLUMNS, true);
    text_fit(type, sizeof type, _("Type"), TYPE_COLUMNS, true);
    if (!is_wide(look))
        draw_printf(look->canvas, look->body, look->row, 1, STYLE_STRONG, " # %s", _("Seat"));
    else
        draw_printf(look->canvas, look->body, look->row, 1, STYLE_STRONG, "  #  %s %s %s %s %s %s",
                    seat, type,
                    /* L10N: head of a column of an order; at most 9 columns */
                    format_right(C_("column", "Price"), 9, price),
                    /* L10N: head of a column of an order: the discount; at most 8 columns */
                    format_right(takes_off(look->basket) ? C_("column", "Off") : "", 8, off),
                    /* L10N: head of a column of an order: the booking fee; at most 7 columns */
                    format_right(C_("column", "Fee"), 7, fee),
                    /* L10N: head of a column of an order; at most 9 columns */
                    format_right(C_("column", "Total"), 9, total));
    struct area corner = area_part(look->body, look->row, 0, 1, -1);
    list_draw_position(&look->pay->list, look->canvas, corner, look->lines, look->basket->count);
    look->row++;
}

static void draw_lines(struct pay_look *look)
{
    struct area rows = area_part(look->body, look->row, 0, look->lines, -1);
    int top = list_top(&look->pay->list, look->lines, look->basket->count);
    for (int i = top; i < look->basket->count && i < top + look->lines; i++) {
        char text[ROW_BYTES];
        line_text(look, i, text, sizeof text);
        list_draw_row(&look->pay->list, look->canvas, rows, i, top, text);
    }
    look->row += look->lines;
}

/* Sums stand under the totals of the lines. */
static void draw_sum(struct pay_look *look, enum style style, const char *words, int64_t amount)
{
    char money[FORMAT_TEXT], text[CELL * 2];
    struct area row = area_part(look->body, look->row, 0, 1, sums_end(look));
    snprintf(text, sizeof text, "%s %s %10s", words, look->currency,
             format_money(amount, look->currency, money));
    draw_right(look->canvas, row, 0, style, text);
    look->row++;
}

static void off_words(const struct pay_look *look, char *out, size_t size)
{
    const struct draft *draft = look->view->draft;
    const char *voucher = look->basket->quote.from_voucher ? draft->voucher.code : "";
    char discount[CELL];
    discount_words(&draft->discount, look->currency, discount, sizeof discount);
    snprintf(out, size, "%s%s%s%s%s%s%s", _("Discount"), *discount ? " " : "", discount,
             *voucher ? "  " : "", voucher, draft->approver.name[0] ? "  / " : "",
             draft->approver.name);
}

static int provisional_lines(const struct pay_look *look)
{
    int count = 0;
    for (int i = 0; i < look->basket->count; i++) {
        int seat = model_seat_by_no(look->view->model, look->basket->lines[i].seat);
        count += seat >= 0 && model_is_provisional(look->view->model, seat);
    }
    return count;
}

/* Does a promotion take off more than this till, which is alone, is lent of it? */
static bool is_beyond_loan(const struct pay_look *look)
{
    const struct voucher *voucher = &look->view->draft->voucher;
    const int64_t gives = look->basket->quote.from_voucher;
    const struct voucher_loan own = {.money = voucher->own, .uses = voucher->own_uses};
    return look->view->model->health.map_as_of && gives && !loan_covers(voucher, &own, gives);
}

/* Before money is taken: what the till cannot promise. Left of the total. */
static void draw_provisional(struct pay_look *look)
{
    int count = provisional_lines(look);
    if (!count && is_beyond_loan(look))
        draw_printf(look->canvas, look->body, look->row, 2, STYLE_URGENT, "%s", _("PROVISIONAL"));
    if (!count)
        return;
    /* L10N: left of the total; at most 50 columns, with a count of two digits */
    draw_printf(look->canvas, look->body, look->row, 2, STYLE_URGENT,
                is_wide(look) ? ngettext("PROVISIONAL: %d seat could be sold elsewhere",
                                         "PROVISIONAL: %d seats could be sold elsewhere",
                                         (unsigned long)count)
                              : _("PROVISIONAL"),
                count);
}

static void draw_sums(struct pay_look *look)
{
    const struct quote *quote = &look->basket->quote;
    char words[CELL * 2];
    if (look->rule) {
        draw_right(look->canvas, area_part(look->body, look->row++, 0, 1, sums_end(look)), 0,
                   STYLE_DIM, "-------------------");
    }
    if (look->off) {
        off_words(look, words, sizeof words);
        draw_sum(look, STYLE_TEXT, words, -quote->discounts); /* the voucher's part is in it */
    }
    draw_provisional(look);
    draw_sum(look, STYLE_STRONG, _("TOTAL"), quote->total);
}

static void draw_buyer(struct pay_look *look)
{
    const struct customer *customer = &look->view->draft->customer;
    int column =
        draw_printf(look->canvas, look->body, look->row, 2, STYLE_TEXT, "%s  ", _("Customer"));
    if (customer->name[0])
        draw_printf(look->canvas, look->body, look->row, column, STYLE_STRONG, "%s  %s  %s",
                    customer->name, customer->phone, customer->email);
    else
        draw_words(look->canvas, look->body, look->row, column, STYLE_DIM,
                   _("none (walk-up)   a finds or adds one"));
    look->row++;
}

/* ---- ways to pay -------------------------------------------------------------------------- */

static const struct {
    enum way way;
    int action;
} ways[WAYS] = {{WAY_CASH, PAY_CASH},
                {WAY_CARD, PAY_CARD},
                {WAY_GIFT, PAY_VOUCHER},
                {WAY_SPLIT, PAY_SPLIT},
                {WAY_PICKUP, PAY_PICKUP}};

static char *key_of(const struct view *view, int id, char out[KEYS_NAME_TEXT])
{
    out[0] = '\0';
    for (int i = 0; i < pay_action_count; i++)
        if (pay_actions[i].id == id)
            keymap_key(view->own_keys, &pay_actions[i], out);
    return out;
}

static void way_note(const struct pay_look *look, enum way way, char *out, size_t size)
{
    char money[FORMAT_TEXT];
    text_copy(out, size, "");
    if (way == WAY_CASH && look->pay->tenders.way != WAY_SPLIT)
        /* L10N: behind "Cash"; the total stands in it; at most 55 columns */
        snprintf(out, size, _("exact %s, or type the amount given"),
                 format_money(look->basket->quote.total, look->currency, money));
    else if (way == WAY_CARD)
        text_copy(out, size, _("with the terminal's authorisation code"));
}

static void draw_way(struct pay_look *look, int index)
{
    enum way way = ways[index].way;
    bool chosen = look->pay->tenders.way == way;
    char key[KEYS_NAME_TEXT], note[CELL];
    struct area row = area_part(look->body, look->row++, 3, 1, -1);
    draw_text(look->canvas, row, 0, 0, STYLE_STRONG, chosen ? ">" : " ");
    draw_text(look->canvas, row, 0, 1, STYLE_KEY, key_of(look->view, ways[index].action, key));
    int column =
        draw_text(look->canvas, row, 0, 4, chosen ? STYLE_STRONG : STYLE_TEXT, way_word(way));
    way_note(look, way, note, sizeof note);
    draw_words(look->canvas, row, 0, column + 2 > 21 ? column + 2 : 21, STYLE_DIM, note);
}

static const char *hint_of(int id)
{
    for (int i = 0; i < pay_action_count; i++)
        if (pay_actions[i].id == id)
            return _(pay_actions[i].hint);
    return "";
}

/* Where there is one row for all of them: "c cash  d card", as many as it takes. */
static void draw_ways_brief(struct pay_look *look)
{
    char text[CELL * 2] = "", key[KEYS_NAME_TEXT];
    for (int i = 0; i < WAYS; i++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s%s %s", i ? "  " : "",
                 key_of(look->view, ways[i].action, key), hint_of(ways[i].action));
    }
    draw_words(look->canvas, look->body, look->row++, 0, STYLE_KEY, text);
}

static void draw_ways(struct pay_look *look)
{
    enum way way = look->pay->tenders.way;
    if (look->ways == 1 && way == WAY_NONE) {
        draw_ways_brief(look);
        return;
    }
    if (look->ways == 1) {
        draw_text(look->canvas, look->body, look->row++, 2, STYLE_STRONG, way_word(way));
        return;
    }
    draw_text(look->canvas, look->body, look->row++, 2, STYLE_TEXT, _("How is it paid?"));
    for (int i = 0; i < WAYS; i++)
        draw_way(look, i);
}

/* ---- what is given ------------------------------------------------------------------------ */

static void draw_change(struct pay_look *look, int column)
{
    char text[FORMAT_TEXT];
    int64_t given, change;
    if (!tenders_change(&look->pay->tenders, look->basket->quote.total, look->currency, &given,
                        &change))
        return;
    /* L10N: money handed back; at most 20 columns with the amount */
    draw_printf(look->canvas, look->body, look->row, column + 4, STYLE_STRONG, _("CHANGE  %s"),
                format_money(change, look->currency, text));
}

/* The cursor waits behind the digits. */
static int draw_typed(struct pay_look *look, const char *words)
{
    int column = draw_printf(look->canvas, look->body, look->row, 2, STYLE_TEXT, "%s  ", words);
    column = draw_printf(look->canvas, look->body, look->row, column, STYLE_FIELD_FOCUS, "%8s",
                         look->pay->tenders.typed);
    draw_cursor(look->canvas, look->body, look->row, column);
    return column;
}

static void draw_part(struct pay_look *look, const struct tender_line *part)
{
    char money[FORMAT_TEXT], word[PART_COLUMNS * 4 + 1];
    text_fit(word, sizeof word, _(tender_words[part->tender].title),
             is_wide(look) ? PART_COLUMNS : PART_NARROW, true);
    draw_printf(look->canvas, look->body, look->row++, 4, STYLE_TEXT, "%s %9s  %s%s", word,
                format_money(part->amount, look->currency, money), part->auth, part->voucher);
}

static void draw_split(struct pay_look *look)
{
    const struct tenders *tenders = &look->pay->tenders;
    char money[FORMAT_TEXT];
    int64_t total = look->basket->quote.total, left = tenders_left(tenders, total);
    int column = 0;
    for (int i = 0; i < tenders->count; i++)
        draw_part(look, &tenders->parts[i]);
    if (left > 0)
        column = draw_typed(look, _("Amount")) + 1;
    else if (tenders_types_given(tenders, total))
        column = draw_typed(look, _("Given")) + 1;
    column = draw_printf(look->canvas, look->body, look->row, column + 2, STYLE_STRONG,
                         _("LEFT  %s"), format_money(left, look->currency, money));
    draw_change(look, column);
    look->row++;
}

static void draw_given(struct pay_look *look)
{
    const struct tenders *tenders = &look->pay->tenders;
    bool types_amount = tenders->way == WAY_NONE && tenders->typed[0];
    if (tenders->way == WAY_SPLIT) {
        draw_split(look);
        return;
    }
    if (tenders->way != WAY_CASH && !types_amount && tenders->count > 0) {
        draw_part(look, &tenders->parts[0]);
        return;
    }
    if (tenders->way == WAY_CASH)
        draw_change(look, draw_typed(look, _("Given")));
    else if (types_amount)
        draw_typed(look, _("Amount"));
    look->row++;
}

/* What Enter would do now. */
static void draw_enter(struct pay_look *look)
{
    const struct pay *pay = look->pay;
    const struct customer *customer = &look->view->draft->customer;
    int count = look->basket->count;
    bool ready = !tenders_check(&pay->tenders, look->basket->quote.total, look->currency);
    char text[CELL * 2];
    if (pay->selling)
        text_copy(text, sizeof text, _("The sale is on its way."));
    else if (!ready)
        text_copy(text, sizeof text, _("Nothing is charged until Enter."));
    else if (pay->tenders.way == WAY_PICKUP)
        snprintf(text, sizeof text,
                 ngettext("Enter = keep %d seat for %s, paid at pickup",
                          "Enter = keep %d seats for %s, paid at pickup", (unsigned long)count),
                 count, customer->name[0] ? customer->name : "...");
    else if (!is_wide(look))
        /* L10N: what Enter does; at most 36 columns */
        snprintf(text, sizeof text,
                 ngettext("Enter = sell %d seat", "Enter = sell %d seats", (unsigned long)count),
                 count);
    else
        /* L10N: what Enter does; at most 70 columns */
        snprintf(text, sizeof text,
                 ngettext("Enter = take the money and print %d ticket",
                          "Enter = take the money and print %d tickets", (unsigned long)count),
                 count);
    draw_words(look->canvas, look->body, look->row, 2, ready ? STYLE_STRONG : STYLE_DIM, text);
}

/* ---- all of it ---------------------------------------------------------------------------- */

/* Time was up, or a supervisor took the last one. */
static void draw_ended(const struct view *view, struct canvas *canvas, struct area body)
{
    struct area area = area_part(body, 1, 2, -1, body.columns - 4);
    const struct draft *draft = view->draft;
    int ended = draft_ended(draft, view->model);
    int row = draw_wrapped(canvas, area_part(area, 0, 0, 3, -1), STYLE_ERROR,
                           ended ? _("The hold has ended and its seats are free again.")
                                 : _("The basket is empty.")) +
              1;
    for (int i = 0; i < ended && row < area.rows - 2; i++) {
        char label[SEAT_TEXT];
        int seat = model_seat_by_no(view->model, draft->ended[i].seat);
        if (seat >= 0)
            draw_text(canvas, area, row++, 2, STYLE_TEXT,
                      plan_seat_label(view->model->map.plan, seat, label));
    }
    draw_wrapped(canvas, area_part(area, row + 1, 0, 3, -1), STYLE_STRONG,
                 ended ? _("Enter = try the same seats again      Esc = back to the map")
                       : _("Esc = back to the map"));
    draw_cursor(canvas, area, row + 1, 0);
}

static void draw_order(struct pay_look *look)
{
    lay_out(look);
    gap(look, 4);
    draw_head(look);
    draw_lines(look);
    draw_sums(look);
    gap(look, 1);
    draw_buyer(look);
    gap(look, 0);
    draw_ways(look);
    gap(look, 2);
    draw_given(look);
    gap(look, 3);
    draw_enter(look);
}

void pay_draw(const void *state, const struct view *view, struct canvas *canvas, struct area body)
{
    const struct pay *pay = state;
    struct arena *arena = arena_new();
    struct pay_look look = {.pay = pay,
                            .view = view,
                            .basket = basket_look(view->model, view->draft, arena),
                            .currency = view->model->map.show.currency,
                            .canvas = canvas,
                            .body = body};
    if (look.basket->count > 0)
        draw_order(&look);
    else
        draw_ended(view, canvas, body);
    if (pay->sign.open)
        sign_draw(&pay->sign, view->tier, canvas, body);
    arena_free(&arena);
}
