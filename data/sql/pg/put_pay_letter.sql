-- A message of the payment provider's that fits nothing. $1 its name, $2 the provider's name of
-- what it is about, $3 as it came. Rows: one, of nothing.
SELECT loge.pay_letter_1($1, $2, $3);
