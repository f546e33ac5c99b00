/* A ticket on the screen as it comes out of the printer. */
#ifndef LOGE_UI_TICKET_VIEW_H
#define LOGE_UI_TICKET_VIEW_H

#include "ui/screen.h"

enum { TICKET_VIEW_COLUMNS = 40 };

/* plan may be the open map's: it is used when it is the show's. */
void ticket_view_draw(const struct view *view, const struct show *show, const struct sale *sale,
                      const struct ticket *ticket, struct canvas *canvas, struct area area);

#endif
