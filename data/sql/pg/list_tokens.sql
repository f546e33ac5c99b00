-- Every token of the house, the newest first. Rows: (name, scopes, hash, made by, made at, revoked
-- by, revoked at).
SELECT t.name, t.scopes, t.hash, t.made_by, t.made_at, t.revoked_by, t.revoked_at
FROM loge.token AS t
ORDER BY t.made_at DESC, t.name;
