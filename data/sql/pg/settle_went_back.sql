-- A manager has dealt with a house that went back. $1 its number, $2 why. Rows: one (answer).
SELECT loge.went_back_settle_1($1::integer, $2);
