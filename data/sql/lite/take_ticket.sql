-- A ticket as the house has it. Parameters: the row.
INSERT OR REPLACE INTO ticket ({columns ticket})
VALUES ({values ticket});
