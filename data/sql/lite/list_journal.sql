-- The journal from an entry on with what the house made of it, in order. ?1 seq int.
-- Rows: (seq, epoch, at, final, state, reason, settled_at, hash, signature, body). An entry whose
-- state is gone counts as pending.
SELECT e.seq, e.epoch, e.at, e.final, coalesce(s.state, :ENTRY_PENDING),
    coalesce(s.reason, :VERDICT_OK), coalesce(s.settled_at, 0), e.hash, e.signature, e.body
FROM entry AS e LEFT JOIN entry_state AS s USING (seq) WHERE e.seq >= ?1 ORDER BY e.seq;
