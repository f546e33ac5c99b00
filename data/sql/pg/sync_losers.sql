-- Conflicts of an upload that no seats are held for yet. $1 device, $2 proof. Rows: (id uuid).
SELECT id FROM loge.sync_losers_1($1::uuid, $2::bytea) AS id;
