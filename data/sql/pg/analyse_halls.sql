-- Statistics of halls and shows, after one was added. Rows: one (void).
SELECT loge.analyse_1();
