/* What papers say of journals that have not come home whole. */
#include "config.h"

#include "src/engine/desk_office_parts.h"

static enum verdict find(struct run *run, const char *text, struct tail *tail)
{
    struct office office;
    struct entry_mark mark;
    bool found = false;
    enum verdict verdict = office_start(run, RIGHT_SELL, &office);
    if (!verdict && !entry_mark_parse(text, &mark))
        verdict = refuse(&run->why, VERDICT_INVALID,
                         "\"%.40s\" is not where an act stands in a journal; papers say it as "
                         "J7-1-42-KX, with letters at its end that check the numbers.",
                         text);
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
