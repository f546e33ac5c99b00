-- Customers by part of name, email or phone ('' finds all), by name. $1 text, $2 limit (-1: all).
-- Rows: (id, version, name, email, phone, created_at).
SELECT {columns customer} FROM loge.customer
WHERE strpos(lower(name), lower($1)) > 0 OR strpos(lower(email), lower($1)) > 0
    OR strpos(lower(phone), lower($1)) > 0
ORDER BY lower(name), id LIMIT nullif($2::bigint, -1);
