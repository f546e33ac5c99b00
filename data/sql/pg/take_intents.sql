-- Intents that are due, the caller's for a while. $1 for how many ms bigint, $2 at most integer.
-- Rows: their ids.
SELECT loge.intent_due_1($1::bigint, $2::integer);
