#include "config.h"

#include "src/engine/counter_print.h"

#include <stdio.h>

#include "src/base/text.h"
#include "src/base/tongue.h"

/* ---- after an act ------------------------------------------------------------------------- */

static void put_on_paper(struct counter *counter, const struct cmd *cmd,
                         const struct paper_wish *wish)
{
    struct err err;
    const struct print_port *printer = counter->printer;
    if (printer && counter->print(counter->line_ctx, printer, &cmd->meta, wish, &err))
        text_copy(counter->print_fault, sizeof counter->print_fault, err.text);
}

static void print(struct counter *counter, const struct cmd *cmd, const struct evt *evt,
                  const char *const *labels, int count)
{
    const struct paper_wish wish = {.sale = evt->outcome.sale, .labels = labels, .count = count};
    put_on_paper(counter, cmd, &wish);
}

static bool is_new(const struct evt *evt)
{
    const struct outcome *outcome = &evt->outcome;
    return outcome->verdict == VERDICT_OK && !outcome->replay && outcome->sale;
}

void print_handed_over(struct counter *counter, const struct cmd *cmd, const struct evt *evt)
{
    if (is_new(evt) && evt->outcome.sale->collected_at)
        print(counter, cmd, evt, NULL, 0);
}

void print_again(struct counter *counter, const struct cmd *cmd, const struct evt *evt)
{
    if (is_new(evt))
        print(counter, cmd, evt, cmd->u.sale.labels, cmd->u.sale.count);
}

static void add_new_seats(struct counter *counter, const struct uuid *id, struct arena *arena,
                          struct new_seats *seats)
{
    struct store *store = counter->desk->store;
    struct hold hold;
    bool found;
    if (store->ops->hold_read(store, id, arena, &hold, &found, NULL) || !found)
        return;
    seats->labels = arena_grow(arena, seats->labels, (size_t)seats->count,
                               (size_t)(seats->count + hold.seat_count), sizeof *seats->labels);
    for (int i = 0; i < hold.seat_count; i++)
        seats->labels[seats->count++] = hold.seats[i].label;
}

struct new_seats print_new_seats(struct counter *counter, const struct cmd *cmd)
{
    const struct desk_exchange *wish = &cmd->u.exchange;
    struct new_seats seats = {NULL, 0};
    if (!counter->printer)
        return seats;
    add_new_seats(counter, &wish->hold, cmd->meta.arena, &seats);
    for (int i = 0; i < wish->also_count; i++)
        add_new_seats(counter, &wish->also[i], cmd->meta.arena, &seats);
    return seats;
}

void print_exchanged(struct counter *counter, const struct cmd *cmd, const struct evt *evt,
                     const struct new_seats *seats)
{
    if (is_new(evt) && evt->outcome.sale->collected_at && seats->count)
        print(counter, cmd, evt, seats->labels, seats->count);
}

/* ---- a cash-up ---------------------------------------------------------------------------- */

void print_cash_up(struct counter *counter, const struct cmd *cmd, const struct evt *evt)
{
    const struct outcome *outcome = &evt->outcome;
    const struct paper_wish wish = {.shift = outcome->shift};
    if (outcome->verdict == VERDICT_OK && !outcome->replay && outcome->shift)
        put_on_paper(counter, cmd, &wish);
}

static bool find_closed(struct counter *counter, const struct cmd *cmd, struct shift *shift)
{
    struct store *store = counter->desk->store;
    struct uuid id;
    bool found = false;
    return cmd->u.text && uuid_parse(cmd->u.text, &id) &&
           !store->ops->shift_read(store, &id, cmd->meta.actor.till, shift, &found, NULL) &&
           found && shift->closed_at;
}

void serve_print_shift(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    struct shift shift;
    const struct paper_wish wish = {.shift = &shift};
    if (counter->printer && find_closed(counter, cmd, &shift)) {
        put_on_paper(counter, cmd, &wish);
        return;
    }
    evt->outcome.verdict = VERDICT_NOT_FOUND;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s",
             counter->printer ? tongue(N_("There is no such closed shift."))
                              : tongue(N_("This till has no printer.")));
}

/* ---- the queue ---------------------------------------------------------------------------- */

void look_prints(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct print_port *printer = counter->printer;
    (void)cmd;
    evt->u.prints.at = arena_array(evt->arena, PRINT_JOBS_MAX, sizeof *evt->u.prints.at);
    if (printer)
        evt->u.prints.count = printer->list(printer->ctx, evt->u.prints.at, PRINT_JOBS_MAX);
}

static void refuse_unknown(struct evt *evt)
{
    evt->outcome.verdict = VERDICT_NOT_FOUND;
    snprintf(evt->outcome.message, sizeof evt->outcome.message, "%s",
             tongue(N_("Nothing of that kind has failed to print; read the queue again.")));
}

void serve_print_again(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct print_port *printer = counter->printer;
    if (!printer || !printer->again(printer->ctx, cmd->u.print))
        refuse_unknown(evt);
}

void serve_print_drop(struct counter *counter, const struct cmd *cmd, struct evt *evt)
{
    const struct print_port *printer = counter->printer;
    if (!printer || !printer->drop(printer->ctx, cmd->u.print))
        refuse_unknown(evt);
}

void counter_paper(struct counter *counter, struct evt *evt)
{
    const struct print_port *printer = counter->printer;
    *evt = (struct evt){.kind = EVT_PRINT, .arena = arena_new()};
    if (printer)
        printer->sums(printer->ctx, &evt->u.print.sums);
    evt->u.print.fault = counter->print_fault[0] != '\0';
    if (evt->u.print.fault)
        text_copy(evt->u.print.sums.why, PRINT_WHY, counter->print_fault);
    counter->print_fault[0] = '\0';
}
