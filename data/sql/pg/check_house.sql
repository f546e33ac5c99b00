-- Whose house is this, and of which schema? No parameters.
-- Rows: one (schema, steps, house of this login or NULL, is it in the cluster it was set up in).
SELECT loge.schema(), loge.steps(), l.house, loge.cluster() = c.system_identifier
FROM pg_control_system() AS c
LEFT JOIN loge.login AS l ON l.login = session_user;
