set local lock_timeout = '5s';

-- A booking that its driver makes after choosing to extend this one automatically ends the extension at its beginning.
alter table bookings add column auto_extend_chosen_at timestamptz;
