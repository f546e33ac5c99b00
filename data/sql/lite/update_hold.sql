-- A hold's next state. Parameters as insert_hold, ?2 version seen. Changes one row, or none.
UPDATE hold SET status = ?4, ending = ?5, source = ?6, holder = ?7, till = ?8, email = ?9,
    expires_at = ?11, ceiling_at = ?12, ended_at = ?13, paying_until = ?14, sale = ?15,
    version = version + 1
WHERE id = ?1 AND version = ?2;
