/*
 * A small dialog that takes money for something that exists already: a reservation picked up, the
 * difference of an exchange. One tender; what is left when money goes back is a plain yes.
 */
#ifndef LOGE_UI_SETTLE_H
#define LOGE_UI_SETTLE_H

#include "ui/line.h"
#include "ui/screen.h"
#include "ui/tenders.h"

struct settle {
    bool open;
    int64_t total; /* to pay; not above 0: nothing to take, `back` says what goes back */
    char currency[CURRENCY_TEXT];
    char title[96], body[320]; /* translated */
    struct tenders cash;       /* way, and what is given over */
    struct line code;          /* card: authorisation; gift card: its code */
};

void settle_open(struct settle *settle, const char *title, const char *body, int64_t total,
                 const char *currency);
void settle_close(struct settle *settle);
/* True: confirmed; settle_lines says how it is paid. */
bool settle_key(struct settle *settle, int32_t code, struct effects *effects);
void settle_paste(struct settle *settle, const char *text);
int settle_lines(const struct settle *settle, struct tender_line out[TENDERS_MAX]);
void settle_draw(const struct settle *settle, enum tier tier, struct canvas *canvas,
                 struct area body);

#endif
