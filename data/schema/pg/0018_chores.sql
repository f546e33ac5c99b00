-- The house's background work, how full the shows were, and what tills count.

CREATE TABLE loge.worker_status (
    house integer NOT NULL REFERENCES loge.house,
    worker text NOT NULL CHECK (worker <> ''),
    instance text NOT NULL CHECK (instance <> ''), -- host and process
    started_at bigint NOT NULL,
    beat_at bigint NOT NULL,
    runs bigint NOT NULL CHECK (runs >= 0),
    done bigint NOT NULL CHECK (done >= 0),
    failures bigint NOT NULL CHECK (failures >= 0),
    fault text NOT NULL, -- what the last run failed with; '': it went well
    PRIMARY KEY (house, worker, instance)
);

-- At the beginning of each minute.
CREATE TABLE loge.occupancy (
    house integer NOT NULL,
    show_no integer NOT NULL,
    at bigint NOT NULL,
    available integer NOT NULL,
    held integer NOT NULL,
    sold integer NOT NULL,
    blocked integer NOT NULL,
    PRIMARY KEY (house, show_no, at),
    FOREIGN KEY (house, show_no) REFERENCES loge.show
);

-- Counters of programs that nobody can scrape: consoles and single commands. Each adds what it
-- counted since; a service's /metrics shows all of them. series: as a service would name it, and
-- nothing else, because it goes into that page as it is.
CREATE TABLE loge.till_count (
    house integer NOT NULL REFERENCES loge.house,
    till text NOT NULL,
    series text NOT NULL CHECK (length(series) <= 120 AND series
        ~ '^loge_[a-z0-9_]+(\{[a-z_]+="[a-z0-9_.]+"(,[a-z_]+="[a-z0-9_.]+")*\})?$'),
    value bigint NOT NULL CHECK (value >= 0),
    PRIMARY KEY (house, till, series)
);
