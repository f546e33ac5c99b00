-- What a till remembers of itself. Rows: at most one, columns as in put_till_meta.
SELECT device, till, epoch, start_seq, head_seq, start_hash, head_hash, first_open, cursor,
    lease_boot, lease_ends, giving_back, give_back_through, shut_out, shut_out_why, shut_out_at
FROM till_meta WHERE one = 1;
