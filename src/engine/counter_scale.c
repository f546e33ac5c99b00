#include "config.h"

#include "src/engine/counter_scale.h"

#include "src/base/text.h"

static void take_reading(const struct counter *counter, struct weighed *weighed)
{
    const struct scale_port *scale = counter->scale;
    *weighed = (struct weighed){.has_scale = scale || counter->scale_fault[0]};
    if (scale)
        scale->read(scale->ctx, &weighed->reading);
    else if (weighed->has_scale) {
        weighed->reading.state = SCALE_FAULT;
        text_copy(weighed->reading.why, SCALE_WHY, counter->scale_fault);
    }
}

void watch_scale(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct scale_port *scale = counter->scale;
    if (scale)
        scale->watch(scale->ctx, cmd->u.on);
    take_reading(counter, &evt->u.scale);
}

void counter_weigh(struct counter *counter, struct evt *evt)
{
    *evt = (struct evt){.kind = EVT_SCALE, .arena = arena_new()};
    take_reading(counter, &evt->u.scale);
}
