-- A new place in line. Parameters: the row (?2, the version seen, is for update_waiter).
INSERT INTO waitlist ({columns waiter})
VALUES ({values waiter but version = 1});
