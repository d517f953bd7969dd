set local lock_timeout = '5s';

-- Text messages: what each country's are sent with and may cost in a day, and those that wait or were sent.
create table sms_gateways (
  country text not null,
  provider text not null,
  sender text,
  is_active boolean not null default true,
  price_micro bigint not null,
  currency text not null,
  daily_maximum_minor bigint not null,
  version integer not null default 1,
  last_response text,
  last_response_at timestamptz,
  constraint sms_gateways_pkey primary key (country),
  constraint sms_gateways_country_check check (country ~ '^[A-Z]{2}$'),
  constraint sms_gateways_provider_check check (provider in ('africastalking', 'twilio')),
  constraint sms_gateways_price_check check (price_micro > 0),
  constraint sms_gateways_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint sms_gateways_maximum_check check (daily_maximum_minor >= 0)
);

-- What a message costs is known once the provider says it: until then the price of its country is counted.
insert into sms_gateways (country, provider, price_micro, currency, daily_maximum_minor) values
  ('NG', 'africastalking', 4000000, 'NGN', 2000000),
  ('CA', 'twilio', 8300, 'USD', 2000),
  ('SN', 'africastalking', 25000000, 'XOF', 10000),
  ('US', 'twilio', 8300, 'USD', 2000);

create table sms_messages (
  id uuid not null,
  user_id uuid,
  kind text not null,
  to_number text not null,
  number_range text not null,
  country text not null,
  text text not null,
  parts smallint not null,
  state text not null default 'waiting',
  reason text,
  provider text,
  provider_id text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  next_attempt_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz,
  finished_at timestamptz,
  counted_micro bigint not null default 0,
  counted_currency text,
  cost_micro bigint,
  cost_currency text,
  next_cost_at timestamptz,
  constraint sms_messages_pkey primary key (id),
  constraint sms_messages_user_id_fkey foreign key (user_id) references users (id),
  constraint sms_messages_provider_once unique (provider, provider_id),
  constraint sms_messages_state_check check (state in ('waiting', 'sending', 'sent', 'delivered', 'failed', 'refused', 'expired', 'lost')),
  constraint sms_messages_cost_check check ((cost_micro is null) = (cost_currency is null))
);
create index sms_messages_due on sms_messages (next_attempt_at) where (state = 'waiting');
create index sms_messages_sending on sms_messages (claimed_at) where (state = 'sending');
create index sms_messages_costs on sms_messages (next_cost_at) where (next_cost_at is not null);
create index sms_messages_user on sms_messages (user_id);
create index sms_messages_listed on sms_messages (country, created_at desc, id desc);
create index sms_messages_counted on sms_messages (country, claimed_at);
create index sms_messages_number on sms_messages (to_number, claimed_at);
create index sms_messages_range on sms_messages (number_range, claimed_at);
