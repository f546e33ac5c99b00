/* A seats.io chart from a stranger: read or refused, and what was read can be kept and exported. */
#include "config.h"

#include <assert.h>
#include <stdint.h>

#include "src/adapter/plan_json.h"
#include "src/domain/plan_draw.h"
#include "tests/unit/plan_same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void survives(const struct plan *plan, struct arena *arena)
{
    struct plan_faults faults = {.count = 0};
    const char *document = plan_document_write(plan, arena);
    const struct plan *again = plan_document_read(document, strlen(document), arena, &faults);
    assert(again && !plan_difference(plan, again));
    const char *export = pretix_plan_write(plan, arena, NULL);
    again = pretix_plan_read(export, strlen(export), arena, &faults);
    assert(again && again->seat_count == plan->seat_count);
}

/* Straightened, it may be more than a drawing holds; otherwise its seats are all there. */
static void draws(const struct plan *plan, struct arena *arena)
{
    struct plan_faults faults = {.count = 0};
    const char *text = plan_text_write(plan, arena, &faults);
    const struct plan *again = text ? plan_text_parse(text, strlen(text), arena, &faults) : NULL;
    assert(!again == (faults.count > 0));
    assert(!again || again->seat_count == plan->seat_count);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct plan_faults faults = {.count = 0}, notes = {.count = 0};
    const struct plan *plan = seatsio_chart_read((const char *)data, size, arena, &faults, &notes);
    assert(!plan == (faults.count > 0));
    if (plan) {
        const struct plan_drawing drawing = {.section = -1};
        survives(plan, arena);
        draws(plan, arena);
        (void)plan_draw(plan, &drawing, arena);
    }
    arena_free(&arena);
    return 0;
}
