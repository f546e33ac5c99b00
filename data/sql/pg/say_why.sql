-- Why a supervisor does what this transaction does: $1. Rows: one.
SELECT set_config('loge.why', $1, true);
