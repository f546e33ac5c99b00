/* What the house lacks: journals that have not come home whole, as papers and tills say, and acts
 * that it lost when it went back. */
#include "config.h"

#include "src/base/text.h"
#include "src/engine/desk_office_parts.h"

/* The mark that somebody typed, and the office that knows of it. */
static enum verdict start(struct run *run, enum right right, const char *text,
                          struct office *office, struct entry_mark *mark)
{
    enum verdict verdict = office_start(run, right, office);
    if (verdict || entry_mark_parse(text, mark))
        return verdict;
    return refuse(&run->why, VERDICT_INVALID,
                  "\"%.40s\" is not where an act stands in a journal; papers say it as "
                  "J7-1-42-TR, with letters at its end that check the numbers.",
                  text);
}

static enum verdict find(struct run *run, const char *text, struct tail *tail)
{
    struct office office;
    struct entry_mark mark;
    bool found = false;
    enum verdict verdict = start(run, RIGHT_SELL, text, &office, &mark);
    if (verdict)
        return verdict;
    verdict = office_failed(office.ops->tail(office.store, &mark, tail, &found, &run->out->err));
    if (!verdict && !found)
        verdict =
            refuse(&run->why, VERDICT_NOT_FOUND, "No till of this house has number %d.", mark.till);
    return verdict;
}

void desk_tail_find(struct desk *desk, const struct act_meta *meta, const char *mark,
                    struct tail *tail, struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    run_looked(&run, find(&run, mark, tail));
}

void desk_tail_list(struct desk *desk, const struct act_meta *meta, struct tail **tails, int *count,
                    struct outcome *out)
{
    struct run run;
    struct office office;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_SELL, &office);
    if (!verdict)
        verdict =
            office_failed(office.ops->tails(office.store, meta->arena, tails, count, &out->err));
    run_looked(&run, verdict);
}

static enum verdict strike(struct run *run, const char *text)
{
    struct office office;
    struct entry_mark mark;
    enum verdict done = VERDICT_OK, verdict = start(run, RIGHT_TILLS, text, &office, &mark);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict)
        verdict = office_failed(
            office.ops->strike(office.store, &mark, run->cs->reason, &done, &run->out->err));
    if (!verdict && done)
        verdict =
            refuse(&run->why, done, "%.40s is not listed as missing; nothing was struck.", text);
    return verdict;
}

void desk_tail_strike(struct desk *desk, const struct act_meta *meta, const char *mark,
                      struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    office_acted(&run, strike(&run, mark));
}

/* ---- a house that went back ----------------------------------------------------------------- */

void desk_went_back_list(struct desk *desk, const struct act_meta *meta, struct went_back **went,
                         int *count, struct outcome *out)
{
    struct run run;
    struct office office;
    *count = 0;
    run_look(&run, desk, meta, out);
    enum verdict verdict = office_start(&run, RIGHT_AUDIT, &office);
    if (!verdict)
        verdict =
            office_failed(office.ops->went_back(office.store, meta->arena, went, count, &out->err));
    run_looked(&run, verdict);
}

static enum verdict settle(struct run *run, const char *no)
{
    struct office office;
    int64_t number;
    enum verdict done = VERDICT_OK, verdict = office_start(run, RIGHT_POLICY, &office);
    if (!verdict)
        verdict = run_needs_reason(run);
    if (!verdict && !text_to_int(no, 1, INT32_MAX, &number))
        done = VERDICT_NOT_FOUND;
    else if (!verdict)
        verdict = office_failed(office.ops->settle_went_back(
            office.store, (int32_t)number, run->cs->reason, &done, &run->out->err));
    if (!verdict && done)
        verdict = refuse(&run->why, done,
                         "Nothing of number %.10s is left to settle. List it with \"loge house "
                         "went-back\".",
                         no);
    return verdict;
}

void desk_went_back_settle(struct desk *desk, const struct act_meta *meta, const char *no,
                           struct outcome *out)
{
    struct run run;
    run_look(&run, desk, meta, out);
    office_acted(&run, settle(&run, no));
}
