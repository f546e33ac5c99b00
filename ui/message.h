/* Everything the console said, newest last, bounded. Information fades, errors stay for a key. */
#ifndef LOGE_UI_MESSAGE_H
#define LOGE_UI_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

enum { MESSAGE_TEXT = 320, MESSAGES_KEPT = 500, MESSAGE_FADES_MS = 8000 };

struct message {
    char text[MESSAGE_TEXT];
    int64_t at; /* wall */
    bool error;
};

struct messages {
    struct message at[MESSAGES_KEPT]; /* a ring */
    int first, count;
    bool showing;
    int64_t fades_at; /* monotonic; of what is showing, unless it is an error */
};

void messages_add(struct messages *messages, bool error, const char *text, int64_t wall,
                  int64_t mono);
const struct message *messages_get(const struct messages *messages, int index); /* 0: oldest */
/* What stands in the message row now; NULL for nothing. */
const struct message *messages_shown(const struct messages *messages);
void messages_dismiss(struct messages *messages); /* a key was pressed */
/* True when something faded. */
bool messages_tick(struct messages *messages, int64_t mono);
int64_t messages_due(const struct messages *messages); /* INT64_MAX: never */

#endif
