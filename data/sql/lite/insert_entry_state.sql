-- ... and it has no verdict yet. ?1 seq int, ?2 kept int.
INSERT INTO entry_state (seq, kept) VALUES (?1, ?2);
