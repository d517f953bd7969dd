-- Which mails somebody wants beside those that they cause themselves; without a row, all of them.
create table mail_wishes (
  user_id uuid primary key references users on delete cascade,
  -- Stands in the links that turn mails off without a login, and allows nothing else.
  key text not null unique,
  reminders boolean not null default true
);

-- When the papers of a vehicle were last told: of what lay behind them by then nobody is reminded.
alter table vehicles add column papers_at timestamptz;
update vehicles set papers_at = created_at;
alter table vehicles alter column papers_at set not null;
create index vehicles_with_papers on vehicles (user_id) where papers <> '[]';

-- A reminder that went out so many days before a paper ends: each once, however many processes look.
create table paper_reminders (
  vehicle_id uuid not null references vehicles on delete cascade,
  kind text not null,
  expires_on date not null,
  days integer not null,
  sent_at timestamptz not null,
  primary key (vehicle_id, kind, expires_on, days)
);

-- Where a mail program turns such mails off at a press (RFC 8058).
alter table mails add column unsubscribe_url text;
