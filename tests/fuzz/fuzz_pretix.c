/* A pretix plan from a stranger: read or refused, and what was read comes back from an export. */
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
    const char *text = pretix_plan_write(plan, arena, NULL);
    const struct plan *again = pretix_plan_read(text, strlen(text), arena, &faults);
    assert(again && !plan_difference(plan, again));
    assert(strcmp(text, pretix_plan_write(again, arena, NULL)) == 0);
    const char *document = plan_document_write(plan, arena);
    again = plan_document_read(document, strlen(document), arena, &faults);
    assert(again && !plan_difference(plan, again));
    assert(strcmp(text, pretix_plan_write(again, arena, NULL)) == 0);
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
    struct plan_faults faults = {.count = 0};
    const struct plan *plan = pretix_plan_read((const char *)data, size, arena, &faults);
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
