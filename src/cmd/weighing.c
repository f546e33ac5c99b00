#include "config.h"

#include "src/cmd/weighing.h"

#include <poll.h>
#include <stdio.h>
#include <unistd.h>

#include "src/base/text.h"
#include "src/cmd/intl.h"
#include "src/domain/checkin.h"

enum { TRY_MS = 10000, SETTLE_MS = 15000 };

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

/* When a look has seen enough. */
typedef bool enough_fn(enum scale_state state);

static bool is_a_word(enum scale_state state)
{
    return state != SCALE_WAITING;
}

/* Whoever puts a bag on it needs a moment, so a scale that is silent may still say something; a
 * line that is broken will not. */
static bool is_settled(enum scale_state state)
{
    return state == SCALE_STILL || state == SCALE_FAULT;
}

static void look_until(const struct scale_port *port, const struct clock *clock, enough_fn *enough,
                       int64_t until, struct scale_reading *reading)
{
    struct pollfd fd = {.fd = port->fd(port->ctx), .events = POLLIN};
    uint64_t news;
    int64_t left = until - clock_mono(clock);
    port->watch(port->ctx, true);
    for (; left > 0 && !enough(reading->state); left = until - clock_mono(clock)) {
        if (poll(&fd, 1, (int)left) > 0)
            (void)!read(fd.fd, &news, sizeof news);
        port->read(port->ctx, reading);
    }
}

static void look(const char *place, enough_fn *enough, int ms, struct scale_reading *reading)
{
    const struct clock clock = clock_system();
    struct err err;
    struct scale_reader *reader = scale_reader_start(place, &clock, &err);
    *reading = (struct scale_reading){.state = reader ? SCALE_WAITING : SCALE_FAULT};
    if (!reader) {
        text_copy(reading->why, sizeof reading->why, err.text);
        return;
    }
    const struct scale_port port = scale_reader_port(reader);
    look_until(&port, &clock, enough, clock_mono(&clock) + ms, reading);
    scale_reader_stop(&reader);
}

/* NULL: there is a weight. */
static const char *why_not(const struct scale_reading *reading)
{
    const char *sentence = scale_state_sentence(reading->state);
    return sentence && reading->why[0] ? reading->why : sentence ? _(sentence) : NULL;
}

bool weighing_try(const char *place, char text[SCALE_WHY])
{
    struct scale_reading reading;
    char weight[WEIGHT_TEXT];
    look(place, is_a_word, TRY_MS, &reading);
    const char *why = why_not(&reading);
    if (why)
        text_copy(text, SCALE_WHY, why);
    else
        snprintf(text, SCALE_WHY, "%s kg", weight_said(reading.grams, weight));
    return is_a_word(reading.state) && reading.state < SCALE_SILENT;
}

bool weighing_settle(const char *place, int32_t *grams, char why[SCALE_WHY])
{
    struct scale_reading reading;
    look(place, is_settled, SETTLE_MS, &reading);
    *grams = reading.grams;
    if (reading.state == SCALE_STILL)
        return true;
    const char *known = why_not(&reading);
    text_copy(why, SCALE_WHY, known ? known : _("What lies on the scale does not come to rest."));
    return false;
}
