/* A first pull: table after table, page after page, each as it is when its turn comes. */
#include "config.h"

#include "src/adapter/pg_pull_parts.h"

static void next_step(struct replica_mark *mark)
{
    mark->step++;
    mark->at = -1;
    mark->key = (struct uuid){{0}};
}

static void finish(struct replica_mark *mark)
{
    *mark = (struct replica_mark){.event = mark->until};
}

static enum rc one_page(struct pull *p)
{
    struct replica_mark *mark = &p->out->mark;
    enum replica_table table = (enum replica_table)(mark->step - 1);
    struct pull_page page = {.table = table, .where = pull_behind(p, table, mark->at, &mark->key)};
    if (pull_is_paged(table))
        page.most = p->left;
    enum rc rc = pull_rows(p, &page);
    if (rc != RC_OK)
        return rc;
    mark->at = page.at;
    mark->key = page.key;
    if (page.last)
        next_step(mark);
    return RC_OK;
}

enum rc pull_first(struct pull *p)
{
    struct replica_mark *mark = &p->out->mark;
    enum rc rc = RC_OK;
    p->out->more = true;
    while (rc == RC_OK && mark->step <= REPLICA_TABLE_COUNT && p->left > 0)
        rc = one_page(p);
    if (rc == RC_OK && mark->step > REPLICA_TABLE_COUNT)
        finish(mark);
    return rc;
}
