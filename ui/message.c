#include "config.h"

#include "ui/message.h"

#include <assert.h>
#include <stddef.h>

#include "src/base/text.h"

void messages_add(struct messages *messages, bool error, const char *text, int64_t wall,
                  int64_t mono)
{
    const struct message *shown = messages_shown(messages);
    struct message *message = &messages->at[(messages->first + messages->count) % MESSAGES_KEPT];
    if (messages->count == MESSAGES_KEPT)
        messages->first = (messages->first + 1) % MESSAGES_KEPT;
    else
        messages->count++;
    bool covered = shown && shown->error && !error; /* an error is not talked over */
    *message = (struct message){.at = wall, .error = error};
    text_copy(message->text, sizeof message->text, text);
    if (covered) {
        struct message swap = *message;
        struct message *before =
            &messages->at[(messages->first + messages->count - 2) % MESSAGES_KEPT];
        *message = *before;
        *before = swap;
    }
    messages->showing = true;
    messages->fades_at = mono + MESSAGE_FADES_MS;
}

const struct message *messages_get(const struct messages *messages, int index)
{
    assert(index >= 0 && index < messages->count);
    return &messages->at[(messages->first + index) % MESSAGES_KEPT];
}

const struct message *messages_shown(const struct messages *messages)
{
    if (!messages->showing || messages->count == 0)
        return NULL;
    return messages_get(messages, messages->count - 1);
}

void messages_dismiss(struct messages *messages)
{
    messages->showing = false;
}

bool messages_tick(struct messages *messages, int64_t mono)
{
    const struct message *shown = messages_shown(messages);
    if (!shown || shown->error || mono < messages->fades_at)
        return false;
    messages->showing = false;
    return true;
}

int64_t messages_due(const struct messages *messages)
{
    const struct message *shown = messages_shown(messages);
    return shown && !shown->error ? messages->fades_at : INT64_MAX;
}
