/*
 * What supervisors see and decide about tills that work alone: which there are, what is lent to
 * them, and what they did that did not fit. A house of one till has none of it (store_ops.office is
 * NULL).
 *
 * Functions of a store; rows live in the caller's arena. Each change is one transaction, and a
 * change that is there already is no error.
 */
#ifndef LOGE_PORT_OFFICE_H
#define LOGE_PORT_OFFICE_H

#include "src/base/err.h"
#include "src/domain/conflict.h"
#include "src/domain/entity.h"
#include "src/domain/house_sync.h"
#include "src/domain/policy.h"

enum { PAST_TEXT = 48 };

struct office_till {
    struct uuid device;
    char till[TILL_TEXT];
    int32_t no;
    enum quarantine quarantine;
    bool recall;
    int64_t entries;  /* it has sent so many */
    int64_t heard_at; /* 0: never */
    int32_t seats;    /* lent to it */
    int32_t open;     /* conflicts of its that are not decided */
};

struct lent_seat {
    int32_t show, seat;
    char label[SEAT_TEXT];
    uint8_t status; /* enum seat_status, now */
};

/* So many free seats are always lent to a till while it is heard. */
struct loan_rule {
    char show[SLUG_TEXT];    /* id; "": every show on sale */
    char section[NAME_TEXT]; /* "": of the whole hall */
    int32_t seats;
};

/* An entry that a paper or its till's hello names, and what the house has of that journal. */
struct tail {
    char till[TILL_TEXT];
    struct entry_mark mark;
    uint64_t missing;       /* entries up to it that have not arrived; 0: it has */
    enum entry_state state; /* of the entry; ENTRY_PENDING: missing, or it came under another number
                             */
    enum verdict reason;
    int64_t arrived_at;        /* 0: not under this number */
    char actor[PERSON_TEXT];   /* whose act arrived, as it says itself; "" nobody can read it */
    char code[CODE_TEXT];      /* of the sale it is about; "" none */
    int64_t made_at;           /* when he did it */
    char told_by[PERSON_TEXT]; /* who showed the paper; "" nobody: the till's own hello did */
    int64_t told_at;           /* 0: nobody has told of it until now */
    char struck_by[PERSON_TEXT], struck_for[REASON_TEXT]; /* it is not listed */
    int64_t struck_at;                                    /* 0: nobody struck it */
    enum quarantine quarantine;
    int64_t heard_at; /* the till was; 0: never */
};

enum { PAYMENTS_TEXT = 256 };

/*
 * The house went back: a standby that was behind took over, or a dump was restored. A till that
 * lacks acts then; those of one event (no) follow one another.
 */
struct went_back {
    int32_t no;
    char past[PAST_TEXT],
        before[PAST_TEXT]; /* server and timeline, now and before; "": not known */
    int64_t noticed_at;
    int64_t since; /* the last act the house still has: later ones may be missing */
    char settled_by[PERSON_TEXT], settled_for[REASON_TEXT];
    int64_t settled_at; /* 0: no manager has settled it */
    char till[TILL_TEXT];
    int64_t lost;     /* acts that the house had acknowledged and lacks */
    int64_t back;     /* it has again */
    int64_t refused;  /* it could not take: the conflicts say why */
    int64_t payments; /* that a service brought back */
    int64_t open;     /* of these: the house and the provider do not agree about them */
    char open_refs[PAYMENTS_TEXT]; /* three of those, as the provider names them */
};

struct store;

struct office_ops {
    enum rc (*tills)(struct store *, struct arena *, struct office_till **, int *, struct err *);
    /* VERDICT_OK, or why not. */
    enum rc (*lend)(struct store *, const struct uuid *device, int32_t show, const int32_t *seats,
                    int count, enum verdict *verdict, struct err *);
    /* why: it stands in the log; "": nothing. */
    enum rc (*recall)(struct store *, const struct uuid *device, const char *why,
                      enum verdict *verdict, struct err *);
    enum rc (*dead)(struct store *, const struct uuid *device, const char *why,
                    enum verdict *verdict, struct err *);
    enum rc (*readmit)(struct store *, const struct uuid *device, const char *why,
                       enum verdict *verdict, struct err *);
    /* A person worked at that till, whom the house has not seen sign in there. NOT_FOUND: nobody of
     * that name. */
    enum rc (*vouch)(struct store *, const struct uuid *device, const char *person, const char *why,
                     enum verdict *verdict, struct err *);
    /* By show, then as they stand in the hall. */
    enum rc (*lent)(struct store *, const struct uuid *device, struct arena *, struct lent_seat **,
                    int *, struct err *);
    /* What is lent by rule. show 0: every one, seats 0: the rule goes; show -1: all of them go. */
    enum rc (*rules)(struct store *, const struct uuid *device, struct arena *, struct loan_rule **,
                     int *, struct err *);
    enum rc (*set_rule)(struct store *, const struct uuid *device, int32_t show,
                        const char *section, int32_t seats, struct err *);
    /* The house's own rules. */
    enum rc (*policy)(struct store *, struct house_policy *, struct err *);
    enum rc (*set_policy)(struct store *, enum policy_key, int64_t value, struct err *);
    /* Newest first; open_only: those that are to be decided, the most urgent first. */
    enum rc (*conflicts)(struct store *, bool open_only, int limit, struct arena *,
                         struct conflict **, int *, struct err *);
    enum rc (*conflict_read)(struct store *, const struct uuid *id, struct arena *,
                             struct conflict *, bool *found, struct err *);
    /* How many are to be decided. */
    enum rc (*open_conflicts)(struct store *, int *count, struct err *);
    /* An entry by its mark; *found false: no till has that number. What is missing is remembered.
     */
    enum rc (*tail)(struct store *, const struct entry_mark *, struct tail *, bool *found,
                    struct err *);
    /* Journals of which entries are missing, up to the furthest that was told of and not struck. */
    enum rc (*tails)(struct store *, struct arena *, struct tail **, int *, struct err *);
    /* That mark counts no more. NOT_FOUND: nobody told of it, or it is struck. */
    enum rc (*strike)(struct store *, const struct entry_mark *, const char *reason,
                      enum verdict *verdict, struct err *);
    /* Newest first. */
    enum rc (*went_back)(struct store *, struct arena *, struct went_back **, int *, struct err *);
    /* A manager has dealt with it. NOT_FOUND: there is none of that number, or it is settled. */
    enum rc (*settle_went_back)(struct store *, int32_t no, const char *reason,
                                enum verdict *verdict, struct err *);
};

#endif
