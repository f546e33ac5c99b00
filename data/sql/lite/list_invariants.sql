-- What must not be. Rows: (name, detail); none when the house is sound.
SELECT name, detail FROM qa_invariants UNION ALL SELECT name, detail FROM qa_door_invariants;
