-- Rows: the workers that said they live, by name, with the house's clock.
SELECT w.worker, w.instance, w.started_at, w.beat_at, w.runs, w.done, w.failures, w.fault,
    loge.now_ms()
FROM loge.worker_status AS w
ORDER BY w.worker, w.instance;
