#include "config.h"

#include "src/cmd/bag_scale.h"

#include <poll.h>
#include <unistd.h>

#include "src/adapter/scale_reader.h"
#include "src/base/text.h"
#include "src/cmd/intl.h"

enum { PATIENCE_MS = 15000 };

/* Whoever puts a bag on it needs a moment, so a scale that says nothing yet may still say
 * something; a line that is broken will not. */
static bool is_waited_for(enum scale_state state)
{
    return state != SCALE_STILL && state != SCALE_FAULT;
}

static void wait_until_still(const struct scale_port *port, const struct clock *clock,
                             struct scale_reading *reading)
{
    const int64_t until = clock_mono(clock) + PATIENCE_MS;
    struct pollfd fd = {.fd = port->fd(port->ctx), .events = POLLIN};
    uint64_t news;
    int64_t left = PATIENCE_MS;
    port->watch(port->ctx, true);
    for (*reading = (struct scale_reading){0}; left > 0 && is_waited_for(reading->state);
         left = until - clock_mono(clock)) {
        if (poll(&fd, 1, (int)left) > 0)
            (void)!read(fd.fd, &news, sizeof news);
        port->read(port->ctx, reading);
    }
}

bool bag_scale_read(const char *place, int32_t *grams, char why[SCALE_WHY])
{
    const struct clock clock = clock_system();
    struct scale_reading reading;
    struct err err;
    struct scale_reader *reader = scale_reader_start(place, &clock, &err);
    if (!reader) {
        text_copy(why, SCALE_WHY, err.text);
        return false;
    }
    const struct scale_port port = scale_reader_port(reader);
    wait_until_still(&port, &clock, &reading);
    scale_reader_stop(&reader);
    *grams = reading.grams;
    if (reading.state == SCALE_STILL)
        return true;
    const char *sentence = scale_state_sentence(reading.state);
    if (!sentence)
        sentence = N_("What lies on the scale does not come to rest.");
    text_copy(why, SCALE_WHY, reading.why[0] ? reading.why : _(sentence));
    return false;
}
