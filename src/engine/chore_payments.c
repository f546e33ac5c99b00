#include "config.h"

#include "src/engine/chore_payments.h"

enum {
    AT_ONCE = 16,
    SHORTEST_MS = 20,
    LONGEST_MS = 5000, /* somebody at a counter may give money back */
};

static int64_t nap(const struct chore_step *step, int64_t next)
{
    int64_t wait = next - clock_wall(&step->desk->clock);
    if (wait > LONGEST_MS)
        return LONGEST_MS;
    return wait > SHORTEST_MS ? wait : SHORTEST_MS;
}

static enum rc complete(void *ctx, struct chore_step *step, struct err *err)
{
    const struct payments *payments = ctx;
    struct checkout checkout;
    int done = 0;
    int64_t next = INTENT_NEVER;
    step->next_ms = LONGEST_MS;
    if (!checkout_init(&checkout, step->desk, payments->provider))
        return RC_OK;
    enum rc rc = checkout_complete(&checkout, &step->meta, AT_ONCE, &done, &next, err);
    step->done = done;
    step->next_ms = done == AT_ONCE ? 0 : nap(step, next);
    return rc;
}

struct chore chore_payments(struct payments *payments)
{
    return (struct chore){.name = "payments", .step = complete, .ctx = payments};
}
