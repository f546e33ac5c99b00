/* Things as they are printed on paper: tickets, receipts, the cash-up. */
#ifndef LOGE_CMD_PAPER_H
#define LOGE_CMD_PAPER_H

#include "src/cmd/call.h"

/* --ticket or --receipt is given, and not --json. */
bool paper_asked(const struct call *call);
/* The valid tickets and the receipt of a sale, as asked for, --columns wide. */
int paper_sale(struct call *call, const struct sale *sale);
/* One ticket of a sale as it goes to the printer, in the call's arena. */
enum rc paper_ticket(struct call *call, const struct sale *sale, const struct ticket *ticket,
                     int columns, const char **text, struct err *err) MUST_USE;
/* The cash-up as it goes to a printer so wide, in the call's arena. */
const char *paper_shift_text(struct call *call, const struct shift *shift, int columns);
/* The same onto the screen; nothing with --json. */
void paper_shift(struct call *call, const struct shift *shift);

#endif
