-- name: drop_customer store: lite
-- A customer the house does not have. $1 id.
DELETE FROM customer WHERE id = $1;

-- name: find_customers store: pg
-- Customers by part of name, email or phone ('' finds all), by name. $1 text, $2 limit.
-- Rows: (id, version, name, email, phone, created_at).
SELECT {columns customer} FROM loge.customer
WHERE strpos(lower(name), lower($1)) > 0 OR strpos(lower(email), lower($1)) > 0
    OR strpos(lower(phone), lower($1)) > 0
ORDER BY lower(name), id LIMIT $2::bigint;

-- name: find_customers store: lite
-- Customers by part of name, email or phone ('' finds all), by name. $1 text, $2 limit.
-- Rows: (id, version, name, email, phone, created_at).
SELECT {columns customer} FROM customer
WHERE $1 = '' OR text_within(name, $1) OR text_within(email, $1) OR text_within(phone, $1)
ORDER BY name COLLATE NOCASE, id LIMIT $2;

-- name: insert_customer store: lite
-- A new customer. Parameters: the row ($2, the version seen, is for update_customer).
INSERT INTO customer ({columns customer})
VALUES ({values customer but version = 1});

-- name: take_customer store: lite
-- A customer as the house has it. Parameters: the row.
INSERT OR REPLACE INTO customer ({columns customer})
VALUES ({values customer});

-- name: update_customer store: lite
-- A customer's next state. Parameters: the row, with the version seen. Changes one row, or none.
UPDATE customer SET {changes customer $ but version = version + 1}
WHERE id = $1 AND version = $2;

-- name: wipe_customers store: lite
-- Nobody's name or address stays in a till's copy of the house. No parameters.
UPDATE customer SET name = '', email = '', phone = '';
