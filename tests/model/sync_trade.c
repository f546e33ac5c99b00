#include "config.h"

#include "tests/model/sync_trade.h"

#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/checkin.h"
#include "src/domain/loan.h"
#include "src/domain/reseat.h"
#include "src/domain/resolve.h"
#include "src/domain/shift.h"

enum {
    HOLD_MS = 60 * 1000,
    FLOAT = 5000,
    CARD = 8000,
    PROMOTION = 700,
    FEE_OF_BAGS = 900,
    CLASSES = 2
};

const char *const trade_names[TILLS + 1] = {"t1", "t2", "t3", "t4"};

static const struct price prices[] = {{0, {2000, 1000, 1600, 1600, 0}},
                                      {1, {3000, 1500, 2400, 2400, 0}}};
static const struct show show = {.no = SHOW,
                                 .status = SHOW_OPEN,
                                 .currency = "EUR",
                                 .fee = 150,
                                 .tax_bp = 700,
                                 .gap_rule = true,
                                 .prices = prices,
                                 .price_count = CLASSES};

/* Those of a class stand together, so that a party finds other seats in its own. */
int trade_class_of(int seat)
{
    return seat * CLASSES / (SEATS + 1);
}

/* ---- as it begins --------------------------------------------------------------------------- */

static void add_drawer(struct books *books, struct arena *arena, int who)
{
    struct shift *shift = arena_alloc(arena, sizeof *shift);
    *shift = (struct shift){.id = {{0xD0, (uint8_t)(who + 1)}},
                            .version = 1,
                            .opened_at = 1,
                            .float_amount = FLOAT,
                            .currency = "EUR"};
    text_copy(shift->till, sizeof shift->till, trade_names[who]);
    text_copy(shift->staff, sizeof shift->staff, trade_names[who]);
    books_add(books, arena, BOOK_SHIFTS, shift);
}

const struct books *trade_begin(struct arena *arena)
{
    static const struct voucher vouchers[] = {
        {.code = "GIFT-1", .version = 1, .kind = VOUCHER_GIFT, .value = CARD, .budget = CARD},
        {.code = "GIFT-2",
         .version = 1,
         .kind = VOUCHER_GIFT,
         .value = CARD / 2,
         .budget = CARD / 2},
        {.code = "LESS", .version = 1, .kind = VOUCHER_AMOUNT, .value = 400, .budget = PROMOTION}};
    struct books *books = books_begin(NULL, arena);
    for (int i = 0; i < COUNT_OF(vouchers); i++)
        books_add(books, arena, BOOK_VOUCHERS, &vouchers[i]);
    for (int who = 0; who <= WEB; who++)
        add_drawer(books, arena, who);
    return books;
}

/* ---- an act --------------------------------------------------------------------------------- */

static struct changeset *begin(struct trader *trader, enum act act, const char *reason)
{
    struct changeset *cs = changeset_new(trader->world->arena);
    cs->act = act;
    cs->now = trader->now;
    cs->actor.role = ROLE_SUPERVISOR;
    text_copy(cs->actor.name, sizeof cs->actor.name, trade_names[trader->who]);
    text_copy(cs->actor.till, sizeof cs->actor.till, trade_names[trader->who]);
    text_copy(cs->reason, sizeof cs->reason, reason);
    trader->cs = cs;
    return cs;
}

static struct changeset *done(const struct trader *trader, enum verdict verdict)
{
    return verdict == VERDICT_OK ? trader->cs : NULL;
}

static int roll(const struct trader *trader, int sides)
{
    return dice_roll(&trader->world->dice, sides);
}

static struct uuid_source *ids(const struct trader *trader)
{
    return &trader->world->ids;
}

/* Who sells first opens the drawer in the same act. */
static const struct shift *drawer(struct trader *trader)
{
    const char *till = trade_names[trader->who];
    const struct shift *open = books_open_shift(trader->books, till);
    struct refusal why;
    if (open)
        return open;
    const struct uuid id = uuid_make(ids(trader), trader->now);
    if (shift_decide_open(NULL, &id, FLOAT, "EUR", trader->cs, &why) != VERDICT_OK)
        world_fault(trader->world, "a drawer cannot be opened");
    return &trader->cs->shifts.at[trader->cs->shifts.count - 1];
}

static struct hold *hold_of(struct trader *trader, const struct uuid *id, const int *seats,
                            int count)
{
    struct arena *arena = trader->world->arena;
    struct hold *hold = arena_alloc(arena, sizeof *hold);
    hold->id = *id;
    hold->version = 1;
    hold->show = SHOW;
    hold->created_at = trader->now;
    hold->expires_at = hold->ceiling_at = trader->now + HOLD_MS;
    text_copy(hold->holder, sizeof hold->holder, trade_names[trader->who]);
    text_copy(hold->till, sizeof hold->till, trade_names[trader->who]);
    hold->seats = arena_array(arena, (size_t)count, sizeof *hold->seats);
    for (int i = 0; i < count; i++)
        hold->seats[hold->seat_count++] =
            (struct hold_seat){.seat = seats[i],
                               .live = true,
                               .version = trader->seats[seats[i]].state.version,
                               .class_no = (uint8_t)trade_class_of(seats[i])};
    return hold;
}

/* ---- money ---------------------------------------------------------------------------------- */

struct purse {
    struct tender_line lines[2];
    int count;
    struct voucher gifts[2];
    int gift_count;
};

/* Who is alone spends what others are lent, too, and says PROVISIONAL. */
static struct voucher spend(const struct trader *trader, const char *code)
{
    struct voucher voucher =
        books_spend(trader->books, trader->world->arena, code, trade_names[trader->who]);
    if (trader->who != WEB)
        voucher.held = 0;
    return voucher;
}

static void put_gift(struct trader *trader, struct purse *purse, int64_t due)
{
    const struct voucher gift = spend(trader, roll(trader, 2) ? "GIFT-1" : "GIFT-2");
    int64_t left = voucher_left(&gift);
    if (left <= 0)
        return;
    purse->gifts[purse->gift_count++] = gift;
    struct tender_line *line = &purse->lines[purse->count++];
    *line = (struct tender_line){.tender = TENDER_VOUCHER, .amount = left < due ? left : due};
    text_copy(line->voucher, sizeof line->voucher, gift.code);
    if (left < due)
        purse->lines[purse->count++] = (struct tender_line){.tender = TENDER_CASH};
}

/* None: cash, exact. */
static void fill_purse(struct trader *trader, struct purse *purse, int64_t due)
{
    const int wish = roll(trader, 10);
    purse->count = purse->gift_count = 0;
    if (due <= 0)
        return;
    if (wish < 3)
        put_gift(trader, purse, due);
    else if (wish < 5)
        purse->lines[purse->count++] = (struct tender_line){.tender = TENDER_CARD, .auth = "A1B2"};
    else if (wish < 6) {
        purse->lines[purse->count++] =
            (struct tender_line){.tender = TENDER_CASH, .amount = due / 2};
        purse->lines[purse->count++] = (struct tender_line){.tender = TENDER_CARD, .auth = "A1B2"};
    }
}

/* Those that an order was paid with. */
static void all_gifts(const struct trader *trader, struct purse *purse)
{
    purse->count = 0;
    purse->gift_count = 2;
    purse->gifts[0] = spend(trader, "GIFT-1");
    purse->gifts[1] = spend(trader, "GIFT-2");
}

/* ---- selling -------------------------------------------------------------------------------- */

static int64_t price_for(struct trader *trader, const struct sell_request *request, int count,
                         struct changeset *cs)
{
    struct price_line lines[2];
    struct quote quote = {.lines = lines, .count = count};
    struct refusal why;
    for (int i = 0; i < count; i++)
        lines[i] = (struct price_line){.class_no = request->hold->seats[i].class_no,
                                       .type = request->types[i].type};
    return price_quote(&show, &request->discount, request->voucher, cs->now, &quote, &why)
               ? -1
               : quote.total;
}

static struct changeset *sell(struct trader *trader, struct sell_request *request, int count)
{
    struct changeset *cs = begin(trader, ACT_SELL, "");
    struct sell_result result;
    struct refusal why;
    struct purse purse;
    int64_t due = price_for(trader, request, count, cs);
    if (due < 0)
        return NULL;
    request->shift = drawer(trader);
    if (!request->due) {
        fill_purse(trader, &purse, due);
        request->tenders = purse.lines;
        request->tender_count = purse.count;
        request->gifts = purse.gifts;
        request->gift_count = purse.gift_count;
    }
    return done(trader, sale_decide_sell(request, cs, &result, &why));
}

struct changeset *trade_sell(struct trader *trader, const struct trade_sale *what)
{
    struct seat_type types[2];
    struct sell_request request = {.sale_id = what->sale,
                                   .sale_code = "B-2",
                                   .ids = ids(trader),
                                   .show = &show,
                                   .types = types,
                                   .type_count = what->count,
                                   .due = roll(trader, 10) < 3,
                                   .pickup = roll(trader, 10) < 3};
    request.hold = hold_of(trader, &what->hold, what->seats, what->count);
    for (int i = 0; i < what->count; i++)
        types[i] = (struct seat_type){what->seats[i], roll(trader, 4) ? TYPE_ADULT : TYPE_CHILD};
    const struct voucher less = spend(trader, "LESS");
    if (!roll(trader, 6))
        request.voucher = &less;
    struct changeset *cs = sell(trader, &request, what->count);
    if (cs || !request.voucher)
        return cs;
    request.voucher = NULL;
    return sell(trader, &request, what->count);
}

/* ---- orders --------------------------------------------------------------------------------- */

static struct changeset *pay(struct trader *trader, const struct sale *sale)
{
    struct changeset *cs = begin(trader, ACT_PAY, "");
    struct sell_result result;
    struct refusal why;
    struct purse purse;
    fill_purse(trader, &purse, sale->total - sale->paid);
    struct pay_request request = {.ids = ids(trader),
                                  .sale = sale,
                                  .gifts = purse.gifts,
                                  .gift_count = purse.gift_count,
                                  .tenders = purse.lines,
                                  .tender_count = purse.count,
                                  .shift = drawer(trader)};
    return done(trader, sale_decide_pay(&request, cs, &result, &why));
}

static const struct ticket *valid_ticket(const struct sale *sale)
{
    for (int i = 0; i < sale->ticket_count; i++)
        if (sale->tickets[i].status == TICKET_VALID)
            return &sale->tickets[i];
    return NULL;
}

static struct changeset *refund(struct trader *trader, const struct sale *sale)
{
    const struct ticket *first = valid_ticket(sale);
    struct changeset *cs = begin(trader, ACT_REFUND, "ill");
    struct refusal why;
    struct purse purse;
    int64_t back;
    all_gifts(trader, &purse);
    struct refund_request request = {.ids = ids(trader),
                                     .show = &show,
                                     .sale = sale,
                                     .now = trader->seats,
                                     .now_count = SEATS + 1,
                                     .keep_fees = !roll(trader, 3),
                                     .tender = roll(trader, 3) ? -1 : TENDER_CASH,
                                     .shift = drawer(trader),
                                     .gifts = purse.gifts,
                                     .gift_count = purse.gift_count};
    if (first && !roll(trader, 2)) {
        request.seats = &first->seat;
        request.seat_count = 1;
    }
    return done(trader, sale_decide_refund(&request, cs, &back, &why));
}

static struct changeset *reprint(struct trader *trader, const struct sale *sale)
{
    const struct ticket *ticket = valid_ticket(sale);
    struct refusal why;
    if (!ticket)
        return NULL;
    struct changeset *cs = begin(trader, ACT_REPRINT, "lost");
    return done(trader, sale_decide_reprint(ids(trader), sale, ticket->seat, cs, &why));
}

static struct changeset *collect(struct trader *trader, const struct sale *sale)
{
    struct changeset *cs = begin(trader, ACT_COLLECT, "");
    struct refusal why;
    return done(trader, sale_decide_collect(sale, cs, &why));
}

static struct changeset *exchange(struct trader *trader, const struct sale *sale,
                                  const struct trade_fresh *fresh)
{
    const struct ticket *old = valid_ticket(sale);
    struct sell_result result;
    struct refusal why;
    struct purse purse;
    if (!old || fresh->seat < 0)
        return NULL;
    struct changeset *cs = begin(trader, ACT_EXCHANGE, "");
    all_gifts(trader, &purse);
    struct exchange_request request = {.ids = ids(trader),
                                       .sale = sale,
                                       .old_show = &show,
                                       .new_show = &show,
                                       .old_seats = &old->seat,
                                       .seat_count = 1,
                                       .now = trader->seats,
                                       .now_count = SEATS + 1,
                                       .hold = hold_of(trader, &fresh->hold, &fresh->seat, 1),
                                       .gifts = purse.gifts,
                                       .gift_count = purse.gift_count,
                                       .shift = drawer(trader)};
    return done(trader, sale_decide_exchange(&request, cs, &result, &why));
}

struct changeset *trade_order(struct trader *trader, const struct uuid *id,
                              const struct trade_fresh *fresh)
{
    const struct sale *sale = books_read_sale(trader->books, trader->world->arena, id);
    const int wish = roll(trader, 10);
    if (!sale || sale->status == SALE_REFUNDED)
        return NULL;
    if (sale->status == SALE_DUE && wish < 5)
        return pay(trader, sale);
    if (wish < 2 || fresh->seat < 0)
        return sale->status == SALE_DUE || wish < 5 ? refund(trader, sale) : collect(trader, sale);
    if (wish < 4)
        return exchange(trader, sale, fresh);
    if (wish < 6)
        return reprint(trader, sale);
    return wish < 8 ? collect(trader, sale) : refund(trader, sale);
}

/* ---- bags ----------------------------------------------------------------------------------- */

/* In one way: cash, card or a gift card that has as much. */
static void fill_purse_of_bags(struct trader *trader, struct purse *purse, int64_t fee)
{
    const int wish = roll(trader, 4);
    purse->count = purse->gift_count = 0;
    if (!wish)
        put_gift(trader, purse, fee);
    else if (wish == 1)
        purse->lines[purse->count++] = (struct tender_line){.tender = TENDER_CARD, .auth = "A1B2"};
    if (purse->count > 1)
        purse->count = purse->gift_count = 0;
}

static struct changeset *pay_fee(struct trader *trader, const struct checkin *now)
{
    struct changeset *cs = begin(trader, ACT_BAG_FEE, "");
    struct purse purse;
    struct refusal why;
    int64_t change;
    fill_purse_of_bags(trader, &purse, now->fee);
    const struct fee_request fee = {.ids = ids(trader),
                                    .currency = "EUR",
                                    .tenders = purse.lines,
                                    .tender_count = purse.count,
                                    .gifts = purse.gifts,
                                    .gift_count = purse.gift_count,
                                    .shift = drawer(trader)};
    return done(trader, checkin_decide_pay(now, &fee, cs, &change, &why));
}

static struct changeset *weigh(struct trader *trader, const struct checkin *now)
{
    static const struct bag_rule rule = {.limit_g = BAG_LIMIT_G, .fee = FEE_OF_BAGS};
    const bool heavy = roll(trader, 3) > 0;
    const int32_t grams = (heavy ? BAG_LIMIT_G + 1 : 0) + roll(trader, BAG_LIMIT_G);
    struct refusal why;
    return done(trader, checkin_decide_weigh(now, &rule, grams, begin(trader, ACT_BAG, ""), &why));
}

/* Everybody knows who is in: whoever is done goes out, and some come back. */
struct changeset *trade_bag(struct trader *trader, int visitor)
{
    struct admission in = {
        .ticket = {{0x90, (uint8_t)(visitor + 1)}}, .show = SHOW, .inside = true};
    const struct checkin *kept = books_last_checkin(trader->books, &in.ticket);
    struct checkin now;
    struct refusal why;
    in.entries = kept ? kept->entry : 1;
    if (kept && kept->status == CHECKIN_COMPLETED)
        in.entries += roll(trader, 2);
    if (checkin_now(kept, &in, &now, &why))
        return NULL;
    if (now.status != CHECKIN_WAITING)
        return weigh(trader, &now);
    if (roll(trader, 10) < 7)
        return pay_fee(trader, &now);
    return done(trader, checkin_decide_stop(&now, begin(trader, ACT_BAG_STOP, ""), &why));
}

/* ---- drawers -------------------------------------------------------------------------------- */

/* The office counts anybody's. */
struct changeset *trade_drawer(struct trader *trader)
{
    const bool close = roll(trader, 4) == 0;
    struct changeset *cs = begin(trader, close ? ACT_SHIFT_CLOSE : ACT_SHIFT_MOVE, "change");
    const int whose = trader->who == WEB && close ? roll(trader, TILLS + 1) : trader->who;
    const struct shift *open = books_open_shift(trader->books, trade_names[whose]);
    const struct uuid id = uuid_make(ids(trader), trader->now);
    const int64_t counted[TENDER_COUNT] = {SHIFT_AS_EXPECTED, SHIFT_AS_EXPECTED, SHIFT_AS_EXPECTED};
    struct refusal why;
    if (!open)
        return NULL;
    const struct shift *shift = books_read_shift(trader->books, trader->world->arena, &open->id);
    if (close)
        return done(trader, shift_decide_close(shift, counted, 0, cs, &why));
    return done(trader, shift_decide_move(shift, &id, (enum move_kind)roll(trader, MOVE_KIND_COUNT),
                                          100 + roll(trader, 900), cs, &why));
}

/* ---- what tills are lent ------------------------------------------------------------------------
 */

struct changeset *trade_lend(struct trader *trader, int till)
{
    static const char *const codes[] = {"GIFT-1", "GIFT-2", "LESS"};
    const char *code = codes[roll(trader, COUNT_OF(codes))];
    struct changeset *cs = begin(trader, ACT_LEND, "");
    struct refusal why;
    struct loan_request request = {.voucher = books_voucher(trader->books, code),
                                   .own = books_loan(trader->books, code, trade_names[till]),
                                   .device = {{(uint8_t)(till + 1)}},
                                   .till = trade_names[till],
                                   .tills = TILLS,
                                   .money = roll(trader, 2) ? 100 + roll(trader, 3000) : 0,
                                   .currency = "EUR"};
    return done(trader, loan_decide(&request, cs, &why));
}

/* ---- decisions ------------------------------------------------------------------------------ */

/* A row of seats, numbered as they are counted. */
static const struct plan *little_plan(void)
{
    static struct plan_class classes[CLASSES];
    static struct plan_section section = {.row_count = 1, .seat_count = SEATS};
    static struct plan_row row = {.count = SEATS, .label = "A"};
    static struct plan_seat seats[SEATS];
    static struct plan plan = {.classes = classes,
                               .sections = &section,
                               .rows = &row,
                               .names = "\0", /* no seat has one */
                               .class_count = CLASSES,
                               .section_count = 1,
                               .row_count = 1};
    for (int i = 0; i < SEATS && !plan.seat_count; i++)
        seats[i] = (struct plan_seat){
            .no = i, .cell = i, .x = (float)i, .class_no = (uint8_t)trade_class_of(i)};
    plan.seats = seats;
    plan.seat_count = SEATS;
    return &plan;
}

static enum conflict_outcome outcome_for(struct trader *trader, const struct conflict *conflict)
{
    static const enum conflict_outcome wishes[] = {CONFLICT_KEEP, CONFLICT_SAME, CONFLICT_REFUND,
                                                   CONFLICT_REFUND};
    static const enum conflict_outcome with_offer[] = {CONFLICT_OTHER, CONFLICT_OTHER,
                                                       CONFLICT_SAME, CONFLICT_REFUND};
    if (conflict->outcome == CONFLICT_DUE)
        return CONFLICT_REFUND;
    return (conflict->offer_count ? with_offer : wishes)[roll(trader, COUNT_OF(wishes))];
}

static struct snapshot snapshot_of(const struct trader *trader)
{
    struct snapshot snapshot = {.show = show, .plan = little_plan(), .whole = true};
    snapshot.state = arena_array(trader->world->arena, SEATS, sizeof *snapshot.state);
    for (int i = 0; i < SEATS; i++)
        snapshot.state[i] = trader->seats[i].state;
    return snapshot;
}

static int live_seats(const struct hold *hold)
{
    int count = 0;
    for (int i = 0; i < hold->seat_count; i++)
        count += hold->seats[i].live;
    return count;
}

static enum verdict take_back(const struct trader *trader, struct conflict *row)
{
    const struct hold *offer = offers_read(trader->world, &row->proposal);
    struct refusal why;
    row->proposal = (struct uuid){{0}};
    return offer->status == HOLD_ACTIVE ? reseat_withdraw(offer, trader->cs, &why) : VERDICT_OK;
}

/* As src/adapter/pg_offer.c looks for them. */
static enum verdict look_for_seats(const struct trader *trader, struct conflict *row)
{
    const struct snapshot snapshot = snapshot_of(trader);
    struct refusal why;
    int32_t lost[SEATS + 1];
    for (int i = 0; i < row->seat_count; i++)
        lost[i] = row->seats[i].seat;
    row->proposal = uuid_make(ids(trader), trader->now);
    const struct reseat_request wish = {.snapshot = &snapshot,
                                        .lost = lost,
                                        .count = row->seat_count,
                                        .hold = row->proposal,
                                        .until = row->deadline,
                                        .email = "eve@example.org"};
    return reseat_decide(&wish, trader->cs, &why);
}

struct changeset *trade_offer(struct trader *trader, const struct conflict *conflict)
{
    struct changeset *cs = begin(trader, ACT_CONFLICT, "");
    LIST_RESERVE(cs->arena, &cs->conflicts, 1); /* such a row is large */
    struct conflict *row = LIST_ADD(cs->arena, &cs->conflicts);
    *row = *conflict;
    row->version++;
    const bool had = !uuid_is_zero(&row->proposal);
    return done(trader, had ? take_back(trader, row) : look_for_seats(trader, row));
}

struct changeset *trade_resolve(struct trader *trader, const struct conflict *row)
{
    struct conflict conflict = *row;
    const struct sale *sale = books_read_sale(trader->books, trader->world->arena, &row->sale);
    const struct snapshot snapshot = snapshot_of(trader);
    const struct sale *after;
    struct refusal why;
    struct purse purse;
    int seats[SEATS + 1];
    struct changeset *cs = begin(trader, ACT_CONFLICT, "");
    const struct hold *offer =
        uuid_is_zero(&row->proposal) ? NULL : offers_read(trader->world, &row->proposal);
    all_gifts(trader, &purse);
    conflict.offer_count = offer ? live_seats(offer) : 0;
    if (sale) {
        conflict.paid = sale->paid;
        conflict.total = sale->total;
    } else {
        conflict.sale = (struct uuid){{0}};
    }
    for (int i = 0; i < conflict.seat_count; i++)
        seats[i] = conflict.seats[i].seat;
    struct resolve_request request = {.ids = ids(trader),
                                      .conflict = &conflict,
                                      .outcome = outcome_for(trader, &conflict),
                                      .sale = sale,
                                      .offer = offer,
                                      .snapshot = &snapshot,
                                      .seats = seats,
                                      .tender = roll(trader, 2) ? -1 : TENDER_CASH,
                                      .shift = drawer(trader),
                                      .gifts = purse.gifts,
                                      .gift_count = purse.gift_count};
    return done(trader, resolve_decide(&request, cs, &after, &why));
}
