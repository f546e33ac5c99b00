-- Nobody's name stays in what a till has kept. No parameters.
DELETE FROM kept_act;
