-- What must not be. Rows: (name, detail); none when the house is sound.
SELECT name, detail FROM qa.invariants();
