-- From the third report of an account within 30 days, staff checks one without a photo before its money moves.
alter table cannot_park_reports add column decision text check (decision in ('waiting', 'accepted', 'refused'));
-- What the cancellation policy gave at the time of the report, in percent: what a refused one refunds.
alter table cannot_park_reports add column refused_percent integer check (refused_percent in (0, 50, 100));
alter table cannot_park_reports add column decided_at timestamptz;
-- Null: its photo came.
alter table cannot_park_reports add column decided_by uuid;
alter table cannot_park_reports add constraint cannot_park_reports_checked
  check ((decision is null) = (refused_percent is null));
alter table cannot_park_reports add constraint cannot_park_reports_decided
  check ((decision is not null and decision <> 'waiting') = (decided_at is not null));
alter table cannot_park_reports add constraint cannot_park_reports_answer
  check (decision is distinct from 'refused' or outcome is not null);
create index cannot_park_reports_waiting on cannot_park_reports (created_at) where decision = 'waiting';

-- A photo may come before its report, which then need not wait.
alter table cannot_park_photos drop constraint cannot_park_photos_booking_id_fkey;
alter table cannot_park_photos add constraint cannot_park_photos_booking_id_fkey
  foreign key (booking_id) references bookings on delete cascade;
