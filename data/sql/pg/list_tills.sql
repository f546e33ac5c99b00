-- Tills that keep a journal. Rows: (device, till, number, quarantine, recall, entries, heard, seats
-- lent, conflicts to decide).
SELECT j.device, j.till, j.no, j.quarantine, j.recall, j.last_seq, j.heard_at,
    (SELECT count(*) FROM loge.lent AS r WHERE r.house = j.house AND r.device = j.device),
    (SELECT count(*) FROM loge.conflict AS c WHERE c.house = j.house AND c.device = j.device
        AND c.outcome = :CONFLICT_OPEN)
FROM loge.journal AS j
ORDER BY j.no;
