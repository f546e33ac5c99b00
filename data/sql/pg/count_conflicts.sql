-- Rows: one (conflicts that are to be decided).
SELECT count(*) FROM loge.conflict AS c WHERE c.outcome = :CONFLICT_OPEN;
