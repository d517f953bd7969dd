set local lock_timeout = '5s';

-- What visitors of the shop do, by day and without persons, as figure_days has it of car parks. Carts and checkouts are
-- those of a branch; the page of an item belongs to a country.
create table shop_figure_days (
  id uuid not null default gen_random_uuid(),
  day date not null,
  country_id integer not null,
  branch_id uuid,
  device text not null,
  kind text not null,
  is_example boolean not null,
  count bigint not null,
  constraint shop_figure_days_pkey primary key (id),
  constraint shop_figure_days_once unique nulls not distinct (day, country_id, branch_id, device, kind, is_example),
  constraint shop_figure_days_country_id_fkey foreign key (country_id) references countries (id),
  constraint shop_figure_days_branch_id_fkey foreign key (branch_id) references branches (id) on delete cascade,
  constraint shop_figure_days_count_check check (count > 0),
  constraint shop_figure_days_device_check check (device in ('phone', 'tablet', 'desktop')),
  constraint shop_figure_days_kind_check check (kind in ('item_page', 'cart', 'checkout')),
  constraint shop_figure_days_branch_check check ((kind = 'item_page') = (branch_id is null))
);
create index shop_figure_days_branch on shop_figure_days (branch_id) where branch_id is not null;

-- When the checkout of a cart was first opened, so that it is counted once.
alter table carts add column checkout_at timestamptz;

-- The device that an order was placed on; null for staff, for programs and for what is older.
alter table orders add column device text;
alter table orders add constraint orders_device_check check (device in ('phone', 'tablet', 'desktop')) not valid;

-- What was refunded of a period's orders, for the dashboard, which reads nothing but this index: the orders themselves are
-- on as many pages as all others.
create index orders_refunded on orders (created_at) include (refunded_minor, currency, branch_id, source)
  where refunded_minor > 0;
