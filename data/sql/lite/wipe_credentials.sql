-- As wipe_staff. No parameters.
DELETE FROM till_credential;
