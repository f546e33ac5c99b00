/*
 * A sale's tickets as their holders need them: the signed code that a door reads, and pages of PDF
 * with the code as squares. `loge ticket`, the service and the letters make them all here.
 */
#ifndef LOGE_CMD_TICKET_PAGE_H
#define LOGE_CMD_TICKET_PAGE_H

#include "src/adapter/ticket_pdf.h"
#include "src/cmd/signing.h"

struct ticket_pages {
    struct call *call; /* whose arena everything is made in */
    struct signing signing;
    struct show show; /* of the last ticket; a sale's tickets may be for several, after exchanges */
    struct plan *plan;
};

/* Reads this till's key: pages->signing.ready says whether it has one that counts. */
enum rc ticket_pages_begin(struct ticket_pages *pages, struct call *call, struct err *err) MUST_USE;
void ticket_pages_end(struct ticket_pages *pages);

/* Both need the key. */
enum rc ticket_page_code(struct ticket_pages *pages, const struct ticket *ticket,
                         char out[TICKET_CODE_TEXT], struct err *err) MUST_USE;
enum rc ticket_page(struct ticket_pages *pages, const struct sale *sale,
                    const struct ticket *ticket, struct pdf_ticket *page, struct err *err) MUST_USE;

/* Why it may not be good, as people have to see beside its code; "" when it is. */
const char *ticket_warning(struct call *call, const struct sale *sale, const struct ticket *ticket);
/* Its entry in the journal of a till that is alone; "" otherwise. */
const char *ticket_mark_text(struct call *call, const struct sale *sale);

#endif
