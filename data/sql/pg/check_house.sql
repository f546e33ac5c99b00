-- Whose house is this, and of which schema? No parameters.
-- Rows: one (schema, steps, house of this login or NULL, is it in the cluster it was set up in,
-- edition: hash over the hashes of its migrations, in hex).
SELECT loge.schema(), loge.steps(), l.house, loge.cluster() = c.system_identifier, m.edition
FROM pg_control_system() AS c
CROSS JOIN (SELECT encode(sha256(string_agg(checksum, ''::bytea ORDER BY number)), 'hex') AS edition
    FROM loge.migration) AS m
LEFT JOIN loge.login AS l ON l.login = session_user;
