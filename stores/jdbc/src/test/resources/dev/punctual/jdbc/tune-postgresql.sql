-- Clean up after 10,000 + 1 % of the rows have changed, instead of 50 + 20 %, and without pauses.
ALTER TABLE punctual_task SET (
    autovacuum_vacuum_threshold = 10000, autovacuum_vacuum_scale_factor = 0.01,
    autovacuum_vacuum_insert_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
