-- Dead rows, and when they were last cleaned up.
SELECT n_live_tup, n_dead_tup, last_autovacuum, last_autoanalyze FROM pg_stat_user_tables WHERE relname = 'punctual_task';

-- Who keeps dead rows from being cleaned up: the oldest snapshots.
SELECT pid, application_name, state, xact_start, age(backend_xmin) AS behind, left(query, 80) AS query
FROM pg_stat_activity WHERE backend_xmin IS NOT NULL ORDER BY age(backend_xmin) DESC LIMIT 5;

-- Size on disk, with indexes and large payloads.
SELECT pg_size_pretty(pg_total_relation_size('punctual_task'));
