-- What a key has done. $1 key uuid. Rows: at most one (fingerprint, act, last_event, answer).
SELECT fingerprint, act, last_event, answer FROM loge.receipt WHERE key = $1;
