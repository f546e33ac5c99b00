-- Money taken or given back as the house has it. Parameters: the row.
INSERT OR IGNORE INTO payment ({columns payment})
VALUES ({values payment});
