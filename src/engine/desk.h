/*
 * The desk: every act of the box office, on whatever store is underneath.
 *
 * Each act is read -> decide (pure, src/domain) -> apply. A race lost on a version is decided
 * again, three times at most, 10, 20 and 40 ms apart. An act never half happens: the outcome is a
 * verdict with its message, and with VERDICT_UNAVAILABLE the err says what the world did.
 *
 * Everything an outcome points to lives in the arena given with the act.
 */
#ifndef LOGE_ENGINE_DESK_H
#define LOGE_ENGINE_DESK_H

#include "src/base/clock.h"
#include "src/base/err.h"
#include "src/base/log.h"
#include "src/base/metrics.h"
#include "src/base/uuid.h"
#include "src/domain/best.h"
#include "src/domain/hold.h"
#include "src/domain/intent.h"
#include "src/domain/plan_merge.h"
#include "src/domain/sale.h"
#include "src/domain/verdict.h"
#include "src/port/act.h"
#include "src/port/crypt.h"
#include "src/port/people.h"
#include "src/port/store.h"

/* A desk that can go on alone: what is told to whom it belongs to, each NULL or a function. */
struct desk_watch {
    void *ctx;
    struct changeset *unheard; /* run_unheard.h */
    /* Whose PIN was right. */
    void (*signed_in)(void *ctx, const struct actor *actor, const char *pin);
    /* Alone: how often a person's PIN has been wrong at this till, and until when he is locked. */
    void (*pin_counted)(void *ctx, const struct staff *staff);
    /* At the house: the sentence why this act must not be done there, because this till has done
     * something alone that the house does not know yet; NULL: it may. */
    const char *(*withheld)(void *ctx, const struct changeset *cs);
    /* The house has acknowledged this act. */
    void (*applied)(void *ctx, const struct changeset *cs);
    /* The house has acknowledged this row of a payment. */
    void (*paid)(void *ctx, const struct intent *intent);
    /* Alone: the sentence why nothing more can be journalled at this moment; NULL: it can. */
    const char *(*stopped)(void *ctx);
    /* Alone: fills in what only this till knows of a sale: could the house still say no to it, and
     * where does it stand in the journal? */
    void (*note_sale)(void *ctx, struct sale *sale);
};

/* A hold that was not that person's when its seats stood at that version: handing it over would
 * have changed them. */
struct desk_stranger {
    struct uuid hold;
    uint32_t version;
    char person[PERSON_TEXT];
};
enum { DESK_STRANGERS = 16 };

struct desk {
    struct store *store;
    struct people *people; /* who may sign in; NULL: people and their PINs are in the store */
    const struct crypt_port *crypt;
    struct clock clock;
    struct uuid_source ids;
    const uint8_t
        *names_secret;        /* of this till, for keys that a person chose (act_ids.h); or NULL */
    uint16_t allotment;       /* this till's number in the house: seats lent to it are its own */
    bool alone;               /* the house is out of reach, and acts are journalled (alone.h) */
    struct desk_watch *watch; /* NULL: this desk never goes on alone */
    struct log *log;          /* a line an act; NULL: none */
    struct metrics *metrics;  /* of desk_metric_rules; NULL: none */
    struct desk_stranger strangers[DESK_STRANGERS]; /* so that a rush for a seat asks once */
    unsigned next_stranger;
};

/* Who kept others off the seats of a hold, or said that they are taken. */
enum desk_method { METHOD_POSTGRESQL, METHOD_REDIS };
enum { HOLD_ENDS = END_SYNC_CONFLICT + 1 };

/* What the desk counts, in the order of desk_metric_rules. */
enum desk_metric {
    DESK_ACTS_DONE,
    DESK_ACTS_REFUSED,
    DESK_ACTS_FAILED, /* the world failed: disk, lock, link */
    DESK_REPLAYS,
    DESK_RACES_LOST,
    DESK_RETRIES_EXHAUSTED, /* and none of them came through */
    DESK_LOCK_TIMEOUTS,
    DESK_HOLDS_TRIED,
    DESK_HOLDS_DONE,                           /* + enum desk_method */
    DESK_HOLD_CONFLICTS = DESK_HOLDS_DONE + 2, /* + it; somebody else had the seats */
    DESK_HOLDS_EXTENDED = DESK_HOLD_CONFLICTS + 2,
    DESK_EXTENSIONS_FAILED,
    DESK_HOLDS_EXPIRED,
    DESK_HOLDS_RELEASED, /* + enum hold_end */
    DESK_HOLDS_CONVERTED = DESK_HOLDS_RELEASED + HOLD_ENDS,
    DESK_HOLD_MS,
    DESK_WAIT_JOINED,
    DESK_WAIT_OFFERED,
    DESK_OFFERS_FAILED,
    DESK_BAGS_WEIGHED,
    DESK_BAG_FEES,
    DESK_ACT_MS,
    DESK_METRICS
};
extern const struct metric_rule desk_metric_rules[DESK_METRICS];

/* ---- holds and seats ---------------------------------------------------------------------- */

void desk_hold_new(struct desk *, const struct act_meta *, const struct desk_hold *,
                   struct outcome *);
/* Finds the best seats and holds them in one go; another's catch in between just finds again. */
void desk_hold_best(struct desk *, const struct act_meta *, const char *show,
                    const struct best_request *, const char *email, struct outcome *);
void desk_hold_best_named(struct desk *, const struct act_meta *, const struct desk_best *,
                          struct outcome *);
void desk_hold_extend(struct desk *, const struct act_meta *, const struct uuid *hold,
                      int64_t by_ms, struct outcome *);
/* labels NULL: the whole hold. Another's hold needs the right and a reason (admin override). */
void desk_hold_release(struct desk *, const struct act_meta *, const struct uuid *hold,
                       const char *const *labels, int count, enum hold_end end, struct outcome *);
/* To another customer, who is known by the address. */
void desk_hold_give(struct desk *, const struct act_meta *, const struct uuid *hold,
                    const char *email, struct outcome *);
void desk_hold_transfer(struct desk *, const struct act_meta *, const struct uuid *hold,
                        const char *to, const char *to_till, struct outcome *);

void desk_seats_block(struct desk *, const struct act_meta *, const char *show,
                      const char *const *labels, int count, uint8_t open_to, struct outcome *);
void desk_seats_unblock(struct desk *, const struct act_meta *, const char *show,
                        const char *const *labels, int count, struct outcome *);
/* Supervisor: frees held seats whoever holds them, and unblocks blocked ones; sold ones refuse. */
void desk_seats_release(struct desk *, const struct act_meta *, const char *show,
                        const char *const *labels, int count, struct outcome *);
/* The same, seat by seat only as it was seen: what has changed hands since stays and is named. */
void desk_seats_release_seen(struct desk *, const struct act_meta *, const struct desk_release *,
                             struct outcome *);

/*
 * One sweep of holds that are over, in batches until nothing is left (progress may be NULL), and
 * the log's full blocks sealed.
 */
void desk_expire(struct desk *, const struct act_meta *, const struct progress *, struct outcome *);

/* Read only: where the best seats are. labels point into the arena. */
void desk_best(struct desk *, const struct act_meta *, const char *show,
               const struct best_request *, const char *class_name, const char *section_name,
               struct best_result *, const char *labels[BEST_SEATS_MAX], struct outcome *);

/* ---- sales -------------------------------------------------------------------------------- */

void desk_sell(struct desk *, const struct act_meta *, const struct desk_sell *, struct outcome *);
/* What it would cost now; nothing changes. quote->lines in the arena, order of the holds' seats;
 * a voucher that was named comes with the outcome (a gift takes nothing off: it pays). */
void desk_quote(struct desk *, const struct act_meta *, const struct desk_sell *,
                struct quote *quote, struct outcome *);
/* sale: id or code. */
void desk_pay(struct desk *, const struct act_meta *, const char *sale, const struct tender_line *,
              int count, struct outcome *);
/* By a customer of the web, as the house's rule lets them; as it was paid. labels NULL: all. */
void desk_refund_for_customer(struct desk *, const struct act_meta *, const char *sale,
                              const char *const *labels, int count, struct outcome *);
void desk_refund(struct desk *, const struct act_meta *, const char *sale,
                 const char *const *labels, int count, bool keep_fees, int tender,
                 struct outcome *);
void desk_exchange(struct desk *, const struct act_meta *, const struct desk_exchange *,
                   struct outcome *);
void desk_swap(struct desk *, const struct act_meta *, const struct desk_swap_place *, int count,
               struct outcome *);
/* Hands the tickets of a paid order over, once; a second time is refused, saying when it was. */
void desk_collect(struct desk *, const struct act_meta *, const char *sale, struct outcome *);
void desk_reprint(struct desk *, const struct act_meta *, const char *sale, const char *label,
                  struct outcome *);

/* ---- the door ------------------------------------------------------------------------------ */

/*
 * A scan at a door: decided on the store, recorded with what came of it. VERDICT_OK says that it
 * was done; out->scanned->code says whether the door opens.
 */
void desk_scan(struct desk *, const struct act_meta *, const struct desk_scan *, struct outcome *);
/* What the door would say of it; nothing is written. */
void desk_scan_look(struct desk *, const struct act_meta *, const struct desk_scan *,
                    struct outcome *);
/* The show a door is for: by id, or ("" or NULL) the one that begins nearest to now. */
void desk_door_show(struct desk *, struct arena *, const char *id, struct show *, struct outcome *);

/*
 * The bag of whoever was let in (src/domain/checkin.h), by the ticket's id or short code; the
 * outcome has it as out->checked. look: nothing is written.
 */
void desk_checkin_look(struct desk *, const struct act_meta *, const char *ticket,
                       struct outcome *);
void desk_checkin_weigh(struct desk *, const struct act_meta *, const char *ticket,
                        int32_t weight_g, struct outcome *);
/* The fee, whole and in one way; no tender: cash, exact. */
void desk_checkin_pay(struct desk *, const struct act_meta *, const char *ticket,
                      const struct tender_line *, int count, struct outcome *);
/* The payment failed, or is given up (meta->reason says which): weigh again. */
void desk_checkin_stop(struct desk *, const struct act_meta *, const char *ticket,
                       struct outcome *);

/* A new key that tickets are signed with; house, id and made_at are filled in. */
void desk_key_add(struct desk *, const struct act_meta *, const struct ticket_key *,
                  struct outcome *);
/* Nothing that this key signed is good any more. */
void desk_key_end(struct desk *, const struct act_meta *, int32_t id, struct outcome *);
/* A ticket of this code is let in by nobody, or again. */
void desk_ticket_block(struct desk *, const struct act_meta *, const char *code, bool blocked,
                       struct outcome *);

/* ---- shifts, people, lists ---------------------------------------------------------------- */

void desk_shift_open(struct desk *, const struct act_meta *, int64_t float_amount,
                     struct outcome *);
void desk_shift_move(struct desk *, const struct act_meta *, enum move_kind, int64_t amount,
                     struct outcome *);
void desk_shift_close(struct desk *, const struct act_meta *, const int64_t counted[TENDER_COUNT],
                      int64_t limit, struct outcome *);

void desk_wait_join(struct desk *, const struct act_meta *, const char *show, const struct waiter *,
                    const char *class_name, struct outcome *);
void desk_wait_leave(struct desk *, const struct act_meta *, const struct uuid *, struct outcome *);
/* Offers the first suitable free seats to the next in line: a hold of their own. */
void desk_wait_serve(struct desk *, const struct act_meta *, const char *show, struct outcome *);
/* The same to many in one act; out->hold and out->waiter are the first, out->offered counts. */
void desk_wait_offer(struct desk *, const struct act_meta *, const struct desk_offers *,
                     struct outcome *);

void desk_customer_put(struct desk *, const struct act_meta *, const struct customer *,
                       struct outcome *);
void desk_voucher_put(struct desk *, const struct act_meta *, const struct voucher *,
                      const char *show, struct outcome *);

/* ---- the house ---------------------------------------------------------------------------- */

/* hall->id chosen by the caller; document is kept for export. */
void desk_plan_import(struct desk *, const struct act_meta *, const struct hall *, struct plan *,
                      const char *document, struct outcome *);
/* show->no, hall_no and version are filled in; prices by class of the hall's plan. */
void desk_show_add(struct desk *, const struct act_meta *, const struct show *, struct outcome *);
void desk_show_status(struct desk *, const struct act_meta *, const char *show, enum show_status,
                      struct outcome *);
/* pin NULL: keep. A new person needs one. Where people are not the store's: name and PIN go to
 * them.
 */
void desk_staff_put(struct desk *, const struct act_meta *, const char *name, enum role,
                    bool disabled, const char *pin, struct outcome *);
/* Somebody new; INVALID when there is a person of that name. */
void desk_staff_add(struct desk *, const struct act_meta *, const char *name, enum role,
                    const char *pin, struct outcome *);
/* The number on a person's badge; "" or NULL takes the badge away. Kept as a slow hash. */
void desk_staff_badge(struct desk *, const struct act_meta *, const char *name, const char *badge,
                      struct outcome *);
/* Whose badge is it? Fills the actor as signing in with a PIN does. */
void desk_sign_in_badge(struct desk *, struct arena *, const char *badge, const char *till,
                        struct actor *, struct outcome *);
/* Checks a PIN and fills the actor. Five wrong ones in a row lock the person for five minutes.
 * Where people are not the store's, the store acts as this person from then on. */
void desk_sign_in(struct desk *, struct arena *, const char *name, const char *pin,
                  const char *till, struct actor *, struct outcome *);
/* The same for somebody who signs for the next act only. */
void desk_sign_for(struct desk *, struct arena *, const char *name, const char *pin,
                   const char *till, struct actor *, struct outcome *);

/* Loads a show whole, for maps. */
void desk_map(struct desk *, struct arena *, const char *show, struct snapshot *, struct outcome *);
/* A hold by id, or by its last 6 or more characters among open holds. */
void desk_hold_find(struct desk *, struct arena *, const char *text, struct outcome *);
void desk_sale_find(struct desk *, struct arena *, const char *id_or_code, struct outcome *);

#endif
