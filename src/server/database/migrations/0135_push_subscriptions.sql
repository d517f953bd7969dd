-- Browsers that show notifications while no page is open: the same devices now show those of orders too.
alter table push_devices rename to push_subscriptions;
alter table push_subscriptions rename constraint push_devices_pkey to push_subscriptions_pkey;
alter table push_subscriptions rename constraint push_devices_endpoint_key to push_subscriptions_endpoint_key;
alter index push_devices_user rename to push_subscriptions_user;
alter index push_devices_session rename to push_subscriptions_session;

-- What customers have switched off, and where. What concerns money has no topic here, so it is always sent.
create table notification_opt_outs (
  user_id uuid not null references users on delete cascade,
  topic text not null
    check (topic in ('placed', 'accepted', 'delayed', 'ready', 'out_for_delivery', 'delivered', 'messages', 'parking_ends')),
  channel text not null check (channel in ('email', 'site', 'push')),
  primary key (user_id, topic, channel)
);
insert into notification_opt_outs (user_id, topic, channel)
  select user_id, topic, 'email' from mail_wishes,
    unnest(array['placed', 'accepted', 'delayed', 'ready', 'out_for_delivery', 'delivered', 'messages']) as topic
  where not orders;
alter table mail_wishes drop column orders;

-- Notifications on their way to browsers. A row is deleted by the process that sends it, so it is sent once.
create table push_messages (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  order_id uuid not null references orders on delete cascade,
  topic text not null,
  -- Values of its sentences.
  params jsonb not null,
  created_at timestamptz not null
);
create index push_messages_created on push_messages (created_at, id);
create index push_messages_user on push_messages (user_id);
create index push_messages_order on push_messages (order_id);
