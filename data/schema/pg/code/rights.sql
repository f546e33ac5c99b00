-- Last of all: the functions inside are for the functions of loge_fn, which call them, and the views of
-- qa for whoever may read everything.

RESET ROLE;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA loge TO loge_fn;
GRANT SELECT ON ALL TABLES IN SCHEMA qa TO loge_supervisor, loge_manager, loge_service;
ALTER FUNCTION loge.hold_seats OWNER TO loge_holder; -- whose rights the one who writes this has not
