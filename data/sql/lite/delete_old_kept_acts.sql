-- ?1 at int: those that are older go.
DELETE FROM kept_act WHERE at < ?1;
