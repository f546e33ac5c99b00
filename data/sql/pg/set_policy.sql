-- One of the house's rules: $1 its name, $2 what it is from now on.
SELECT loge.policy_1($1, $2::bigint);
