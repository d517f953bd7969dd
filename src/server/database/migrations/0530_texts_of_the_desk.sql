set local lock_timeout = '5s';

-- Posts and help articles that began in the desk, and so have no file; null where there is one.
alter table page_texts add column began_at timestamptz;

-- When a draft is published, and when a text that began in the desk is withdrawn: as `user_id` wanted it. `failed_at` is the
-- time at which a draft was to be published, but had mistakes.
create table page_schedules (
  name text not null,
  publish_at timestamptz,
  withdraw_at timestamptz,
  user_id uuid not null,
  failed_at timestamptz,
  constraint page_schedules_pkey primary key (name),
  constraint page_schedules_name_fkey foreign key (name) references page_texts (name) on delete cascade,
  constraint page_schedules_order_check check (publish_at < withdraw_at)
);

-- Earlier addresses of texts that were moved before they were published.
create table page_text_moves (
  old_name text not null,
  name text not null,
  constraint page_text_moves_pkey primary key (old_name),
  constraint page_text_moves_name_fkey foreign key (name) references page_texts (name) on delete cascade
);
create index page_text_moves_name on page_text_moves using btree (name);
