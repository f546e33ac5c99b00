/*
 * What the box office answers a screen, and what it tells unasked.
 *
 * An answer carries the id and the kind of its command, the outcome, and what was asked for.
 * Unasked messages have id 0: the shown map changed, the link's state changed.
 */
#ifndef LOGE_PORT_EVT_H
#define LOGE_PORT_EVT_H

#include "src/port/chores.h"
#include "src/port/cmd.h"
#include "src/port/office.h"
#include "src/port/print.h"
#include "src/port/scale.h"

/* ONE WORD of health, the same on every screen; none while the house has not been asked yet. */
enum health {
    HEALTH_LOCAL,
    HEALTH_ONLINE,
    HEALTH_DEGRADED,
    HEALTH_OFFLINE,
    HEALTH_RETURNING, /* alone still, while what was done alone is sent */
    HEALTH_READ_ONLY,
    HEALTH_UNKNOWN
};

enum { WORK_TEXT = 32 };

enum evt_kind {
    EVT_ANSWER,
    EVT_OPENED, /* the store could be opened: the house's name in text, for as long as it is */
    EVT_CLOSED, /* it could not: nothing is answered any more */
    /* The open show's seats that changed; apply each whose version is newer. None: something else
     * was written in the house's log, money for an order maybe. */
    EVT_SEATS,
    EVT_HEALTH,
    EVT_PRINT,    /* the printer, or what waits for it, changed */
    EVT_SCALE,    /* what lies on the scale changed, while it is watched */
    EVT_PROGRESS, /* of the command with this id, while it runs; it has no arena */
    EVT_LOST,     /* a seat of somebody's basket was taken away: who, why (in text) */
};

struct map_seat {
    int32_t seat; /* index into the open map's plan */
    struct seat_state state;
};

struct health_report {
    enum health word;
    char sentence[200]; /* for the message line when it changes */
    struct {
        char name[24], state[40], detail[120];
        bool well;
        int64_t at;    /* when it last answered; 0: not since the start */
        int went_back; /* this time the house went back, for a manager to settle; 0: none */
    } layer[10];       /* for the health page */
    int layer_count;
    bool journalled;   /* acts of this till wait in a journal; a house of one machine has none */
    int journal;       /* acts not confirmed yet */
    int conflicts;     /* open ones */
    uint16_t till;     /* its number: seats with it as their allotment are lent to it; 0: none */
    int64_t map_as_of; /* this till is alone, and knows of seats that are not lent to it as they
                          were then; 0: as the house does */
    int64_t at;
};

struct evt {
    uint64_t id; /* of the command; 0: unasked */
    enum evt_kind kind;
    enum cmd_kind cmd;
    struct arena *arena; /* owned by whoever has the message */
    struct outcome outcome;
    union {
        struct actor actor; /* sign in, sign for */
        struct {
            struct show *at;
            struct show_count *counts;
            int count;
            const char *last; /* the one this person had open last, maybe; NULL: nobody knows */
        } shows;
        struct snapshot map; /* plan and states in the arena: keep it as long as the show is open */
        struct {
            struct map_seat *at;
            int count;
            int64_t last_event;
            bool anew; /* whatever their versions: another store has answered */
        } seats;
        struct {
            struct hold *at;
            int count;
        } holds;
        struct {
            struct best_result result;
            const char *labels[BEST_SEATS_MAX];
        } best;
        struct quote quote;
        struct {
            struct sale *at;
            int count;
            const int32_t *admitted; /* CMD_DUE: numbers of seats whose people came */
            int admitted_count;
        } sales;
        struct {
            struct customer *at;
            int count;
        } customers;
        struct {
            struct waiter *at;
            int count;
            const char *show, *title; /* whose they are */
            int64_t starts_at;
            /* what its places are called */
            const char *const *classes, *const *sections;
            int class_count, section_count;
        } waiters;
        struct {
            struct event *at;
            int count;
        } events;
        struct {
            struct report_row *at;
            int count;
        } report;
        struct {
            struct section_count *at;
            int count;
        } sections;
        struct {
            struct occupancy_point *at; /* by time, as many as a picture needs */
            int count;
        } history;
        struct {
            struct conflict *at;
            int count;
            struct tail *tails; /* what has not come home at all, as papers or tills told */
            int tail_count;
        } conflicts;
        bool is_new; /* CMD_IS_NEW */
        struct health_report health;
        struct {
            struct worker_row *at; /* by name */
            int count;
            bool wanted; /* this house has such work, and whoever asks may know of it */
        } workers;
        struct {
            struct print_job *at; /* newest first */
            int count;
        } prints;
        struct {
            struct print_sums sums;
            bool fault; /* something did not get into the queue: sums.why */
        } print;
        struct weighed {    /* CMD_SCALE, EVT_SCALE */
            bool has_scale; /* this till has one, and it is watched */
            struct scale_reading reading;
        } scale;
        struct {
            char what[WORK_TEXT]; /* "Checking"; "": nothing special */
            int64_t done, total;  /* total 0: there is nothing to count */
        } work;
        struct { /* CMD_DOOR, CMD_SCAN; show NULL: it could not be read */
            const char *show, *title;
            int64_t starts_at;
            struct door_count count;
            struct scan *last; /* newest first */
            int last_count;
        } door;
        struct { /* CMD_SHIFT; outcome.shift is NULL when none is open */
            char house[NAME_TEXT];
            char currency[CURRENCY_TEXT];
            int64_t difference_limit; /* a larger one needs a reason at the close */
        } drawer;
        /* CMD_LINE: what it printed; CMD_EXPORT: the file's path; EVT_LOST: the sentence;
         * EVT_OPENED */
        const char *text;
    } u;
};

/*
 * The two ends. send copies the command into a bounded queue and takes its arena over; false when
 * the queue is full (the arena stays the caller's). receive never blocks; fd becomes readable when
 * there is something to receive. cancel asks for the end of a command that was sent, if it is one
 * that can be stopped (cmd_can_stop); its answer still comes, and tells whether it was stopped.
 */
struct counter_port {
    bool (*send)(void *ctx, const struct cmd *cmd);
    bool (*receive)(void *ctx, struct evt *evt);
    int (*fd)(void *ctx);
    void *ctx;
    void (*cancel)(void *ctx, uint64_t id);
};

#endif
