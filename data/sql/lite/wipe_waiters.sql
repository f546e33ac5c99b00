-- As wipe_customers. No parameters.
UPDATE waitlist SET name = '', email = '', phone = '';
