/* The tickets of customers whom the service sells to: signed with the key in the service's folder.
 */
#ifndef LOGE_CMD_WEB_TICKETS_H
#define LOGE_CMD_WEB_TICKETS_H

#include "src/cmd/ticket_page.h"
#include "src/port/service.h"

/* One thread owns it. */
struct web_tickets {
    struct call *call; /* of its engine */
    struct signing signing;
    int64_t read_at; /* monotonic: when the key was read; it is not read for every sale */
};

struct ticket_port web_tickets_port(struct web_tickets *tickets);
void web_tickets_forget(struct web_tickets *tickets);

/* Does this ticket of the sale let somebody in? An order that waits for its money has none. */
bool web_ticket_counts(const struct sale *sale, const struct ticket *ticket);

#endif
