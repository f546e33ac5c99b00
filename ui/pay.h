/* What the files of the payment screen share. */
#ifndef LOGE_UI_PAY_H
#define LOGE_UI_PAY_H

#include "ui/list.h"
#include "ui/screen.h"
#include "ui/sign.h"
#include "ui/tenders.h"

enum pay_action {
    PAY_CASH = ACTION_OWN,
    PAY_CARD,
    PAY_VOUCHER,
    PAY_SPLIT,
    PAY_PICKUP,
    PAY_COMMIT,
    PAY_CUSTOMER,
    PAY_TYPE,
    PAY_TYPE_ALL,
    PAY_REMOVE,
    PAY_EXTEND,
    PAY_DISCOUNT,
    PAY_DIGIT,
    PAY_ERASE,
    /* what is asked in the message row */
    PAY_ASK_AUTH,
    PAY_ASK_CODE,
    PAY_ASK_NAME,
    PAY_ASK_DISCOUNT,
};

struct pay {
    struct list list;
    struct tenders tenders;
    struct sign sign;
    bool sign_discount; /* the signature is for the discount; without one it is dropped */
    uint64_t selling;   /* the command on its way; 0: none */
    uint64_t holding;   /* the same seats again */
    uint64_t quoting;   /* a voucher is being looked up */
    int64_t card_due;   /* what the order costs, while a card's code is asked for */
    int seen_seats;     /* the basket that the clerk has seen: if another hand changes it, */
    int64_t seen_total; /* the next Enter confirms and does not sell */
};

extern const struct action pay_actions[];
extern const int pay_action_count;

/* pay_send.c: what is asked of the house. */
void pay_ask_quote(struct pay *pay, const struct view *view, const char *voucher,
                   struct effects *effects);
void pay_ask_sale(struct pay *pay, const struct view *view, const struct basket *basket,
                  struct effects *effects);

/* pay_draw.c */
void pay_draw(const void *state, const struct view *view, struct canvas *canvas, struct area body);

/* pay_words.c */
const char *way_word(enum way way);
char *discount_words(const struct discount *discount, const char *currency, char *out, size_t size);
/* "10%", "5.00", "5.00/each"; "" is none. */
bool discount_parse(const char *text, const char *currency, struct discount *out);
void tell_fault(enum tenders_fault fault, const struct tenders *tenders, int64_t total,
                const char *currency, struct effects *effects);

#endif
