/*
 * What supervisors do about tills that work alone, at the desk: which tills there are, seats lent
 * to them, and the conflicts they brought home. For the command line and the conflict centre.
 *
 * In a house of one till all of them are refused in one sentence (INVALID). Lists live in the
 * arena of the act.
 */
#ifndef LOGE_ENGINE_DESK_OFFICE_H
#define LOGE_ENGINE_DESK_OFFICE_H

#include "src/engine/desk.h"
#include "src/port/office.h"

void desk_till_list(struct desk *, const struct act_meta *, struct office_till **, int *,
                    struct outcome *);
/* A till that will not come back: its journal is not taken any more, lent seats are free. */
void desk_till_dead(struct desk *, const struct act_meta *, const char *till, struct outcome *);
/* Lets a journal that was shut out go on, in a new epoch. */
void desk_till_readmit(struct desk *, const struct act_meta *, const char *till, struct outcome *);

/* A person worked at that till, whom the house has not seen sign in there: what he did comes home.
 */
void desk_till_vouch(struct desk *, const struct act_meta *, const char *till, const char *person,
                     struct outcome *);

/* Lends seats that are free: all or none. */
void desk_allot_take(struct desk *, const struct act_meta *, const char *till, const char *show,
                     const char *const *labels, int count, struct outcome *);
/* Lends of a voucher, which then is good for so much at a till that is alone: so much more money or
 * orders; 0 and 0: as domain/loan.h shares it out. */
struct desk_voucher_loan {
    const char *till, *code;
    int64_t money;
    int32_t uses;
};
void desk_allot_voucher(struct desk *, const struct act_meta *, const struct desk_voucher_loan *,
                        struct outcome *);
void desk_allot_vouchers(struct desk *, const struct act_meta *, const char *till,
                         struct voucher_loan **, int *, struct outcome *);
/* Asks for what is lent, and takes its rules away; it comes back when the till has sent all it did.
 */
void desk_allot_return(struct desk *, const struct act_meta *, const char *till, struct outcome *);
void desk_allot_list(struct desk *, const struct act_meta *, const char *till, struct lent_seat **,
                     int *, struct outcome *);

/* show NULL: every show on sale; section NULL: the whole hall; seats 0: the rule goes. */
struct desk_loan_rule {
    const char *till, *show, *section;
    int32_t seats;
};

/* So many free seats are always lent to a till while it is heard. */
void desk_loan_rule_set(struct desk *, const struct act_meta *, const struct desk_loan_rule *,
                        struct outcome *);
void desk_loan_rules(struct desk *, const struct act_meta *, const char *till, struct loan_rule **,
                     int *, struct outcome *);

/* What the house wants done about tills that work alone. */
void desk_policy_read(struct desk *, const struct act_meta *, struct house_policy *,
                      struct outcome *);
void desk_policy_set(struct desk *, const struct act_meta *, enum policy_key, int64_t value,
                     struct outcome *);

/* The entry of a journal that a paper names (domain/entry_mark.h): has it arrived? What has not is
 * remembered, and listed until it has. */
void desk_tail_find(struct desk *, const struct act_meta *, const char *mark, struct tail *,
                    struct outcome *);
void desk_tail_list(struct desk *, const struct act_meta *, struct tail **, int *,
                    struct outcome *);
/* What was told of is false, or settled: a supervisor takes it from that list. Needs a reason. */
void desk_tail_strike(struct desk *, const struct act_meta *, const char *mark, struct outcome *);

/* When the house went back and lost acts, newest first; for supervisors. */
void desk_went_back_list(struct desk *, const struct act_meta *, struct went_back **, int *,
                         struct outcome *);
/* A manager has compared the books, so nothing tells of it any more. no: its number. Needs a
 * reason. */
void desk_went_back_settle(struct desk *, const struct act_meta *, const char *no,
                           struct outcome *);

/* Everybody may see them; a bell and a number until none is open. */
void desk_conflict_list(struct desk *, const struct act_meta *, bool open_only, int limit,
                        struct conflict **, int *, struct outcome *);
/* id: or its first letters, or the code of the loser's sale. */
void desk_conflict_find(struct desk *, const struct act_meta *, const char *id, struct conflict *,
                        struct outcome *);
/* Needs a reason. out->sale is the loser's sale afterwards; NULL when nothing had been sold. */
void desk_conflict_decide(struct desk *, const struct act_meta *, const struct desk_decision *,
                          struct outcome *);

#endif
