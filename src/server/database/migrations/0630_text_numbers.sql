set local lock_timeout = '5s';

-- A code that is sent by text message.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('verify_email', 'reset_password', 'erase_account', 'log_in', 'confirm_login', 'confirm_number')) not valid;

-- The mobile number of an account that a code has confirmed, and the one that a code was sent to.
create table text_numbers (
  user_id uuid not null,
  number text,
  country text,
  confirmed_at timestamptz,
  pending_number text,
  code_sent_at timestamptz not null,
  -- In the link of a message, which ends them without a login.
  stop_key text not null,
  constraint text_numbers_pkey primary key (user_id),
  constraint text_numbers_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint text_numbers_confirmed_check check (
    (number is null) = (confirmed_at is null) and (number is null) = (country is null))
);
create unique index text_numbers_stop_key on text_numbers (stop_key);
create unique index text_numbers_number on text_numbers (number) where number is not null;

-- Who has agreed to text messages about what, when and for which number, and when and how that ended.
create table text_consents (
  id uuid not null,
  user_id uuid not null,
  topic text not null,
  number text not null,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  constraint text_consents_pkey primary key (id),
  constraint text_consents_user_id_fkey foreign key (user_id) references users (id) on delete cascade,
  constraint text_consents_topic_check check (topic in ('bookings', 'parking_ends', 'orders')),
  constraint text_consents_ended_check check ((ended_at is null) = (ended_by is null)),
  constraint text_consents_ended_by_check check (ended_by in ('settings', 'link', 'reply', 'number'))
);
create unique index text_consents_current on text_consents (user_id, topic) where ended_at is null;
create index text_consents_user on text_consents (user_id);
create index text_consents_number on text_consents (number) where ended_at is null;
create index text_consents_ended on text_consents (ended_at) where ended_at is not null;
