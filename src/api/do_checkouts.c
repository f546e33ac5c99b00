/* Checkouts: seats that are being paid for with the house's payment provider, and its calls. */
#include "config.h"

#include <string.h>

#include "src/api/api_parts.h"
#include "src/api/body.h"
#include "src/api/handlers.h"
#include "src/api/hold_answer.h"
#include "src/api/reply.h"
#include "src/base/member.h"
#include "src/domain/doc.h"
#include "src/domain/hold.h"

static const struct checkout_port *port_of(struct exchange *x)
{
    if (!x->engine->checkouts)
        reply_error(x, 404, "NOT_FOUND",
                    "This house takes no payments by a provider; pay.url of its service says where "
                    "one is.");
    return x->engine->checkouts;
}

/* ---- answers --------------------------------------------------------------------------------- */

/* What was sold goes along, with its tickets. */
static bool put_sale(struct exchange *x, const struct intent *intent)
{
    struct store *store = x->engine->store;
    struct sale sale;
    struct err err;
    bool found = false;
    if (uuid_is_zero(&intent->sale))
        return true;
    if (store->ops->sale_read(store, &intent->sale, NULL, x->arena, &sale, &found, &err))
        return false;
    if (found)
        sale_put(x, x->doc, &sale);
    return true;
}

static void answer(struct exchange *x, const struct intent *intent, int status)
{
    doc_checkout(reply_doc(x), "checkout", intent);
    if (put_sale(x, intent))
        reply_doc_end(x, status);
    else
        reply_unavailable(x);
}

/* ---- beginning ------------------------------------------------------------------------------- */

struct wish {
    struct checkout_wish wish;
    struct uuid holds[INTENT_HOLDS];
};

static bool read_holds(struct exchange *x, struct wish *wish)
{
    const char *const *ids;
    int count;
    if (!body_texts(x, "holdIds", INTENT_HOLDS, &ids, &count))
        return false;
    for (int i = 0; i < count; i++) {
        struct hold hold;
        if (!hold_by_name(x, ids[i], &hold))
            return false;
        wish->holds[i] = hold.id;
    }
    wish->wish.holds = wish->holds;
    wish->wish.hold_count = count;
    if (!count)
        reply_invalid(x, "\"holdIds\" is missing: the holds that are being paid for.");
    return count > 0;
}

/* In the order of the seats; those that are not named are adults. */
static bool read_types(struct exchange *x, struct checkout_wish *wish)
{
    const char *const *names;
    if (!body_texts(x, "types", HOLD_SEATS_MAX, &names, &wish->type_count))
        return false;
    struct desk_type *types = arena_array(x->arena, (size_t)wish->type_count + 1, sizeof *types);
    wish->types = types;
    for (int i = 0; i < wish->type_count; i++) {
        if (price_type_parse(names[i], &types[i].type))
            continue;
        reply_invalid(x, "\"%.40s\" is no type of ticket.", names[i]);
        return false;
    }
    return true;
}

static bool read_email(struct exchange *x, const char **email)
{
    return body_text(x, "customerEmail", EMAIL_TEXT, email) && (!*email || body_email(x, email));
}

static bool read_wish(struct exchange *x, struct wish *wish)
{
    return body_text(x, "name", NAME_TEXT, &wish->wish.name) &&
           body_text(x, "voucher", VOUCHER_TEXT, &wish->wish.voucher) &&
           read_email(x, &wish->wish.email) && read_types(x, &wish->wish) && read_holds(x, wish);
}

void do_checkout_start(struct exchange *x)
{
    const struct checkout_port *port = port_of(x);
    struct wish wish = {.wish = {.holds = NULL}};
    struct intent intent;
    struct outcome out;
    if (!port || !read_wish(x, &wish))
        return;
    port->start(port->ctx, &x->cmd.meta, &wish.wish, &intent, &out);
    if (out.verdict)
        reply_refused(x, &out);
    else
        answer(x, &intent, 201);
}

/* ---- one checkout, by its id -------------------------------------------------------------------
 */

static bool refuse_unknown(struct exchange *x)
{
    reply_error(x, 404, "NOT_FOUND", "There is no such checkout.");
    return false;
}

/* Whose holds it is for, his it is; another's is not there, nor is a payment of a bag's fee. */
static bool is_clients(struct exchange *x, const struct intent *intent)
{
    struct hold hold;
    if (intent_is_fee(intent))
        return refuse_unknown(x);
    if (x->client.scopes & SCOPE_ADMIN)
        return true;
    enum hold_found found = hold_look(x, &intent->hold[0], &hold);
    return found == HOLD_FOUND || (found == HOLD_MISSING && refuse_unknown(x));
}

static bool find(struct exchange *x, const struct checkout_port *port, struct intent *intent)
{
    struct outcome out;
    struct uuid id;
    if (!uuid_parse(x->part[0], &id))
        return refuse_unknown(x);
    port->find(port->ctx, &x->cmd.meta, &id, intent, &out);
    if (out.verdict == VERDICT_NOT_FOUND)
        return refuse_unknown(x);
    if (out.verdict)
        reply_refused(x, &out);
    return !out.verdict && is_clients(x, intent);
}

void do_checkout_show(struct exchange *x)
{
    const struct checkout_port *port = port_of(x);
    struct intent intent;
    if (port && find(x, port, &intent))
        answer(x, &intent, 200);
}

static void answer_released(struct exchange *x, const struct intent *intent,
                            const struct released_seat *seats, int count)
{
    doc_checkout(reply_doc(x), "checkout", intent);
    released_put(x, seats, count);
    reply_doc_end(x, 200);
}

static void cancel(struct exchange *x, const struct checkout_port *port, const struct uuid *id)
{
    struct intent intent;
    struct released_seat *seats;
    struct outcome out;
    int count;
    port->cancel(port->ctx, &x->cmd.meta, id, &intent, &seats, &count, &out);
    if (out.verdict)
        reply_refused(x, &out);
    else
        answer_released(x, &intent, seats, count);
}

/* Where nobody began a checkout for them, what is given up is the hold. */
static void cancel_hold(struct exchange *x)
{
    struct hold hold;
    if (!hold_of_client(x, &hold))
        return;
    x->cmd.u.one_hold.hold = hold.id;
    if (exchange_ask(x, CMD_RELEASE))
        released_answer(x);
}

static bool is_checkout(struct exchange *x, const struct checkout_port *port)
{
    struct intent intent;
    struct outcome out;
    struct uuid id;
    if (!port || !uuid_parse(x->part[0], &id))
        return false;
    port->find(port->ctx, &x->cmd.meta, &id, &intent, &out);
    return out.verdict != VERDICT_NOT_FOUND;
}

void do_checkout_cancel(struct exchange *x)
{
    const struct checkout_port *port = x->engine->checkouts;
    struct intent intent;
    if (!body_why(x))
        return;
    if (!is_checkout(x, port))
        cancel_hold(x);
    else if (find(x, port, &intent))
        cancel(x, port, &intent.id);
}

/* ---- the fee of a bag, by its ticket ----------------------------------------------------------
 */

typedef void (*fee_call)(void *ctx, const struct act_meta *, const char *ticket, struct intent *,
                         struct outcome *);

static void answer_fee(struct exchange *x, fee_call call, int status)
{
    struct intent intent;
    struct outcome out;
    call(x->engine->checkouts->ctx, &x->cmd.meta, x->part[0], &intent, &out);
    if (out.verdict) {
        reply_refused(x, &out);
    } else {
        doc_fee(reply_doc(x), "payment", &intent);
        reply_doc_end(x, status);
    }
}

void do_fee_start(struct exchange *x)
{
    const struct checkout_port *port = port_of(x);
    if (port)
        answer_fee(x, port->start_fee, 201);
}

void do_fee_show(struct exchange *x)
{
    const struct checkout_port *port = port_of(x);
    if (port)
        answer_fee(x, port->find_fee, 200);
}

void do_fee_cancel(struct exchange *x)
{
    const struct checkout_port *port = port_of(x);
    if (port)
        answer_fee(x, port->cancel_fee, 200);
}

/* ---- the provider's calls ----------------------------------------------------------------------
 */

static const char *heard_name(enum pay_heard heard)
{
    static const char *const names[] = {[PAY_NEW] = "new",           [PAY_KNOWN] = "known",
                                        [PAY_FITS_NOTHING] = "kept", [PAY_NO_PAYMENT] = "ignored",
                                        [PAY_FORGED] = "forged",     [PAY_NONSENSE] = "nonsense"};
    return names[heard];
}

static void refuse_forged(struct exchange *x)
{
    x->forged = true;
    reply_error(x, 401, "UNAUTHORIZED",
                "This is not signed, now, with the secret of this house's payment provider.");
}

/* Anything but 2xx makes a provider say it again: of what makes no sense that is no use, of what
 * could not be kept it is. */
void do_pay_hear(struct exchange *x)
{
    const struct checkout_port *port = x->engine->checkouts;
    const struct pay_call call = {x->asked.signature, x->body ? x->body : "", x->body_size};
    enum pay_heard heard = PAY_FORGED;
    struct err err;
    if (port && port->hear(port->ctx, &x->cmd.meta, &call, &heard, &err)) {
        reply_unavailable(x);
        return;
    }
    metrics_add(x->api->metrics, API_WEBHOOKS + (int)heard, 1);
    if (heard == PAY_FORGED) {
        refuse_forged(x);
    } else if (heard == PAY_NONSENSE) {
        reply_invalid(x, "This makes no sense as an event about a payment.");
    } else {
        member_text(reply_doc(x), "heard", heard_name(heard));
        reply_doc_end(x, 200);
    }
}
