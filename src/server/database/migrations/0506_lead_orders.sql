set local lock_timeout = '5s';

-- The order that staff placed for whoever sent a message; each message has at most one.
create table lead_orders (
  lead_id uuid not null,
  order_id uuid not null,
  linked_at timestamptz not null,
  constraint lead_orders_pkey primary key (lead_id),
  constraint lead_orders_lead_id_fkey foreign key (lead_id) references leads (id) on delete cascade,
  constraint lead_orders_order_id_fkey foreign key (order_id) references orders (id) on delete cascade
);
create index lead_orders_order on lead_orders using btree (order_id);
