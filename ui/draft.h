/*
 * The order being made: what has been settled about the seats in the basket before anything is
 * sold. Screens of one sale (map, payment, customers) share it; nothing of it is in the house yet.
 *
 * Price types stand with the hold and the seat they were chosen for: seats that were let go and
 * held again begin as adult, so that nothing of the last customer clings to the next.
 */
#ifndef LOGE_UI_DRAFT_H
#define LOGE_UI_DRAFT_H

#include <stdbool.h>
#include <stdint.h>

#include "src/domain/price.h"
#include "ui/model.h"

struct effects;

enum { DRAFT_TYPES_MAX = 500, DRAFT_ENDED_MAX = 500 };

enum draft_act { DRAFT_NOTHING, DRAFT_HELD, DRAFT_SOLD };

struct draft {
    struct {
        struct uuid hold;
        int32_t seat;
        enum price_type type;
    } types[DRAFT_TYPES_MAX];
    int type_count;
    struct customer customer; /* name "": a walk-up; id zero: only a name */
    struct discount discount;
    struct voucher voucher; /* as the house knew it when it was named; code "": none */
    int64_t voucher_at;     /* when that was */
    struct actor approver;  /* who signed for it; name "": nobody */
    struct {
        char auth[AUTH_TEXT]; /* "": none */
        int64_t due;          /* what the order cost when it was */
    } charged;                /* a card was; its code is kept until the order is sold */

    char exchange[CODE_TEXT]; /* the order whose seats wait for new ones; "": none */
    int exchange_seats;       /* how many of them */
    uint64_t exchange_marks;  /* its marked tickets, by index */

    int instead; /* so many seats were lost: b takes as many of the best */

    /* Seats whose hold ran out, by their numbers in the hall of the show they are of. */
    struct {
        int32_t seat;
        enum price_type type;
    } ended[DRAFT_ENDED_MAX];
    int32_t ended_show;
    int ended_count;

    /* What was done last, as far as it can be undone. */
    enum draft_act last;
    struct uuid held;   /* DRAFT_HELD */
    struct sale *sale;  /* the last one, with its tickets; NULL: none yet */
    int64_t change;     /* given back with it */
    struct arena *sold; /* what the sale lives in */
};

void draft_done(struct draft *draft); /* frees it; it is as new */
void draft_next_customer(struct draft *draft);
/* Takes the sale and the arena of an answer over. */
void draft_keep_sale(struct draft *draft, struct evt *evt);

void draft_set_type(struct draft *draft, const struct uuid *hold, int32_t seat,
                    enum price_type type);

enum price_type draft_type_of(const struct draft *draft, const struct uuid *hold, int32_t seat);

/* ui/draft_ended.c: the hold of this seat ran out, or nobody asks for the same again any more. */
void draft_note_ended(struct draft *draft, int32_t show, const struct uuid *hold, int32_t seat);
void draft_forget_ended(struct draft *draft);
/* How many seats of the open show could be asked for again. */
int draft_ended(const struct draft *draft, const struct model *model);
/* Asks for them; returns the command's id. */
uint64_t draft_ask_again(const struct draft *draft, const struct model *model,
                         struct effects *effects);
/* They are held again, and are what they were. */
void draft_held_again(struct draft *draft, const struct hold *hold);

/* A line of the basket: one seat of the open show that I hold. */
struct basket_line {
    struct uuid hold;
    int32_t seat;
    const char *label; /* of the model: as long as the basket does not change */
};

struct basket {
    struct basket_line *lines;
    struct quote quote; /* lines in the same order */
    int count;
    int elsewhere; /* seats of other shows */
    bool priced;   /* false: why says what stands against it, and the sums are empty */
    struct refusal why;
};

/*
 * The basket as the draft has it, priced here by the rule the sale is made by (price.h), so that
 * every screen shows the same sums. A voucher that is not good for these seats takes nothing off
 * until the house was asked and has said why.
 */
struct basket *basket_look(const struct model *model, const struct draft *draft,
                           struct arena *arena) __attribute__((returns_nonnull));
/* The holds its lines are in: the first, and the others behind it. */
struct basket_holds {
    struct uuid first; /* zero: none */
    const struct uuid *also;
    int also_count;
    int seats; /* in all of them */
};
struct basket_holds basket_holds(const struct model *model, struct arena *arena);

/* What is to pay, or 0 when it cannot be priced. */
int64_t basket_total(const struct model *model, const struct draft *draft);

/* The next type this line's class is sold as, among those this role may give; false: none. */
bool basket_cycle(const struct basket *basket, int line, const struct model *model,
                  struct draft *draft);
/* All lines to the type that comes next after the first one's, where they are sold as it. */
bool basket_cycle_all(const struct basket *basket, const struct model *model, struct draft *draft);

/* Whose signature does it need that this role cannot give? RIGHT_COUNT: none. */
enum right draft_needs(const struct draft *draft, const struct basket *basket, enum role role);

const char *price_type_word(enum price_type type); /* translated: "Adult" */

#endif
