/* How full a show was, minute by minute, as the house's service has noted it. */
#ifndef LOGE_CMD_REPORT_HISTORY_H
#define LOGE_CMD_REPORT_HISTORY_H

#include "src/cmd/call.h"

int report_history(struct call *call, int32_t show);

#endif
