set local lock_timeout = '5s';

-- Reports that are mailed on a schedule. What each person gets is what they may see when it is sent.
create table report_schedules (
  id uuid not null,
  report text not null,
  every text not null,
  format text not null,
  filters jsonb not null default '{}',
  timezone text not null,
  created_by uuid,
  created_at timestamptz not null,
  next_at timestamptz not null,
  sent_at timestamptz,
  constraint report_schedules_pkey primary key (id),
  constraint report_schedules_created_by_fkey foreign key (created_by) references users (id),
  constraint report_schedules_every_check check (every in ('daily', 'weekly', 'monthly')),
  constraint report_schedules_format_check check (format in ('csv', 'xlsx'))
);
create index report_schedules_due on report_schedules (next_at);

create table report_recipients (
  schedule_id uuid not null,
  user_id uuid not null,
  constraint report_recipients_pkey primary key (schedule_id, user_id),
  constraint report_recipients_schedule_id_fkey foreign key (schedule_id) references report_schedules (id) on delete cascade,
  constraint report_recipients_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);
create index report_recipients_user on report_recipients (user_id);
