-- A place in line as the house has it. Parameters: the row.
INSERT OR REPLACE INTO waitlist ({columns waiter})
VALUES ({values waiter});
