-- Another hold of a new one's customer that is open and not over; an offer of the waiting list
-- (SOURCE_WAITLIST) is none. ?1 show_no int, ?2 now int, ?3 email text, ?4 the new hold's id blob.
-- Rows: none or one (1).
SELECT 1 FROM hold
WHERE status IN (:HOLD_ACTIVE, :HOLD_PAYING) AND status = :HOLD_ACTIVE AND expires_at > ?2 AND show_no = ?1
    AND email = ?3 COLLATE NOCASE AND source <> :SOURCE_WAITLIST AND id <> ?4
LIMIT 1;
