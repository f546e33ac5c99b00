/* What the files of the audit screen share; nobody else includes it. */
#ifndef LOGE_UI_AUDIT_H
#define LOGE_UI_AUDIT_H

#include "src/domain/entity.h"
#include "ui/canvas.h"
#include "ui/format.h"

/* All that is known of one event; nothing can be changed. show: its name, or "". */
void audit_draw_event(const struct event *event, const char *show, struct canvas *canvas,
                      struct area area);
const char *audit_seat_word(uint8_t status); /* translated: "free" */
/* "18:41:07" here. Returns out. */
char *audit_clock(int64_t at, char out[FORMAT_TEXT]);

#endif
