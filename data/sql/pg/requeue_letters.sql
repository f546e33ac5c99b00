-- $1 letter uuid, NULL: all. Rows: one: how many.
SELECT loge.outbox_requeue_1($1);
