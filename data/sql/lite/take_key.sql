-- A key as the house has it. Parameters: the row.
INSERT OR REPLACE INTO ticket_key ({columns ticket_key})
VALUES ({values ticket_key});
