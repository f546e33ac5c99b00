-- A bag that is weighed for the first time. Parameters: the row (?2, the version seen, is for update_checkin).
INSERT INTO checkin ({columns checkin})
VALUES ({values checkin but version = 1});
