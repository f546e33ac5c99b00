-- The house's verdict on an entry. ?1 seq int, ?2 state int, ?3 reason int, ?4 heading int, ?5 at int.
UPDATE entry_state SET state = ?2, reason = ?3, heading = ?4, settled_at = ?5 WHERE seq = ?1;
