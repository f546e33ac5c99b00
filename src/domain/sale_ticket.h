/* Tickets and their seats, as the sale decisions handle them. Inside of the sale decisions. */
#ifndef LOGE_DOMAIN_SALE_TICKET_H
#define LOGE_DOMAIN_SALE_TICKET_H

#include "src/domain/sale.h"

/* The live seats of a hold, in its order. */
struct live_seats {
    const struct hold_seat **at;
    int count;
};
/* Of a hold and the others behind it, in that order. */
struct live_seats sale_live_seats(const struct hold *hold, const struct hold *also, int also_count,
                                  struct arena *arena);
/* May this person make tickets of them, in one order for the first one's show? */
enum verdict sale_check_holds(const struct hold *hold, const struct hold *also, int also_count,
                              const struct changeset *cs, struct refusal *why);

/* INVALID while one of them is being paid for elsewhere. */
enum verdict sale_check_not_paying(const struct hold *hold, const struct hold *also, int also_count,
                                   struct refusal *why);

/* Is every class and type sold in this show? lines[i] belongs to seats->at[i]. */
enum verdict sale_check_types(const struct show *show, const struct live_seats *seats,
                              const struct quote *quote, struct refusal *why);

/* A new ticket with everything of its own: id, code, generation 1, valid. */
struct ticket sale_new_ticket(struct uuid_source *ids, const struct changeset *cs);
void sale_price_ticket(struct ticket *ticket, const struct price_line *line);
void sale_seat_ticket(struct ticket *ticket, int32_t show, const struct hold_seat *seat);

/* Held -> sold by `act` for every live seat, and the hold is converted. */
enum verdict sale_convert_hold(const struct hold *hold, const struct uuid *sale, enum act act,
                               struct changeset *cs, struct refusal *why);

/* Which of a sale's valid tickets an act is about, with their seats as they stand. */
struct ticket_pick {
    const struct sale *sale;
    const int32_t *seats; /* none: every valid ticket */
    int seat_count;
    const struct seat_now *now;
    int now_count;
};
struct picked {
    const struct ticket *ticket;
    uint32_t seen;
};
struct picks {
    struct picked *at;
    int count;
    int64_t total; /* of these tickets */
};
/* SEAT_NOT_FOUND, DUPLICATE_SEAT, INVALID (used up already), VERSION_CONFLICT (seat has moved). */
enum verdict sale_pick_tickets(const struct ticket_pick *pick, struct arena *arena,
                               struct picks *picks, struct refusal *why);

/* The valid ticket for a seat; INVALID or SEAT_NOT_FOUND says why there is none. */
enum verdict sale_find_ticket(const struct sale *sale, int32_t seat, const struct ticket **out,
                              struct refusal *why);

/* VERSION_CONFLICT unless the seat is sold, and to this sale. */
enum verdict sale_check_seat(const struct ticket *ticket, const struct seat_state *state,
                             struct refusal *why);

/* Takes it off what was sold, now, by a refund or an exchange. kept: of its fee. */
enum verdict sale_end_ticket(const struct ticket *ticket, enum act act, int64_t kept,
                             struct changeset *cs, struct refusal *why);
/* Another takes its place, and what was sold stays as it is. */
enum verdict sale_retire_ticket(const struct ticket *ticket, enum act act, struct changeset *cs,
                                struct refusal *why);
/* Sold -> available. */
void sale_free_seat(const struct picked *picked, enum act act, struct changeset *cs);

int sale_valid_tickets(const struct sale *sale);
/* NOT_POSSIBLE: a till sold it alone, and its seats were somebody else's. A conflict says so, and
 * until it is decided nothing is due for them, and nothing handed over. */
enum verdict sale_check_has_seats(const struct sale *sale, struct refusal *why);

/* "T-" and ten letters: enough that two tickets of a house never share one. */
char *sale_make_ticket_code(struct uuid_source *ids, char out[CODE_TEXT]);

#endif
