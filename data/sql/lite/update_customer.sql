-- A customer's next state. Parameters as insert_customer, ?2 version seen. Changes one row, or none.
UPDATE customer SET name = ?3, email = ?4, phone = ?5, created_at = ?6, version = version + 1
WHERE id = ?1 AND version = ?2;
