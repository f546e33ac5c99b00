/*
 * What a screen asks of the box office.
 *
 * A command is a value with one arena: the asker allocates the arena, puts the request's text and
 * lists into it, and hands both over through a bounded queue. The answer (evt.h) comes back with
 * the same arena, filled further; whoever has the message owns the arena. So the screen and the
 * engine never share memory, and a screen never waits.
 */
#ifndef LOGE_PORT_CMD_H
#define LOGE_PORT_CMD_H

#include "src/port/act.h"

enum cmd_kind {
    CMD_NONE,
    /* people */
    CMD_SIGN_IN,  /* u.person */
    CMD_SIGN_ACT, /* u.person: may this person sign for `u.person.right`? */
    CMD_IS_NEW,   /* does nobody work in this house yet, so that its manager may be added here? */
    CMD_FOUND,    /* u.person: adds that manager and signs them in; else as CMD_SIGN_IN */
    /* looking */
    CMD_SHOWS,
    CMD_OPEN_SHOW, /* u.show: its map, and from then on every change of it */
    CMD_CLOSE_SHOW,
    CMD_READ_AHEAD, /* u.show: may be opened next; read it when there is nothing else to do */
    CMD_BASKET,     /* the person's open holds, all shows */
    CMD_HOLDS,      /* u.show: everybody's open holds, for the holder view */
    CMD_BEST,       /* u.best: look, do not hold */
    CMD_QUOTE,      /* u.sell */
    CMD_SALES,      /* u.sales */
    CMD_SALE,       /* u.sale: one, by id or code */
    CMD_DUE,        /* u.show: its orders still to be paid, as CMD_SALES answers, and who came */
    CMD_CUSTOMERS,  /* u.text */
    CMD_SHIFT,      /* the till's open shift */
    CMD_WAITERS,    /* u.show */
    CMD_EVENTS,     /* u.events */
    CMD_AUDIT,      /* u.audit: the log, by what people call things; answers as CMD_EVENTS does */
    CMD_REPORT,     /* u.report */
    CMD_SECTIONS,   /* u.show */
    CMD_HISTORY,    /* u.history: how full a show was; nothing in a house that notes no history */
    CMD_HEALTH,
    CMD_WORKERS,   /* who does the house's work in the background */
    CMD_DOOR,      /* u.show: a door's figures; "": of the show that begins nearest to now */
    CMD_CHECKIN,   /* u.bag: how the check-in of a ticket stands */
    CMD_CONFLICTS, /* u.all_conflicts: what tills did alone that did not fit */
    CMD_PRINTS,    /* the print queue */
    CMD_SCALE,     /* u.on: watch what lies on the till's scale from now on, or no longer */
    /* acting; meta names who, why and under which key */
    CMD_HOLD,         /* u.hold */
    CMD_HOLD_BEST,    /* u.best */
    CMD_EXTEND,       /* u.one_hold */
    CMD_RELEASE,      /* u.one_hold */
    CMD_TRANSFER,     /* u.one_hold */
    CMD_SELL,         /* u.sell */
    CMD_PAY,          /* u.sale */
    CMD_COLLECT,      /* u.sale: hand the tickets of a paid order over */
    CMD_REFUND,       /* u.sale */
    CMD_EXCHANGE,     /* u.sale */
    CMD_REPRINT,      /* u.sale */
    CMD_BLOCK,        /* u.seats */
    CMD_UNBLOCK,      /* u.seats */
    CMD_FREE_SEATS,   /* u.seats: a supervisor's release */
    CMD_CUSTOMER_PUT, /* u.customer */
    CMD_SHIFT_OPEN,   /* u.money.amount */
    CMD_SHIFT_MOVE,   /* u.money */
    CMD_SHIFT_CLOSE,  /* u.money.counted */
    CMD_WAIT_JOIN,    /* u.waiter */
    CMD_WAIT_LEAVE,   /* u.waiter.id */
    CMD_WAIT_SERVE,   /* u.show */
    CMD_SWEEP,
    CMD_SCAN,        /* u.scan: gate and re-entry are the till's */
    CMD_BAG_WEIGH,   /* u.bag */
    CMD_BAG_PAY,     /* u.bag: one tender, or none for exact cash */
    CMD_BAG_STOP,    /* u.bag: it is not paid for */
    CMD_PRINT_AGAIN, /* u.print: what failed */
    CMD_PRINT_DROP,  /* u.print */
    CMD_PRINT_SHIFT, /* u.text: a closed shift's id; its cash-up, once more */
    CMD_DECIDE,      /* u.decide: what becomes of a conflict */
    CMD_STRIKE,      /* u.text: the mark of what is missing of a journal, and is to count no more */
    CMD_SETTLE,      /* u.text: the number of the time the house went back */
    /* the command line's own grammar, typed after ':' */
    CMD_LINE,   /* u.text */
    CMD_EXPORT, /* u.export: what such a line prints, into a file */
    CMD_KINDS
};

/* Its answer says who is at the till from now on. */
static inline bool cmd_signs_in(enum cmd_kind kind)
{
    return kind == CMD_SIGN_IN || kind == CMD_FOUND;
}

/* Looking, and lines, can be stopped while they run; an act at the counter is done or refused. */
static inline bool cmd_can_stop(enum cmd_kind kind)
{
    return (kind >= CMD_SHOWS && kind <= CMD_SCALE) || kind == CMD_LINE || kind == CMD_EXPORT;
}

struct cmd {
    uint64_t id; /* comes back with the answer; never 0 */
    enum cmd_kind kind;
    int64_t deadline;     /* monotonic ms; past it the worker answers UNAVAILABLE without acting */
    struct act_meta meta; /* meta.arena is the message's arena */
    union {
        struct {
            const char *name, *pin;
            const char *badge; /* scanned, instead of both; NULL: none */
            int right;         /* enum right */
        } person;
        const char *show;
        const char *text;
        bool on;
        struct desk_hold hold;
        struct desk_best best;
        struct {
            struct uuid hold;
            const char *const *labels; /* release: NULL for all */
            int count;
            int64_t by_ms;
            const char *to, *to_till;
            const char *email; /* CMD_TRANSFER: to this customer, instead of to a person here */
            bool override;     /* CMD_RELEASE: as a supervisor, whoever's hold it is */
        } one_hold;
        struct desk_sell sell;
        struct desk_exchange exchange;
        struct sale_filter sales;
        struct {
            const char *id; /* or code */
            const char *const *labels;
            int count;
            bool keep_fees;
            bool for_customer; /* refund: of the web, by the house's rule */
            int tender;        /* refund; -1: as it was paid */
            const struct tender_line *tenders;
            int tender_count;
        } sale;
        struct {
            const char *show;
            const char *const *labels;
            int count;
            uint8_t open_to;
            const struct uuid *holders; /* free: as struct desk_release has them */
        } seats;
        struct event_filter events;
        struct {
            struct event_filter filter;
            const char *show, *seat; /* id and label; a seat needs its show. NULL: any */
            const char *order;       /* id or code; NULL: any */
        } audit;
        struct report_filter report;
        struct {
            const char *show;
            int64_t from;
        } history;
        struct customer customer;
        struct {
            enum move_kind kind;
            int64_t amount;
            int64_t counted[TENDER_COUNT];
        } money;
        struct {
            const char *show;
            struct waiter waiter;
            const char *class_name;
            struct uuid id;
        } waiter;
        bool all_conflicts; /* those that are decided too, newest first; else the urgent first */
        struct desk_decision decide;
        struct desk_scan scan;
        struct {
            const char *ticket; /* its id or short code */
            int32_t weight_g;
            const struct tender_line *tenders;
            int tender_count;
        } bag;
        uint64_t print; /* a job's number; 0: every one that failed */
        struct {
            const char *line;
            const char *name; /* the file's, with its ending: "sales-by-hour.csv" */
        } export;
    } u;
};

#endif
