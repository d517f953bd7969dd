-- What branches sell. Prices stand beside items by currency; a branch may have prices of its own.
create table item_categories (
  id uuid primary key,
  slug text not null,
  name text not null check (name <> ''),
  name_fr text not null check (name_fr <> ''),
  description text not null default '',
  description_fr text not null default '',
  picture text,
  work_group text not null check (work_group in ('counter', 'wash', 'workshop', 'kitchen')),
  position integer not null default 0,
  status text not null default 'active' check (status in ('active', 'inactive')),
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null
);

-- The values are lists of the same length, in the order in which they are offered. Those of the vehicle class are the
-- classes of vehicle_types.
create table item_attributes (
  id uuid primary key,
  code text not null,
  name text not null check (name <> ''),
  name_fr text not null check (name_fr <> ''),
  value_codes text[] not null,
  value_names text[] not null,
  value_names_fr text[] not null,
  is_vehicle_class boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint item_attributes_code_key unique (code),
  constraint item_attributes_values check (cardinality(value_codes) >= 2 and cardinality(value_codes) = cardinality(value_names)
    and cardinality(value_codes) = cardinality(value_names_fr))
);
insert into item_attributes (id, code, name, name_fr, value_codes, value_names, value_names_fr, is_vehicle_class, created_at)
values (gen_random_uuid(), 'vehicle_class', 'Vehicle class', 'Catégorie de véhicule', '{car,motorcycle,large}',
  '{"Car","Motorcycle","Large vehicle"}', '{"Voiture","Moto","Grand véhicule"}', true, now());

create table items (
  id uuid primary key,
  slug text not null,
  sku text,
  category_id uuid not null,
  kind text not null check (kind in ('good', 'service', 'food')),
  tax_class text not null check (tax_class in ('standard', 'food', 'service', 'exempt')),
  order_types text not null default 'both' check (order_types in ('delivery', 'takeaway', 'both')),
  -- Names may be missing in a draft.
  name text,
  name_fr text,
  description text,
  description_fr text,
  caution text,
  caution_fr text,
  -- The attribute in which its variations differ.
  attribute_id uuid,
  needs_vehicle boolean not null default false,
  needs_key boolean not null default false,
  duration_min integer check (duration_min between 1 and 1440),
  work_units integer not null default 1 check (work_units between 0 and 100),
  max_per_order integer not null default 20 check (max_per_order between 1 and 99),
  tracks_stock boolean not null default false,
  low_stock integer not null default 0 check (low_stock >= 0),
  is_featured boolean not null default false,
  position integer not null default 0,
  status text not null default 'inactive' check (status in ('active', 'inactive')),
  is_example boolean not null default false,
  -- Lower case, no accents: what a search is compared with.
  folded text not null default '',
  version integer not null default 1,
  created_at timestamptz not null,
  constraint items_sku_key unique (sku),
  constraint items_category foreign key (category_id) references item_categories (id),
  constraint items_attribute foreign key (attribute_id) references item_attributes (id),
  constraint items_both_languages check (status = 'inactive' or (name is not null and name_fr is not null
    and description is not null and description_fr is not null and (caution is null) = (caution_fr is null)))
);
create index items_category_id on items (category_id, position);

-- Categories and items share the addresses below /marketplace.
create table catalogue_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  category_id uuid references item_categories (id) on delete cascade,
  item_id uuid references items (id) on delete cascade,
  constraint catalogue_slugs_one check (num_nonnulls(category_id, item_id) = 1)
);
create unique index catalogue_slugs_category on catalogue_slugs (category_id) where category_id is not null;
create unique index catalogue_slugs_item on catalogue_slugs (item_id) where item_id is not null;
create function keep_catalogue_slug() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'items' then
    delete from catalogue_slugs where item_id = new.id;
    insert into catalogue_slugs (slug, item_id) values (new.slug, new.id);
  else
    delete from catalogue_slugs where category_id = new.id;
    insert into catalogue_slugs (slug, category_id) values (new.slug, new.id);
  end if;
  return null;
end $$;
create trigger items_slug after insert or update of slug on items for each row execute function keep_catalogue_slug();
create trigger item_categories_slug after insert or update of slug on item_categories for each row execute function keep_catalogue_slug();

create table item_pictures (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  path text not null,
  alt text not null,
  alt_fr text not null,
  position integer not null check (position between 0 and 7),
  constraint item_pictures_place unique (item_id, position)
);

create table item_variations (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  value_code text not null,
  sku text,
  position integer not null default 0,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version integer not null default 1,
  constraint item_variations_value unique (item_id, value_code),
  constraint item_variations_item unique (id, item_id)
);

create table item_extras (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  name text not null check (name <> ''),
  name_fr text not null check (name_fr <> ''),
  position integer not null default 0,
  status text not null default 'active' check (status in ('active', 'inactive')),
  version integer not null default 1,
  constraint item_extras_name unique (item_id, name)
);

create table item_addons (
  id uuid primary key,
  item_id uuid not null references items (id) on delete cascade,
  addon_id uuid not null references items (id) on delete cascade,
  position integer not null default 0,
  version integer not null default 1,
  constraint item_addons_once unique (item_id, addon_id),
  constraint item_addons_other check (item_id <> addon_id)
);

create table prices (
  id uuid primary key,
  item_id uuid references items (id) on delete cascade,
  variation_id uuid references item_variations (id) on delete cascade,
  extra_id uuid references item_extras (id) on delete cascade,
  currency text not null check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  -- Null: everywhere with this currency.
  branch_id uuid,
  amount_minor bigint not null check (amount_minor >= 0),
  version integer not null default 1,
  constraint prices_of_one check (num_nonnulls(item_id, variation_id, extra_id) = 1),
  -- Naira are charged without kobo.
  constraint prices_chargeable check (currency <> 'NGN' or amount_minor % 100 = 0),
  constraint prices_branch foreign key (branch_id, currency) references branches (id, currency) on delete cascade,
  constraint prices_once unique nulls not distinct (item_id, variation_id, extra_id, currency, branch_id)
);
create index prices_variation on prices (variation_id) where variation_id is not null;
create index prices_extra on prices (extra_id) where extra_id is not null;

create table branch_items (
  id uuid primary key,
  branch_id uuid not null references branches (id) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  is_hidden boolean not null default false,
  -- The pause ends by itself.
  paused_until timestamptz,
  version integer not null default 1,
  constraint branch_items_once unique (branch_id, item_id)
);

-- What a branch has of what is counted: an item, or each of its variations.
create table stock_levels (
  id uuid primary key,
  branch_id uuid not null references branches (id) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  variation_id uuid,
  on_hand integer not null check (on_hand <= 1000000),
  reserved integer not null default 0,
  version integer not null default 1,
  constraint stock_levels_enough check (0 <= reserved and reserved <= on_hand),
  constraint stock_levels_variation foreign key (variation_id, item_id) references item_variations (id, item_id) on delete cascade,
  constraint stock_levels_once unique nulls not distinct (branch_id, item_id, variation_id)
);

create table stock_movements (
  id uuid primary key,
  stock_level_id uuid not null references stock_levels (id),
  at timestamptz not null,
  kind text not null check (kind in ('received', 'reserved', 'released', 'sold', 'returned', 'waste', 'recount', 'moved')),
  -- What it adds to each figure.
  on_hand integer not null,
  reserved integer not null default 0,
  actor_id uuid,
  order_id uuid,
  note text
);
create index stock_movements_level on stock_movements (stock_level_id, at desc);
create index stock_movements_order on stock_movements (order_id) where order_id is not null;
create function refuse_stock_change() returns trigger language plpgsql as $$
begin
  -- The demonstration's reset and erasure say what they are.
  if current_setting('parkwell.demo_reset', true) = 'on' or current_setting('parkwell.audit_maintenance', true) = 'on' then
    return coalesce(new, old);
  end if;
  raise exception 'stock movements are append only' using errcode = 'restrict_violation', constraint = 'stock_movements_append_only';
end $$;
create trigger stock_movements_append_only before update or delete on stock_movements for each row execute function refuse_stock_change();

create table offers (
  id uuid primary key,
  slug text not null,
  name text not null check (name <> ''),
  name_fr text not null check (name_fr <> ''),
  discount_type text not null check (discount_type in ('fixed', 'percentage')),
  -- Percentage: thousandths of a percent. Fixed: minor units off each unit sold.
  value bigint not null check (value > 0),
  currency text check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  picture text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- How often it can be used in all; null: without limit.
  most_uses integer check (most_uses > 0),
  funded_by text not null default 'us' check (funded_by in ('us', 'branch')),
  status text not null default 'active' check (status in ('active', 'inactive')),
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint offers_slug_key unique (slug),
  constraint offers_order check (starts_at < ends_at),
  constraint offers_discount check ((discount_type = 'percentage' and value <= 100000) or (discount_type = 'fixed' and currency is not null))
);
create table offer_items (
  offer_id uuid not null references offers (id) on delete cascade,
  item_id uuid not null references items (id) on delete cascade,
  primary key (offer_id, item_id)
);
create index offer_items_item on offer_items (item_id);
-- The branches where an offer applies; none: all.
create table offer_branches (
  offer_id uuid not null references offers (id) on delete cascade,
  branch_id uuid not null references branches (id) on delete cascade,
  primary key (offer_id, branch_id)
);
create index offer_branches_branch on offer_branches (branch_id);
