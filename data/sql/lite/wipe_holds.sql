-- As wipe_customers. No parameters.
UPDATE hold SET email = '' WHERE email <> '';
