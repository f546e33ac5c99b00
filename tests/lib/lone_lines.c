#include "config.h"

#include "tests/lib/lone_lines.h"

#include "src/domain/entry_mark.h"
#include "src/domain/rights.h"

static const char *const free_c3[] = {"Stalls-C-3"}, *const free_c4[] = {"Stalls-C-4"},
                         *const blocked[] = {"Stalls-A-1"}, *const ours[] = {"Stalls-A-2"},
                         *const held[] = {"Stalls-A-6"};
static const struct tender_line cash[] = {{.tender = TENDER_CASH}};

static void the_show(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.show = HOUSE_SHOW;
}

static void history(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.history.show = HOUSE_SHOW;
}

static void some_text(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.text = "Ada";
}

static void some_loss(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.text = "1";
    cmd->meta.actor.role = ROLE_MANAGER;
    cmd->meta.reason = "seen to";
}

static void some_mark(const struct lone *lone, struct cmd *cmd)
{
    static char mark[ENTRY_MARK_TEXT];
    (void)lone;
    cmd->meta.reason = "forged";
    cmd->u.text = entry_mark_text(&(struct entry_mark){7, 1, 42}, mark);
}

static void nothing(const struct lone *lone, struct cmd *cmd)
{
    (void)lone, (void)cmd;
}

static void person(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.person.name = "mark";
    cmd->u.person.pin = "2222";
    cmd->u.person.right = RIGHT_BLOCK;
}

static void best(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.best.show = HOUSE_SHOW;
    cmd->u.best.request = (struct best_request){.count = 2, .class_no = -1, .section = -1};
}

static void our_hold(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.one_hold.hold = lone->ours.hold;
    cmd->u.one_hold.to = "anna";
    cmd->u.one_hold.to_till = "till-2";
    cmd->meta.reason = "late";
}

static void their_hold(const struct lone *lone, struct cmd *cmd)
{
    our_hold(lone, cmd);
    cmd->u.one_hold.hold = lone->theirs.hold;
    cmd->u.one_hold.to = "mark";
}

static void the_new_hold(const struct lone *lone, struct cmd *cmd)
{
    our_hold(lone, cmd);
    cmd->u.one_hold.hold = lone->made;
}

static void sell_the_new_hold(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.sell = (struct desk_sell){.hold = lone->made, .tenders = cash, .tender_count = 1};
}

static void sell_ours(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.sell = (struct desk_sell){.hold = lone->ours.hold, .tenders = cash, .tender_count = 1};
}

static void sell_theirs(const struct lone *lone, struct cmd *cmd)
{
    sell_ours(lone, cmd);
    cmd->u.sell.hold = lone->theirs.hold;
}

static const char *const *label_of(const struct cmd *cmd, const struct sale *sale, int ticket)
{
    const char **labels = arena_array(cmd->meta.arena, 1, sizeof *labels);
    labels[0] = sale->tickets[ticket].label;
    return labels;
}

static void fill_sale(struct cmd *cmd, const struct sale *sale)
{
    cmd->u.sale.id = sale->code;
    cmd->u.sale.tender = -1;
    cmd->u.sale.tenders = cash;
    cmd->u.sale.tender_count = 1;
    cmd->u.sale.labels = label_of(cmd, sale, 0);
    cmd->meta.reason = "ill";
}

static void our_sale(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->ours.sale);
    cmd->u.sale.count = 1;
}

static void their_sale(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->theirs.sale);
    cmd->u.sale.count = 1;
}

static void our_order(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->ours.order);
}

static void their_order(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->theirs.order);
}

static void our_pickup(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->ours.pickup);
}

static void their_pickup(const struct lone *lone, struct cmd *cmd)
{
    fill_sale(cmd, lone->theirs.pickup);
}

static void exchange(const struct lone *lone, struct cmd *cmd, const struct sale *sale)
{
    cmd->u.exchange = (struct desk_exchange){
        .sale = sale->code, .labels = label_of(cmd, sale, 1), .count = 1, .hold = lone->ours.hold};
    cmd->meta.reason = "another place";
}

static void exchange_ours(const struct lone *lone, struct cmd *cmd)
{
    exchange(lone, cmd, lone->ours.sale);
}

static void exchange_theirs(const struct lone *lone, struct cmd *cmd)
{
    exchange(lone, cmd, lone->theirs.sale);
}

static void hold_c3(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.hold = (struct desk_hold){.show = HOUSE_SHOW, .labels = free_c3, .count = 1};
}

static void hold_ours(const struct lone *lone, struct cmd *cmd)
{
    hold_c3(lone, cmd);
    cmd->u.hold.labels = ours;
}

static void fill_seats(struct cmd *cmd, const char *const *labels)
{
    cmd->u.seats.show = HOUSE_SHOW;
    cmd->u.seats.labels = labels;
    cmd->u.seats.count = 1;
    cmd->meta.reason = "wet";
}

static void a_free_seat(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    fill_seats(cmd, free_c4);
}

static void the_blocked_seat(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    fill_seats(cmd, blocked);
}

static void the_held_seat(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    fill_seats(cmd, held);
}

static void events(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.events = (struct event_filter){.seat = -1, .limit = 10};
}

static void audit(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.audit.filter.limit = 10;
    cmd->u.audit.show = HOUSE_SHOW;
    cmd->u.audit.seat = "Stalls-A-2";
}

static void sales(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.sales.limit = 10;
}

static void customer(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.customer = (struct customer){.name = "Ada", .email = "ada@example.org"};
}

static void money(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.money.kind = MOVE_PAID_IN;
    cmd->u.money.amount = 500;
    cmd->meta.reason = "change";
}

static void waiter(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.waiter.show = HOUSE_SHOW;
    cmd->u.waiter.waiter =
        (struct waiter){.name = "Cy", .phone = "021", .party = 2, .class_no = -1};
    cmd->u.waiter.id = lone->waiter;
}

static void scan(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.scan =
        (struct desk_scan){.show = HOUSE_SHOW, .text = lone->theirs.sale->tickets[0].code};
}

/* Its code was typed: somebody says that it may. */
static void let_in(const struct lone *lone, struct cmd *cmd)
{
    scan(lone, cmd);
    cmd->u.scan.override = true;
    cmd->meta.reason = "known";
}

static void bag(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.bag.ticket = lone->theirs.sale->tickets[0].code;
    cmd->u.bag.weight_g = BAG_LIMIT_G + 1;
}

static void scan_garbage(const struct lone *lone, struct cmd *cmd)
{
    scan(lone, cmd);
    cmd->u.scan.text = "\x1b[31mno ticket at all";
}

static void decision(const struct lone *lone, struct cmd *cmd)
{
    cmd->u.decide.conflict = lone->ours.hold;
    cmd->u.decide.outcome = CONFLICT_KEEP;
    cmd->meta.reason = "ours";
}

static void export(const struct lone *lone, struct cmd *cmd)
{
    (void)lone;
    cmd->u.export.line = "report sales";
    cmd->u.export.name = "sales.csv";
}

const struct lone_line lone_lines[] = {
    {CMD_SIGN_IN, LONE_SEEN, "who was here before signs in", person},
    {CMD_IS_NEW, LONE_SEEN, "whether the house is new", nothing},
    {CMD_FOUND, LONE_RULE, "a house with people takes no first manager", person},
    {CMD_SIGN_ACT, LONE_SEEN, "and signs for another", person},
    {CMD_SHOWS, LONE_SEEN, "the shows", nothing},
    {CMD_READ_AHEAD, LONE_SEEN, "a show read ahead", the_show},
    {CMD_OPEN_SHOW, LONE_SEEN, "a map", the_show},
    {CMD_BASKET, LONE_SEEN, "the basket", nothing},
    {CMD_HOLDS, LONE_SEEN, "everybody's holds", the_show},
    {CMD_BEST, LONE_SEEN, "the best seats", best},
    {CMD_QUOTE, LONE_SEEN, "what it costs", sell_ours},
    {CMD_SALES, LONE_SEEN, "sales", sales},
    {CMD_SALE, LONE_SEEN, "our sale", our_sale},
    {CMD_SALE, LONE_SEEN, "their sale", their_sale},
    {CMD_DUE, LONE_SEEN, "what is to be paid", the_show},
    {CMD_CUSTOMERS, LONE_SEEN, "customers", some_text},
    {CMD_SHIFT, LONE_SEEN, "the shift", nothing},
    {CMD_WAITERS, LONE_SEEN, "who waits", the_show},
    {CMD_EVENTS, LONE_SEEN, "the log", events},
    {CMD_AUDIT, LONE_SEEN, "the log of a seat", audit},
    {CMD_REPORT, LONE_SEEN, "a report", nothing},
    {CMD_SECTIONS, LONE_SEEN, "sections", the_show},
    {CMD_HISTORY, LONE_SEEN, "how full it was", history},
    {CMD_HEALTH, LONE_SEEN, "health", nothing},
    {CMD_WORKERS, LONE_SEEN, "who works", nothing},
    {CMD_DOOR, LONE_SEEN, "the door", the_show},
    {CMD_CHECKIN, LONE_RULE, "the bag of nobody", bag},
    {CMD_CONFLICTS, LONE_HOUSE, "conflicts", nothing},
    {CMD_PRINTS, LONE_SEEN, "the print queue", nothing},
    {CMD_SCALE, LONE_SEEN, "what lies on the scale", nothing},
    {CMD_HOLD, LONE_DONE, "a hold", hold_c3},
    {CMD_HOLD, LONE_RULE, "a hold of what is sold", hold_ours},
    {CMD_TRANSFER, LONE_DONE, "that hold to another", the_new_hold},
    {CMD_HOLD_BEST, LONE_DONE, "the best seats held", best},
    {CMD_RELEASE, LONE_DONE, "and given up", the_new_hold},
    {CMD_HOLD_BEST, LONE_DONE, "held again", best},
    {CMD_SELL, LONE_DONE, "and sold", sell_the_new_hold},
    {CMD_EXTEND, LONE_DONE, "our hold made longer", our_hold},
    {CMD_EXTEND, LONE_RULE, "their hold made longer", their_hold},
    {CMD_TRANSFER, LONE_HOUSE, "their hold to us", their_hold},
    {CMD_RELEASE, LONE_HOUSE, "their hold given up", their_hold},
    {CMD_FREE_SEATS, LONE_HOUSE, "a held seat freed", the_held_seat},
    {CMD_BLOCK, LONE_HOUSE, "a seat blocked", a_free_seat},
    {CMD_UNBLOCK, LONE_HOUSE, "a seat unblocked", the_blocked_seat},
    {CMD_PAY, LONE_DONE, "our order paid", our_order},
    {CMD_PAY, LONE_HOUSE, "their order paid", their_order},
    {CMD_COLLECT, LONE_DONE, "our tickets handed over", our_pickup},
    {CMD_COLLECT, LONE_RULE, "and again", our_pickup},
    {CMD_COLLECT, LONE_HOUSE, "their tickets handed over", their_pickup},
    {CMD_REPRINT, LONE_DONE, "our ticket again", our_sale},
    {CMD_REPRINT, LONE_HOUSE, "their ticket again", their_sale},
    {CMD_EXCHANGE, LONE_HOUSE, "their ticket exchanged", exchange_theirs},
    {CMD_EXCHANGE, LONE_DONE, "our ticket exchanged", exchange_ours},
    {CMD_SELL, LONE_RULE, "a hold sold that is sold", sell_ours},
    {CMD_SELL, LONE_RULE, "their hold sold", sell_theirs},
    {CMD_REFUND, LONE_DONE, "our ticket taken back", our_sale},
    {CMD_REFUND, LONE_HOUSE, "their ticket taken back", their_sale},
    {CMD_CUSTOMER_PUT, LONE_DONE, "a customer", customer},
    {CMD_WAIT_JOIN, LONE_HOUSE, "somebody waits", waiter},
    {CMD_WAIT_LEAVE, LONE_HOUSE, "somebody waits no more", waiter},
    {CMD_WAIT_SERVE, LONE_HOUSE, "the next in line", the_show},
    {CMD_SWEEP, LONE_SEEN, "what is over", nothing},
    {CMD_SCAN, LONE_DONE, "a ticket at the door", scan},
    {CMD_SCAN, LONE_DONE, "no ticket at the door", scan_garbage},
    {CMD_SCAN, LONE_DONE, "somebody let in by name", let_in},
    {CMD_BAG_WEIGH, LONE_DONE, "a heavy bag weighed", bag},
    {CMD_CHECKIN, LONE_SEEN, "a bag that waits for its fee", bag},
    {CMD_BAG_STOP, LONE_DONE, "a bag given up", bag},
    {CMD_BAG_WEIGH, LONE_DONE, "a bag weighed again", bag},
    {CMD_BAG_PAY, LONE_DONE, "a bag paid for", bag},
    {CMD_PRINT_AGAIN, LONE_RULE, "printing again", nothing},
    {CMD_PRINT_DROP, LONE_RULE, "not printing", nothing},
    {CMD_PRINT_SHIFT, LONE_RULE, "a cash-up on no paper", nothing},
    {CMD_DECIDE, LONE_HOUSE, "a conflict decided", decision},
    {CMD_STRIKE, LONE_HOUSE, "what is missing struck", some_mark},
    {CMD_SETTLE, LONE_HOUSE, "a house that went back settled", some_loss},
    {CMD_LINE, LONE_SEEN, "a line", some_text},
    {CMD_EXPORT, LONE_SEEN, "a line into a file", export},
    {CMD_SHIFT_OPEN, LONE_RULE, "a second shift", money},
    {CMD_SHIFT_MOVE, LONE_DONE, "money into the drawer", money},
    {CMD_SHIFT_CLOSE, LONE_RULE, "the drawer counted wrong", nothing},
    {CMD_SHIFT_CLOSE, LONE_DONE, "and signed for", money},
    {CMD_SHIFT_MOVE, LONE_RULE, "money into no drawer", money},
    {CMD_SHIFT_OPEN, LONE_DONE, "the next shift", money},
    {CMD_CLOSE_SHOW, LONE_SEEN, "the map left", nothing},
};

const int lone_line_count = COUNT_OF(lone_lines);
