-- A new key; without an id it gets the next one. Parameters: the row (?2, the version seen, is for
-- update_key).
INSERT INTO ticket_key ({columns ticket_key})
VALUES ({values ticket_key but version = 1});
