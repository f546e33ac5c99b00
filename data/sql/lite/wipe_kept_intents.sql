-- Nobody's name stays in what a till has kept of payments. No parameters.
DELETE FROM kept_intent;
