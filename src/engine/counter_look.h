/* The counter's commands that only look. */
#ifndef LOGE_ENGINE_COUNTER_LOOK_H
#define LOGE_ENGINE_COUNTER_LOOK_H

#include "src/engine/counter.h"

void look_shows(struct counter *, const struct cmd *, struct evt *);
void look_open_show(struct counter *, const struct cmd *, struct evt *);
/* From now on this show is followed. */
void look_follow(struct counter *, const struct snapshot *);
void look_close_show(struct counter *, const struct cmd *, struct evt *);
void look_basket(struct counter *, const struct cmd *, struct evt *);
void look_holds(struct counter *, const struct cmd *, struct evt *);
void look_best(struct counter *, const struct cmd *, struct evt *);
void look_quote(struct counter *, const struct cmd *, struct evt *);
void look_sales(struct counter *, const struct cmd *, struct evt *);
void look_due(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void look_sale(struct counter *, const struct cmd *, struct evt *);
void look_customers(struct counter *, const struct cmd *, struct evt *);
void look_shift(struct counter *, const struct cmd *, struct evt *);
void look_waiters(struct counter *, const struct cmd *, struct evt *);
void look_audit(struct counter *counter, const struct cmd *cmd, struct evt *evt);
void look_events(struct counter *, const struct cmd *, struct evt *);
void look_report(struct counter *, const struct cmd *, struct evt *);
void look_sections(struct counter *, const struct cmd *, struct evt *);
void look_history(struct counter *, const struct cmd *, struct evt *);
void look_health(struct counter *, const struct cmd *, struct evt *);
void look_workers(struct counter *, const struct cmd *, struct evt *);

#endif
