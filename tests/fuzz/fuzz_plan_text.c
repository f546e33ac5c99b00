/* A drawing from a stranger: read or refused, and what was read survives being written. */
#include "config.h"

#include <assert.h>
#include <stdint.h>

#include "src/adapter/plan_json.h"
#include "src/domain/plan_draw.h"
#include "tests/unit/plan_same.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void survives_writing(const struct plan *plan, struct arena *arena)
{
    struct plan_faults faults = {.count = 0};
    const char *text = plan_text_write(plan, arena, &faults);
    if (!text)
        return; /* too wide once its labels are quoted */
    const struct plan *again = plan_text_parse(text, strlen(text), arena, &faults);
    assert(again && !plan_difference(plan, again));
}

static void survives_keeping(const struct plan *plan, struct arena *arena)
{
    struct plan_faults faults = {.count = 0};
    const char *document = plan_document_write(plan, arena);
    const struct plan *again = plan_document_read(document, strlen(document), arena, &faults);
    assert(again && !plan_difference(plan, again));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena *arena = arena_new();
    struct plan_faults faults = {.count = 0};
    const struct plan *plan = plan_text_parse((const char *)data, size, arena, &faults);
    assert(!plan == (faults.count > 0));
    if (plan) {
        const struct plan_drawing drawing = {.section = -1};
        survives_writing(plan, arena);
        survives_keeping(plan, arena);
        (void)plan_draw(plan, &drawing, arena);
    }
    arena_free(&arena);
    return 0;
}
