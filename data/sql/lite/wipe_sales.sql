-- As wipe_customers. No parameters.
UPDATE sale SET name = '', email = '' WHERE name <> '' OR email <> '';
