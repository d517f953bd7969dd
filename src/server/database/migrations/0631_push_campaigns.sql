set local lock_timeout = '5s';

-- Who has agreed to offers and news on their devices.
create table news_consents (
  user_id uuid not null,
  agreed_at timestamptz not null,
  constraint news_consents_pkey primary key (user_id),
  constraint news_consents_user_id_fkey foreign key (user_id) references users (id) on delete cascade
);

-- Messages of staff to the devices of an audience.
create table push_campaigns (
  id uuid not null,
  title text not null,
  title_fr text not null,
  text text not null,
  text_fr text not null,
  link text,
  role text not null,
  country_id integer,
  city text,
  branch_id uuid,
  activity text,
  within_days integer,
  send_at timestamptz not null,
  status text not null default 'draft',
  recipients integer,
  version integer not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint push_campaigns_pkey primary key (id),
  constraint push_campaigns_country_id_fkey foreign key (country_id) references countries (id),
  constraint push_campaigns_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint push_campaigns_role_check check (role in ('customers', 'staff', 'everyone')),
  constraint push_campaigns_activity_check check (activity in ('booking', 'order', 'any')),
  constraint push_campaigns_within_check check ((activity is null) = (within_days is null)),
  constraint push_campaigns_status_check check (status in ('draft', 'scheduled', 'sending', 'sent', 'cancelled'))
);
create index push_campaigns_branch on push_campaigns (branch_id) where branch_id is not null;
create index push_campaigns_country on push_campaigns (country_id) where country_id is not null;
create index push_campaigns_listed on push_campaigns (send_at desc, id desc);

-- Each recipient once, with what became of the message on their devices.
create table push_campaign_recipients (
  campaign_id uuid not null,
  user_id uuid not null,
  -- In the addresses that the message opens.
  key text not null,
  zone text not null,
  due_at timestamptz not null,
  state text not null default 'waiting',
  sent_at timestamptz,
  devices integer not null default 0,
  gone integer not null default 0,
  failed integer not null default 0,
  clicked_at timestamptz,
  constraint push_campaign_recipients_pkey primary key (campaign_id, user_id),
  constraint push_campaign_recipients_campaign_id_fkey foreign key (campaign_id) references push_campaigns (id) on delete cascade,
  constraint push_campaign_recipients_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint push_campaign_recipients_state_check check (state in ('waiting', 'sent', 'skipped'))
);
create unique index push_campaign_recipients_key on push_campaign_recipients (key);
create index push_campaign_recipients_due on push_campaign_recipients (due_at) where state = 'waiting';
create index push_campaign_recipients_user on push_campaign_recipients (user_id, sent_at);
