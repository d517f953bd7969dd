set local lock_timeout = '5s';

-- How long after a failed attempt an order is offered to couriers again.
alter table branch_setup add column redelivery_minutes integer not null default 30;
alter table branch_setup add constraint branch_setup_redelivery_minutes_check check (redelivery_minutes between 0 and 1440) not valid;

-- Who delivers, and since when they are on duty.
create table couriers (
  user_id uuid not null,
  on_duty_since timestamptz,
  constraint couriers_pkey primary key (user_id),
  constraint couriers_user_id_fkey foreign key (user_id) references users (id)
);

-- Where couriers with an order are; the last position alone.
create table courier_positions (
  courier_id uuid not null,
  lat double precision not null,
  lng double precision not null,
  accuracy_m double precision,
  at timestamptz not null,
  constraint courier_positions_pkey primary key (courier_id),
  constraint courier_positions_courier_id_fkey foreign key (courier_id) references users (id),
  constraint courier_positions_lat_check check (lat between -90 and 90),
  constraint courier_positions_lng_check check (lng between -180 and 180)
);
create index courier_positions_at on courier_positions (at);

-- Attempts to bring an order, one after the other.
create table deliveries (
  id uuid not null,
  order_id uuid not null,
  branch_id uuid not null,
  attempt integer not null,
  state text not null,
  -- Null while the branch's own people have it, and while nobody has.
  courier_id uuid,
  assigned_by uuid,
  -- Null while a manager decides about another attempt.
  offered_from timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  at_branch_at timestamptz,
  picked_up_at timestamptz,
  arrived_at timestamptz,
  ended_at timestamptz,
  -- When the order was to arrive, as it was known at the end.
  promised_at timestamptz,
  proof text,
  reason text,
  reason_fr text,
  is_example boolean not null default false,
  constraint deliveries_pkey primary key (id),
  constraint deliveries_attempt_key unique (order_id, attempt),
  constraint deliveries_order_id_fkey foreign key (order_id) references orders (id),
  constraint deliveries_branch_id_fkey foreign key (branch_id) references branches (id),
  constraint deliveries_courier_id_fkey foreign key (courier_id) references users (id),
  constraint deliveries_assigned_by_fkey foreign key (assigned_by) references users (id),
  constraint deliveries_state_check check (state in ('offered', 'accepted', 'picked_up', 'handed_over', 'brought_back', 'canceled')),
  constraint deliveries_proof_check check (proof in ('code', 'photo')),
  constraint deliveries_courier_check check (case state when 'offered' then courier_id is null when 'accepted' then courier_id is not null else true end),
  constraint deliveries_ended check ((ended_at is null) = (state in ('offered', 'accepted', 'picked_up')))
);
create unique index deliveries_open on deliveries (order_id) where state in ('offered', 'accepted', 'picked_up');
create index deliveries_open_branch on deliveries (branch_id) where state in ('offered', 'accepted', 'picked_up');
create index deliveries_courier on deliveries (courier_id, ended_at desc) where courier_id is not null;
create index deliveries_ended on deliveries (branch_id, ended_at desc) where ended_at is not null;
create index deliveries_assigned_by on deliveries (assigned_by) where assigned_by is not null;

-- Who declined an attempt, or gave it back; it is not offered to them again.
create table delivery_declines (
  delivery_id uuid not null,
  courier_id uuid not null,
  reason text not null,
  at timestamptz not null,
  constraint delivery_declines_pkey primary key (delivery_id, courier_id),
  constraint delivery_declines_delivery_id_fkey foreign key (delivery_id) references deliveries (id) on delete cascade,
  constraint delivery_declines_courier_id_fkey foreign key (courier_id) references users (id)
);
create index delivery_declines_courier on delivery_declines (courier_id, at desc);

-- What couriers did, under the ids of their phones: sent again, a step acts once.
create table delivery_steps (
  id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null,
  kind text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  -- The error for which it was refused; null for one that counts.
  refusal jsonb,
  constraint delivery_steps_pkey primary key (id),
  constraint delivery_steps_delivery_id_fkey foreign key (delivery_id) references deliveries (id) on delete cascade,
  constraint delivery_steps_courier_id_fkey foreign key (courier_id) references users (id),
  constraint delivery_steps_kind_check check (kind in ('at_branch', 'picked_up', 'arrived', 'handed_over', 'brought_back'))
);
create index delivery_steps_delivery on delivery_steps (delivery_id, at);
create index delivery_steps_courier on delivery_steps (courier_id);

-- What is ready or under way now.
insert into deliveries (id, order_id, branch_id, attempt, state, offered_from, created_at, picked_up_at, is_example)
select gen_random_uuid(), o.id, o.branch_id, 1, case o.status when 'ready' then 'offered' else 'picked_up' end, h.at, h.at,
  case o.status when 'ready' then null else h.at end, o.is_example
from orders o cross join lateral (
  select max(h.at) as at from order_history h where h.order_id = o.id and h.to_status = o.status) h
where o.order_type = 'delivery' and o.status in ('ready', 'out_for_delivery') and h.at is not null;
