-- Customers by part of name, email or phone ('' finds all), by name. ?1 text, ?2 limit (-1: all).
-- Rows: (id, version, name, email, phone, created_at).
SELECT {columns customer} FROM customer
WHERE ?1 = '' OR text_within(name, ?1) OR text_within(email, ?1) OR text_within(phone, ?1)
ORDER BY name COLLATE NOCASE, id LIMIT ?2;
