/* Reads and results that acts with money share. */
#ifndef LOGE_ENGINE_RUN_MONEY_H
#define LOGE_ENGINE_RUN_MONEY_H

#include "src/engine/run.h"

enum verdict run_read_voucher(struct run *run, const char *code, const struct voucher **voucher);

/* Every gift voucher that a tender names. */
enum verdict run_read_gifts(struct run *run, const struct tender_line *tenders, int count,
                            const struct voucher **gifts, int *gift_count);
/* Every gift voucher that a sale was paid with. */
enum verdict run_read_paid_gifts(struct run *run, const struct sale *sale,
                                 const struct voucher **gifts, int *gift_count);

/* How the tickets' seats of these labels stand now; an unknown label is SEAT_NOT_FOUND. */
enum verdict run_read_tickets(struct run *run, const struct sale *sale, const char *const *labels,
                              int count, struct seat_now *now, int32_t *seats);

/* The sale a decision made, with labels: from the hold sold (may be NULL) or from the tickets. */
void run_show_sale(struct run *run, const struct sell_result *result, const struct hold *hold);

/* The steps of desk_sell, and of a refund of all tickets whoever asks for it, for other acts. */
enum verdict run_sell(struct run *run, const struct desk_sell *wish);
enum verdict run_refund_all(struct run *run, const char *sale, enum tender tender);

#endif
