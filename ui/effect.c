#include "config.h"

#include "ui/effect.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "ui/intl.h"

static struct effect *add(struct effects *effects, enum effect_kind kind)
{
    assert(effects->count < EFFECTS_MAX);
    struct effect *effect = &effects->at[effects->count++];
    memset(effect, 0, sizeof *effect);
    effect->kind = kind;
    return effect;
}

void effect_open(struct effects *effects, const char *screen, const char *argument)
{
    struct effect *effect = add(effects, EFFECT_OPEN);
    effect->screen = screen;
    text_copy(effect->text, sizeof effect->text, argument);
}

void effect_back(struct effects *effects)
{
    add(effects, EFFECT_BACK);
}

static void add_text(struct effects *effects, enum effect_kind kind, const char *fmt, va_list args)
{
    char text[MESSAGE_TEXT * 2];
    struct effect *effect = add(effects, kind);
    vsnprintf(text, sizeof text, fmt, args);
    text_copy(effect->text, sizeof effect->text, text);
}

void effect_say(struct effects *effects, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_text(effects, EFFECT_SAY, fmt, args);
    va_end(args);
}

void effect_error(struct effects *effects, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    add_text(effects, EFFECT_ERROR, fmt, args);
    va_end(args);
}

const char *outcome_sentence(const struct outcome *outcome)
{
    return outcome->message[0] ? outcome->message : verdict_sentence(outcome->verdict);
}

void effect_refused(struct effects *effects, const struct outcome *outcome)
{
    effect_error(effects, "%s", outcome_sentence(outcome));
}

void effect_saved(struct effects *effects, const char *path)
{
    /* L10N: a file's path stands behind it */
    effect_say(effects, _("Saved as %s"), path);
}

void effect_bell(struct effects *effects)
{
    add(effects, EFFECT_BELL);
}

void effect_copy(struct effects *effects, const char *text)
{
    text_copy(add(effects, EFFECT_COPY)->text, MESSAGE_TEXT, text);
}

void effect_quit(struct effects *effects)
{
    add(effects, EFFECT_QUIT);
}

void effect_sign_out(struct effects *effects)
{
    add(effects, EFFECT_SIGN_OUT);
}

struct ask *effect_ask(struct effects *effects, enum ask_kind kind, int id)
{
    struct ask *ask = &add(effects, EFFECT_ASK)->ask;
    ask->kind = kind;
    ask->id = id;
    return ask;
}

struct cmd *effect_send(struct effects *effects, enum cmd_kind kind)
{
    struct arena *arena = arena_new();
    struct cmd *cmd = arena_alloc(arena, sizeof *cmd);
    cmd->id = ++*effects->next_id;
    cmd->kind = kind;
    cmd->meta.arena = arena;
    add(effects, EFFECT_SEND)->cmd = cmd;
    return cmd;
}

void effect_every_hold(struct effects *effects, enum cmd_kind act)
{
    add(effects, EFFECT_EVERY_HOLD)->act = act;
}

struct cmd *effect_look(struct effects *effects, enum cmd_kind kind)
{
    struct cmd *cmd = effect_send(effects, kind);
    effects->at[effects->count - 1].quiet = true;
    return cmd;
}

void effect_ask_text(struct effects *effects, int id, const char *title)
{
    text_copy(effect_ask(effects, ASK_TEXT, id)->title, ASK_TITLE, title);
}
