/* Adding a show: prices, rules, and when it begins. */
#ifndef LOGE_CMD_SHOW_ADD_H
#define LOGE_CMD_SHOW_ADD_H

#include "src/cmd/call.h"

extern const struct cmd_option show_add_options[];
int run_show_add(struct call *call);

/* {"show":{...}}, or the show in a line. */
int answer_show(struct call *call, const struct outcome *out, const char *done);

#endif
