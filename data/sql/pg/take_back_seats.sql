-- All seats lent to a till are the house's again: $1 its device, $2 its proof. Rows: one (how many).
SELECT loge.take_back_1($1::uuid, $2::bytea);
