set local lock_timeout = '5s';

-- What servers keep in memory of a branch's shop: how often each part of it has changed, as rows that triggers write and a
-- job counts together. A row for each change, so that no transaction waits for another; who reads the sum of both never
-- sees the same one before and after a change, in whatever order transactions are committed.
create table shop_changes (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  part text not null,
  primary key (id),
  constraint shop_changes_part check (part in ('catalogue', 'stock', 'slots'))
);
create index shop_changes_branch on shop_changes (branch_id);

-- The number zero stands for all branches.
create table shop_versions (
  branch_id uuid not null,
  part text not null,
  changes bigint not null,
  primary key (branch_id, part)
);

-- A change of what all branches share.
create function note_shops() returns trigger language plpgsql set search_path from current as $$
begin
  insert into shop_changes (branch_id, part) values ('00000000-0000-0000-0000-000000000000', tg_argv[0]);
  return null;
end $$;

-- A change of what is one branch's.
create function note_shop() returns trigger language plpgsql set search_path from current as $$
begin
  if tg_op <> 'INSERT' then
    insert into shop_changes (branch_id, part) values (old.branch_id, tg_argv[0]);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.branch_id is distinct from old.branch_id) then
    insert into shop_changes (branch_id, part) values (new.branch_id, tg_argv[0]);
  end if;
  return null;
end $$;

-- The use of an offer after which it ends, or that is given back.
create function note_offer_use() returns trigger language plpgsql set search_path from current as $$
declare
  most integer := (select o.most_uses from offers o where o.id = coalesce(new.offer_id, old.offer_id));
  was_over boolean := tg_op <> 'INSERT' and (old.used >= old.most or coalesce(old.used >= most, false));
  is_over boolean := tg_op <> 'DELETE' and (new.used >= new.most or coalesce(new.used >= most, false));
begin
  if was_over <> is_over then
    insert into shop_changes (branch_id, part) values ('00000000-0000-0000-0000-000000000000', 'catalogue');
  end if;
  return null;
end $$;

create trigger branches_shops after insert or delete or update or truncate on branches for each statement execute function note_shops('catalogue');
create trigger countries_shops after insert or delete or update or truncate on countries for each statement execute function note_shops('catalogue');
create trigger currency_settings_shops after insert or delete or update or truncate on currency_settings for each statement execute function note_shops('catalogue');
create trigger item_addons_shops after insert or delete or update or truncate on item_addons for each statement execute function note_shops('catalogue');
create trigger item_attributes_shops after insert or delete or update or truncate on item_attributes for each statement execute function note_shops('catalogue');
create trigger item_categories_shops after insert or delete or update or truncate on item_categories for each statement execute function note_shops('catalogue');
create trigger item_extras_shops after insert or delete or update or truncate on item_extras for each statement execute function note_shops('catalogue');
create trigger item_pictures_shops after insert or delete or update or truncate on item_pictures for each statement execute function note_shops('catalogue');
create trigger item_variations_shops after insert or delete or update or truncate on item_variations for each statement execute function note_shops('catalogue');
create trigger items_shops after insert or delete or update or truncate on items for each statement execute function note_shops('catalogue');
create trigger offer_branches_shops after insert or delete or update or truncate on offer_branches for each statement execute function note_shops('catalogue');
create trigger offer_items_shops after insert or delete or update or truncate on offer_items for each statement execute function note_shops('catalogue');
create trigger offers_shops after insert or delete or update or truncate on offers for each statement execute function note_shops('catalogue');
create trigger prices_shops after insert or delete or update or truncate on prices for each statement execute function note_shops('catalogue');
create trigger states_shops after insert or delete or update or truncate on states for each statement execute function note_shops('catalogue');
create trigger tax_rates_shops after insert or delete or update or truncate on tax_rates for each statement execute function note_shops('catalogue');

create trigger branch_closures_shop after insert or delete or update on branch_closures for each row execute function note_shop('catalogue');
create trigger branch_items_shop after insert or delete or update on branch_items for each row execute function note_shop('catalogue');
create trigger branch_setup_shop after insert or delete or update on branch_setup for each row execute function note_shop('catalogue');
create trigger delivery_charges_shop after insert or delete or update on delivery_charges for each row execute function note_shop('catalogue');
create trigger time_slots_shop after insert or delete or update on time_slots for each row execute function note_shop('catalogue');
create trigger slot_days_shop after insert or delete or update on slot_days for each row execute function note_shop('slots');
create trigger stock_levels_shop after insert or delete or update on stock_levels for each row execute function note_shop('stock');

create trigger branch_closures_emptied after truncate on branch_closures for each statement execute function note_shops('catalogue');
create trigger branch_items_emptied after truncate on branch_items for each statement execute function note_shops('catalogue');
create trigger branch_setup_emptied after truncate on branch_setup for each statement execute function note_shops('catalogue');
create trigger delivery_charges_emptied after truncate on delivery_charges for each statement execute function note_shops('catalogue');
create trigger time_slots_emptied after truncate on time_slots for each statement execute function note_shops('catalogue');
create trigger slot_days_emptied after truncate on slot_days for each statement execute function note_shops('slots');
create trigger stock_levels_emptied after truncate on stock_levels for each statement execute function note_shops('stock');

create trigger offer_uses_shops after insert or delete or update on offer_uses for each row execute function note_offer_use();
create trigger offer_uses_emptied after truncate on offer_uses for each statement execute function note_shops('catalogue');
