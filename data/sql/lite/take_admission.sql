-- A ticket at a door as the house has it. Parameters: the row.
INSERT OR REPLACE INTO admission ({columns admission})
VALUES ({values admission});
