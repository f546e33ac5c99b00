-- What the house has of journals up to what was told of them. $1 till number (NULL: of each up to the
-- furthest), $2 epoch, $3 seq.
-- Rows: (till, number, epoch, seq, told by, told at, epoch now, its start, last entry, last of the
-- epoch, state, reason, arrived at, quarantine, heard at, struck by, struck at, struck for, made at,
-- the entry's bytes: their number, they).
SELECT k.till, k.no, k.epoch, k.seq, k.told_by, k.told_at, k.now_epoch, k.start_seq, k.last_seq,
    k.had, k.state, k.reason, k.arrived_at, k.quarantine, k.heard_at, k.struck_by, k.struck_at,
    k.struck_for, k.made_at, k.size, k.body
FROM loge.tails_1($1::integer, $2::bigint, $3::bigint) AS k;
