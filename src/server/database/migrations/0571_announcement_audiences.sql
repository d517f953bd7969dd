set local lock_timeout = '5s';

-- Announcements for those who work with us, each dismissed by a person; and texts whose author may no longer publish them.
alter table announcements drop constraint announcements_audience_check;
alter table announcements add constraint announcements_audience_check
  check (audience in ('everyone', 'drivers', 'partners', 'staff', 'guards')) not valid;
alter table announcements add column activated_by uuid;
alter table announcements add column started_at timestamptz;
alter table announcements add column stopped_at timestamptz;
update announcements set started_at = starts_at where status = 'active' and starts_at <= now();

create table announcement_dismissals (
  user_id uuid not null,
  announcement_id uuid not null,
  version integer not null,
  at timestamptz not null,
  constraint announcement_dismissals_pkey primary key (user_id, announcement_id),
  constraint announcement_dismissals_announcement_id_fkey foreign key (announcement_id) references announcements (id) on delete cascade,
  constraint announcement_dismissals_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index announcement_dismissals_announcement on announcement_dismissals (announcement_id);

alter table page_schedules add column failed_reason text;
alter table page_schedules add constraint page_schedules_failed_reason_check
  check (failed_reason in ('mistakes', 'permission')) not valid;
