-- A hold as the house has it. Parameters: the row.
INSERT OR REPLACE INTO hold ({columns hold})
VALUES ({values hold});
