/* This process' maps, Redis and PostgreSQL side by side, a row for each open show. */
#ifndef LOGE_CMD_LAYERS_H
#define LOGE_CMD_LAYERS_H

#include "src/adapter/house_store.h"
#include "src/base/list.h"
#include "src/cmd/call.h"

struct layer_row {
    const char *show;
    struct house_layers at;
};
struct layers {
    struct layer_row *at;
    int count, room;
    int disagree;
};

/* Of a house with Redis (call->line.front). */
enum rc layers_read(struct call *call, struct layers *layers, struct err *err) MUST_USE;
/* "layers": [...] */
void layers_json(struct call *call, const struct layers *layers);
void layers_print(struct call *call, const struct layers *layers);

#endif
