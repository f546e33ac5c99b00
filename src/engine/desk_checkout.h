/*
 * What a payment intent makes the desk do about the seats. Each act has a key of its own that
 * follows from the intent's id, so whoever does it, and however often, it is done once.
 *
 * Selling and letting go are done under one key: of a completer that sells and another that gives
 * up at the same moment one is first, and the other is told what was done. So a checkout ends once.
 *
 * All of them are done by the person of the service, in whose name its holds are.
 */
#ifndef LOGE_ENGINE_DESK_CHECKOUT_H
#define LOGE_ENGINE_DESK_CHECKOUT_H

#include "src/domain/intent.h"
#include "src/engine/desk.h"

/* Seats are kept so much longer than the payer is waited for: time to let them go in order. */
enum { CHECKOUT_GRACE_MS = 60 * 1000 };

/* The holds are being paid for until the deadline; the customer's others get their extension. */
enum intent_result desk_checkout_keep(struct desk *, const struct act_meta *, const struct intent *,
                                      struct outcome *);
/* The money is there: out->sale. */
enum intent_result desk_checkout_sell(struct desk *, const struct act_meta *, const struct intent *,
                                      struct outcome *);
/* Nothing came of it: the seats are free, by END_USER_CANCELLED where it is not wanted any more. */
enum intent_result desk_checkout_release(struct desk *, const struct act_meta *,
                                         const struct intent *, struct outcome *);
/* The money came late: takes the same seats again, if all of them are free, and sells them; else
 * out->message says why not. */
enum intent_result desk_checkout_retake(struct desk *, const struct act_meta *,
                                        const struct intent *, struct outcome *);
/* The money is gone: the tickets are refunded. */
enum intent_result desk_checkout_take_back(struct desk *, const struct act_meta *,
                                           const struct intent *, struct outcome *);

/*
 * The same for the fee of a bag; in src/engine/desk_checkin.c. Nothing is kept for the payer, and
 * nothing let go: the check-in waits until somebody's money completes it. A version of it that
 * waits no more never waits again, so whoever finds that may give up.
 */
enum intent_result desk_fee_keep(struct desk *, const struct act_meta *, const struct intent *,
                                 struct outcome *);
/* The money is ours: it is booked by card in the shift of the service, and the check-in completed.
 */
enum intent_result desk_fee_book(struct desk *, const struct act_meta *, const struct intent *,
                                 struct outcome *);
enum intent_result desk_fee_release(struct desk *, const struct act_meta *, const struct intent *,
                                    struct outcome *);
/* The bag is inside: a person has to see to it. */
enum intent_result desk_fee_take_back(struct desk *, const struct act_meta *, const struct intent *,
                                      struct outcome *);

#endif
