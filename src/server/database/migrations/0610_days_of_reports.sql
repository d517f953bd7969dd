set local lock_timeout = '5s';

-- Sums of orders by branch and day of the branch, which the reports of sales, items and taxes read. Whoever changes what a day
-- sums notes the day in the same transaction; until a job has counted it again, reports count its orders themselves.
create table changed_report_days (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  day date not null,
  constraint changed_report_days_pkey primary key (id)
);
create index changed_report_days_day on changed_report_days (branch_id, day);

-- Paid orders by the day on which they were placed. `method` is empty where none is stored.
create table sales_days (
  branch_id uuid not null,
  day date not null,
  currency text not null,
  method text not null,
  source text not null,
  order_type text not null,
  is_example boolean not null,
  orders integer not null,
  subtotal bigint not null,
  offers bigint not null,
  coupon bigint not null,
  delivery bigint not null,
  taxes bigint not null,
  rounding bigint not null,
  total bigint not null,
  refunded bigint not null,
  net bigint not null,
  commission bigint not null,
  constraint sales_days_pkey primary key (branch_id, day, currency, method, source, order_type, is_example)
);

-- What lines of orders are of, as they name it: `id` is a hash of everything else.
create table sold_things (
  id uuid not null,
  item_id uuid,
  variation_id uuid,
  extra_id text,
  kind text not null,
  name text not null,
  name_fr text not null,
  variation_name text,
  variation_name_fr text,
  constraint sold_things_pkey primary key (id)
);

-- Their lines and extras by the day on which the orders were placed.
create table item_days (
  branch_id uuid not null,
  day date not null,
  thing_id uuid not null,
  currency text not null,
  is_example boolean not null,
  lines integer not null,
  quantity integer not null,
  returned integer not null,
  gross bigint not null,
  discounts bigint not null,
  net bigint not null,
  taxes bigint not null,
  constraint item_days_pkey primary key (branch_id, day, thing_id, currency, is_example)
);
create index item_days_day on item_days (day);

-- Items of a branch by kind, for the sums of a report, and by month, for its rows: days have nearly as many as orders have lines.
create table item_kind_days (
  branch_id uuid not null,
  day date not null,
  kind text not null,
  currency text not null,
  is_example boolean not null,
  lines integer not null,
  quantity integer not null,
  returned integer not null,
  gross bigint not null,
  discounts bigint not null,
  net bigint not null,
  taxes bigint not null,
  constraint item_kind_days_pkey primary key (branch_id, day, kind, currency, is_example)
);
create table item_months (
  branch_id uuid not null,
  month date not null,
  thing_id uuid not null,
  currency text not null,
  is_example boolean not null,
  lines integer not null,
  quantity integer not null,
  returned integer not null,
  gross bigint not null,
  discounts bigint not null,
  net bigint not null,
  taxes bigint not null,
  constraint item_months_pkey primary key (branch_id, month, thing_id, currency, is_example)
);

-- Taxes of orders by the day on which they became due, and what refunds took back of them by the day on which they did.
create table tax_days (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  day date not null,
  currency text not null,
  code text not null,
  -- In percent; null for a fixed amount.
  rate double precision,
  source text,
  charges integer not null,
  taxable bigint not null,
  tax bigint not null,
  refunded bigint not null,
  constraint tax_days_pkey primary key (id)
);
create index tax_days_day on tax_days (branch_id, day);

create index orders_released on orders (branch_id, released_at) where released_at is not null;
-- What was moved for bookings and documents, whose taxes are read from the ledger.
create index ledger_transfers_bookings on ledger_transfers (created_at) where description like 'booking:%';
create index ledger_transfers_documents on ledger_transfers (created_at) where description like 'document:%';
create index order_refunds_done on order_refunds ((coalesce(decided_at, at))) where status = 'done';

-- The days of an order: when it was placed, when its taxes became due, and when refunds took them back.
create function note_report_days() returns trigger language plpgsql set search_path to 'public' as $$
begin
  insert into changed_report_days (branch_id, day)
  select distinct o.branch_id, (t.at at time zone b.timezone)::date
  from (values (old.id, old.branch_id, old.created_at, old.released_at), (new.id, new.branch_id, new.created_at, new.released_at))
    o (id, branch_id, created_at, released_at)
  join branches b on b.id = o.branch_id
  cross join lateral (
    select o.created_at as at
    union all select o.released_at where o.released_at is not null
    union all select greatest(coalesce(f.decided_at, f.at), o.released_at) from order_refunds f
      where f.order_id = o.id and f.status = 'done' and o.released_at is not null) t;
  return coalesce(new, old);
end $$;
create trigger orders_report_days after insert on orders for each row execute function note_report_days();
-- Before its refunds are deleted with it.
create trigger orders_report_days_deleted before delete on orders for each row execute function note_report_days();
create trigger orders_report_days_changed after update on orders for each row when (
  row (old.branch_id, old.created_at, old.released_at, old.payment_status, old.payment_method, old.currency, old.source,
    old.order_type, old.is_example, old.includes_tax, old.subtotal_minor, old.offer_minor, old.coupon_minor,
    old.delivery_charge_minor, old.delivery_net_minor, old.delivery_taxes, old.total_minor, old.refunded_minor, old.commission,
    old.goods_minor, old.promotion_minor, old.tax_minor)
  is distinct from
  row (new.branch_id, new.created_at, new.released_at, new.payment_status, new.payment_method, new.currency, new.source,
    new.order_type, new.is_example, new.includes_tax, new.subtotal_minor, new.offer_minor, new.coupon_minor,
    new.delivery_charge_minor, new.delivery_net_minor, new.delivery_taxes, new.total_minor, new.refunded_minor, new.commission,
    new.goods_minor, new.promotion_minor, new.tax_minor))
  execute function note_report_days();

-- Lines are written with their order. An item that is deleted leaves its lines without one.
create function note_report_line() returns trigger language plpgsql set search_path to 'public' as $$
begin
  insert into changed_report_days (branch_id, day)
  select o.branch_id, (o.created_at at time zone b.timezone)::date
  from orders o join branches b on b.id = o.branch_id where o.id = old.order_id;
  return null;
end $$;
create trigger order_lines_report_days after update on order_lines for each row when (
  row (old.refunded_quantity, old.refunded_minor, old.item_id, old.variation_id)
  is distinct from row (new.refunded_quantity, new.refunded_minor, new.item_id, new.variation_id))
  execute function note_report_line();

create function note_report_refund() returns trigger language plpgsql set search_path to 'public' as $$
begin
  insert into changed_report_days (branch_id, day)
  select distinct o.branch_id, (t.at at time zone b.timezone)::date
  from (values (old.order_id, old.at, old.decided_at), (new.order_id, new.at, new.decided_at)) f (order_id, at, decided_at)
  join orders o on o.id = f.order_id join branches b on b.id = o.branch_id
  cross join lateral (
    select o.created_at as at
    union all select greatest(coalesce(f.decided_at, f.at), o.released_at) where o.released_at is not null) t;
  return null;
end $$;
create trigger order_refunds_report_days after insert or delete on order_refunds
  for each row execute function note_report_refund();
create trigger order_refunds_report_days_changed after update on order_refunds for each row when (
  row (old.order_id, old.status, old.at, old.decided_at) is distinct from row (new.order_id, new.status, new.at, new.decided_at))
  execute function note_report_refund();

-- A branch that takes another time zone has other days: those that it had, and those that it has now.
create function note_report_branch() returns trigger language plpgsql set search_path to 'public' as $$
begin
  insert into changed_report_days (branch_id, day)
  select distinct new.id, (t.at at time zone z.timezone)::date
  from orders o
  cross join lateral (
    select o.created_at as at
    union all select o.released_at where o.released_at is not null
    union all select greatest(coalesce(f.decided_at, f.at), o.released_at) from order_refunds f
      where f.order_id = o.id and f.status = 'done' and o.released_at is not null) t
  cross join (values (old.timezone), (new.timezone)) z (timezone)
  where o.branch_id = new.id;
  return null;
end $$;
create trigger branches_report_days after update on branches for each row when (old.timezone is distinct from new.timezone)
  execute function note_report_branch();

insert into changed_report_days (branch_id, day)
select distinct o.branch_id, (t.at at time zone b.timezone)::date
from orders o join branches b on b.id = o.branch_id
cross join lateral (
  select o.created_at as at
  union all select o.released_at where o.released_at is not null
  union all select greatest(coalesce(f.decided_at, f.at), o.released_at) from order_refunds f
    where f.order_id = o.id and f.status = 'done' and o.released_at is not null) t;
