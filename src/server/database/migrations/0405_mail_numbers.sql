set local lock_timeout = '5s';

-- The order of mails of one moment, in microseconds: a sequence is one row that all who write mails wait for on a
-- distributed engine.
alter table mails alter column queue_number drop identity;
alter table mails alter column queue_number set default (extract(epoch from clock_timestamp()) * 1000000)::bigint;
