-- The list of scans and reads at the gates: newest first, by car park.
-- Of the car park that the phone named, if its guard works there; no link to one that has gone.
alter table guard_scans add column park_id uuid references parks on delete set null;
update guard_scans s set park_id = p.id from parks p where p.park_code = s.park_code;
create index guard_scans_park on guard_scans (park_id, at) where park_id is not null;
create index guard_scans_at on guard_scans (at);

-- Its camera's, so that the list needs no camera to find its rows.
alter table gate_reads add column park_id uuid references parks on delete cascade;
update gate_reads r set park_id = c.park_id from gate_cameras c where c.id = r.camera_id;
alter table gate_reads alter column park_id set not null;
create index gate_reads_park on gate_reads (park_id, at);
create index gate_reads_at on gate_reads (at);
