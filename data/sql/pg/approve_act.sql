-- Signs for an act. $1 key uuid, $2 fingerprint bytea.
SELECT loge.approve_1($1, $2);
