/* What the files of the order screen share. */
#ifndef LOGE_UI_ORDER_H
#define LOGE_UI_ORDER_H

#include "ui/confirm.h"
#include "ui/list.h"
#include "ui/screen.h"
#include "ui/settle.h"
#include "ui/sign.h"

enum { ORDER_MARKS_MAX = 500 };

/* Behind a code in the screen's argument: somebody is here to pick it up, and Enter hands over. */
#define ORDER_PICKUP " pickup"

/* Behind a code as well: its refund is opened at once. */
#define ORDER_REFUNDS " refund"

/* The same for the exchange that waited for seats. */
#define ORDER_EXCHANGES " exchange"

enum order_does {
    ORDER_NOTHING,
    ORDER_REFUND,
    ORDER_EXCHANGE,
    ORDER_PAY,
    ORDER_REPRINT,
    ORDER_COLLECT,
};

/* A refund being made up. */
struct refund {
    bool open;
    bool keep_fees;
    int tender; /* -1: as it was paid */
    struct confirm confirm;
};

struct order {
    char code[CODE_TEXT];
    struct arena *arena; /* what the sale lives in */
    struct sale *sale;   /* NULL: on its way */
    struct arena *shows_arena;
    const struct show *shows;
    int show_count;
    struct list list; /* of tickets */
    bool marked[ORDER_MARKS_MAX];
    bool paper;       /* the ticket is shown whole */
    bool pickup;      /* somebody is here for it */
    bool refunds;     /* open the refund once the order is known */
    bool exchanges;   /* or go on with the exchange */
    bool handed_over; /* just now */
    struct refund refund;
    struct settle settle;
    struct sign sign;
    enum order_does does;  /* what is being done, or asked about */
    enum order_does asked; /* whose answer is on its way */
    char reason[REASON_TEXT];
    struct actor approver;
};

/* Valid tickets an act is on: the marked ones, or all. Returns how many. */
int order_chosen(const struct order *order, const struct ticket **out, int most);
int order_chosen_count(const struct order *order);
const struct show *order_show(const struct order *order, const struct view *view);

/* order_refund.c */
int64_t refund_sum(const struct order *order);
void refund_open(struct order *order, const struct view *view, struct effects *effects);
void refund_key(struct order *order, int32_t code, struct effects *effects);
void refund_send(struct order *order, struct effects *effects);
void refund_draw(const struct order *order, const struct view *view, struct canvas *canvas,
                 struct area body);

/* screen_sold.c: the last sale taken back, as its order's refund. */
void sold_undo(const struct draft *draft, struct effects *effects);

/* order_exchange.c: new seats are held on the map, then the difference is settled. */
void exchange_begin(struct order *order, const struct view *view, struct effects *effects);
void exchange_quoted(struct order *order, const struct evt *evt, struct effects *effects);
void exchange_send(struct order *order, const struct model *model, struct effects *effects);
/* From the map, with the seats held, to the order that waits for them. False: none does. */
bool exchange_come_back(const struct view *view, struct effects *effects);

/* order_draw.c */
void order_draw(const void *state, const struct view *view, struct canvas *canvas,
                struct area body);
const char *order_word(const struct sale *sale); /* how it stands, translated */
const char *order_tender(enum tender tender);    /* how it was paid, translated */

#endif
