-- What an entry is about. ?1 sale blob, ?2 epoch int, ?3 seq int.
INSERT INTO sale_entry (sale, epoch, seq) VALUES (?1, ?2, ?3)
ON CONFLICT (sale) DO UPDATE SET epoch = excluded.epoch, seq = excluded.seq;
