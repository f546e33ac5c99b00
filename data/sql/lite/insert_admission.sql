-- A ticket that comes to a door for the first time. Parameters: the row (?2, the version seen, is for update_admission).
INSERT INTO admission ({columns admission})
VALUES ({values admission but version = 1});
