#include "config.h"

#include "src/cmd/weighing.h"

#include <poll.h>
#include <stdio.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/domain/checkin.h"

enum { TRY_MS = 5000 };

void weighing_start(struct weighing *weighing, const struct call *call, struct counter *counter)
{
    const char *place = settings_text(call->settings, SETTING_DOOR_SCALE);
    const struct clock clock = clock_system();
    struct err err;
    *weighing = (struct weighing){.reader = NULL};
    if (!place[0])
        return;
    weighing->reader = scale_reader_start(place, &clock, &err);
    if (!weighing->reader) {
        text_copy(counter->scale_fault, sizeof counter->scale_fault, err.text);
        return;
    }
    weighing->port = scale_reader_port(weighing->reader);
    counter->scale = &weighing->port;
}

void weighing_stop(struct weighing *weighing)
{
    scale_reader_stop(&weighing->reader);
}

/* ---- a look --------------------------------------------------------------------------------- */

static void wait_for_word(const struct scale_port *port, struct scale_reading *reading)
{
    struct pollfd fd = {.fd = port->fd(port->ctx), .events = POLLIN};
    port->watch(port->ctx, true);
    (void)!poll(&fd, 1, TRY_MS); /* the first news is that it spoke, or that it does not */
    port->read(port->ctx, reading);
}

bool weighing_try(const char *place, char text[SCALE_WHY])
{
    const struct clock clock = clock_system();
    struct scale_reading reading;
    struct err err;
    char weight[WEIGHT_TEXT];
    struct scale_reader *reader = scale_reader_start(place, &clock, &err);
    if (!reader) {
        text_copy(text, SCALE_WHY, err.text);
        return false;
    }
    const struct scale_port port = scale_reader_port(reader);
    wait_for_word(&port, &reading);
    scale_reader_stop(&reader);
    const char *sentence = scale_state_sentence(reading.state);
    if (sentence)
        text_copy(text, SCALE_WHY, reading.why[0] ? reading.why : _(sentence));
    else
        snprintf(text, SCALE_WHY, "%s kg", weight_said(reading.grams, weight));
    return reading.state != SCALE_WAITING && reading.state < SCALE_SILENT;
}
