-- Punctual, MySQL 8, version 1; written to the manual, not tested here.
-- ${prefix} is the namespace. Flyway can run this file (placeholder: prefix).
-- Times are epoch milliseconds; revisions and tokens begin with epoch microseconds. NULL stands for a usual zero.

CREATE TABLE IF NOT EXISTS ${prefix}_meta (
    one_row        SMALLINT PRIMARY KEY CHECK (one_row = 1),
    schema_version INTEGER  NOT NULL,
    token_floor    BIGINT   NOT NULL,
    registry       BIGINT   NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- Grows with every (queue, type, kind of sink, suspect, priority) ever used; never shrinks.
CREATE TABLE IF NOT EXISTS ${prefix}_partition (
    part      INTEGER AUTO_INCREMENT PRIMARY KEY,
    queue     VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    type      VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    sink_kind VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin NOT NULL,
    suspect   SMALLINT         NOT NULL,
    priority  SMALLINT         NOT NULL,
    UNIQUE (queue, type, sink_kind, suspect, priority)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${prefix}_queue (
    queue  VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
    paused SMALLINT NOT NULL
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

CREATE TABLE IF NOT EXISTS ${prefix}_worker (
    worker       VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin PRIMARY KEY,
    claim_seq    BIGINT NOT NULL,
    last_seen    BIGINT NOT NULL,
    beat_at      BIGINT,
    name         TEXT,
    queues       TEXT,
    types        TEXT,
    sink_kinds   TEXT,
    max_suspects SMALLINT,
    slots        INTEGER,
    running      INTEGER
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- state: 1 scheduled, 2 running, 3 succeeded, 4 dead, 5 cancelled, 6 expired.
-- flags: 1 ghost, 2 cancel requested, 4 the call was answered REPLACED, 8 stub.
CREATE TABLE IF NOT EXISTS ${prefix}_task (
    due_at          BIGINT   NOT NULL,
    sort_key        BIGINT   NOT NULL,
    revision        BIGINT   NOT NULL,
    incarnation     BIGINT   NOT NULL,
    created_at      BIGINT   NOT NULL,
    expire_at       BIGINT,
    lease_until     BIGINT,
    token           BIGINT,
    settled_token   BIGINT,
    claim_seq       BIGINT,
    finished_at     BIGINT,
    part            INTEGER  NOT NULL,
    failures        INTEGER,
    losses          INTEGER,
    redrives        INTEGER,
    payload_version INTEGER,
    format          SMALLINT NOT NULL,
    state           SMALLINT NOT NULL,
    flags           SMALLINT NOT NULL,
    id              VARBINARY(255) PRIMARY KEY,
    worker          VARCHAR(128) CHARACTER SET ascii COLLATE ascii_bin,
    call_id         BINARY(16),
    content_type    TEXT,
    sink_address    TEXT,
    retry           TEXT,
    headers         BLOB,
    last_error      TEXT,
    history         BLOB,
    payload         MEDIUMBLOB NOT NULL,
    KEY ${prefix}_task_due (state, part, sort_key),
    KEY ${prefix}_task_lease (lease_until),
    KEY ${prefix}_task_finished (state, finished_at),
    KEY ${prefix}_task_expiry (state, expire_at)
) ENGINE = InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;

-- For people: the same rows in words. Programs use the tables only through Punctual.
-- Times of the view are UTC.
CREATE OR REPLACE VIEW ${prefix}_tasks AS
SELECT CONVERT(t.id USING utf8mb4) AS id, p.queue, p.type,
       CASE t.state WHEN 1 THEN 'SCHEDULED' WHEN 2 THEN 'RUNNING' WHEN 3 THEN 'SUCCEEDED'
                    WHEN 4 THEN 'DEAD' WHEN 5 THEN 'CANCELLED' WHEN 6 THEN 'EXPIRED' END AS state,
       TIMESTAMPADD(MICROSECOND, t.due_at * 1000, TIMESTAMP '1970-01-01 00:00:00') AS due_at,
       p.priority, p.sink_kind, t.sink_address,
       COALESCE(t.failures, 0) AS failures, COALESCE(t.losses, 0) AS losses,
       t.worker,
       TIMESTAMPADD(MICROSECOND, t.lease_until * 1000, TIMESTAMP '1970-01-01 00:00:00') AS lease_until, t.token,
       TIMESTAMPADD(MICROSECOND, t.created_at * 1000, TIMESTAMP '1970-01-01 00:00:00') AS created_at,
       TIMESTAMPADD(MICROSECOND, t.finished_at * 1000, TIMESTAMP '1970-01-01 00:00:00') AS finished_at,
       t.last_error, t.content_type, t.payload
FROM ${prefix}_task t JOIN ${prefix}_partition p ON p.part = t.part;

-- Last: who reads this row knows that all of the above is there. Every statement may run again after a stop half way.
INSERT IGNORE INTO ${prefix}_meta (one_row, schema_version, token_floor, registry) VALUES (1, 1, 0, 0);
