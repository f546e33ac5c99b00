/* The door: scans, the keys that tickets are signed with, and tickets that are blocked. */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/base/text.h"
#include "src/domain/door.h"
#include "src/engine/desk.h"
#include "src/engine/run.h"
#include "src/engine/ticket_seal.h"

/* ---- what is scanned ---------------------------------------------------------------------- */

static enum verdict read_keys(struct run *run, struct ticket_keys *keys)
{
    struct store *store = run->desk->store;
    struct ticket_key *at;
    if (store->ops->key_list(store, run->arena, &at, &keys->count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    keys->at = at;
    return VERDICT_OK;
}

static enum verdict read_row(struct run *run, const struct uuid *id, const char *code,
                             struct door_row *row)
{
    struct store *store = run->desk->store;
    bool found;
    return store->ops->door_read(store, id, code, row, &found, &run->out->err) ? VERDICT_UNAVAILABLE
                                                                               : VERDICT_OK;
}

/* The short code on a ticket, which people read aloud: "T-" and ten letters. */
static bool is_short_code(const char *text)
{
    size_t length = strlen(text);
    return length > 2 && length < CODE_TEXT && (text[0] == 'T' || text[0] == 't') && text[1] == '-';
}

struct sight {
    struct opened opened;
    struct door_row row;
};

/* What the scanner saw, with what the house knows of it. */
static enum verdict look(struct run *run, const struct desk_scan *scan, struct sight *sight)
{
    struct ticket_keys keys;
    enum verdict verdict = read_keys(run, &keys);
    if (verdict)
        return verdict;
    ticket_open(run->desk->crypt, &keys, scan->text, &sight->opened);
    if (sight->opened.seal == SEAL_GOOD)
        return read_row(run, &sight->opened.mark.ticket, NULL, &sight->row);
    if (!is_short_code(scan->text))
        return VERDICT_OK;
    sight->opened.seal = SEAL_TYPED;
    verdict = read_row(run, NULL, scan->text, &sight->row);
    const struct ticket *ticket = &sight->row.ticket;
    sight->opened.mark = (struct ticket_mark){
        .ticket = ticket->id, .show = ticket->show, .generation = (uint16_t)ticket->generation};
    return verdict;
}

/*
 * Of a till that is alone: tickets may have been sold and given back since it heard of the house.
 * A clock that says it is earlier than when it heard of it was put back meanwhile.
 */
static enum verdict note_age(struct run *run, struct door_rules *rules, bool *scanner)
{
    struct store *store = run->desk->store;
    struct replica_age age;
    bool found = false;
    if (!run->desk->alone || !store->ops->replica_age)
        return VERDICT_OK;
    if (store->ops->replica_age(store, &age, &found, &run->out->err))
        return VERDICT_UNAVAILABLE;
    if (!found)
        return VERDICT_OK;
    rules->complete = false;
    rules->listed = age.listed;
    rules->list_ms = age.list_ms;
    *scanner = age.list_scanner;
    rules->skew_ms = run->now < age.listed ? run->now - age.listed : age.skew_ms;
    return VERDICT_OK;
}

/* A ticket of pretix is in no list here, so its signature is all there is to ask for. */
static struct door_question question(const struct run *run, const struct desk_scan *scan,
                                     const struct sight *sight, int32_t show)
{
    const struct ticket_mark *mark = &sight->opened.mark;
    const struct door_row *row = &sight->row;
    bool ours = !sight->opened.seed[0];
    return (struct door_question){
        .seal = sight->opened.seal,
        .ticket = {.show = mark->show,
                   .gate = mark->gate,
                   .generation = mark->generation,
                   .from = mark->from,
                   .until = mark->until},
        .known = {.found = ours ? row->sold : row->visited,
                  .status = row->ticket.status,
                  .generation =
                      ours && row->ticket.generation <= UINT16_MAX ? row->ticket.generation : 0,
                  .unpaid = row->sold && row->sale_status == SALE_DUE,
                  .blocked = row->visited && row->admission.blocked,
                  .inside = row->visited && row->admission.inside,
                  .entries = row->visited ? row->admission.entries : 0},
        .rules = {.show = show,
                  .gate = scan->gate,
                  .leaving = scan->leaving,
                  .reentry = scan->reentry,
                  .complete = ours,
                  .listed = run->now},
        .now = run->now,
    };
}

/* ---- what is written ---------------------------------------------------------------------- */

static void keep_scanned(struct run *run, const struct sight *sight, enum door_code code)
{
    struct scanned *scanned = arena_alloc(run->arena, sizeof *scanned);
    *scanned = (struct scanned){.code = code,
                                .was = code,
                                .sold = sight->row.sold,
                                .ticket = sight->row.ticket,
                                .visited = sight->row.visited,
                                .admission = sight->row.admission,
                                .at = run->now};
    text_copy(scanned->sale, sizeof scanned->sale, sight->row.sale_code);
    text_copy(scanned->seed, sizeof scanned->seed, sight->opened.seed);
    scanned->ticket.id = sight->opened.mark.ticket;
    run->out->scanned = scanned;
}

static void write_scan(struct run *run, const struct desk_scan *request, int32_t show)
{
    const struct scanned *scanned = run->out->scanned;
    struct scan *scan = LIST_ADD(run->arena, &run->cs->scans);
    *scan =
        (struct scan){.id = uuid_make(&run->ids.source, run->now),
                      .act = run->cs->key,
                      .at = run->now,
                      .show = show,
                      .gate = request->gate,
                      .code = (uint8_t)scanned->code,
                      .overridden = (uint8_t)(scanned->code == DOOR_OVERRIDE ? scanned->was : 0),
                      .leaving = request->leaving,
                      .ticket = scanned->ticket.id};
    text_copy(scan->label, sizeof scan->label,
              scanned->seed[0] ? scanned->seed : scanned->ticket.label);
    text_copy(scan->till, sizeof scan->till, run->cs->actor.till);
    text_copy(scan->actor, sizeof scan->actor, run->cs->actor.name);
    text_copy(scan->approver, sizeof scan->approver, run->cs->approver);
    text_copy(scan->reason, sizeof scan->reason, run->cs->reason);
}

static void write_admission(struct run *run, const struct desk_scan *request, int32_t show)
{
    const struct scanned *scanned = run->out->scanned;
    struct admission *after = LIST_ADD(run->arena, &run->cs->admissions);
    *after = scanned->admission;
    after->ticket = scanned->ticket.id;
    after->show = show;
    after->inside = !request->leaving;
    after->entries += !request->leaving;
    if (!after->first_at)
        after->first_at = run->now;
    after->last_at = run->now;
    after->gate = request->gate;
    text_copy(after->till, sizeof after->till, run->cs->actor.till);
}

static enum act act_of(enum door_code code)
{
    if (door_light(code) != DOOR_GREEN)
        return ACT_TURN_AWAY;
    return code == DOOR_EXIT ? ACT_LEAVE : ACT_ADMIT;
}

static void write_note(struct run *run, int32_t show)
{
    const struct scanned *scanned = run->out->scanned;
    const char *label = scanned->seed[0] ? scanned->seed : scanned->ticket.label;
    char text[NOTE_TEXT];
    snprintf(text, sizeof text, "%s%s%s%s%s", door_code_name(scanned->code),
             scanned->code == DOOR_OVERRIDE ? " " : "",
             scanned->code == DOOR_OVERRIDE ? door_code_name(scanned->was) : "", *label ? " " : "",
             label);
    run->cs->act = act_of(scanned->code);
    run_add_note(run, run->cs->act, &scanned->ticket.id, text)->show = show;
}

/* ---- the scan ----------------------------------------------------------------------------- */

static enum verdict check_override(struct run *run, const struct desk_scan *scan)
{
    struct scanned *scanned = run->out->scanned;
    if (!scan->override || door_light(scanned->code) == DOOR_GREEN)
        return VERDICT_OK;
    if (!door_may_override(scanned->code))
        return VERDICT_OK; /* it stays what it is, and is recorded as that */
    enum verdict verdict =
        run_allowed(run, scanned->unsigned_too ? RIGHT_DOOR : RIGHT_DOOR_OVERRIDE);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict)
        scanned->code = DOOR_OVERRIDE;
    return verdict;
}

/* What this door makes of the ticket, before anybody overrides it. */
static enum verdict judge(struct run *run, const struct desk_scan *scan, int32_t show)
{
    struct sight sight = {0};
    enum verdict verdict = look(run, scan, &sight);
    if (verdict)
        return verdict;
    struct door_question asked = question(run, scan, &sight, show);
    bool scanner = false;
    verdict = note_age(run, &asked.rules, &scanner);
    if (verdict)
        return verdict;
    keep_scanned(run, &sight, door_decide(&asked));
    run->out->scanned->unsigned_too = scanner && run->out->scanned->code == DOOR_LIST_OLD;
    return VERDICT_OK;
}

static enum verdict find_and_judge(struct run *run, const struct desk_scan *scan, struct show *show)
{
    enum verdict verdict = run_allowed(run, RIGHT_DOOR);
    if (!verdict)
        verdict = run_find_show(run, scan->show, show);
    return verdict ? verdict : judge(run, scan, show->no);
}

void desk_scan_look(struct desk *desk, const struct act_meta *meta, const struct desk_scan *scan,
                    struct outcome *out)
{
    struct show show = {0};
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, find_and_judge(&run, scan, &show));
}

static enum verdict step_scan(struct run *run, const void *request)
{
    const struct desk_scan *scan = request;
    struct show show = {0};
    enum verdict verdict = find_and_judge(run, scan, &show);
    if (!verdict)
        verdict = check_override(run, scan);
    if (verdict)
        return verdict;
    write_scan(run, scan, show.no);
    if (door_light(run->out->scanned->code) == DOOR_GREEN)
        write_admission(run, scan, show.no);
    write_note(run, show.no);
    return VERDICT_OK;
}

void desk_scan(struct desk *desk, const struct act_meta *meta, const struct desk_scan *scan,
               struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_ADMIT);
    fingerprint_text(&print, scan->show);
    fingerprint_text(&print, scan->text);
    fingerprint_row(&print, &shape_scan,
                    &(struct scan){.gate = scan->gate, .leaving = scan->leaving});
    fingerprint_number(&print, scan->override);
    run_act(desk, meta, out, &print, step_scan, scan);
}

/* ---- which show --------------------------------------------------------------------------- */

static int64_t distance(const struct show *show, int64_t now)
{
    return llabs(show->starts_at - now);
}

static enum verdict nearest_show(struct run *run, struct show *show)
{
    struct store *store = run->desk->store;
    struct show *shows;
    const struct show *best = NULL;
    int count;
    if (store->ops->show_list(store, run->now, run->arena, &shows, NULL, &count, &run->out->err))
        return VERDICT_UNAVAILABLE;
    for (int i = 0; i < count; i++)
        if (shows[i].status != SHOW_DRAFT &&
            (!best || distance(&shows[i], run->now) < distance(best, run->now)))
            best = &shows[i];
    if (!best)
        return refuse(&run->why, VERDICT_NOT_FOUND, "There is no show to scan for; name one.");
    *show = *best;
    return VERDICT_OK;
}

void desk_door_show(struct desk *desk, struct arena *arena, const char *id, struct show *show,
                    struct outcome *out)
{
    const struct act_meta meta = {.arena = arena};
    struct run run;
    run_look(&run, desk, &meta, out);
    run_looked(&run, id && *id ? run_find_show(&run, id, show) : nearest_show(&run, show));
}

/* ---- keys --------------------------------------------------------------------------------- */

/* Every key of a house carries the number of the first one. */
static uint32_t house_number(struct run *run, const struct ticket_keys *keys)
{
    for (int i = 0; i < keys->count; i++)
        if (keys->at[i].kind == KEY_HOUSE)
            return keys->at[i].house;
    struct uuid chance = uuid_make(&run->ids.source, run->now);
    uint32_t number;
    memcpy(&number, chance.b + sizeof chance.b - sizeof number, sizeof number);
    return number;
}

static bool is_same_key(const struct ticket_key *a, const struct ticket_key *b)
{
    return memcmp(a->public, b->public, sizeof a->public) == 0 && a->show == b->show &&
           a->subevent == b->subevent;
}

/* Said again with other products, a key of pretix admits those from now on. */
static enum verdict change_products(struct run *run, const struct ticket_key *known,
                                    struct ticket_key *key)
{
    char products[PRODUCTS_TEXT];
    if (key->kind != KEY_PRETIX || known->ended_at || strcmp(known->products, key->products) == 0)
        return refuse(&run->why, VERDICT_ALREADY_EXISTS, "This key is known already, as number %d.",
                      known->id);
    memcpy(products, key->products, sizeof products);
    *key = *known;
    memcpy(key->products, products, sizeof products);
    char text[NOTE_TEXT];
    snprintf(text, sizeof text, "%d products %.80s", key->id, *products ? products : "all");
    run_add_note(run, ACT_KEY, NULL, text);
    run->out->key = key;
    return VERDICT_OK;
}

static enum verdict step_key_add(struct run *run, const void *request)
{
    struct ticket_keys keys;
    enum verdict verdict = run_allowed(run, RIGHT_KEYS);
    if (!verdict)
        verdict = read_keys(run, &keys);
    if (verdict)
        return verdict;
    struct ticket_key *key = LIST_ADD(run->arena, &run->cs->keys);
    *key = *(const struct ticket_key *)request;
    key->made_at = run->now;
    if (key->kind == KEY_HOUSE)
        key->house = house_number(run, &keys);
    for (int i = 0; i < keys.count; i++)
        if (is_same_key(&keys.at[i], key))
            return change_products(run, &keys.at[i], key);
    run_add_note(run, ACT_KEY, NULL, key->kind == KEY_HOUSE ? "added" : "added, of pretix");
    run->out->key = key;
    return VERDICT_OK;
}

void desk_key_add(struct desk *desk, const struct act_meta *meta, const struct ticket_key *key,
                  struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_KEY);
    fingerprint_row(&print, &shape_ticket_key, key);
    run_act(desk, meta, out, &print, step_key_add, key);
}

static enum verdict step_key_end(struct run *run, const void *request)
{
    const int32_t id = *(const int32_t *)request;
    struct ticket_keys keys;
    enum verdict verdict = run_allowed(run, RIGHT_KEYS);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = read_keys(run, &keys);
    for (int i = 0; !verdict && i < keys.count; i++) {
        if (keys.at[i].id != id)
            continue;
        if (keys.at[i].ended_at)
            return VERDICT_OK; /* it is so already */
        struct ticket_key *key = LIST_ADD(run->arena, &run->cs->keys);
        *key = keys.at[i];
        key->ended_at = run->now;
        char text[NOTE_TEXT];
        snprintf(text, sizeof text, "%d ended", id);
        run_add_note(run, ACT_KEY, NULL, text);
        return VERDICT_OK;
    }
    return verdict ? verdict
                   : refuse(&run->why, VERDICT_NOT_FOUND,
                            "There is no key %d; `loge ticket keys` "
                            "lists them.",
                            id);
}

void desk_key_end(struct desk *desk, const struct act_meta *meta, int32_t id, struct outcome *out)
{
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_KEY);
    fingerprint_number(&print, id);
    run_act(desk, meta, out, &print, step_key_end, &id);
}

/* ---- tickets nobody lets in --------------------------------------------------------------- */

struct block_wish {
    const char *code;
    bool blocked;
};

/* By its short code, or by the whole text that a scanner reads: pretix has no other name for it. */
static enum verdict find_to_block(struct run *run, const char *code, struct sight *sight)
{
    const struct desk_scan scan = {.text = code};
    enum verdict verdict = look(run, &scan, sight);
    bool known = sight->row.sold || (sight->opened.seal == SEAL_GOOD && sight->opened.seed[0] &&
                                     sight->opened.mark.show > 0);
    if (!verdict && !known)
        return refuse(&run->why, VERDICT_NOT_FOUND, "There is no ticket '%.40s'.", code);
    return verdict;
}

static enum verdict step_block(struct run *run, const void *request)
{
    const struct block_wish *wish = request;
    struct sight sight = {0};
    enum verdict verdict = run_allowed(run, RIGHT_DOOR_OVERRIDE);
    if (!verdict && wish->blocked)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = find_to_block(run, wish->code, &sight);
    if (verdict)
        return verdict;
    const struct ticket_mark *mark = &sight.opened.mark;
    if (sight.row.admission.blocked == wish->blocked)
        return VERDICT_OK;
    struct admission *after = LIST_ADD(run->arena, &run->cs->admissions);
    *after = sight.row.admission;
    after->ticket = mark->ticket;
    after->show = mark->show;
    after->blocked = wish->blocked;
    char text[NOTE_TEXT];
    snprintf(text, sizeof text, "%s %s", sight.row.sold ? sight.row.ticket.code : sight.opened.seed,
             wish->blocked ? "blocked" : "unblocked");
    run_add_note(run, ACT_TICKET_BLOCK, &mark->ticket, text)->show = mark->show;
    return VERDICT_OK;
}

void desk_ticket_block(struct desk *desk, const struct act_meta *meta, const char *code,
                       bool blocked, struct outcome *out)
{
    const struct block_wish wish = {code, blocked};
    struct fingerprint print;
    run_fingerprint(&print, desk, meta, ACT_TICKET_BLOCK);
    fingerprint_text(&print, code);
    fingerprint_number(&print, blocked);
    run_act(desk, meta, out, &print, step_block, &wish);
}
