/* The house went back to an earlier moment, and a manager has not settled it yet (port/office.h).
 */
#ifndef LOGE_CMD_WENT_BACK_H
#define LOGE_CMD_WENT_BACK_H

#include "src/cmd/call.h"
#include "src/port/evt.h"
#include "src/port/office.h"

enum { WENT_BACK_TEXT = 480 };

/* Each time the house went back: a row for each till that lacked acts. */
struct went_back_list {
    struct went_back *at;
    int count;
};

/* Nothing where this role is not told, or the till is alone. The arena is the call's. */
enum rc went_back_read(struct call *call, struct went_back_list *open, struct err *err) MUST_USE;

/* All tills of one event together. */
void went_back_add_up(struct went_back_list *list);
/* What happened, for people. */
void went_back_text(const struct call *call, const struct went_back *went, char *out, size_t size);
void went_back_json(struct json_out *doc, const struct went_back_list *list);
/* Adds up. */
void went_back_print(struct call *call, struct went_back_list *list);
/* A layer each, for the health page. */
void went_back_look(const struct call *call, enum role role, struct health_report *health);

/* `loge house went-back`, `loge house settle NUMBER`. */
int run_went_back(struct call *call);
int run_settle(struct call *call);
extern const struct cmd_option settle_options[];

#endif
