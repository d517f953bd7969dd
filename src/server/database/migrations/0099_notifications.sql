-- What customers are told about their orders, in words of their language when they read it.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  topic text not null,
  order_id uuid not null references orders on delete cascade,
  -- Values of its sentences.
  params jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, created_at desc);
create index notifications_created on notifications (created_at);
create index notifications_order on notifications (order_id);

-- Mails about the progress of an order; those about its money are always sent.
alter table mail_wishes add column orders boolean not null default true;
