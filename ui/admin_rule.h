/* Marking by rule: held longer than some minutes, at a till, by a person, in a section. */
#ifndef LOGE_UI_ADMIN_RULE_H
#define LOGE_UI_ADMIN_RULE_H

#include "ui/form.h"
#include "ui/map.h"

struct admin_rule {
    bool open;
    struct form form;
};

void admin_rule_open(struct admin_rule *rule);
/* True: it was used, and the dialog is closed. Marks what the rule says besides what is marked. */
bool admin_rule_key(struct admin_rule *rule, int32_t code, struct map *map, const struct view *view,
                    struct effects *effects);
void admin_rule_draw(const struct admin_rule *rule, const struct view *view, struct canvas *canvas,
                     struct area body);

#endif
