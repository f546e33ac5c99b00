-- A new ticket. Parameters: the row (?3, the version seen, is for update_ticket).
INSERT INTO ticket ({columns ticket})
VALUES ({values ticket but version = 1});
