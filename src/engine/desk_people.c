/* Customers, vouchers and staff. */
#include "config.h"

#include "src/base/tongue.h"
#include "src/engine/desk.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "src/base/text.h"
#include "src/engine/run.h"

static enum verdict clean_field(struct run *run, const char *text, char *out, size_t size,
                                const char *what)
{
    const char *fault = text_clean(text, out, size);
    if (fault)
        return refuse(&run->why, VERDICT_INVALID, "%s: this text %s; write it again.", tongue(what),
                      tongue(fault));
    return VERDICT_OK;
}

/* ---- customers ---------------------------------------------------------------------------- */

static enum verdict clean_customer(struct run *run, const struct customer *given,
                                   struct customer *clean)
{
    enum verdict verdict = clean_field(run, given->name, clean->name, NAME_TEXT, N_("Name"));
    if (!verdict)
        verdict = clean_field(run, given->email, clean->email, EMAIL_TEXT, N_("E-mail"));
    if (!verdict)
        verdict = clean_field(run, given->phone, clean->phone, PHONE_TEXT, N_("Phone"));
    if (!verdict && !*clean->name)
        verdict = refuse(&run->why, VERDICT_INVALID, "A customer needs a name.");
    return verdict;
}

/* The row as the act leaves it, which is what a replay of the key answers, too. */
static struct customer *customer_after(struct run *run, const struct customer *row)
{
    struct customer *after = arena_alloc(run->arena, sizeof *after);
    *after = *row;
    after->version++;
    return after;
}

static enum verdict step_customer(struct run *run, const void *request)
{
    const struct customer *given = request;
    struct customer *customer = LIST_ADD(run->arena, &run->cs->customers);
    *customer = *given;
    enum verdict verdict = run_allowed(run, RIGHT_SELL);
    if (!verdict)
        verdict = clean_customer(run, given, customer);
    if (verdict)
        return verdict;
    if (uuid_is_zero(&customer->id)) {
        customer->id = uuid_make(&run->ids.source, run->now);
        customer->created_at = run->now;
    }
    run_add_note(run, ACT_CUSTOMER, &customer->id, given->version ? "changed" : "added");
    run->out->customer = customer_after(run, customer);
    return VERDICT_OK;
}

void desk_customer_put(struct desk *desk, const struct act_meta *meta,
                       const struct customer *customer, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_CUSTOMER);
    fingerprint_row(&print, &shape_customer, customer);
    run_act(desk, meta, out, &print, step_customer, customer);
    if (out->replay && out->customer) {
        const struct customer made = *out->customer;
        *out->customer = *customer;
        out->customer->id = made.id;
        out->customer->created_at = made.created_at;
        out->customer->version = made.version;
    }
}

/* ---- vouchers ----------------------------------------------------------------------------- */

struct voucher_wish {
    const struct voucher *voucher;
    const char *show;
};

static enum verdict check_voucher(struct run *run, const struct voucher *voucher)
{
    int64_t most = voucher->kind == VOUCHER_PERCENT ? BASIS_POINTS : MONEY_MAX;
    if (!*voucher->code)
        return refuse(&run->why, VERDICT_INVALID, "A voucher needs a code.");
    if (voucher->value <= 0 || voucher->value > most)
        return refuse(&run->why, VERDICT_INVALID, "That is not a value a voucher can have.");
    if (voucher->budget < 0 || voucher->budget > MONEY_MAX)
        return refuse(&run->why, VERDICT_INVALID, "That is not a budget a voucher can have.");
    if (voucher->max_uses < 0 || voucher->max_tickets < 0)
        return refuse(&run->why, VERDICT_INVALID, "A voucher's limits cannot be negative.");
    if (voucher->valid_until && voucher->valid_until <= voucher->valid_from)
        return refuse(&run->why, VERDICT_INVALID,
                      "A voucher must end after it begins; check both times.");
    if (voucher->valid_until && voucher->valid_until <= run->now && !voucher->version)
        return refuse(&run->why, VERDICT_INVALID,
                      "A voucher that is over already is good for nothing; check the time.");
    return VERDICT_OK;
}

static enum verdict voucher_must_be_new(struct run *run, const char *code)
{
    struct store *store = run->desk->store;
    struct voucher other;
    bool found;
    if (store->ops->voucher_read(store, code, &other, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return VERDICT_OK;
    return refuse(&run->why, VERDICT_ALREADY_EXISTS, "There is a voucher %s already.", other.code);
}

static struct voucher *voucher_after(struct run *run, const struct voucher *row)
{
    struct voucher *after = arena_alloc(run->arena, sizeof *after);
    *after = *row;
    after->version++;
    return after;
}

static enum verdict step_voucher(struct run *run, const void *request)
{
    const struct voucher_wish *wish = request;
    struct voucher *voucher = LIST_ADD(run->arena, &run->cs->vouchers);
    *voucher = *wish->voucher;
    if (voucher->kind == VOUCHER_GIFT)
        voucher->budget = voucher->value; /* a gift can give what it is worth, once */
    struct show show;
    enum verdict verdict = run_allowed(run, RIGHT_SHOWS);
    if (!verdict)
        verdict = clean_field(run, wish->voucher->code, voucher->code, VOUCHER_TEXT, N_("Code"));
    if (!verdict)
        verdict = check_voucher(run, voucher);
    if (!verdict && !voucher->version)
        verdict = voucher_must_be_new(run, voucher->code);
    if (!verdict && wish->show)
        verdict = run_find_show(run, wish->show, &show);
    if (verdict)
        return verdict;
    if (wish->show)
        voucher->show = show.no;
    run_add_note(run, ACT_VOUCHER, NULL, voucher->code);
    run->out->voucher = voucher_after(run, voucher);
    return VERDICT_OK;
}

void desk_voucher_put(struct desk *desk, const struct act_meta *meta, const struct voucher *voucher,
                      const char *show, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_VOUCHER);
    fingerprint_row(&print, &shape_voucher, voucher);
    fingerprint_text(&print, show);
    const struct voucher_wish wish = {voucher, show};
    run_act(desk, meta, out, &print, step_voucher, &wish);
    if (out->replay && out->voucher)
        out->voucher->disabled = voucher->disabled;
}

/* ---- staff -------------------------------------------------------------------------------- */

struct staff_wish {
    const char *name, *pin;
    enum role role;
    bool disabled;
    bool must_be_new;
};

static bool pin_well_formed(const char *pin)
{
    size_t length = strlen(pin);
    for (size_t i = 0; i < length; i++)
        if (!isdigit((unsigned char)pin[i]))
            return false;
    return length >= 4 && length <= 12;
}

static bool name_well_formed(const char *name)
{
    for (const char *c = name; *c; c++)
        if (!islower((unsigned char)*c) && !isdigit((unsigned char)*c) && !strchr("-_.", *c))
            return false;
    return *name && strlen(name) < PERSON_TEXT;
}

static enum verdict read_person(struct run *run, const char *name, struct staff *staff, bool *found)
{
    struct store *store = run->desk->store;
    if (!name_well_formed(name))
        return refuse(&run->why, VERDICT_INVALID,
                      "A staff name is 1 to %d small letters, digits, '-', '_' or '.'.",
                      PERSON_TEXT - 1);
    if (store->ops->staff_read(store, name, staff, found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    return VERDICT_OK;
}

static enum verdict set_pin(struct run *run, const char *pin, struct staff *staff)
{
    if (!pin && (*staff->pin_hash || run->desk->people))
        return VERDICT_OK;
    if (!pin || !pin_well_formed(pin))
        return refuse(&run->why, VERDICT_INVALID, "A PIN is 4 to 12 digits.");
    if (run->desk->crypt->pin_hash(pin, staff->pin_hash))
        return VERDICT_OK;
    err_set(&run->out->err, RC_TRANSIENT, "", "There is not enough memory to store a PIN safely.");
    return VERDICT_UNAVAILABLE;
}

static enum verdict refuse_namesake(struct run *run, const char *name)
{
    return refuse(&run->why, VERDICT_ALREADY_EXISTS,
                  "There is a %s already; `loge staff role` changes the role, `loge staff pin` the "
                  "PIN.",
                  name);
}

static enum verdict step_staff(struct run *run, const void *request)
{
    const struct staff_wish *wish = request;
    struct staff *staff = LIST_ADD(run->arena, &run->cs->staff);
    struct staff old = {0};
    bool found = false;
    enum verdict verdict = run_allowed(run, RIGHT_STAFF);
    if (!verdict)
        verdict = run_at_house(run);
    if (!verdict)
        verdict = read_person(run, wish->name, &old, &found);
    if (!verdict && found && wish->must_be_new)
        verdict = refuse_namesake(run, wish->name);
    if (verdict)
        return verdict;
    if (found)
        *staff = old;
    text_copy(staff->name, sizeof staff->name, wish->name);
    staff->role = wish->role;
    staff->disabled = wish->disabled;
    staff->failures = 0;
    staff->locked_until = 0;
    verdict = set_pin(run, wish->pin, staff);
    char note[NOTE_TEXT];
    snprintf(note, sizeof note, "%s %s%s", wish->name, role_name(wish->role),
             wish->disabled ? ", disabled" : "");
    run_add_note(run, ACT_STAFF, NULL, note);
    return verdict;
}

/*
 * The PIN is no part of the fingerprint: few as there are, all of them could be tried against it by
 * whoever reads the file, and its own slow hash would protect nothing.
 */
static void put_staff(struct desk *desk, const struct act_meta *meta, const struct staff_wish *wish,
                      struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_STAFF);
    struct staff asked = {.role = wish->role, .disabled = wish->disabled};
    text_copy(asked.name, sizeof asked.name, wish->name);
    fingerprint_row(&print, &shape_staff, &asked);
    fingerprint_number(&print, wish->must_be_new);
    run_act(desk, meta, out, &print, step_staff, wish);
}

/* A login that is not the store's: its own act, which leaves its own line in the log. */
static enum verdict step_login(struct run *run, const void *request)
{
    const struct staff_wish *wish = request;
    struct staff old;
    bool found = false;
    enum verdict verdict = run_allowed(run, RIGHT_STAFF);
    if (!verdict)
        verdict = read_person(run, wish->name, &old, &found);
    if (!verdict && found && wish->must_be_new)
        verdict = refuse_namesake(run, wish->name);
    if (verdict)
        return verdict;
    struct people *people = run->desk->people;
    enum rc rc = people->ops->put(people, wish->name, wish->role, wish->pin, &run->out->err);
    run->out->changed = rc == RC_OK;
    if (rc && people_refused(&run->out->err))
        return refuse(&run->why, VERDICT_NOT_ALLOWED, "%s", run->out->err.text);
    return rc ? VERDICT_UNAVAILABLE : VERDICT_OK;
}

static void put_login(struct desk *desk, const struct act_meta *meta, const struct staff_wish *wish,
                      struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, step_login(&run, wish));
}

void desk_staff_put(struct desk *desk, const struct act_meta *meta, const char *name,
                    enum role role, bool disabled, const char *pin, struct outcome *out)
{
    const struct staff_wish wish = {.name = name, .pin = pin, .role = role, .disabled = disabled};
    if (pin && desk->people)
        put_login(desk, meta, &wish, out);
    else
        put_staff(desk, meta, &wish, out);
}

void desk_staff_add(struct desk *desk, const struct act_meta *meta, const char *name,
                    enum role role, const char *pin, struct outcome *out)
{
    const struct staff_wish wish = {.name = name, .pin = pin, .role = role, .must_be_new = true};
    if (desk->people)
        put_login(desk, meta, &wish, out);
    else
        put_staff(desk, meta, &wish, out);
}

/* ---- signing in --------------------------------------------------------------------------- */

enum { FAILURES_MAX = 5, LOCK_MS = 5 * 60 * 1000 };

struct sign_in_wish {
    const char *name, *pin;
    struct actor *actor; /* both are the step's answers */
    bool *right_pin;
};

static enum verdict refuse_pin(struct run *run, const struct staff *staff)
{
    if (staff->locked_until > run->now)
        return refuse(&run->why, VERDICT_NOT_ALLOWED,
                      "Too many wrong PINs: %.31s is locked for %lld more seconds.", staff->name,
                      (long long)((staff->locked_until - run->now + 999) / 1000));
    return refuse(&run->why, VERDICT_NOT_ALLOWED, "That name and PIN do not go together.");
}

/* A till remembers a PIN for some days, and knows none that was never used at it. */
static enum verdict refuse_forgotten(struct run *run, const struct staff *staff)
{
    enum verdict verdict = refuse(
        &run->why, VERDICT_UNAVAILABLE,
        "%.31s has not signed in at this till for too long, so only the house knows the PIN; sign "
        "in once when it is reached.",
        staff->name);
    err_set(&run->out->err, RC_TRANSIENT, "", "%s", run->why.message);
    return verdict;
}

static struct staff after_pin(const struct run *run, const struct staff *staff, bool right)
{
    struct staff row = *staff;
    row.failures = right ? 0 : staff->failures + 1;
    row.locked_until = 0;
    if (row.failures >= FAILURES_MAX) {
        row.failures = 0;
        row.locked_until = run->now + LOCK_MS;
    }
    return row;
}

/* A wrong PIN is counted in the house, so that it counts at every till; a right one starts anew. */
static void count_failure(struct run *run, const struct staff *staff, bool right)
{
    *LIST_ADD(run->arena, &run->cs->staff) = after_pin(run, staff, right);
    run_add_note(run, ACT_STAFF, NULL, right ? "signed in after wrong PINs" : "wrong PIN");
}

/* Alone it counts at this till. The house is not told: it has PINs, and counts, of its own. */
static enum verdict count_here(struct run *run, const struct staff *staff, bool right)
{
    const struct desk_watch *watch = run->desk->watch;
    const struct staff row = after_pin(run, staff, right);
    if (watch && watch->pin_counted)
        watch->pin_counted(watch->ctx, &row);
    return right ? VERDICT_OK : refuse_pin(run, staff);
}

static enum verdict step_sign_in(struct run *run, const void *request)
{
    const struct sign_in_wish *wish = request;
    struct staff staff = {0};
    bool found = false;
    enum verdict verdict = read_person(run, wish->name, &staff, &found);
    if (verdict == VERDICT_UNAVAILABLE)
        return verdict;
    if (!found || staff.disabled || staff.locked_until > run->now)
        return refuse_pin(run, &staff);
    if (run->desk->alone && !staff.pin_hash[0])
        return refuse_forgotten(run, &staff);
    bool right = run->desk->crypt->pin_verify(wish->pin, staff.pin_hash);
    bool counted = !right || staff.failures;
    if (counted && run->desk->alone)
        verdict = count_here(run, &staff, right);
    else if (counted)
        count_failure(run, &staff, right);
    *wish->right_pin = right;
    text_copy(wish->actor->name, sizeof wish->actor->name, staff.name);
    wish->actor->role = staff.role;
    return verdict;
}

static void sign_in_here(struct desk *desk, struct arena *arena, const char *name, const char *pin,
                         struct actor *actor, struct outcome *out)
{
    struct act_meta meta = {.arena = arena};
    text_copy(meta.actor.name, sizeof meta.actor.name, name);
    text_copy(meta.actor.till, sizeof meta.actor.till, actor->till);
    bool right_pin = false;
    const struct sign_in_wish wish = {name, pin, actor, &right_pin};
    struct fingerprint print;
    run_fingerprint(&print, desk, &meta, ACT_STAFF);
    run_act(desk, &meta, out, &print, step_sign_in, &wish);
    if (!out->verdict && !right_pin) {
        out->verdict = VERDICT_NOT_ALLOWED;
        snprintf(out->message, sizeof out->message, "%s",
                 tongue(N_("That name and PIN do not go together.")));
    }
}

typedef enum rc (*sign_fn)(struct people *, const char *name, const char *password, struct actor *,
                           struct err *);

static void sign_in_there(struct desk *desk, sign_fn sign, const char *name, const char *pin,
                          struct actor *actor, struct outcome *out)
{
    *out = (struct outcome){0};
    enum rc rc = sign(desk->people, name, pin, actor, &out->err);
    if (rc == RC_OK)
        return;
    out->verdict = people_refused(&out->err) ? VERDICT_NOT_ALLOWED : VERDICT_UNAVAILABLE;
    snprintf(out->message, sizeof out->message, "%s", out->err.text);
}

static void sign(struct desk *desk, struct arena *arena, sign_fn there, const char *name,
                 const char *pin, struct actor *actor, struct outcome *out)
{
    if (there)
        sign_in_there(desk, there, name, pin, actor, out);
    else
        sign_in_here(desk, arena, name, pin, actor, out);
    if (out->verdict)
        *actor = (struct actor){0};
}

static void tell_signed_in(const struct desk *desk, const struct actor *actor, const char *pin,
                           const struct outcome *out)
{
    const struct desk_watch *watch = desk->watch;
    if (watch && watch->signed_in && !out->verdict)
        watch->signed_in(watch->ctx, actor, pin);
}

static void start_actor(struct actor *actor, const char *till)
{
    *actor = (struct actor){0};
    text_copy(actor->till, sizeof actor->till, till);
}

void desk_sign_in(struct desk *desk, struct arena *arena, const char *name, const char *pin,
                  const char *till, struct actor *actor, struct outcome *out)
{
    start_actor(actor, till);
    sign(desk, arena, desk->people ? desk->people->ops->sign_in : NULL, name, pin, actor, out);
    tell_signed_in(desk, actor, pin, out);
}

void desk_sign_for(struct desk *desk, struct arena *arena, const char *name, const char *pin,
                   const char *till, struct actor *actor, struct outcome *out)
{
    start_actor(actor, till);
    sign(desk, arena, desk->people ? desk->people->ops->ready_to_sign : NULL, name, pin, actor,
         out);
}
