set local lock_timeout = '5s';

-- Keys of repeated calls are deleted after a day: without it, each run of the job reads all of them.
create index idempotency_keys_created on idempotency_keys (created_at);
