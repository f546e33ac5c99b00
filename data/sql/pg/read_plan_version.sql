-- Which version of a hall's plan is in force. $1 hall_no int. Rows: at most one (int).
SELECT plan_version FROM loge.hall WHERE no = $1;
