-- The house's last word on whether it takes this till's journal (struct till_shut_out): whoever looks
-- at the till without asking the house sees it.
ALTER TABLE till_meta ADD COLUMN shut_out INTEGER NOT NULL DEFAULT :SYNC_OK; -- enum sync_status
ALTER TABLE till_meta ADD COLUMN shut_out_why INTEGER NOT NULL DEFAULT :QUARANTINE_NONE; -- enum quarantine
ALTER TABLE till_meta ADD COLUMN shut_out_at INTEGER NOT NULL DEFAULT 0;
