/* How fast one may ask the house's service, as the settings say. */
#ifndef LOGE_CMD_SERVE_RULES_H
#define LOGE_CMD_SERVE_RULES_H

#include "src/api/gate.h"
#include "src/base/settings.h"

enum rc serve_rules(const struct settings *settings, struct gate_rules *out,
                    struct err *err) MUST_USE;

#endif
