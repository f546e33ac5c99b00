-- ?1 device blob, ?2 till int, ?3 epoch int, ?4 start_seq int, ?5 head_seq int, ?6 start_hash blob,
-- ?7 head_hash blob, ?8 first_open int, ?9 cursor int, ?10 lease_boot blob or NULL,
-- ?11 lease_ends int, ?12 giving_back int, ?13 give_back_through int, ?14 shut_out int,
-- ?15 shut_out_why int, ?16 shut_out_at int.
INSERT OR REPLACE INTO till_meta (one, device, till, epoch, start_seq, head_seq, start_hash,
    head_hash, first_open, cursor, lease_boot, lease_ends, giving_back, give_back_through,
    shut_out, shut_out_why, shut_out_at)
VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16);
