/* What should not have to wait in a house of several tills, and does: alarms for whoever may read
 * its log. */
#ifndef LOGE_CMD_STRAIN_H
#define LOGE_CMD_STRAIN_H

#include "src/adapter/pg_store.h"
#include "src/cmd/call.h"
#include "src/port/evt.h"

/* Is there anything to ask, and may somebody of this role? */
bool strain_is_told(const struct call *call, enum role role);

struct strain {
    struct pg_strain house;
    int unheard; /* messages of the payment provider that fit no payment, if this role may know */
};
enum rc strain_read(const struct call *call, enum role role, struct strain *out,
                    struct err *err) MUST_USE;

void strain_json(struct json_out *doc, const struct strain *strain);
/* A line an alarm; nothing when nothing waits. */
void strain_print(struct call *call, const struct strain *strain);
/* A layer an alarm, for the health page. */
void strain_look(const struct call *call, enum role role, struct health_report *health);

#endif
