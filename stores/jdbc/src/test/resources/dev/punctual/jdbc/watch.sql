-- How many tasks are in which state.
SELECT queue, type, state, count(*) FROM punctual_tasks GROUP BY queue, type, state ORDER BY queue, type, state;

-- What is due and not taken: how much, and since when. Rows here for long: no worker, no free slot, or a paused queue.
SELECT queue, type, count(*) AS waiting, min(due_at) AS since FROM punctual_tasks
WHERE state = 'SCHEDULED' AND due_at < CURRENT_TIMESTAMP GROUP BY queue, type;

-- What runs; a lease that is over for more than a few seconds means that no worker is left to take it back.
SELECT id, type, worker, lease_until FROM punctual_tasks WHERE state = 'RUNNING' ORDER BY lease_until LIMIT 20;

-- What failed for good, newest first.
SELECT id, type, failures, losses, finished_at, last_error FROM punctual_tasks
WHERE state = 'DEAD' ORDER BY finished_at DESC LIMIT 20;

-- Which workers have been heard of, and what they can run.
SELECT name, queues, types, slots, running, last_seen FROM punctual_worker ORDER BY last_seen DESC LIMIT 20;
