-- Money taken or given back as the house has it; when it counts in reports is the house's word, also of
-- the till's own. Parameters: the row.
INSERT INTO payment ({columns payment})
VALUES ({values payment})
ON CONFLICT (sale, id) DO UPDATE SET late_at = excluded.late_at;
