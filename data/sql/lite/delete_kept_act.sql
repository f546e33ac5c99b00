-- ?1 uid blob.
DELETE FROM kept_act WHERE uid = ?1;
