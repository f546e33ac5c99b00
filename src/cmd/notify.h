/* What a service tells whoever started it (systemd's socket of notices); nothing when nobody asks.
 */
#ifndef LOGE_CMD_NOTIFY_H
#define LOGE_CMD_NOTIFY_H

#include <stdint.h>

/* "READY=1" and the like. */
void notify_tell(const char *state);
/* That it begins to read its settings again; READY=1 says that it has. */
void notify_reloading(void);
/* How often somebody wants to hear that the service lives; 0: nobody does. */
int64_t notify_every_ms(void);

#endif
