#include "config.h"

#include "src/cmd/strain.h"

#include <stdio.h>

#include "src/base/member.h"
#include "src/base/text.h"
#include "src/cmd/around.h"
#include "src/cmd/intl.h"

enum { PATIENCE_MS = 5000, SECOND_MS = 1000 };

/* The times of events are in the log, which not everybody may read. */
bool strain_is_told(const struct call *call, enum role role)
{
    return call->line.pg && !call->desk.alone && rights_may(role, RIGHT_AUDIT);
}

enum rc strain_read(const struct call *call, enum role role, struct strain *out, struct err *err)
{
    *out = (struct strain){.unheard = 0};
    enum rc rc = pg_store_strain(call->line.pg, &out->house, err);
    if (!rc && rights_may(role, RIGHT_SHOWS))
        rc = pg_store_unheard(call->line.pg, &out->unheard, err);
    return rc;
}

void strain_json(struct json_out *doc, const struct strain *strain)
{
    member_int(doc, "untold_ms", strain->house.untold);
    member_int(doc, "overdue_holds", strain->house.overdue_holds);
    member_int(doc, "overdue_ms", strain->house.overdue);
    member_int(doc, "unattended_payments", strain->house.unpaid_holds);
    member_int(doc, "payment_messages", strain->unheard);
}

static void print_house(struct call *call, const struct pg_strain *strain)
{
    if (strain->untold > PATIENCE_MS)
        call_print(call,
                   _("Alarm   what was done %lld s ago is told to nobody yet: somebody keeps a "
                     "transaction open in PostgreSQL (pg_stat_activity); end it\n"),
                   (long long)(strain->untold / SECOND_MS));
    if (strain->overdue > PATIENCE_MS)
        call_print(
            call,
            n_("Alarm   %d hold expired %lld s ago, and no console or service frees it: keep one "
               "open, or run `loge expire`\n",
               "Alarm   %d holds expired, the first %lld s ago, and no console or service frees "
               "them: keep one open, or run `loge expire`\n",
               strain->overdue_holds),
            strain->overdue_holds, (long long)(strain->overdue / SECOND_MS));
    if (strain->unpaid_holds)
        call_print(call,
                   n_("Alarm   %d hold waits for a payment and no service completes payments; "
                      "start `loge serve`\n",
                      "Alarm   %d holds wait for a payment and no service completes payments; "
                      "start `loge serve`\n",
                      strain->unpaid_holds),
                   strain->unpaid_holds);
}

void strain_print(struct call *call, const struct strain *strain)
{
    print_house(call, &strain->house);
    if (strain->unheard)
        call_print(call,
                   _("Alarm   the payment provider said %d times what fits no payment of this "
                     "house; `loge payments list` shows it\n"),
                   strain->unheard);
}

/* ---- on the health page --------------------------------------------------------------------- */

static void look_at_news(const struct pg_strain *strain, struct health_report *health)
{
    char state[40];
    if (strain->untold <= PATIENCE_MS)
        return;
    /* L10N: what was done is told to nobody yet; at most 22 columns, with two or three digits */
    snprintf(state, sizeof state, _("held back for %lld s"),
             (long long)(strain->untold / SECOND_MS));
    /* L10N: a layer on the health page: what tills hear of one another; at most 10 columns */
    around_add(health, _("news"), state,
               _("Somebody keeps a transaction open in PostgreSQL (pg_stat_activity); end it."));
}

static void look_at_holds(const struct pg_strain *strain, struct health_report *health)
{
    char state[40], detail[240];
    if (strain->overdue <= PATIENCE_MS)
        return;
    /* L10N: holds that are over; at most 22 columns, with two or three digits */
    snprintf(state, sizeof state, _("not freed: %d"), strain->overdue_holds);
    snprintf(detail, sizeof detail,
             _("The first expired %lld s ago, and no console frees them. Run `loge expire`."),
             (long long)(strain->overdue / SECOND_MS));
    /* L10N: a layer on the health page: the end of holds; at most 10 columns */
    around_add(health, _("expiry"), state, detail);
}

static void look_at_payments(int unpaid, struct health_report *health)
{
    char state[40];
    if (!unpaid)
        return;
    /* L10N: holds that wait for a payment; at most 22 columns, with two or three digits */
    snprintf(state, sizeof state, _("unattended: %d"), unpaid);
    around_add(health, C_("layer", "payments"), state,
               _("Holds wait for a payment and no service completes it: start `loge serve`."));
}

static void look_at_messages(int unheard, struct health_report *health)
{
    char state[40];
    if (!unheard)
        return;
    /* L10N: messages of the payment provider; at most 22 columns, with two or three digits */
    snprintf(state, sizeof state, _("fit no payment: %d"), unheard);
    /* L10N: a layer on the health page: the payment provider's messages; at most 10 columns */
    around_add(health, C_("layer", "payments"), state,
               _("The provider spoke of payments nobody here knows: `loge payments list`."));
}

/* A house that is not reached says so itself. */
void strain_look(const struct call *call, enum role role, struct health_report *health)
{
    struct strain strain;
    if (!strain_is_told(call, role) || strain_read(call, role, &strain, NULL))
        return;
    look_at_news(&strain.house, health);
    look_at_holds(&strain.house, health);
    look_at_payments(strain.house.unpaid_holds, health);
    look_at_messages(strain.unheard, health);
}
