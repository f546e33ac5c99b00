/*
 * Tickets and receipts as plain text, for a printer of 40 or 80 columns and for the screen.
 *
 * What is no good for the door says so in words at both ends of the paper: TRAINING, PROVISIONAL,
 * not paid, or no longer valid.
 */
#ifndef LOGE_DOMAIN_TICKET_TEXT_H
#define LOGE_DOMAIN_TICKET_TEXT_H

#include "src/domain/entity.h"
#include "src/domain/qr.h"
#include "src/domain/say.h"

enum { TICKET_NARROW = 40, TICKET_WIDE = 80 };

struct ticket_paper {
    const char *house;
    const struct show *show;
    const struct plan *plan; /* tells section, row and seat apart; NULL: the label as a whole */
    const struct sale *sale;
    int columns;
    int offset_min;      /* the house's offset from UTC when the show begins */
    int sold_offset_min; /* and when the sale was made */
    bool training, provisional;
    struct entry_mark mark; /* in the journal of a till that made it alone; seq 0: none */
    const struct qr *qr; /* a ticket's signed code, a receipt's mark; drawn when it fits; NULL: none
                          */
    bool ascii;          /* no half blocks */
    say_in *language;
    struct arena *arena; /* the texts live here */
};

const char *ticket_text(const struct ticket_paper *paper, const struct ticket *ticket);
/* The valid tickets with what was paid and how: the figures add up to the total above them. */
const char *receipt_text(const struct ticket_paper *paper);

#endif
