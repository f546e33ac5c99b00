-- A message of the payment provider's that somebody has looked at. $1 its name. Rows: one: was it
-- there?
SELECT loge.pay_letter_drop_1($1);
