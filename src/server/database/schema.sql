-- Generated from the migrated schema by `npm run tables`. Do not edit.
-- For reading: the migrations make the schema. Tables stand in alphabetical order, each with what belongs to it.

create extension pg_trgm;

create or replace function change_wallet_passes(booking_ids uuid[])
 returns void
 language plpgsql
 set search_path to 'public'
as $function$
declare
  moment timestamptz := date_trunc('second', clock_timestamp());
begin
  update wallet_passes set version = version + 1, modified_at = greatest(moment, modified_at + interval '1 second'),
    google_due = case when google_since is not null then version + 1 end
  where booking_id = any(booking_ids);
  if found then
    update wallet_registrations r set push_due = p.version
    from wallet_passes p where p.booking_id = any(booking_ids) and r.booking_id = p.booking_id;
  end if;
end $function$;

create or replace function date_listed_booking()
 returns trigger
 language plpgsql
as $function$
begin
  new.listed_at := clock_timestamp();
  return new;
end $function$;

create or replace function follow_pool()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  select park_id into new.park_id from pools where id = new.pool_id for key share;
  return new;
end $function$;

create or replace function keep_catalogue_slug()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  if tg_table_name = 'items' then
    delete from catalogue_slugs where item_id = new.id;
    insert into catalogue_slugs (slug, item_id) values (new.slug, new.id);
  else
    delete from catalogue_slugs where category_id = new.id;
    insert into catalogue_slugs (slug, category_id) values (new.slug, new.id);
  end if;
  return null;
end $function$;

create or replace function note_all()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  perform note_index_changes(tg_argv[0], array[null::uuid]);
  return null;
end $function$;

create or replace function note_all_parks()
 returns void
 language plpgsql
 set search_path to 'public'
as $function$
begin
  if current_setting('parkwell.all_parks_change', true) is distinct from 'on' then
    perform note_index_changes('parks', array[null::uuid]);
    perform set_config('parkwell.all_parks_change', 'on', true);
  end if;
end $function$;

create or replace function note_changed_line()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into changed_quarters (quarter)
  select date_bin('15 minutes', created_at, '2000-01-01Z'::timestamptz) from orders where id = new.order_id;
  return null;
end $function$;

create or replace function note_changed_quarter()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into changed_quarters (quarter)
  values (date_bin('15 minutes', coalesce(new.created_at, old.created_at), '2000-01-01Z'::timestamptz));
  return null;
end $function$;

create or replace function note_filled_blocks()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  perform note_ledger_kinds(new.id);
  return null;
end $function$;

create or replace function note_index_changes(changed text, ids uuid[])
 returns void
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into index_changes (what, park_id) select distinct changed, id from unnest(ids) id;
  insert into park_changes (what, park_id)
  select distinct changed, coalesce(id, '00000000-0000-0000-0000-000000000000') from unnest(ids) id
  on conflict do nothing;
end $function$;

create or replace function note_ledger_kinds(account uuid)
 returns void
 language plpgsql
 set search_path to 'public'
as $function$
declare
  next bigint := coalesce((select max(block) + 1 from ledger_kind_marks where account_id = account and kind = '*'), 0);
  past bigint := (select entry_count / 128 from ledger_accounts where id = account);
begin
  while next < past loop
    -- The numbers by name, and each transfer by its own: no plan then reads the whole wallet, or all transfers.
    insert into ledger_kind_marks (account_id, kind, block, through)
    with found as (
      select (select t.kind from ledger_transfers t where t.id = e.transfer_id) as kind from ledger_entries e
      where e.account_id = account and e.position = any(array(select generate_series(next * 128 + 1, next * 128 + 128)))),
    counted as (select coalesce(kind, '*') as kind, count(*) as n from found group by grouping sets ((kind), ()))
    select account, c.kind, next,
      c.n + coalesce((select max(m.through) from ledger_kind_marks m where m.account_id = account and m.kind = c.kind), 0)
    from counted c on conflict do nothing;
    next := next + 1;
  end loop;
end $function$;

create or replace function note_listed_booking()
 returns trigger
 language plpgsql
as $function$
begin
  new.listed_xid := pg_current_xact_id()::text::bigint;
  return new;
end $function$;

create or replace function note_offer_use()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
declare
  most integer := (select o.most_uses from offers o where o.id = coalesce(new.offer_id, old.offer_id));
  was_over boolean := tg_op <> 'INSERT' and (old.used >= old.most or coalesce(old.used >= most, false));
  is_over boolean := tg_op <> 'DELETE' and (new.used >= new.most or coalesce(new.used >= most, false));
begin
  if was_over <> is_over then
    insert into shop_changes (branch_id, part) values ('00000000-0000-0000-0000-000000000000', 'catalogue');
  end if;
  return null;
end $function$;

create or replace function note_park()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  -- Records of a park that is listed: when it comes or goes, they do the contrary.
  perform note_index_changes('park', array(
    select coalesce(new.id, old.id)
    union select p.id from parks p
    where p.possible_duplicate_of in (old.source || ':' || old.source_id, new.source || ':' || new.source_id)));
  return null;
end $function$;

create or replace function note_park_passes()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
declare
  changed uuid;
begin
  if tg_table_name = 'parks' then changed := new.id;
  elsif tg_op = 'DELETE' then changed := old.park_id;
  else changed := new.park_id;
  end if;
  perform change_wallet_passes(array(
    select p.booking_id from bookings b join wallet_passes p on p.booking_id = b.id
    where b.park_id = changed and b.status in ('active', 'checked_in', 'overstayed')));
  return null;
end $function$;

create or replace function note_part_of_park()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  perform note_index_changes('park', array_remove(array[old.park_id, new.park_id], null));
  return null;
end $function$;

create or replace function note_report_branch()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
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
end $function$;

create or replace function note_report_days()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
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
end $function$;

create or replace function note_report_line()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into changed_report_days (branch_id, day)
  select o.branch_id, (o.created_at at time zone b.timezone)::date
  from orders o join branches b on b.id = o.branch_id where o.id = old.order_id;
  return null;
end $function$;

create or replace function note_report_refund()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into changed_report_days (branch_id, day)
  select distinct o.branch_id, (t.at at time zone b.timezone)::date
  from (values (old.order_id, old.at, old.decided_at), (new.order_id, new.at, new.decided_at)) f (order_id, at, decided_at)
  join orders o on o.id = f.order_id join branches b on b.id = o.branch_id
  cross join lateral (
    select o.created_at as at
    union all select greatest(coalesce(f.decided_at, f.at), o.released_at) where o.released_at is not null) t;
  return null;
end $function$;

create or replace function note_shop()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  if tg_op <> 'INSERT' then
    insert into shop_changes (branch_id, part) values (old.branch_id, tg_argv[0]);
  end if;
  if tg_op = 'INSERT' or (tg_op = 'UPDATE' and new.branch_id is distinct from old.branch_id) then
    insert into shop_changes (branch_id, part) values (new.branch_id, tg_argv[0]);
  end if;
  return null;
end $function$;

create or replace function note_shops()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into shop_changes (branch_id, part) values ('00000000-0000-0000-0000-000000000000', tg_argv[0]);
  return null;
end $function$;

create or replace function note_wallet_pass()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  perform change_wallet_passes(array[new.id]);
  return null;
end $function$;

create or replace function refuse_audit_change()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  -- Retention, erasure and the demonstration's reset say what they are, each in its own transaction.
  if current_setting('parkwell.audit_maintenance', true) = 'on' then return coalesce(new, old); end if;
  raise exception 'the audit log is append only' using errcode = 'restrict_violation', constraint = 'audit_log_append_only';
end $function$;

create or replace function refuse_blocked_spaces()
 returns trigger
 language plpgsql
as $function$
begin
  if exists (select from unnest(old.used, new.used, new.blocked) as slot (before, after, blocked)
    where after > before and after + blocked > new.cap) then
    raise exception 'no space is for sale in a quarter hour of %', new.day
      using errcode = 'check_violation', constraint = 'pool_days_not_oversold', table = 'pool_days';
  end if;
  return new;
end $function$;

create or replace function refuse_change()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  -- The demonstration's reset empties the books as a whole, in a transaction that says so.
  if tg_op = 'TRUNCATE' and current_setting('parkwell.demo_reset', true) = 'on' then return null; end if;
  raise exception 'the ledger is append only' using errcode = 'restrict_violation', constraint = 'ledger_append_only';
end $function$;

create or replace function refuse_earlier_history()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  if exists (select from booking_history where booking_id = new.booking_id and at > new.at) then
    raise exception 'the history of booking % has a later entry', new.booking_id
      using errcode = 'check_violation', constraint = 'booking_history_order';
  end if;
  return new;
end $function$;

create or replace function refuse_overlapping_fee()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  insert into document_fee_locks (kind, part) values (new.kind, new.part)
  on conflict (kind, part) do update set part = excluded.part;
  if exists (select from document_fees f
    where f.id <> new.id and f.kind = new.kind and f.part = new.part
      and (f.state_id is null or new.state_id is null or f.state_id = new.state_id)
      and (f.category is null or new.category is null or f.category = new.category)
      and (f.use is null or new.use is null or f.use = new.use)
      and (f.term_months is null or new.term_months is null or f.term_months = new.term_months)
      and (f.engine_from_cc is null or new.engine_from_cc is null
        or f.engine_from_cc <= new.engine_to_cc and new.engine_from_cc <= f.engine_to_cc)
      and (new.valid_to is null or f.valid_from < new.valid_to)
      and (f.valid_to is null or new.valid_from < f.valid_to)) then
    raise exception 'another fee applies to the same requests' using errcode = 'exclusion_violation',
      constraint = 'document_fees_overlap', table = 'document_fees';
  end if;
  return null;
end $function$;

create or replace function refuse_stock_change()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  -- The demonstration's reset and erasure say what they are.
  if current_setting('parkwell.demo_reset', true) = 'on' or current_setting('parkwell.audit_maintenance', true) = 'on' then
    return coalesce(new, old);
  end if;
  raise exception 'stock movements are append only' using errcode = 'restrict_violation', constraint = 'stock_movements_append_only';
end $function$;

create or replace function refuse_taken_picture_place()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  perform from items where id = new.item_id for no key update;
  if exists (select from item_pictures p where p.item_id = new.item_id and p.position = new.position and p.id <> new.id) then
    raise exception 'another picture has this place' using errcode = 'unique_violation',
      constraint = 'item_pictures_place', table = 'item_pictures';
  end if;
  return null;
end $function$;

create or replace function refuse_unbalanced_transfer()
 returns trigger
 language plpgsql
 set search_path to 'public'
as $function$
begin
  if (select sum(amount_minor) from ledger_entries where transfer_id = new.transfer_id and currency = new.currency) <> 0 then
    raise exception 'transfer % is not balanced', new.transfer_id
      using errcode = 'check_violation', constraint = 'ledger_balanced', table = 'ledger_entries';
  end if;
  return null;
end $function$;

create or replace function slots_added(used smallint[], first integer, last integer, delta integer)
 returns smallint[]
 language sql
 immutable parallel safe strict
as $function$
  select array_agg((case when i between first and last then u + delta else u end)::smallint order by i)
  from unnest(used) with ordinality as slot (u, i)
$function$;

create or replace function slots_sum(a smallint[], b smallint[])
 returns smallint[]
 language sql
 immutable parallel safe strict
as $function$
  select array_agg((x + y)::smallint order by i) from unnest(a, b) with ordinality as slot (x, y, i)
$function$;

create table access_version (
  only_row boolean not null default true,
  version bigint not null,
  constraint access_version_pkey primary key (only_row),
  constraint access_version_only_row_check check (only_row)
);

create table account_days (
  currency text not null,
  day date not null,
  account_kind text not null,
  owner text not null,
  transfer_kind text not null,
  debit_minor bigint not null,
  credit_minor bigint not null,
  entries integer not null,
  constraint account_days_pkey primary key (currency, day, account_kind, owner, transfer_kind)
);

create table addresses (
  id uuid not null,
  user_id uuid not null,
  label text not null,
  line text not null,
  apartment text,
  city text not null,
  state_id integer,
  country_id integer not null,
  note text,
  lat double precision not null,
  lng double precision not null,
  is_default boolean not null default false,
  created_at timestamptz not null,
  constraint addresses_pkey primary key (id),
  constraint addresses_country_id_fkey foreign key (country_id) references countries(id),
  constraint addresses_state_id_fkey foreign key (state_id) references states(id),
  constraint addresses_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint addresses_label_check check (label = any (array['home'::text, 'work'::text, 'other'::text])),
  constraint addresses_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint addresses_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision)
);
create unique index addresses_default on addresses using btree (user_id) where is_default;
create index addresses_user on addresses using btree (user_id, created_at);

create table alternative_holds (
  booking_id uuid not null,
  pool_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  held_until timestamptz,
  tries integer not null default 1,
  constraint alternative_holds_pkey primary key (booking_id),
  constraint alternative_holds_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint alternative_holds_pool_id_fkey foreign key (pool_id) references pools(id) on delete cascade
);
create index alternative_holds_until on alternative_holds using btree (held_until) where (held_until is not null);

create table announcement_dismissals (
  user_id uuid not null,
  announcement_id uuid not null,
  version integer not null,
  at timestamptz not null,
  constraint announcement_dismissals_pkey primary key (user_id, announcement_id),
  constraint announcement_dismissals_announcement_id_fkey foreign key (announcement_id) references announcements(id) on delete cascade,
  constraint announcement_dismissals_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index announcement_dismissals_announcement on announcement_dismissals using btree (announcement_id);

create table announcements (
  id uuid not null,
  text text not null,
  text_fr text not null,
  audience text not null,
  country_id integer,
  severity text not null,
  link text,
  starts_at timestamptz not null,
  ends_at timestamptz,
  status text not null default 'inactive'::text,
  version integer not null default 1,
  created_at timestamptz not null,
  activated_by uuid,
  started_at timestamptz,
  stopped_at timestamptz,
  constraint announcements_pkey primary key (id),
  constraint announcements_country_id_fkey foreign key (country_id) references countries(id),
  constraint announcements_audience_check check (audience = any (array['everyone'::text, 'drivers'::text, 'partners'::text, 'staff'::text, 'guards'::text])) not valid,
  constraint announcements_severity_check check (severity = any (array['info'::text, 'warning'::text, 'urgent'::text])),
  constraint announcements_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint announcements_times_check check (starts_at < ends_at)
);

create table approvals (
  id uuid not null,
  kind text not null,
  user_id uuid not null,
  amount_minor bigint not null,
  currency text not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  state text not null default 'waiting'::text,
  decided_by uuid,
  decided_at timestamptz,
  note text,
  transfer_id uuid,
  constraint approvals_pkey primary key (id),
  constraint approvals_decided_by_fkey foreign key (decided_by) references users(id),
  constraint approvals_requested_by_fkey foreign key (requested_by) references users(id),
  constraint approvals_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint approvals_user_id_fkey foreign key (user_id) references users(id),
  constraint approvals_amount_minor_check check (amount_minor <> 0),
  constraint approvals_by_two check ((state <> all (array['approved'::text, 'refused'::text])) or decided_by <> requested_by),
  constraint approvals_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint approvals_decided check ((state = 'waiting'::text) = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  constraint approvals_kind_check check (kind = 'wallet_adjustment'::text),
  constraint approvals_posted check ((state = 'approved'::text) = (transfer_id is not null)),
  constraint approvals_state_check check (state = any (array['waiting'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))
);
create index approvals_listed on approvals using btree (requested_at desc, id desc);
create index approvals_user on approvals using btree (user_id);

create table audit_log (
  id uuid not null,
  at timestamptz not null,
  user_id uuid not null,
  role text not null,
  partner_id uuid,
  permission text not null,
  action text not null,
  kind text not null,
  record_id text not null,
  before jsonb,
  after jsonb,
  request_id text not null,
  network text not null,
  branch_id uuid,
  constraint audit_log_pkey primary key (id)
);
create index audit_log_at on audit_log using btree (at desc, id desc);
create index audit_log_record on audit_log using btree (kind, record_id, at desc);
create index audit_log_user on audit_log using btree (user_id, at desc);
create trigger audit_log_append_only before delete or update on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log for each statement execute function refuse_audit_change();

create table booking_history (
  id uuid not null,
  booking_id uuid not null,
  from_status text,
  to_status text not null,
  cause text not null,
  actor text not null,
  actor_id uuid,
  at timestamptz not null,
  detail jsonb,
  constraint booking_history_pkey primary key (id),
  constraint booking_history_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade
);
create index booking_history_booking on booking_history using btree (booking_id, at);
create trigger booking_history_order before insert on booking_history for each row when (new.from_status is not null) execute function refuse_earlier_history();

create table booking_notes (
  id uuid not null,
  booking_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamptz not null,
  constraint booking_notes_pkey primary key (id),
  constraint booking_notes_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint booking_notes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint booking_notes_text_check check (text <> ''::text)
);
create index booking_notes_booking on booking_notes using btree (booking_id, created_at);
create index booking_notes_user on booking_notes using btree (user_id);

create table booking_offers (
  booking_id uuid not null,
  id uuid not null,
  kind text not null,
  pool_id integer not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  amount_minor bigint not null,
  held_until timestamptz,
  offered_by uuid not null,
  created_at timestamptz not null,
  replaced_from timestamptz,
  replaced_until timestamptz,
  constraint booking_offers_pkey primary key (booking_id),
  constraint booking_offers_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint booking_offers_pool_id_fkey foreign key (pool_id) references pools(id) on delete cascade,
  constraint booking_offers_amount_check check (amount_minor > 0),
  constraint booking_offers_kind_check check (kind = any (array['extend'::text, 'move'::text])),
  constraint booking_offers_window_check check (starts_at < ends_at)
);
create index booking_offers_until on booking_offers using btree (held_until) where (held_until is not null);

create table booking_refunds (
  id uuid not null,
  booking_id uuid not null,
  number integer not null,
  status text not null,
  cause text not null,
  bearer text not null,
  amount_minor bigint not null,
  lines jsonb not null,
  message text,
  requested_by uuid,
  at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  transfer_id uuid,
  constraint booking_refunds_pkey primary key (id),
  constraint booking_refunds_number unique (booking_id, number),
  constraint booking_refunds_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint booking_refunds_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint booking_refunds_amount_check check (amount_minor > 0 or amount_minor = 0 and cause = 'cancellation'::text),
  constraint booking_refunds_bearer_check check (bearer = any (array['us'::text, 'operator'::text])),
  constraint booking_refunds_by_two check (status <> 'done'::text or decided_by is null or decided_by <> requested_by),
  constraint booking_refunds_cause_check check (cause = any (array['double_booking'::text, 'could_not_park'::text, 'price_mistake'::text, 'goodwill'::text, 'by_request'::text, 'cancellation'::text])),
  constraint booking_refunds_posted check ((status = 'done'::text) = (transfer_id is not null)),
  constraint booking_refunds_status_check check (status = any (array['waiting'::text, 'done'::text, 'refused'::text])),
  constraint booking_refunds_told check ((message is null) = (cause = 'cancellation'::text))
);
create index booking_refunds_waiting on booking_refunds using btree (at) where (status = 'waiting'::text);

create table booking_shares (
  booking_id uuid not null,
  token_hash bytea not null,
  shows_pass boolean not null,
  created_at timestamptz not null,
  constraint booking_shares_pkey primary key (booking_id),
  constraint booking_shares_token unique (token_hash),
  constraint booking_shares_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade
);

create table bookings (
  id uuid not null,
  booking_code text not null,
  user_id uuid not null,
  park_id uuid not null,
  pool_id integer not null,
  vehicle_type_id integer not null,
  tariff_id uuid not null,
  plate text not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  status text not null,
  payment_status text not null,
  refund_status text not null,
  lines jsonb not null,
  total_minor bigint not null,
  refunded_minor bigint not null default 0,
  currency text not null,
  cancellation text not null,
  renewed_from uuid,
  notes text,
  created_at timestamptz not null,
  plate_key text generated always as (replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text)) stored,
  promo_code_id uuid,
  held_until timestamptz,
  check_in text not null default 'clock'::text,
  checked_in_at timestamptz,
  checked_out_at timestamptz,
  space_until timestamptz,
  auto_extend_until timestamptz,
  due_minor bigint not null default 0,
  charges integer not null default 0,
  spot jsonb,
  reviewed_at timestamptz,
  next_look_at timestamptz,
  event_id uuid,
  priced_from timestamptz not null,
  device text,
  camera_only boolean not null default false,
  reminded_end timestamptz,
  pass_generation integer not null default 0,
  late_charges jsonb not null default '[]'::jsonb,
  listed_xid bigint not null default pg_current_xact_id()::text::bigint,
  series_id uuid,
  auto_extend_chosen_at timestamptz,
  listed_at timestamptz default clock_timestamp(),
  constraint bookings_pkey primary key (id),
  constraint bookings_booking_code_key unique (booking_code),
  constraint bookings_event_id_fkey foreign key (event_id) references events(id),
  constraint bookings_park_id_fkey foreign key (park_id) references parks(id),
  constraint bookings_pool_id_fkey foreign key (pool_id) references pools(id),
  constraint bookings_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id),
  constraint bookings_renewed_from_fkey foreign key (renewed_from) references bookings(id),
  constraint bookings_tariff_id_fkey foreign key (tariff_id) references tariffs(id),
  constraint bookings_user_id_fkey foreign key (user_id) references users(id),
  constraint bookings_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint bookings_cancellation_check check (cancellation = any (array['flexible'::text, 'strict'::text])),
  constraint bookings_charges_counted check (charges >= 0 and charges <= 3000),
  constraint bookings_check_in_check check (check_in = any (array['clock'::text, 'scan'::text])),
  constraint bookings_code_readable check (booking_code ~ '^[2-9A-HJKMNP-TV-Z]{8}$'::text),
  constraint bookings_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint bookings_device_check check (device = any (array['phone'::text, 'tablet'::text, 'desktop'::text])),
  constraint bookings_due_minor_check check (due_minor >= 0),
  constraint bookings_pass_generation_check check (pass_generation >= 0),
  constraint bookings_payment_status_check check (payment_status = any (array['unpaid'::text, 'paid'::text])),
  constraint bookings_plate_length check (char_length(plate) <= 12),
  constraint bookings_priced_part check (priced_from >= start_time and priced_from < end_time),
  constraint bookings_refund_bounded check (refunded_minor >= 0 and refunded_minor <= total_minor),
  constraint bookings_refund_status_check check (refund_status = any (array['none'::text, 'partial'::text, 'full'::text])),
  constraint bookings_status_check check (status = any (array['pending'::text, 'active'::text, 'checked_in'::text, 'overstayed'::text, 'completed'::text, 'expired'::text, 'cancelled'::text, 'no_show'::text])),
  constraint bookings_total_minor_check check (total_minor >= 0),
  constraint bookings_window check (end_time > start_time)
);
create index bookings_clock on bookings using btree (next_look_at) where (next_look_at is not null);
create index bookings_codes_trgm on bookings using gin (booking_code gin_trgm_ops, plate_key gin_trgm_ops);
create index bookings_created on bookings using btree (created_at desc, id desc);
create index bookings_due on bookings using btree (user_id) where (due_minor > 0);
create index bookings_ending on bookings using btree (end_time) where (status = any (array['active'::text, 'checked_in'::text]));
create index bookings_event on bookings using btree (event_id) where (event_id is not null);
create index bookings_held on bookings using btree (user_id) where (status = 'pending'::text);
create index bookings_park on bookings using btree (park_id, end_time);
create index bookings_plate on bookings using btree (pool_id, plate_key);
create index bookings_plate_key on bookings using btree (plate_key, created_at desc) where (plate_key is not null);
create index bookings_promo_code on bookings using btree (promo_code_id, created_at) where (promo_code_id is not null);
create index bookings_renewed on bookings using btree (renewed_from) where (renewed_from is not null);
create index bookings_series on bookings using btree (series_id) where (series_id is not null);
create index bookings_start on bookings using btree (start_time);
create index bookings_status on bookings using btree (status);
create index bookings_total on bookings using btree (total_minor);
create index bookings_user on bookings using btree (user_id, start_time desc);
create trigger bookings_follow_pool before insert on bookings for each row execute function follow_pool();
create trigger bookings_listed before update of status, plate, pass_generation, start_time, end_time, park_id on bookings for each row execute function note_listed_booking();
create trigger bookings_listed_at before update of status, plate, pass_generation, start_time, end_time, park_id on bookings for each row execute function date_listed_booking();
create trigger bookings_wallet_pass after update of status, plate, pass_generation, start_time, end_time, park_id on bookings for each row when (old.status is distinct from new.status or old.plate is distinct from new.plate or old.pass_generation is distinct from new.pass_generation or old.start_time is distinct from new.start_time or old.end_time is distinct from new.end_time or old.park_id is distinct from new.park_id) execute function note_wallet_pass();

create table branch_closures (
  id uuid not null,
  branch_id uuid not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  reason_fr text not null,
  version integer not null default 1,
  constraint branch_closures_pkey primary key (id),
  constraint branch_closures_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint branch_closures_order check (starts_at < ends_at)
);
create index branch_closures_branch on branch_closures using btree (branch_id, ends_at);
create trigger branch_closures_emptied after truncate on branch_closures for each statement execute function note_shops('catalogue');
create trigger branch_closures_shop after insert or delete or update on branch_closures for each row execute function note_shop('catalogue');

create table branch_items (
  id uuid not null,
  branch_id uuid not null,
  item_id uuid not null,
  is_hidden boolean not null default false,
  paused_until timestamptz,
  version integer not null default 1,
  constraint branch_items_pkey primary key (id),
  constraint branch_items_once unique (branch_id, item_id),
  constraint branch_items_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint branch_items_item_id_fkey foreign key (item_id) references items(id) on delete cascade
);
create trigger branch_items_emptied after truncate on branch_items for each statement execute function note_shops('catalogue');
create trigger branch_items_shop after insert or delete or update on branch_items for each row execute function note_shop('catalogue');

create table branch_parks (
  branch_id uuid not null,
  park_id uuid not null,
  constraint branch_parks_pkey primary key (branch_id, park_id),
  constraint branch_parks_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint branch_parks_park_id_fkey foreign key (park_id) references parks(id) on delete cascade
);
create index branch_parks_park on branch_parks using btree (park_id);

create table branch_setup (
  branch_id uuid not null,
  takeaway_on boolean not null default true,
  delivery_on boolean not null default true,
  accepts_automatically boolean not null default false,
  answer_minutes integer not null default 10,
  preparation_minutes integer not null default 15,
  takeaway_days_ahead integer not null default 7,
  delivery_days_ahead integer not null default 7,
  slot_interval_minutes integer not null default 30,
  takeaway_minimum_minor bigint not null default 0,
  delivery_minimum_minor bigint not null default 0,
  cash_limit_minor bigint,
  cancel_cutoff_minutes integer not null default 60,
  goods_return_days integer not null default 14,
  food_return_days integer not null default 0,
  service_return_days integer not null default 0,
  reject_reasons text[] not null default '{}'::text[],
  reject_reasons_fr text[] not null default '{}'::text[],
  redelivery_reasons text[] not null default '{}'::text[],
  redelivery_reasons_fr text[] not null default '{}'::text[],
  prints_tickets boolean not null default false,
  shows_order_number boolean not null default true,
  commission bigint not null default 0,
  radius double precision not null default 5,
  free_distance double precision not null default 0,
  basic_delivery_charge_minor bigint not null default 0,
  charge_per_unit_minor bigint not null default 0,
  free_above_minor bigint,
  bay_charge_minor bigint not null default 0,
  delivered_by text not null default 'branch'::text,
  courier_cash_limit_minor bigint not null default 0,
  proof text not null default 'code_or_photo'::text,
  version integer not null default 1,
  uncollected_percent integer not null default 10,
  cash_discrepancy_limit_minor bigint not null default 0,
  redelivery_minutes integer not null default 30,
  counter_discount_percent integer not null default 10,
  takeaway_cash boolean not null default true,
  delivery_cash boolean not null default true,
  counter_lock_minutes integer not null default 3,
  constraint branch_setup_pkey primary key (branch_id),
  constraint branch_setup_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint branch_setup_answer_minutes_check check (answer_minutes >= 1 and answer_minutes <= 120),
  constraint branch_setup_basic_delivery_charge_minor_check check (basic_delivery_charge_minor >= 0),
  constraint branch_setup_bay_charge_minor_check check (bay_charge_minor >= 0),
  constraint branch_setup_cancel_cutoff_minutes_check check (cancel_cutoff_minutes >= 0 and cancel_cutoff_minutes <= 10080),
  constraint branch_setup_cash_discrepancy_limit_minor_check check (cash_discrepancy_limit_minor >= 0) not valid,
  constraint branch_setup_cash_limit_minor_check check (cash_limit_minor >= 0),
  constraint branch_setup_charge_per_km_minor_check check (charge_per_unit_minor >= 0),
  constraint branch_setup_commission_check check (commission >= 0 and commission <= 100000),
  constraint branch_setup_counter_discount_percent_check check (counter_discount_percent >= 0 and counter_discount_percent <= 100) not valid,
  constraint branch_setup_counter_lock_minutes_check check (counter_lock_minutes >= 1 and counter_lock_minutes <= 60) not valid,
  constraint branch_setup_courier_cash_limit_minor_check check (courier_cash_limit_minor >= 0),
  constraint branch_setup_delivered_by_check check (delivered_by = any (array['branch'::text, 'us'::text])),
  constraint branch_setup_delivery_days_ahead_check check (delivery_days_ahead >= 0 and delivery_days_ahead <= 30),
  constraint branch_setup_delivery_minimum_minor_check check (delivery_minimum_minor >= 0),
  constraint branch_setup_food_return_days_check check (food_return_days >= 0 and food_return_days <= 365),
  constraint branch_setup_free_above_minor_check check (free_above_minor >= 0),
  constraint branch_setup_free_delivery_km_check check (free_distance >= 0::double precision and free_distance <= 100::double precision),
  constraint branch_setup_goods_return_days_check check (goods_return_days >= 0 and goods_return_days <= 365),
  constraint branch_setup_preparation_minutes_check check (preparation_minutes >= 0 and preparation_minutes <= 1440),
  constraint branch_setup_proof_check check (proof = any (array['code'::text, 'code_or_photo'::text])),
  constraint branch_setup_radius_km_check check (radius >= 0::double precision and radius <= 100::double precision),
  constraint branch_setup_reasons check (cardinality(reject_reasons) = cardinality(reject_reasons_fr) and cardinality(redelivery_reasons) = cardinality(redelivery_reasons_fr)),
  constraint branch_setup_redelivery_minutes_check check (redelivery_minutes >= 0 and redelivery_minutes <= 1440) not valid,
  constraint branch_setup_service_return_days_check check (service_return_days >= 0 and service_return_days <= 365),
  constraint branch_setup_slot_interval_minutes_check check (slot_interval_minutes = any (array[10, 15, 20, 30, 60])),
  constraint branch_setup_takeaway_days_ahead_check check (takeaway_days_ahead >= 0 and takeaway_days_ahead <= 30),
  constraint branch_setup_takeaway_minimum_minor_check check (takeaway_minimum_minor >= 0),
  constraint branch_setup_uncollected_percent_check check (uncollected_percent >= 0 and uncollected_percent <= 100)
);
create trigger branch_setup_emptied after truncate on branch_setup for each statement execute function note_shops('catalogue');
create trigger branch_setup_shop after insert or delete or update on branch_setup for each row execute function note_shop('catalogue');

create table branch_tokens (
  branch_id uuid not null,
  day date not null,
  last integer not null,
  constraint branch_tokens_pkey primary key (branch_id, day),
  constraint branch_tokens_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint branch_tokens_last_check check (last >= 0)
);

create table branches (
  id uuid not null,
  slug text not null,
  name text not null,
  country_id integer not null,
  currency text not null,
  state_id integer,
  city text not null,
  address text not null,
  timezone text not null,
  lat double precision not null,
  lng double precision not null,
  phone text,
  opening_hours text not null,
  includes_tax boolean not null,
  status text not null default 'inactive'::text,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  distance_unit text not null,
  constraint branches_pkey primary key (id),
  constraint branches_currency unique (id, currency),
  constraint branches_slug_key unique (slug),
  constraint branches_country_id_fkey foreign key (country_id) references countries(id),
  constraint branches_state_id_fkey foreign key (state_id) references states(id),
  constraint branches_currency_of_country check (country_id = 1 and currency = 'NGN'::text or country_id = 2 and currency = 'CAD'::text or country_id = 3 and currency = 'XOF'::text or country_id = 4 and currency = 'USD'::text),
  constraint branches_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint branches_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision),
  constraint branches_name_check check (name <> ''::text),
  constraint branches_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint branches_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$'::text),
  constraint branches_unit_of_country check (country_id = 1 and distance_unit = 'km'::text or country_id = 2 and distance_unit = 'km'::text or country_id = 3 and distance_unit = 'km'::text or country_id = 4 and distance_unit = 'mi'::text)
);
create index branches_country on branches using btree (country_id) where (status = 'active'::text);
create trigger branches_report_days after update on branches for each row when (old.timezone is distinct from new.timezone) execute function note_report_branch();
create trigger branches_shops after insert or delete or update or truncate on branches for each statement execute function note_shops('catalogue');

create table bulk_changes (
  id uuid not null,
  area text not null,
  source text not null,
  name text not null,
  actor_id uuid,
  changed integer not null,
  added integer not null default 0,
  content jsonb not null,
  at timestamptz not null,
  undone_at timestamptz,
  constraint bulk_changes_pkey primary key (id),
  constraint bulk_changes_actor_id_fkey foreign key (actor_id) references users(id) on delete set null,
  constraint bulk_changes_added_check check (added >= 0),
  constraint bulk_changes_area_check check (area = any (array['items'::text, 'parks'::text])),
  constraint bulk_changes_changed_check check (changed >= 0),
  constraint bulk_changes_name_check check (length(name) <= 200),
  constraint bulk_changes_source_check check (source = any (array['file'::text, 'selection'::text]))
);
create index bulk_changes_actor on bulk_changes using btree (actor_id) where (actor_id is not null);
create index bulk_changes_area on bulk_changes using btree (area, at desc);

create table cannot_park_photos (
  booking_id uuid not null,
  type text not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint cannot_park_photos_pkey primary key (booking_id),
  constraint cannot_park_photos_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint cannot_park_photos_content_check check (octet_length(content) >= 1 and octet_length(content) <= 5242880),
  constraint cannot_park_photos_type_check check (type = any (array['image/jpeg'::text, 'image/png'::text, 'image/webp'::text]))
);

create table cannot_park_reports (
  booking_id uuid not null,
  user_id uuid not null,
  reason text not null,
  note text,
  moved_to uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  outcome text,
  decision text,
  refused_percent integer,
  decided_at timestamptz,
  decided_by uuid,
  constraint cannot_park_reports_pkey primary key (booking_id),
  constraint cannot_park_reports_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint cannot_park_reports_moved_to_fkey foreign key (moved_to) references bookings(id),
  constraint cannot_park_reports_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint cannot_park_reports_answer check (decision is distinct from 'refused'::text or outcome is not null),
  constraint cannot_park_reports_checked check ((decision is null) = (refused_percent is null)),
  constraint cannot_park_reports_decided check ((decision is not null and decision <> 'waiting'::text) = (decided_at is not null)),
  constraint cannot_park_reports_decision_check check (decision = any (array['waiting'::text, 'accepted'::text, 'refused'::text])),
  constraint cannot_park_reports_reason_check check (reason = any (array['full'::text, 'closed'::text, 'blocked'::text, 'unsafe'::text, 'other'::text])),
  constraint cannot_park_reports_refused_percent_check check (refused_percent = any (array[0, 50, 100]))
);
create index cannot_park_reports_created on cannot_park_reports using btree (created_at);
create index cannot_park_reports_user on cannot_park_reports using btree (user_id, created_at);
create index cannot_park_reports_waiting on cannot_park_reports using btree (created_at) where (decision = 'waiting'::text);

create table cart_lines (
  id uuid not null,
  cart_id uuid not null,
  item_id uuid not null,
  variation_id uuid,
  extra_ids uuid[] not null default '{}'::uuid[],
  note text not null default ''::text,
  quantity integer not null,
  parent_id uuid,
  seen_unit_minor bigint not null,
  "position" integer not null,
  constraint cart_lines_pkey primary key (id),
  constraint cart_lines_once unique nulls not distinct (cart_id, item_id, variation_id, extra_ids, note, parent_id),
  constraint cart_lines_cart_id_fkey foreign key (cart_id) references carts(id) on delete cascade,
  constraint cart_lines_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint cart_lines_parent_id_fkey foreign key (parent_id) references cart_lines(id) on delete cascade,
  constraint cart_lines_variation_id_fkey foreign key (variation_id) references item_variations(id) on delete cascade,
  constraint cart_lines_note_check check (length(note) <= 200),
  constraint cart_lines_quantity_check check (quantity >= 1 and quantity <= 99)
);
create index cart_lines_item on cart_lines using btree (item_id);
create index cart_lines_parent on cart_lines using btree (parent_id) where (parent_id is not null);

create table carts (
  id uuid not null,
  user_id uuid,
  token_hash bytea,
  is_set_aside boolean not null default false,
  branch_id uuid not null,
  promo_code text,
  created_at timestamptz not null,
  touched_at timestamptz not null,
  last_key text,
  last_body_hash bytea,
  checkout_at timestamptz,
  constraint carts_pkey primary key (id),
  constraint carts_token unique (token_hash),
  constraint carts_user unique (user_id, is_set_aside),
  constraint carts_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint carts_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint carts_owner check (num_nonnulls(user_id, token_hash) = 1)
);
create index carts_branch on carts using btree (branch_id);
create index carts_touched on carts using btree (touched_at);

create table catalogue_slugs (
  slug text not null,
  category_id uuid,
  item_id uuid,
  constraint catalogue_slugs_pkey primary key (slug),
  constraint catalogue_slugs_category_id_fkey foreign key (category_id) references item_categories(id) on delete cascade,
  constraint catalogue_slugs_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint catalogue_slugs_one check (num_nonnulls(category_id, item_id) = 1),
  constraint catalogue_slugs_slug_check check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text)
);
create unique index catalogue_slugs_category on catalogue_slugs using btree (category_id) where (category_id is not null);
create unique index catalogue_slugs_item on catalogue_slugs using btree (item_id) where (item_id is not null);

create table change_feeds (
  id integer not null default 1,
  last_batch bigint not null default 0,
  epoch uuid not null default gen_random_uuid(),
  constraint change_feeds_pkey primary key (id),
  constraint change_feeds_id_check check (id = 1)
);

create table changed_quarters (
  id bigint not null generated always as identity,
  quarter timestamptz not null,
  constraint changed_quarters_pkey primary key (id)
);

create table changed_report_days (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  day date not null,
  constraint changed_report_days_pkey primary key (id)
);
create index changed_report_days_day on changed_report_days using btree (branch_id, day);

create table counter_bookings (
  id uuid not null,
  booking_id uuid not null,
  shift_id uuid not null,
  branch_id uuid not null,
  transfer_id uuid,
  amount_minor bigint not null,
  lines jsonb not null,
  paid_out_minor bigint not null default 0,
  prints integer not null default 0,
  created_at timestamptz not null,
  constraint counter_bookings_pkey primary key (id),
  constraint counter_bookings_booking unique (booking_id),
  constraint counter_bookings_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint counter_bookings_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint counter_bookings_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint counter_bookings_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint counter_bookings_paid_out check (paid_out_minor >= 0 and paid_out_minor <= amount_minor)
);
create index counter_bookings_branch on counter_bookings using btree (branch_id);
create index counter_bookings_shift on counter_bookings using btree (shift_id);
create index counter_bookings_transfer on counter_bookings using btree (transfer_id);

create table counter_payments (
  order_id uuid not null,
  shift_id uuid not null,
  wallet_minor bigint not null,
  parts jsonb not null,
  constraint counter_payments_pkey primary key (order_id),
  constraint counter_payments_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint counter_payments_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint counter_payments_wallet_minor_check check (wallet_minor > 0)
);
create index counter_payments_shift on counter_payments using btree (shift_id);

create table counter_pins (
  user_id uuid not null,
  pin_hash text not null,
  set_at timestamptz not null,
  constraint counter_pins_pkey primary key (user_id),
  constraint counter_pins_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table counter_sessions (
  session_id uuid not null,
  shift_id uuid not null,
  operator_id uuid,
  constraint counter_sessions_pkey primary key (session_id),
  constraint counter_sessions_operator_id_fkey foreign key (operator_id) references users(id) on delete set null,
  constraint counter_sessions_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade,
  constraint counter_sessions_shift_id_fkey foreign key (shift_id) references shifts(id)
);
create index counter_sessions_shift on counter_sessions using btree (shift_id);

create table countries (
  id integer not null,
  code text not null,
  name text not null,
  name_fr text not null,
  currency text not null,
  languages text[] not null,
  constraint countries_pkey primary key (id),
  constraint countries_code_key unique (code),
  constraint countries_code_check check (code ~ '^[A-Z]{2}$'::text),
  constraint countries_currency_check check (currency ~ '^[A-Z]{3}$'::text),
  constraint countries_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text]))
);
create trigger countries_change after insert or delete or update or truncate on countries for each statement execute function note_all('reference');
create trigger countries_shops after insert or delete or update or truncate on countries for each statement execute function note_shops('catalogue');

create table courier_cash (
  id uuid not null,
  courier_id uuid not null,
  branch_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  rounding_minor bigint not null default 0,
  order_id uuid,
  hand_in_id uuid,
  transfer_id uuid not null,
  at timestamptz not null,
  constraint courier_cash_pkey primary key (id),
  constraint courier_cash_hand_in_key unique (hand_in_id),
  constraint courier_cash_order_key unique (order_id),
  constraint courier_cash_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint courier_cash_courier_id_fkey foreign key (courier_id) references users(id),
  constraint courier_cash_hand_in_id_fkey foreign key (hand_in_id) references hand_ins(id),
  constraint courier_cash_order_id_fkey foreign key (order_id) references orders(id),
  constraint courier_cash_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint courier_cash_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])) not valid,
  constraint courier_cash_sign check (amount_minor > 0 and order_id is not null and hand_in_id is null or amount_minor < 0 and order_id is null and hand_in_id is not null)
);
create index courier_cash_branch on courier_cash using btree (branch_id, at desc);
create index courier_cash_courier on courier_cash using btree (courier_id, currency);
create index courier_cash_transfer on courier_cash using btree (transfer_id);

create table courier_positions (
  courier_id uuid not null,
  lat double precision not null,
  lng double precision not null,
  accuracy_m double precision,
  at timestamptz not null,
  constraint courier_positions_pkey primary key (courier_id),
  constraint courier_positions_courier_id_fkey foreign key (courier_id) references users(id),
  constraint courier_positions_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint courier_positions_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision)
);
create index courier_positions_at on courier_positions using btree (at);

create table couriers (
  user_id uuid not null,
  on_duty_since timestamptz,
  constraint couriers_pkey primary key (user_id),
  constraint couriers_user_id_fkey foreign key (user_id) references users(id)
);

create table currency_settings (
  code text not null,
  name text not null,
  name_fr text not null,
  symbol text not null,
  "position" text not null default 'language'::text,
  digits integer not null,
  cash_step_minor bigint not null,
  version integer not null default 1,
  constraint currency_settings_pkey primary key (code),
  constraint currency_settings_cash_step_minor_check check (cash_step_minor > 0),
  constraint currency_settings_code_check check (code = any (array['NGN'::text, 'CAD'::text, 'USD'::text, 'XOF'::text])),
  constraint currency_settings_digits_check check (digits >= 0 and digits <= 2),
  constraint currency_settings_name_check check (name <> ''::text),
  constraint currency_settings_name_fr_check check (name_fr <> ''::text),
  constraint currency_settings_position_check check ("position" = any (array['language'::text, 'left'::text, 'right'::text])),
  constraint currency_settings_symbol_check check (symbol <> ''::text)
);
create trigger currency_settings_shops after insert or delete or update or truncate on currency_settings for each statement execute function note_shops('catalogue');

create table customer_notes (
  id uuid not null,
  customer_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamptz not null,
  constraint customer_notes_pkey primary key (id),
  constraint customer_notes_customer_id_fkey foreign key (customer_id) references users(id) on delete cascade,
  constraint customer_notes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint customer_notes_text_check check (text <> ''::text)
);
create index customer_notes_customer on customer_notes using btree (customer_id, created_at);
create index customer_notes_user on customer_notes using btree (user_id);

create table deliveries (
  id uuid not null,
  order_id uuid not null,
  branch_id uuid not null,
  attempt integer not null,
  state text not null,
  courier_id uuid,
  assigned_by uuid,
  offered_from timestamptz,
  created_at timestamptz not null,
  accepted_at timestamptz,
  at_branch_at timestamptz,
  picked_up_at timestamptz,
  arrived_at timestamptz,
  ended_at timestamptz,
  promised_at timestamptz,
  proof text,
  reason text,
  reason_fr text,
  is_example boolean not null default false,
  announced_for timestamptz,
  constraint deliveries_pkey primary key (id),
  constraint deliveries_attempt_key unique (order_id, attempt),
  constraint deliveries_assigned_by_fkey foreign key (assigned_by) references users(id),
  constraint deliveries_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint deliveries_courier_id_fkey foreign key (courier_id) references users(id),
  constraint deliveries_order_id_fkey foreign key (order_id) references orders(id),
  constraint deliveries_courier_check check (
case state
    when 'offered'::text then courier_id is null
    when 'accepted'::text then courier_id is not null
    else true
end),
  constraint deliveries_ended check ((ended_at is null) = (state = any (array['offered'::text, 'accepted'::text, 'picked_up'::text]))),
  constraint deliveries_proof_check check (proof = any (array['code'::text, 'photo'::text])),
  constraint deliveries_state_check check (state = any (array['offered'::text, 'accepted'::text, 'picked_up'::text, 'handed_over'::text, 'brought_back'::text, 'canceled'::text]))
);
create index deliveries_assigned_by on deliveries using btree (assigned_by) where (assigned_by is not null);
create index deliveries_courier on deliveries using btree (courier_id, ended_at desc) where (courier_id is not null);
create index deliveries_ended on deliveries using btree (branch_id, ended_at desc) where (ended_at is not null);
create unique index deliveries_open on deliveries using btree (order_id) where (state = any (array['offered'::text, 'accepted'::text, 'picked_up'::text]));
create index deliveries_open_branch on deliveries using btree (branch_id) where (state = any (array['offered'::text, 'accepted'::text, 'picked_up'::text]));
create index deliveries_to_announce on deliveries using btree (offered_from) where ((state = 'offered'::text) and (announced_for is distinct from offered_from));

create table delivery_charges (
  id uuid not null,
  branch_id uuid not null,
  from_distance double precision not null,
  to_distance double precision not null,
  charge_minor bigint not null,
  status text not null default 'active'::text,
  version integer not null default 1,
  constraint delivery_charges_pkey primary key (id),
  constraint delivery_charges_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint delivery_charges_charge_minor_check check (charge_minor >= 0),
  constraint delivery_charges_from_km_check check (from_distance >= 0::double precision),
  constraint delivery_charges_order check (from_distance < to_distance),
  constraint delivery_charges_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint delivery_charges_to_km_check check (to_distance <= 100::double precision)
);
create index delivery_charges_branch on delivery_charges using btree (branch_id, from_distance);
create trigger delivery_charges_emptied after truncate on delivery_charges for each statement execute function note_shops('catalogue');
create trigger delivery_charges_shop after insert or delete or update on delivery_charges for each row execute function note_shop('catalogue');

create table delivery_declines (
  delivery_id uuid not null,
  courier_id uuid not null,
  reason text not null,
  at timestamptz not null,
  constraint delivery_declines_pkey primary key (delivery_id, courier_id),
  constraint delivery_declines_courier_id_fkey foreign key (courier_id) references users(id),
  constraint delivery_declines_delivery_id_fkey foreign key (delivery_id) references deliveries(id) on delete cascade
);
create index delivery_declines_courier on delivery_declines using btree (courier_id, at desc);

create table delivery_steps (
  id uuid not null,
  delivery_id uuid not null,
  courier_id uuid not null,
  kind text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  refusal jsonb,
  constraint delivery_steps_pkey primary key (id),
  constraint delivery_steps_courier_id_fkey foreign key (courier_id) references users(id),
  constraint delivery_steps_delivery_id_fkey foreign key (delivery_id) references deliveries(id) on delete cascade,
  constraint delivery_steps_kind_check check (kind = any (array['at_branch'::text, 'picked_up'::text, 'arrived'::text, 'handed_over'::text, 'brought_back'::text]))
);
create index delivery_steps_courier on delivery_steps using btree (courier_id);
create index delivery_steps_delivery on delivery_steps using btree (delivery_id, at);

create table demo_slots (
  starts_at timestamptz not null,
  email text not null,
  lead_id uuid not null,
  timezone text not null,
  constraint demo_slots_once primary key (starts_at),
  constraint demo_slots_lead_id_key unique (lead_id),
  constraint demo_slots_person unique (email),
  constraint demo_slots_lead_id_fkey foreign key (lead_id) references leads(id) on delete cascade
);

create table disputes (
  id uuid not null,
  top_up_id uuid not null,
  provider text not null,
  provider_dispute_id text not null,
  claim text,
  stage text not null,
  is_inquiry boolean not null default false,
  amount_minor bigint not null,
  currency text not null,
  answer_by timestamptz,
  reported_at timestamptz not null,
  checked_at timestamptz not null,
  ended_at timestamptz,
  constraint disputes_pkey primary key (id),
  constraint disputes_once unique (provider, provider_dispute_id),
  constraint disputes_top_up_id_fkey foreign key (top_up_id) references top_ups(id),
  constraint disputes_amount_check check (amount_minor > 0),
  constraint disputes_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint disputes_ended check ((stage = any (array['needs_answer'::text, 'answered'::text])) = (ended_at is null)),
  constraint disputes_provider_check check (provider = any (array['paystack'::text, 'wave'::text, 'stripe'::text])),
  constraint disputes_stage_check check (stage = any (array['needs_answer'::text, 'answered'::text, 'won'::text, 'lost'::text, 'given_up'::text]))
);
create index disputes_listed on disputes using btree (reported_at desc, id desc);
create index disputes_top_up on disputes using btree (top_up_id);
create index disputes_waiting on disputes using btree (answer_by) where (stage = 'needs_answer'::text);

create table document_fee_locks (
  kind text not null,
  part text not null,
  constraint document_fee_locks_pkey primary key (kind, part)
);

create table document_fees (
  id uuid not null,
  state_id integer,
  kind text not null,
  part text not null,
  category text,
  use text,
  engine_from_cc integer,
  engine_to_cc integer,
  term_months integer,
  amount_minor bigint not null,
  valid_from date not null,
  valid_to date,
  source text not null,
  observed_on date not null,
  entered_by uuid,
  is_example boolean not null default false,
  created_at timestamptz not null,
  constraint document_fees_pkey primary key (id),
  constraint document_fees_entered_by_fkey foreign key (entered_by) references users(id) on delete set null,
  constraint document_fees_state_id_fkey foreign key (state_id) references states(id),
  constraint document_fees_amount_minor_check check (amount_minor >= 0 and amount_minor <= '10000000000'::bigint and (amount_minor % 100::bigint) = 0),
  constraint document_fees_delivery check ((kind = 'delivery'::text) = (part = 'delivery'::text) and (kind <> 'delivery'::text or category is null and use is null and engine_from_cc is null and term_months is null)),
  constraint document_fees_engine check ((engine_from_cc is null) = (engine_to_cc is null) and engine_from_cc <= engine_to_cc),
  constraint document_fees_engine_from_cc_check check (engine_from_cc >= 1 and engine_from_cc <= 30000),
  constraint document_fees_engine_to_cc_check check (engine_to_cc >= 1 and engine_to_cc <= 30000),
  constraint document_fees_kind_check check (kind = any (array['vehicle_licence'::text, 'road_worthiness'::text, 'third_party_insurance'::text, 'hackney_permit'::text, 'proof_of_ownership'::text, 'reinspection'::text, 'delivery'::text])),
  constraint document_fees_order check (valid_to is null or valid_from < valid_to),
  constraint document_fees_part_check check (part = any (array['government'::text, 'insurer'::text, 'service'::text, 'delivery'::text])),
  constraint document_fees_source_check check (source <> ''::text),
  constraint document_fees_term check (term_months is null or kind = 'vehicle_licence'::text),
  constraint document_fees_term_months_check check (term_months = any (array[6, 12])),
  constraint document_fees_use_check check (use = any (array['private'::text, 'commercial'::text]))
);
create index document_fees_entered_by on document_fees using btree (entered_by) where (entered_by is not null);
create trigger document_fees_overlap after insert or update on document_fees for each row execute function refuse_overlapping_fee();

create table document_files (
  id uuid not null,
  request_id uuid not null,
  purpose text not null,
  kind text,
  name text not null,
  type text not null,
  content bytea not null,
  user_id uuid not null,
  created_at timestamptz not null,
  constraint document_files_pkey primary key (id),
  constraint document_files_request_id_fkey foreign key (request_id) references document_requests(id) on delete cascade,
  constraint document_files_user_id_fkey foreign key (user_id) references users(id),
  constraint document_files_kind_check check (kind = any (array['vehicle_licence'::text, 'road_worthiness'::text, 'third_party_insurance'::text, 'hackney_permit'::text, 'proof_of_ownership'::text])),
  constraint document_files_name_check check (char_length(name) >= 1 and char_length(name) <= 120),
  constraint document_files_purpose_check check (purpose = any (array['customer'::text, 'report'::text, 'scan'::text])),
  constraint document_files_size check (octet_length(content) >= 1 and octet_length(content) <= 5242880),
  constraint document_files_type_check check (type = any (array['application/pdf'::text, 'image/jpeg'::text]))
);
create index document_files_request on document_files using btree (request_id, created_at);
create index document_files_user on document_files using btree (user_id);

create table document_history (
  id bigint not null generated always as identity,
  request_id uuid not null,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  cause text not null,
  actor text not null,
  actor_id uuid,
  detail jsonb,
  constraint document_history_pkey primary key (id),
  constraint document_history_request_id_fkey foreign key (request_id) references document_requests(id) on delete cascade,
  constraint document_history_actor_check check (actor = any (array['customer'::text, 'staff'::text, 'clock'::text, 'server'::text]))
);
create index document_history_request on document_history using btree (request_id, id);

create table document_items (
  id uuid not null,
  request_id uuid not null,
  kind text not null,
  term_months integer,
  result text,
  document_number text,
  issued_on date,
  expires_on date,
  reason text,
  inspection_passed_at timestamptz,
  returned_minor bigint,
  constraint document_items_pkey primary key (id),
  constraint document_items_once unique (request_id, kind),
  constraint document_items_request_id_fkey foreign key (request_id) references document_requests(id) on delete cascade,
  constraint document_items_failed check (result is distinct from 'failed_inspection'::text or kind = 'road_worthiness'::text),
  constraint document_items_inspected check (not (kind = 'road_worthiness'::text and result = 'issued'::text and inspection_passed_at is null)),
  constraint document_items_kind_check check (kind = any (array['vehicle_licence'::text, 'road_worthiness'::text, 'third_party_insurance'::text, 'hackney_permit'::text, 'proof_of_ownership'::text])),
  constraint document_items_result_check check (result = any (array['issued'::text, 'rejected'::text, 'failed_inspection'::text])),
  constraint document_items_returned check (returned_minor is null or (coalesce(result, ''::text) = any (array['rejected'::text, 'failed_inspection'::text]))),
  constraint document_items_returned_minor_check check (returned_minor >= 0),
  constraint document_items_term_months_check check (term_months = any (array[6, 12]))
);

create table document_requests (
  id uuid not null,
  number text not null,
  user_id uuid not null,
  status text not null default 'draft'::text,
  version integer not null default 1,
  state text,
  plate text,
  category text,
  use text,
  make text,
  model text,
  year integer,
  colour text,
  engine_cc integer,
  chassis_number text,
  engine_number text,
  owner_name text,
  owner_address text,
  owner_phone text,
  owner_email text,
  held jsonb not null default '[]'::jsonb,
  handover text,
  delivery_address text,
  language text not null,
  waiting_since timestamptz,
  lines jsonb not null default '[]'::jsonb,
  total_minor bigint not null default 0,
  released_minor bigint not null default 0,
  refunded_minor bigint not null default 0,
  quoted_at timestamptz,
  quote_expires_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  asked_at timestamptz,
  reminders_sent integer not null default 0,
  agency_receipt text,
  courier text,
  tracking_number text,
  pickup_place text,
  pickup_hours text,
  handover_code text,
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  lead_id uuid,
  assigned_to uuid,
  constraint document_requests_pkey primary key (id),
  constraint document_requests_number_key unique (number),
  constraint document_requests_lead_id_fkey foreign key (lead_id) references leads(id) on delete set null,
  constraint document_requests_user_id_fkey foreign key (user_id) references users(id),
  constraint document_requests_handover_check check (handover = any (array['delivery'::text, 'pickup'::text])),
  constraint document_requests_handover_code_check check (handover_code ~ '^[0-9]{4}$'::text),
  constraint document_requests_language_listed check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint document_requests_paid check (paid_at is not null or released_minor = 0 and refunded_minor = 0),
  constraint document_requests_refunded_minor_check check (refunded_minor >= 0),
  constraint document_requests_released_minor_check check (released_minor >= 0),
  constraint document_requests_spent_once check ((released_minor + refunded_minor) <= total_minor),
  constraint document_requests_status_check check (status = any (array['draft'::text, 'quoted'::text, 'paid'::text, 'document_review'::text, 'action_required'::text, 'inspection_booked'::text, 'inspection_passed'::text, 'inspection_failed'::text, 'with_agency'::text, 'issued'::text, 'rejected'::text, 'dispatched'::text, 'ready_for_pickup'::text, 'delivered'::text, 'cancelled'::text, 'refunded'::text])),
  constraint document_requests_total_minor_check check (total_minor >= 0),
  constraint document_requests_use_check check (use = any (array['private'::text, 'commercial'::text]))
);
create index document_requests_assigned on document_requests using btree (assigned_to) where (assigned_to is not null);
create unique index document_requests_lead on document_requests using btree (lead_id) where (lead_id is not null);
create index document_requests_quotes on document_requests using btree (quote_expires_at) where (status = 'quoted'::text);
create index document_requests_status on document_requests using btree (status, updated_at);
create index document_requests_user on document_requests using btree (user_id, updated_at desc);
create index document_requests_waiting on document_requests using btree (waiting_since) where (waiting_since is not null);

create table email_codes (
  id uuid not null,
  user_id uuid,
  purpose text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null,
  known_tries integer not null default 0,
  email text,
  sources text[] not null default '{}'::text[],
  number text,
  constraint email_codes_pkey primary key (id),
  constraint email_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint email_codes_owner check (
case purpose
    when 'log_in'::text then user_id is null and email is not null and number is null
    when 'log_in_number'::text then user_id is null and email is null and number is not null
    when 'number_proof'::text then user_id is null and email is null and number is not null
    else user_id is not null and email is null and number is null
end) not valid,
  constraint email_codes_purpose_check check (purpose = any (array['verify_email'::text, 'reset_password'::text, 'erase_account'::text, 'log_in'::text, 'confirm_login'::text, 'confirm_number'::text, 'log_in_number'::text, 'number_proof'::text])) not valid
);
create unique index email_codes_email on email_codes using btree (email) where (email is not null);
create unique index email_codes_number on email_codes using btree (number, purpose) where (number is not null);
create index email_codes_user on email_codes using btree (user_id, purpose, created_at desc);

create table events (
  id uuid not null,
  event_code text not null,
  slug text not null,
  name text not null,
  name_fr text not null,
  description text not null,
  description_fr text not null,
  kind text not null,
  venue text not null,
  city text not null,
  country_id integer not null,
  lat double precision not null,
  lng double precision not null,
  timezone text not null,
  doors_at timestamptz not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  tickets_url text,
  cancellation text not null default 'flexible'::text,
  state text not null default 'published'::text,
  private_code_hash bytea,
  example text,
  folded text not null,
  created_at timestamptz not null,
  version integer not null default 1,
  cancelled_at timestamptz,
  constraint events_pkey primary key (id),
  constraint events_event_code_key unique (event_code),
  constraint events_private_code_hash_key unique (private_code_hash),
  constraint events_slug_key unique (slug),
  constraint events_country_id_fkey foreign key (country_id) references countries(id),
  constraint events_cancellation_check check (cancellation = any (array['flexible'::text, 'strict'::text])),
  constraint events_kind_check check (kind = any (array['concert'::text, 'match'::text, 'theatre'::text, 'festival'::text, 'conference'::text, 'exhibition'::text])),
  constraint events_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint events_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision),
  constraint events_state_check check (state = any (array['draft'::text, 'published'::text, 'cancelled'::text])),
  constraint events_times check (doors_at <= starts_at and starts_at < ends_at),
  constraint events_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$'::text)
);
create index events_coming on events using btree (ends_at) where (state <> 'draft'::text);

create table exchange_rates (
  id uuid not null,
  currency text not null,
  against text not null,
  rate double precision not null,
  day date not null,
  source text not null,
  created_at timestamptz not null,
  constraint exchange_rates_pkey primary key (id),
  constraint exchange_rates_once unique (currency, against, day),
  constraint exchange_rates_against_fkey foreign key (against) references currency_settings(code),
  constraint exchange_rates_currency_fkey foreign key (currency) references currency_settings(code),
  constraint exchange_rates_pair check (currency <> against),
  constraint exchange_rates_rate_check check (rate > 0::double precision),
  constraint exchange_rates_source_check check (source <> ''::text)
);

create table failed_attempts (
  kind text not null,
  subject text not null,
  at timestamptz not null,
  id uuid not null default gen_random_uuid(),
  constraint failed_attempts_pkey primary key (id)
);
create index failed_attempts_subject on failed_attempts using btree (kind, subject, at);

create table failed_work (
  id uuid not null,
  queue text not null,
  key text not null,
  subject text,
  tries integer not null,
  last_error text not null,
  failed_at timestamptz not null,
  next_try_at timestamptz,
  set_aside_at timestamptz,
  constraint failed_work_pkey primary key (id),
  constraint failed_work_queue_key_key unique (queue, key),
  constraint failed_work_check check ((next_try_at is null) = (set_aside_at is not null)),
  constraint failed_work_tries_check check (tries >= 0)
);

create table favourite_parks (
  user_id uuid not null,
  park_id uuid not null,
  created_at timestamptz not null,
  constraint favourite_parks_pkey primary key (user_id, park_id),
  constraint favourite_parks_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint favourite_parks_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index favourite_parks_park on favourite_parks using btree (park_id);

create table fees (
  id integer not null,
  country_id integer not null,
  state_id integer,
  city text,
  code text not null,
  name text not null,
  name_fr text not null,
  kind text not null,
  value bigint not null,
  base text not null,
  "position" integer not null,
  is_tax boolean not null,
  constraint fees_pkey primary key (id),
  constraint fees_country_id_fkey foreign key (country_id) references countries(id),
  constraint fees_state_id_fkey foreign key (state_id) references states(id),
  constraint fees_base_check check (base = any (array['parking'::text, 'parking_and_fees'::text])),
  constraint fees_kind_check check (kind = any (array['percentage'::text, 'fixed'::text])),
  constraint fees_value_check check (value >= 0)
);
create index fees_country on fees using btree (country_id, "position");
create trigger fees_change after insert or delete or update or truncate on fees for each statement execute function note_all('reference');

create table figure_days (
  day date not null,
  country_id integer not null,
  device text not null,
  kind text not null,
  is_example boolean not null,
  partner_id uuid,
  count bigint not null,
  id uuid not null default gen_random_uuid(),
  constraint figure_days_pkey primary key (id),
  constraint figure_days_day_country_id_device_kind_is_example_partner_i_key unique nulls not distinct (day, country_id, device, kind, is_example, partner_id),
  constraint figure_days_country_id_fkey foreign key (country_id) references countries(id),
  constraint figure_days_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint figure_days_count_check check (count > 0),
  constraint figure_days_device_check check (device = any (array['phone'::text, 'tablet'::text, 'desktop'::text]))
);

create table gate_cameras (
  id uuid not null,
  park_id uuid not null,
  name text not null,
  source text not null,
  direction text not null,
  key_hash bytea not null,
  created_at timestamptz not null,
  last_seen_at timestamptz,
  revoked_at timestamptz,
  constraint gate_cameras_pkey primary key (id),
  constraint gate_cameras_key_hash_key unique (key_hash),
  constraint gate_cameras_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint gate_cameras_direction_check check (direction = any (array['in'::text, 'out'::text, 'both'::text])),
  constraint gate_cameras_name_check check (char_length(name) >= 1 and char_length(name) <= 60),
  constraint gate_cameras_source_check check (source = any (array['plate_recognizer'::text, 'rekor'::text, 'verkada'::text, 'axis'::text, '2n'::text, 'hikvision'::text]))
);
create index gate_cameras_park on gate_cameras using btree (park_id, created_at);

create table gate_reads (
  id uuid not null,
  camera_id uuid not null,
  read_id text not null,
  arrival_id uuid not null,
  car_id text,
  direction text not null,
  at timestamptz not null,
  received_at timestamptz not null,
  plate_key text not null,
  candidates text[] not null,
  confidence real,
  region text,
  booking_id uuid,
  matched_by text,
  opened boolean not null,
  reason text,
  counts boolean not null default false,
  park_id uuid not null,
  constraint gate_reads_pkey primary key (id),
  constraint gate_reads_camera_id_read_id_key unique (camera_id, read_id),
  constraint gate_reads_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint gate_reads_camera_id_fkey foreign key (camera_id) references gate_cameras(id) on delete cascade,
  constraint gate_reads_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint gate_reads_direction_check check (direction = any (array['in'::text, 'out'::text, 'unknown'::text])),
  constraint gate_reads_matched_by_check check (matched_by = any (array['plate'::text, 'candidate'::text, 'similar'::text])),
  constraint gate_reads_read_id_check check (char_length(read_id) >= 1 and char_length(read_id) <= 200)
);
create index gate_reads_at on gate_reads using btree (at);
create index gate_reads_booking on gate_reads using btree (booking_id, at) where (booking_id is not null);
create index gate_reads_camera on gate_reads using btree (camera_id, at);
create index gate_reads_park on gate_reads using btree (park_id, at);
create index gate_reads_received on gate_reads using btree (received_at);
create index gate_reads_unknown on gate_reads using btree (received_at) where (booking_id is null);

create table guard_devices (
  id uuid not null,
  user_id uuid not null,
  name text not null,
  key jsonb not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  revoked_at timestamptz,
  last_seq integer not null default 0,
  last_hash text not null default ''::text,
  constraint guard_devices_pkey primary key (id),
  constraint guard_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint guard_devices_name_check check (char_length(name) >= 1 and char_length(name) <= 60)
);
create index guard_devices_user on guard_devices using btree (user_id, created_at);

create table guard_scans (
  id uuid not null,
  device_id uuid not null,
  seq integer not null,
  at timestamptz not null,
  received_at timestamptz not null,
  booking_id uuid,
  park_code text not null,
  direction text not null,
  admitted boolean not null,
  verdict text not null,
  reason text,
  outcome text not null,
  conflict text,
  content text not null,
  hash text not null,
  signature text not null,
  park_id uuid,
  constraint guard_scans_pkey primary key (id),
  constraint guard_scans_device_id_seq_key unique (device_id, seq),
  constraint guard_scans_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint guard_scans_device_id_fkey foreign key (device_id) references guard_devices(id) on delete cascade,
  constraint guard_scans_park_id_fkey foreign key (park_id) references parks(id) on delete set null,
  constraint guard_scans_direction_check check (direction = any (array['in'::text, 'out'::text])),
  constraint guard_scans_outcome_check check (outcome = any (array['applied'::text, 'already'::text, 'conflict'::text, 'late'::text])),
  constraint guard_scans_verdict_check check (verdict = any (array['green'::text, 'amber'::text, 'red'::text]))
);
create index guard_scans_at on guard_scans using btree (at);
create index guard_scans_booking on guard_scans using btree (booking_id, at) where (booking_id is not null);
create index guard_scans_park on guard_scans using btree (park_id, at) where (park_id is not null);
create index guard_scans_received on guard_scans using btree (received_at);

create table guest_accounts (
  user_id uuid not null,
  country_id integer not null,
  phone text,
  plate_key text,
  created_at timestamptz not null,
  constraint guest_accounts_pkey primary key (user_id),
  constraint guest_accounts_country_id_fkey foreign key (country_id) references countries(id),
  constraint guest_accounts_user_id_fkey foreign key (user_id) references users(id),
  constraint guest_accounts_one_key check ((phone is null) <> (plate_key is null))
);
create unique index guest_accounts_phone on guest_accounts using btree (phone) where (phone is not null);
create unique index guest_accounts_plate on guest_accounts using btree (country_id, plate_key) where (plate_key is not null);

create table hand_ins (
  id uuid not null,
  courier_id uuid not null,
  branch_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  state text not null,
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  shift_id uuid,
  constraint hand_ins_pkey primary key (id),
  constraint hand_ins_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint hand_ins_courier_id_fkey foreign key (courier_id) references users(id),
  constraint hand_ins_decided_by_fkey foreign key (decided_by) references users(id),
  constraint hand_ins_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint hand_ins_amount_minor_check check (amount_minor > 0),
  constraint hand_ins_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint hand_ins_decided check ((decided_at is null) = (state = 'announced'::text) and (shift_id is not null) = (state = 'taken'::text)),
  constraint hand_ins_state_check check (state = any (array['announced'::text, 'taken'::text, 'refused'::text, 'withdrawn'::text]))
);
create index hand_ins_branch on hand_ins using btree (branch_id) where (state = 'announced'::text);
create index hand_ins_courier on hand_ins using btree (courier_id, created_at desc);
create index hand_ins_decided_by on hand_ins using btree (decided_by) where (decided_by is not null);
create unique index hand_ins_open on hand_ins using btree (courier_id) where (state = 'announced'::text);
create index hand_ins_shift on hand_ins using btree (shift_id) where (shift_id is not null);

create table idempotency_keys (
  user_id uuid not null,
  key text not null,
  call text not null,
  body_hash bytea not null,
  answer jsonb,
  created_at timestamptz not null,
  constraint idempotency_keys_pkey primary key (user_id, key),
  constraint idempotency_keys_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index idempotency_keys_created on idempotency_keys using btree (created_at);

create table identities (
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  provider text not null,
  email text,
  created_at timestamptz not null,
  constraint identities_pkey primary key (issuer, subject),
  constraint identities_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint identities_provider_check check (provider = any (array['google'::text, 'apple'::text]))
);
create index identities_user on identities using btree (user_id);

create table index_changes (
  id uuid not null default gen_random_uuid(),
  what text not null,
  park_id uuid,
  batch bigint,
  constraint index_changes_pkey primary key (id),
  constraint index_changes_what_check check (what = any (array['park'::text, 'parks'::text, 'places'::text, 'reference'::text]))
);
create index index_changes_batch on index_changes using btree (batch);

create table index_states (
  id uuid not null,
  started_at timestamptz not null,
  noted_at timestamptz not null,
  refreshed_at timestamptz not null,
  parks integer not null,
  listed integer not null,
  reload_at timestamptz,
  process text,
  constraint index_states_pkey primary key (id)
);

create table inspection_appointments (
  id uuid not null,
  request_id uuid not null,
  centre_id uuid not null,
  starts_at timestamptz not null,
  status text not null default 'booked'::text,
  booked_at timestamptz not null,
  decided_at timestamptz,
  reminders_sent integer not null default 0,
  constraint inspection_appointments_pkey primary key (id),
  constraint inspection_appointments_outcome unique (id, request_id, status),
  constraint inspection_appointments_request_id_fkey foreign key (request_id) references document_requests(id) on delete cascade,
  constraint inspection_appointments_slot foreign key (centre_id, starts_at) references inspection_slots(centre_id, starts_at),
  constraint inspection_appointments_decided check ((status = 'booked'::text) = (decided_at is null)),
  constraint inspection_appointments_status_check check (status = any (array['booked'::text, 'released'::text, 'passed'::text, 'failed'::text]))
);
create unique index inspection_appointments_booked on inspection_appointments using btree (request_id) where (status = 'booked'::text);
create index inspection_appointments_coming on inspection_appointments using btree (starts_at) where (status = 'booked'::text);
create index inspection_appointments_request on inspection_appointments using btree (request_id);
create index inspection_appointments_slot on inspection_appointments using btree (centre_id, starts_at);

create table inspection_centres (
  id uuid not null,
  state_id integer not null,
  name text not null,
  address text not null,
  city text not null,
  contact_phone text,
  opening_hours text not null,
  capacity_per_hour integer not null,
  status text not null default 'inactive'::text,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint inspection_centres_pkey primary key (id),
  constraint inspection_centres_state_id_fkey foreign key (state_id) references states(id),
  constraint inspection_centres_address_check check (address <> ''::text),
  constraint inspection_centres_capacity_per_hour_check check (capacity_per_hour >= 1 and capacity_per_hour <= 200),
  constraint inspection_centres_name_check check (name <> ''::text),
  constraint inspection_centres_status_check check (status = any (array['active'::text, 'inactive'::text]))
);
create index inspection_centres_state on inspection_centres using btree (state_id) where (status = 'active'::text);

create table inspection_closures (
  id uuid not null,
  centre_id uuid not null,
  starts_on date not null,
  ends_on date not null,
  reason text not null,
  reason_fr text not null,
  version integer not null default 1,
  constraint inspection_closures_pkey primary key (id),
  constraint inspection_closures_centre_id_fkey foreign key (centre_id) references inspection_centres(id) on delete cascade,
  constraint inspection_closures_order check (starts_on <= ends_on)
);
create index inspection_closures_centre on inspection_closures using btree (centre_id, ends_on);

create table inspection_slots (
  centre_id uuid not null,
  starts_at timestamptz not null,
  cap integer not null,
  used integer not null,
  constraint inspection_slots_pkey primary key (centre_id, starts_at),
  constraint inspection_slots_centre_id_fkey foreign key (centre_id) references inspection_centres(id),
  constraint inspection_slots_cap_check check (cap >= 0),
  constraint inspection_slots_not_full check (used <= cap),
  constraint inspection_slots_used_check check (used >= 0)
);

create table invitations (
  id uuid not null,
  email text not null,
  language text not null,
  role_id uuid not null,
  scope text not null,
  country_id integer,
  partner_id uuid,
  branch_id uuid,
  park_id uuid,
  token_hash bytea not null,
  invited_by uuid,
  created_at timestamptz not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid,
  withdrawn_at timestamptz,
  constraint invitations_pkey primary key (id),
  constraint invitations_token unique (token_hash),
  constraint invitations_accepted_by_fkey foreign key (accepted_by) references users(id) on delete set null,
  constraint invitations_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint invitations_country_id_fkey foreign key (country_id) references countries(id),
  constraint invitations_invited_by_fkey foreign key (invited_by) references users(id) on delete set null,
  constraint invitations_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint invitations_partner_id_fkey foreign key (partner_id) references partners(id) on delete cascade,
  constraint invitations_role_id_fkey foreign key (role_id) references roles(id) on delete cascade,
  constraint invitations_end check (accepted_at is null or withdrawn_at is null),
  constraint invitations_language check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint invitations_place check ((scope = any (array['everywhere'::text, 'country'::text, 'partner'::text, 'branch'::text, 'park'::text])) and (scope = 'country'::text) = (country_id is not null) and (scope = 'partner'::text) = (partner_id is not null) and (scope = 'branch'::text) = (branch_id is not null) and (scope = 'park'::text) = (park_id is not null))
);
create index invitations_accepted_by on invitations using btree (accepted_by) where (accepted_by is not null);
create index invitations_branch_id on invitations using btree (branch_id) where (branch_id is not null);
create index invitations_email on invitations using btree (email);
create index invitations_invited_by on invitations using btree (invited_by);
create index invitations_park_id on invitations using btree (park_id) where (park_id is not null);
create index invitations_partner_id on invitations using btree (partner_id) where (partner_id is not null);
create index invitations_role_id on invitations using btree (role_id);
create index invitations_sent_at on invitations using btree (sent_at desc, id);

create table item_addons (
  id uuid not null,
  item_id uuid not null,
  addon_id uuid not null,
  "position" integer not null default 0,
  version integer not null default 1,
  constraint item_addons_pkey primary key (id),
  constraint item_addons_once unique (item_id, addon_id),
  constraint item_addons_addon_id_fkey foreign key (addon_id) references items(id) on delete cascade,
  constraint item_addons_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_addons_other check (item_id <> addon_id)
);
create trigger item_addons_shops after insert or delete or update or truncate on item_addons for each statement execute function note_shops('catalogue');

create table item_attributes (
  id uuid not null,
  code text not null,
  name text not null,
  name_fr text not null,
  value_codes text[] not null,
  value_names text[] not null,
  value_names_fr text[] not null,
  is_vehicle_class boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint item_attributes_pkey primary key (id),
  constraint item_attributes_code_key unique (code),
  constraint item_attributes_name_check check (name <> ''::text),
  constraint item_attributes_name_fr_check check (name_fr <> ''::text),
  constraint item_attributes_values check (cardinality(value_codes) >= 2 and cardinality(value_codes) = cardinality(value_names) and cardinality(value_codes) = cardinality(value_names_fr))
);
create trigger item_attributes_shops after insert or delete or update or truncate on item_attributes for each statement execute function note_shops('catalogue');

create table item_barcodes (
  gtin text not null,
  item_id uuid not null,
  variation_id uuid,
  constraint item_barcodes_pkey primary key (gtin),
  constraint item_barcodes_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_barcodes_variation_id_fkey foreign key (variation_id) references item_variations(id) on delete cascade,
  constraint item_barcodes_gtin_check check (gtin ~ '^[0-9]{14}$'::text)
);
create index item_barcodes_item on item_barcodes using btree (item_id);
create index item_barcodes_variation on item_barcodes using btree (variation_id) where (variation_id is not null);

create table item_categories (
  id uuid not null,
  slug text not null,
  name text not null,
  name_fr text not null,
  description text not null default ''::text,
  description_fr text not null default ''::text,
  picture text,
  work_group text not null,
  "position" integer not null default 0,
  status text not null default 'active'::text,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint item_categories_pkey primary key (id),
  constraint item_categories_name_check check (name <> ''::text),
  constraint item_categories_name_fr_check check (name_fr <> ''::text),
  constraint item_categories_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint item_categories_work_group_check check (work_group = any (array['counter'::text, 'wash'::text, 'workshop'::text, 'kitchen'::text]))
);
create trigger item_categories_shops after insert or delete or update or truncate on item_categories for each statement execute function note_shops('catalogue');
create trigger item_categories_slug after insert or update of slug on item_categories for each row execute function keep_catalogue_slug();

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
create index item_days_day on item_days using btree (day);

create table item_extras (
  id uuid not null,
  item_id uuid not null,
  name text not null,
  name_fr text not null,
  "position" integer not null default 0,
  status text not null default 'active'::text,
  version integer not null default 1,
  constraint item_extras_pkey primary key (id),
  constraint item_extras_name unique (item_id, name),
  constraint item_extras_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_extras_name_check check (name <> ''::text),
  constraint item_extras_name_fr_check check (name_fr <> ''::text),
  constraint item_extras_status_check check (status = any (array['active'::text, 'inactive'::text]))
);
create trigger item_extras_shops after insert or delete or update or truncate on item_extras for each statement execute function note_shops('catalogue');

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

create table item_pictures (
  id uuid not null,
  item_id uuid not null,
  path text not null,
  alt text not null,
  alt_fr text not null,
  "position" integer not null,
  version integer not null default 1,
  constraint item_pictures_pkey primary key (id),
  constraint item_pictures_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_pictures_position_check check ("position" >= 0 and "position" <= 7)
);
create index item_pictures_item on item_pictures using btree (item_id, "position");
create trigger item_pictures_place after insert on item_pictures for each row execute function refuse_taken_picture_place();
create trigger item_pictures_shops after insert or delete or update or truncate on item_pictures for each statement execute function note_shops('catalogue');

create table item_reviews (
  id uuid not null,
  order_id uuid not null,
  branch_id uuid not null,
  item_id uuid,
  user_id uuid not null,
  rating integer not null,
  body text,
  language text not null,
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_reason text,
  constraint item_reviews_pkey primary key (id),
  constraint item_reviews_once unique nulls not distinct (order_id, item_id),
  constraint item_reviews_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint item_reviews_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_reviews_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint item_reviews_user_id_fkey foreign key (user_id) references users(id),
  constraint item_reviews_body_check check (length(body) <= 2000),
  constraint item_reviews_hidden check ((hidden_at is null) = (hidden_reason is null)),
  constraint item_reviews_language_listed check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint item_reviews_rating_check check (rating >= 1 and rating <= 5)
);
create index item_reviews_branch on item_reviews using btree (branch_id, created_at desc) where (item_id is null);
create index item_reviews_created on item_reviews using btree (created_at desc);
create index item_reviews_item on item_reviews using btree (item_id, created_at desc) where (item_id is not null);
create index item_reviews_of_branch on item_reviews using btree (branch_id);
create index item_reviews_user on item_reviews using btree (user_id);

create table item_variations (
  id uuid not null,
  item_id uuid not null,
  value_code text not null,
  sku text,
  "position" integer not null default 0,
  status text not null default 'active'::text,
  version integer not null default 1,
  constraint item_variations_pkey primary key (id),
  constraint item_variations_item unique (id, item_id),
  constraint item_variations_value unique (item_id, value_code),
  constraint item_variations_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint item_variations_status_check check (status = any (array['active'::text, 'inactive'::text]))
);
create trigger item_variations_shops after insert or delete or update or truncate on item_variations for each statement execute function note_shops('catalogue');

create table items (
  id uuid not null,
  slug text not null,
  sku text,
  category_id uuid not null,
  kind text not null,
  tax_class text not null,
  order_types text not null default 'both'::text,
  name text,
  name_fr text,
  description text,
  description_fr text,
  caution text,
  caution_fr text,
  attribute_id uuid,
  needs_vehicle boolean not null default false,
  needs_key boolean not null default false,
  duration_min integer,
  work_units integer not null default 1,
  max_per_order integer not null default 20,
  tracks_stock boolean not null default false,
  low_stock integer not null default 0,
  is_featured boolean not null default false,
  "position" integer not null default 0,
  status text not null default 'inactive'::text,
  is_example boolean not null default false,
  folded text not null default ''::text,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint items_pkey primary key (id),
  constraint items_sku_key unique (sku),
  constraint items_attribute foreign key (attribute_id) references item_attributes(id),
  constraint items_category foreign key (category_id) references item_categories(id),
  constraint items_both_languages check (status = 'inactive'::text or name is not null and name_fr is not null and description is not null and description_fr is not null and (caution is null) = (caution_fr is null)),
  constraint items_duration_min_check check (duration_min >= 1 and duration_min <= 1440),
  constraint items_kind_check check (kind = any (array['good'::text, 'service'::text, 'food'::text])),
  constraint items_low_stock_check check (low_stock >= 0),
  constraint items_max_per_order_check check (max_per_order >= 1 and max_per_order <= 99),
  constraint items_order_types_check check (order_types = any (array['delivery'::text, 'takeaway'::text, 'both'::text])),
  constraint items_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint items_tax_class_check check (tax_class = any (array['standard'::text, 'food'::text, 'service'::text, 'exempt'::text])),
  constraint items_work_units_check check (work_units >= 0 and work_units <= 100)
);
create index items_category_id on items using btree (category_id, "position");
create trigger items_shops after insert or delete or update or truncate on items for each statement execute function note_shops('catalogue');
create trigger items_slug after insert or update of slug on items for each row execute function keep_catalogue_slug();

create table job_runs (
  name text not null,
  every_s double precision not null,
  finished_at timestamptz not null,
  duration_ms integer not null,
  failed_at timestamptz,
  last_error text,
  constraint job_runs_pkey primary key (name),
  constraint job_runs_duration_ms_check check (duration_ms >= 0)
);

create table journal_lines (
  currency text not null,
  month date not null,
  day date not null,
  account_kind text not null,
  owner text not null,
  transfer_kind text not null,
  late_month date,
  debit_minor bigint not null,
  credit_minor bigint not null,
  entries integer not null,
  constraint journal_lines_once unique nulls not distinct (currency, month, day, account_kind, owner, transfer_kind, late_month),
  constraint journal_lines_month_fkey foreign key (currency, month) references journal_months(currency, month),
  constraint journal_lines_credit_minor_check check (credit_minor >= 0),
  constraint journal_lines_debit_minor_check check (debit_minor >= 0),
  constraint journal_lines_entries_check check (entries > 0)
);

create table journal_months (
  currency text not null,
  month date not null,
  through_entry bigint not null,
  closed_by uuid,
  closed_at timestamptz not null,
  constraint journal_months_pkey primary key (currency, month),
  constraint journal_months_closed_by_fkey foreign key (closed_by) references users(id),
  constraint journal_months_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint journal_months_first_day check (extract(day from month) = 1::numeric)
);

create table known_sources (
  user_id uuid not null,
  source text not null,
  last_at timestamptz not null,
  constraint known_sources_pkey primary key (user_id, source),
  constraint known_sources_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index known_sources_last on known_sources using btree (last_at);

create table lead_files (
  lead_id uuid not null,
  sha256 bytea not null,
  content bytea not null,
  created_at timestamptz not null,
  constraint lead_files_pkey primary key (lead_id),
  constraint lead_files_lead_id_fkey foreign key (lead_id) references leads(id) on delete cascade
);

create table lead_notes (
  id uuid not null,
  lead_id uuid not null,
  user_id uuid,
  state text,
  body text,
  created_at timestamptz not null,
  constraint lead_notes_pkey primary key (id),
  constraint lead_notes_lead_id_fkey foreign key (lead_id) references leads(id) on delete cascade,
  constraint lead_notes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint lead_notes_check check (state is not null or body is not null),
  constraint lead_notes_state_check check (state = any (array['new'::text, 'in_hand'::text, 'answered'::text, 'closed'::text]))
);
create index lead_notes_lead on lead_notes using btree (lead_id, created_at);
create index lead_notes_user on lead_notes using btree (user_id) where (user_id is not null);

create table lead_orders (
  lead_id uuid not null,
  order_id uuid not null,
  linked_at timestamptz not null,
  constraint lead_orders_pkey primary key (lead_id),
  constraint lead_orders_lead_id_fkey foreign key (lead_id) references leads(id) on delete cascade,
  constraint lead_orders_order_id_fkey foreign key (order_id) references orders(id) on delete cascade
);
create index lead_orders_order on lead_orders using btree (order_id);

create table leads (
  id uuid not null,
  reference text not null,
  kind text not null,
  state text not null default 'new'::text,
  name text not null,
  email text not null,
  phone text,
  message text,
  details jsonb not null,
  user_id uuid,
  language text not null,
  retry_key text,
  retry_hash bytea,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  country_code text,
  constraint leads_pkey primary key (id),
  constraint leads_reference_key unique (reference),
  constraint leads_retry unique (retry_key),
  constraint leads_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint leads_check check ((retry_key is null) = (retry_hash is null)),
  constraint leads_country_code_check check (country_code = any (array['NG'::text, 'CA'::text, 'SN'::text, 'US'::text])),
  constraint leads_kind_check check (kind = any (array['contact'::text, 'demo'::text, 'business'::text, 'affiliate'::text, 'career'::text, 'charger'::text, 'space'::text, 'press'::text, 'marketplace'::text, 'documents'::text])),
  constraint leads_language_check check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint leads_state_check check (state = any (array['new'::text, 'in_hand'::text, 'answered'::text, 'closed'::text]))
);
create index leads_email on leads using btree (email);
create index leads_newest on leads using btree (created_at desc, id desc);
create index leads_user on leads using btree (user_id) where (user_id is not null);

create table ledger_accounts (
  id uuid not null,
  kind text not null,
  owner text not null,
  currency text not null,
  balance_minor bigint,
  created_at timestamptz not null default now(),
  entry_count bigint not null default 0,
  constraint ledger_accounts_pkey primary key (id),
  constraint ledger_accounts_unique unique (kind, owner, currency),
  constraint customer_balance_kept check ((kind = 'customer'::text) = (balance_minor is not null)),
  constraint customer_balance_not_negative check (balance_minor >= 0),
  constraint ledger_accounts_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint ledger_accounts_customer_named check ((kind <> all (array['customer'::text, 'customer_debt'::text])) or owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'::text),
  constraint ledger_accounts_kind_check check (kind = any (array['payee_payable'::text, 'cash_courier'::text, 'customer'::text, 'customer_debt'::text, 'provider_clearing'::text, 'refund_clearing'::text, 'provider_fee'::text, 'park_payable'::text, 'fee_income'::text, 'tax_payable'::text, 'promotion'::text, 'adjustment'::text, 'order_held'::text, 'branch_payable'::text, 'payout_clearing'::text, 'document_held'::text, 'agency_payable'::text, 'insurer_payable'::text, 'cash_drawer'::text, 'cash_rounding'::text, 'cash_discrepancy'::text, 'terminal_clearing'::text, 'mobile_clearing'::text])) not valid
);
create trigger ledger_accounts_kinds after update on ledger_accounts for each row when ((new.entry_count / 128) > (old.entry_count / 128)) execute function note_filled_blocks();

create table ledger_day_marks (
  id integer not null default 1,
  through_entry bigint not null,
  constraint ledger_day_marks_pkey primary key (id),
  constraint ledger_day_marks_single check (id = 1)
);

create table ledger_entries (
  id bigint not null generated always as identity,
  transfer_id uuid not null,
  account_id uuid not null,
  currency text not null,
  amount_minor bigint not null,
  balance_after_minor bigint,
  created_at timestamptz not null,
  "position" bigint,
  constraint ledger_entries_pkey primary key (id),
  constraint ledger_entries_account_id_fkey foreign key (account_id) references ledger_accounts(id),
  constraint ledger_entries_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint ledger_entries_amount_minor_check check (amount_minor <> 0),
  constraint ledger_entries_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text]))
);
create index ledger_entries_account on ledger_entries using btree (account_id, id desc);
create index ledger_entries_amount on ledger_entries using btree (amount_minor) where (amount_minor > 0);
create index ledger_entries_created on ledger_entries using btree (created_at);
create unique index ledger_entries_position on ledger_entries using btree (account_id, "position") where ("position" is not null);
create index ledger_entries_transfer on ledger_entries using btree (transfer_id);
create trigger ledger_entries_append_only before delete or update on ledger_entries for each row execute function refuse_change();
create trigger ledger_entries_balanced after insert on ledger_entries for each row execute function refuse_unbalanced_transfer();
create trigger ledger_entries_no_truncate before truncate on ledger_entries for each statement execute function refuse_change();

create table ledger_kind_marks (
  account_id uuid not null,
  kind text not null,
  block integer not null,
  through bigint not null,
  constraint ledger_kind_marks_pkey primary key (account_id, kind, block),
  constraint ledger_kind_marks_account_id_fkey foreign key (account_id) references ledger_accounts(id)
);
create index ledger_kind_marks_through on ledger_kind_marks using btree (account_id, kind, through);

create table ledger_transfers (
  id uuid not null,
  kind text not null,
  reference text not null,
  description text not null,
  created_at timestamptz not null,
  constraint ledger_transfers_pkey primary key (id),
  constraint ledger_transfers_once unique (kind, reference),
  constraint ledger_transfers_kind_check check (kind = any (array['counter'::text, 'payout'::text, 'top_up'::text, 'booking'::text, 'extension'::text, 'refund'::text, 'order'::text, 'ticket'::text, 'document'::text, 'adjustment'::text, 'provider_fee'::text, 'order_release'::text, 'settlement'::text, 'document_release'::text, 'cash'::text])) not valid
);
create index ledger_transfers_bookings on ledger_transfers using btree (created_at) where (description ~~ 'booking:%'::text);
create index ledger_transfers_documents on ledger_transfers using btree (created_at) where (description ~~ 'document:%'::text);
create trigger ledger_transfers_append_only before delete or update on ledger_transfers for each row execute function refuse_change();
create trigger ledger_transfers_no_truncate before truncate on ledger_transfers for each statement execute function refuse_change();

create table list_sizes (
  user_id uuid not null,
  list text not null,
  size integer not null,
  constraint list_sizes_pkey primary key (user_id, list),
  constraint list_sizes_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint list_sizes_size_check check (size = any (array[10, 25, 50, 100, 500, 1000]))
);

create table logos (
  name text not null,
  type text not null,
  content bytea not null,
  png bytea not null,
  created_at timestamptz not null,
  constraint logos_pkey primary key (name),
  constraint logos_name_check check (name ~ '^[0-9]{1,5}x[0-9]{1,5}-[a-p]{16}$'::text),
  constraint logos_type_check check (type = any (array['image/svg+xml'::text, 'image/png'::text, 'image/webp'::text]))
);

create table mail_wishes (
  user_id uuid not null,
  key text not null,
  reminders boolean not null default true,
  low_stock boolean not null default true,
  constraint mail_wishes_pkey primary key (user_id),
  constraint mail_wishes_key_key unique (key),
  constraint mail_wishes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table mails (
  id uuid not null,
  to_address text not null,
  subject text not null,
  text text not null,
  html text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  unsubscribe_url text,
  calendar text,
  queue_number bigint not null default (extract(epoch from clock_timestamp()) * 1000000::numeric)::bigint,
  is_last boolean not null default false,
  booking_id uuid,
  file bytea,
  file_name text,
  constraint mails_pkey primary key (id)
);
create index mails_last on mails using btree (id) where is_last;
create index mails_to on mails using btree (to_address, created_at desc);
create index mails_waiting on mails using btree (next_attempt_at) where (sent_at is null);

create table manager_codes (
  id uuid not null,
  register_id uuid not null,
  code_hash bytea not null,
  created_by uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint manager_codes_pkey primary key (id),
  constraint manager_codes_created_by_fkey foreign key (created_by) references users(id),
  constraint manager_codes_register_id_fkey foreign key (register_id) references registers(id) on delete cascade
);
create index manager_codes_creator on manager_codes using btree (created_by);
create index manager_codes_register on manager_codes using btree (register_id, expires_at);

create table money_difference_notes (
  id uuid not null,
  difference_id uuid not null,
  user_id uuid,
  state text,
  body text,
  created_at timestamptz not null,
  constraint money_difference_notes_pkey primary key (id),
  constraint money_difference_notes_difference_id_fkey foreign key (difference_id) references money_differences(id) on delete cascade,
  constraint money_difference_notes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint money_difference_notes_check check (state is not null or body is not null),
  constraint money_difference_notes_state_check check (state = any (array['open'::text, 'resolved'::text]))
);
create index money_difference_notes_difference on money_difference_notes using btree (difference_id, created_at);
create index money_difference_notes_user on money_difference_notes using btree (user_id) where (user_id is not null);

create table money_differences (
  id uuid not null,
  kind text not null,
  provider text not null,
  reference text not null,
  ours text not null,
  theirs text not null,
  found_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  constraint money_differences_pkey primary key (id),
  constraint money_differences_once unique (kind, provider, reference, ours, theirs),
  constraint money_differences_resolved_by_fkey foreign key (resolved_by) references users(id) on delete set null
);
create index money_differences_newest on money_differences using btree (found_at desc, id desc);
create index money_differences_open on money_differences using btree (found_at desc) where (resolved_at is null);

create table news_consents (
  user_id uuid not null,
  agreed_at timestamptz not null,
  constraint news_consents_pkey primary key (user_id),
  constraint news_consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table no_show_holders (
  booking_id uuid not null,
  partner_id uuid not null,
  constraint no_show_holders_pkey primary key (booking_id),
  constraint no_show_holders_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint no_show_holders_partner_id_fkey foreign key (partner_id) references partners(id)
);
create index no_show_holders_partner on no_show_holders using btree (partner_id);

create table notification_opt_outs (
  user_id uuid not null,
  topic text not null,
  channel text not null,
  constraint notification_opt_outs_pkey primary key (user_id, topic, channel),
  constraint notification_opt_outs_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint notification_opt_outs_channel_check check (channel = any (array['email'::text, 'site'::text, 'push'::text])),
  constraint notification_opt_outs_topic_check check (topic = any (array['placed'::text, 'accepted'::text, 'delayed'::text, 'ready'::text, 'out_for_delivery'::text, 'delivered'::text, 'messages'::text, 'parking_ends'::text]))
);

create table notifications (
  id uuid not null,
  user_id uuid not null,
  topic text not null,
  order_id uuid not null,
  params jsonb not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint notifications_pkey primary key (id),
  constraint notifications_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint notifications_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index notifications_created on notifications using btree (created_at);
create index notifications_order on notifications using btree (order_id);
create index notifications_user on notifications using btree (user_id, created_at desc);

create table offer_branches (
  offer_id uuid not null,
  branch_id uuid not null,
  constraint offer_branches_pkey primary key (offer_id, branch_id),
  constraint offer_branches_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint offer_branches_offer_id_fkey foreign key (offer_id) references offers(id) on delete cascade
);
create index offer_branches_branch on offer_branches using btree (branch_id);
create trigger offer_branches_shops after insert or delete or update or truncate on offer_branches for each statement execute function note_shops('catalogue');

create table offer_items (
  offer_id uuid not null,
  item_id uuid not null,
  constraint offer_items_pkey primary key (offer_id, item_id),
  constraint offer_items_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint offer_items_offer_id_fkey foreign key (offer_id) references offers(id) on delete cascade
);
create index offer_items_item on offer_items using btree (item_id);
create trigger offer_items_shops after insert or delete or update or truncate on offer_items for each statement execute function note_shops('catalogue');

create table offer_uses (
  offer_id uuid not null,
  used integer not null,
  most integer not null,
  constraint offer_uses_pkey primary key (offer_id),
  constraint offer_uses_offer_id_fkey foreign key (offer_id) references offers(id) on delete cascade,
  constraint offer_uses_limit check (used <= most),
  constraint offer_uses_used_check check (used >= 0)
);
create trigger offer_uses_emptied after truncate on offer_uses for each statement execute function note_shops('catalogue');
create trigger offer_uses_shops after insert or delete or update on offer_uses for each row execute function note_offer_use();

create table offers (
  id uuid not null,
  slug text not null,
  name text not null,
  name_fr text not null,
  discount_type text not null,
  value bigint not null,
  currency text,
  picture text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  most_uses integer,
  funded_by text not null default 'us'::text,
  status text not null default 'active'::text,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint offers_pkey primary key (id),
  constraint offers_slug_key unique (slug),
  constraint offers_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint offers_discount check (discount_type = 'percentage'::text and value <= 100000 or discount_type = 'fixed'::text and currency is not null),
  constraint offers_discount_type_check check (discount_type = any (array['fixed'::text, 'percentage'::text])),
  constraint offers_funded_by_check check (funded_by = any (array['us'::text, 'branch'::text])),
  constraint offers_most_uses_check check (most_uses > 0),
  constraint offers_name_check check (name <> ''::text),
  constraint offers_name_fr_check check (name_fr <> ''::text),
  constraint offers_order check (starts_at < ends_at),
  constraint offers_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint offers_value_check check (value > 0)
);
create trigger offers_shops after insert or delete or update or truncate on offers for each statement execute function note_shops('catalogue');

create table order_history (
  id bigint not null generated always as identity,
  order_id uuid not null,
  at timestamptz not null,
  due_at timestamptz,
  from_status text,
  to_status text not null,
  cause text not null,
  actor text not null,
  actor_id uuid,
  detail jsonb,
  constraint order_history_pkey primary key (id),
  constraint order_history_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_history_actor_check check (actor = any (array['customer'::text, 'seller'::text, 'employee'::text, 'manager'::text, 'courier'::text, 'clock'::text]))
);
create index order_history_order on order_history using btree (order_id, id);

create table order_lines (
  id uuid not null,
  order_id uuid not null,
  "position" integer not null,
  parent_id uuid,
  item_id uuid,
  variation_id uuid,
  stock_level_id uuid,
  item_slug text not null,
  name text not null,
  name_fr text not null,
  variation_name text,
  variation_name_fr text,
  kind text not null,
  work_group text not null,
  extras jsonb not null default '[]'::jsonb,
  note text,
  picture text,
  quantity integer not null,
  unit_minor bigint not null,
  subtotal_minor bigint not null,
  offer_id uuid,
  offer_name text,
  offer_name_fr text,
  offer_minor bigint not null default 0,
  coupon_minor bigint not null default 0,
  goods_minor bigint not null,
  promotion_minor bigint not null default 0,
  taxes jsonb not null default '[]'::jsonb,
  total_minor bigint not null,
  refunded_quantity integer not null default 0,
  refunded_minor bigint not null default 0,
  constraint order_lines_pkey primary key (id),
  constraint order_lines_position unique (order_id, "position"),
  constraint order_lines_item_id_fkey foreign key (item_id) references items(id) on delete set null,
  constraint order_lines_offer_id_fkey foreign key (offer_id) references offers(id) on delete set null,
  constraint order_lines_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_lines_stock_level_id_fkey foreign key (stock_level_id) references stock_levels(id),
  constraint order_lines_variation_id_fkey foreign key (variation_id) references item_variations(id) on delete set null,
  constraint order_lines_check check (0 <= promotion_minor and promotion_minor <= goods_minor),
  constraint order_lines_coupon_minor_check check (coupon_minor >= 0),
  constraint order_lines_goods_minor_check check (goods_minor >= 0),
  constraint order_lines_kind_check check (kind = any (array['good'::text, 'service'::text, 'food'::text])),
  constraint order_lines_offer_minor_check check (offer_minor >= 0),
  constraint order_lines_quantity_check check (quantity >= 1 and quantity <= 99),
  constraint order_lines_refunded check (0 <= refunded_minor and refunded_minor <= total_minor),
  constraint order_lines_refunded_quantity check (0 <= refunded_quantity and refunded_quantity <= quantity),
  constraint order_lines_subtotal_minor_check check (subtotal_minor >= 0),
  constraint order_lines_total_minor_check check (total_minor >= 0),
  constraint order_lines_unit_minor_check check (unit_minor >= 0)
);
create index order_lines_item on order_lines using btree (item_id) where (item_id is not null);
create index order_lines_stock on order_lines using btree (stock_level_id) where (stock_level_id is not null);
create trigger order_lines_refunded after update on order_lines for each row when (old.refunded_quantity is distinct from new.refunded_quantity) execute function note_changed_line();
create trigger order_lines_report_days after update on order_lines for each row when (old.refunded_quantity is distinct from new.refunded_quantity or old.refunded_minor is distinct from new.refunded_minor or old.item_id is distinct from new.item_id or old.variation_id is distinct from new.variation_id) execute function note_report_line();

create table order_notes (
  id uuid not null,
  order_id uuid not null,
  user_id uuid,
  text text not null,
  created_at timestamptz not null,
  constraint order_notes_pkey primary key (id),
  constraint order_notes_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_notes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint order_notes_text_check check (text <> ''::text)
);
create index order_notes_order on order_notes using btree (order_id, created_at);

create table order_payments (
  id uuid not null,
  order_id uuid not null,
  transfer_id uuid,
  method text not null,
  amount_minor bigint not null,
  at timestamptz not null,
  constraint order_payments_pkey primary key (id),
  constraint order_payments_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_payments_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint order_payments_amount_minor_check check (amount_minor > 0),
  constraint order_payments_method_check check (method = any (array['wallet'::text, 'cash'::text, 'terminal'::text, 'mobile_money'::text])) not valid
);
create index order_payments_order on order_payments using btree (order_id);

create table order_photos (
  id uuid not null,
  order_id uuid not null,
  user_id uuid not null,
  content bytea not null,
  created_at timestamptz not null,
  shows text,
  constraint order_photos_pkey primary key (id),
  constraint order_photos_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_photos_user_id_fkey foreign key (user_id) references users(id),
  constraint order_photos_content_check check (octet_length(content) >= 1 and octet_length(content) <= 5242880),
  constraint order_photos_shows_check check (shows = any (array['before'::text, 'after'::text, 'handover'::text]))
);
create index order_photos_created on order_photos using btree (created_at);
create index order_photos_order on order_photos using btree (order_id);
create index order_photos_shown on order_photos using btree (order_id, id) where (shows is not null);
create index order_photos_user on order_photos using btree (user_id);

create table order_problems (
  id uuid not null,
  order_id uuid not null,
  line_id uuid not null,
  status text not null default 'open'::text,
  text text not null,
  photo_id uuid,
  answer text,
  refund_id uuid,
  reported_at timestamptz not null,
  answer_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  version integer not null default 1,
  constraint order_problems_pkey primary key (id),
  constraint order_problems_line unique (line_id),
  constraint order_problems_line_id_fkey foreign key (line_id) references order_lines(id) on delete cascade,
  constraint order_problems_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_problems_photo_id_fkey foreign key (photo_id) references order_photos(id) on delete set null,
  constraint order_problems_refund_id_fkey foreign key (refund_id) references order_refunds(id),
  constraint order_problems_answer check (status <> 'refused'::text or answer is not null),
  constraint order_problems_decided check ((status = 'open'::text) = (decided_at is null)),
  constraint order_problems_status_check check (status = any (array['open'::text, 'refunded'::text, 'refused'::text, 'not_answered'::text])),
  constraint order_problems_text_check check (length(text) <= 1000)
);
create index order_problems_due on order_problems using btree (answer_by) where (status = 'open'::text);
create index order_problems_order on order_problems using btree (order_id);
create index order_problems_photo on order_problems using btree (photo_id) where (photo_id is not null);
create index order_problems_refund on order_problems using btree (refund_id) where (refund_id is not null);
create index order_problems_reported on order_problems using btree (reported_at desc);

create table order_refund_lines (
  id uuid not null,
  refund_id uuid not null,
  line_id uuid,
  quantity integer not null,
  goods_minor bigint not null,
  promotion_minor bigint not null,
  taxes jsonb not null default '[]'::jsonb,
  total_minor bigint not null,
  constraint order_refund_lines_pkey primary key (id),
  constraint order_refund_lines_line_id_fkey foreign key (line_id) references order_lines(id) on delete cascade,
  constraint order_refund_lines_refund_id_fkey foreign key (refund_id) references order_refunds(id) on delete cascade,
  constraint order_refund_lines_quantity_check check (quantity >= 0),
  constraint order_refund_lines_total_minor_check check (total_minor >= 0)
);
create index order_refund_lines_line on order_refund_lines using btree (line_id) where (line_id is not null);
create index order_refund_lines_refund on order_refund_lines using btree (refund_id);

create table order_refunds (
  id uuid not null,
  order_id uuid not null,
  number integer not null,
  status text not null default 'done'::text,
  amount_minor bigint not null,
  cause text not null,
  reason text,
  actor_id uuid,
  decided_by uuid,
  transfer_id uuid,
  at timestamptz not null,
  decided_at timestamptz,
  why text,
  constraint order_refunds_pkey primary key (id),
  constraint order_refunds_number unique (order_id, number),
  constraint order_refunds_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_refunds_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint order_refunds_amount_minor_check check (amount_minor > 0),
  constraint order_refunds_status_check check (status = any (array['waiting'::text, 'done'::text, 'refused'::text]))
);
create index order_refunds_done on order_refunds using btree (coalesce(decided_at, at)) where (status = 'done'::text);
create trigger order_refunds_report_days after insert or delete on order_refunds for each row execute function note_report_refund();
create trigger order_refunds_report_days_changed after update on order_refunds for each row when (old.order_id is distinct from new.order_id or old.status is distinct from new.status or old.at is distinct from new.at or old.decided_at is distinct from new.decided_at) execute function note_report_refund();

create table order_return_lines (
  return_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  constraint order_return_lines_pkey primary key (return_id, line_id),
  constraint order_return_lines_line_id_fkey foreign key (line_id) references order_lines(id) on delete cascade,
  constraint order_return_lines_return_id_fkey foreign key (return_id) references order_returns(id) on delete cascade,
  constraint order_return_lines_quantity_check check (quantity > 0)
);
create index order_return_lines_line on order_return_lines using btree (line_id);

create table order_returns (
  id uuid not null,
  order_id uuid not null,
  number integer not null,
  status text not null default 'requested'::text,
  reason text not null,
  note text,
  answer text,
  stock text,
  refund_id uuid,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  received_at timestamptz,
  version integer not null default 1,
  photo_id uuid,
  constraint order_returns_pkey primary key (id),
  constraint order_returns_number unique (order_id, number),
  constraint order_returns_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_returns_photo_id_fkey foreign key (photo_id) references order_photos(id) on delete set null,
  constraint order_returns_refund_id_fkey foreign key (refund_id) references order_refunds(id),
  constraint order_returns_reason_check check (reason = any (array['damaged'::text, 'wrong_item'::text, 'not_as_described'::text, 'not_needed'::text, 'other'::text])),
  constraint order_returns_refunded check ((status = any (array['received'::text, 'refunded'::text])) = (received_at is not null)) not valid,
  constraint order_returns_status_check check (status = any (array['requested'::text, 'approved'::text, 'refused'::text, 'received'::text, 'refunded'::text])) not valid,
  constraint order_returns_stock_check check (stock = any (array['return'::text, 'waste'::text]))
);
create index order_returns_photo on order_returns using btree (photo_id) where (photo_id is not null);
create index order_returns_refund on order_returns using btree (refund_id) where (refund_id is not null);
create index order_returns_requested on order_returns using btree (requested_at desc);

create table order_slots (
  order_id uuid not null,
  branch_id uuid not null,
  work_group text not null,
  starts_at timestamptz not null,
  units integer not null,
  constraint order_slots_pkey primary key (order_id, work_group, starts_at),
  constraint order_slots_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint order_slots_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_slots_units_check check (units > 0)
);
create index order_slots_slot on order_slots using btree (branch_id, work_group, starts_at);

create table order_substitutions (
  order_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  stock text not null,
  offered_by uuid not null,
  offered_at timestamptz not null,
  done_at timestamptz,
  refund_id uuid,
  constraint order_substitutions_pkey primary key (order_id),
  constraint order_substitutions_line_id_fkey foreign key (line_id) references order_lines(id) on delete cascade,
  constraint order_substitutions_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint order_substitutions_refund_id_fkey foreign key (refund_id) references order_refunds(id),
  constraint order_substitutions_quantity_check check (quantity > 0),
  constraint order_substitutions_refunded check (refund_id is null or done_at is not null),
  constraint order_substitutions_stock_check check (stock = any (array['return'::text, 'waste'::text]))
);
create index order_substitutions_line on order_substitutions using btree (line_id);
create index order_substitutions_refund on order_substitutions using btree (refund_id) where (refund_id is not null);

create table orders (
  id uuid not null,
  order_number text not null,
  token integer not null,
  user_id uuid,
  branch_id uuid not null,
  currency text not null,
  status text not null,
  payment_status text not null,
  refund_status text not null default 'none'::text,
  source text not null default 'web'::text,
  order_type text not null,
  slot_starts_at timestamptz not null,
  slot_ends_at timestamptz not null,
  delay_minutes integer not null default 0,
  handover_code text not null,
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz,
  park_id uuid,
  level text,
  bay text,
  address jsonb,
  distance_m double precision,
  booking_id uuid,
  vehicle_type_id integer,
  plate text,
  key_holder text,
  note text,
  language text not null,
  promo_code_id uuid,
  promo_code text,
  amends uuid,
  includes_tax boolean not null,
  subtotal_minor bigint not null,
  offer_minor bigint not null,
  coupon_minor bigint not null,
  delivery_charge_minor bigint not null,
  delivery_net_minor bigint not null,
  delivery_taxes jsonb not null default '[]'::jsonb,
  delivery_total_minor bigint not null,
  delivery_refunded_minor bigint not null default 0,
  total_minor bigint not null,
  refunded_minor bigint not null default 0,
  commission bigint not null,
  delivered_by text not null,
  held_until timestamptz,
  next_step_at timestamptz,
  released_at timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null,
  version integer not null default 1,
  placed_by uuid,
  goods_minor bigint,
  promotion_minor bigint,
  tax_minor bigint,
  payment_method text,
  device text,
  contact_name text,
  contact_phone text,
  claim_hash text,
  constraint orders_pkey primary key (id),
  constraint orders_number_key unique (order_number),
  constraint orders_amends_fkey foreign key (amends) references orders(id),
  constraint orders_booking_id_fkey foreign key (booking_id) references bookings(id),
  constraint orders_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint orders_park_id_fkey foreign key (park_id) references parks(id),
  constraint orders_placed_by_fkey foreign key (placed_by) references users(id),
  constraint orders_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id),
  constraint orders_user_id_fkey foreign key (user_id) references users(id),
  constraint orders_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint orders_amounts check (total_minor = (goods_minor - promotion_minor + delivery_net_minor + tax_minor)) not valid,
  constraint orders_contact_check check (contact_phone is null or user_id is null) not valid,
  constraint orders_coupon_minor_check check (coupon_minor >= 0),
  constraint orders_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint orders_delay_minutes_check check (delay_minutes >= 0 and delay_minutes <= 240),
  constraint orders_delivered_by_check check (delivered_by = any (array['branch'::text, 'us'::text])),
  constraint orders_delivery_charge_minor_check check (delivery_charge_minor >= 0),
  constraint orders_delivery_net_minor_check check (delivery_net_minor >= 0),
  constraint orders_delivery_refunded check (0 <= delivery_refunded_minor and delivery_refunded_minor <= delivery_total_minor),
  constraint orders_delivery_total_minor_check check (delivery_total_minor >= 0),
  constraint orders_destination check ((order_type = 'takeaway'::text) = (park_id is null and address is null)),
  constraint orders_device_check check (device = any (array['phone'::text, 'tablet'::text, 'desktop'::text])) not valid,
  constraint orders_handover_code_check check (handover_code ~ '^[0-9]{4}$'::text),
  constraint orders_key_holder_check check (key_holder = any (array['desk'::text, 'customer'::text, 'none'::text])),
  constraint orders_language_listed check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint orders_offer_minor_check check (offer_minor >= 0),
  constraint orders_order_type_check check (order_type = any (array['delivery'::text, 'takeaway'::text])),
  constraint orders_payment_method_check check (payment_method = any (array['wallet'::text, 'cash'::text, 'terminal'::text, 'mobile_money'::text, 'several'::text])) not valid,
  constraint orders_payment_status_check check (payment_status = any (array['unpaid'::text, 'paid'::text])),
  constraint orders_refund_status_check check (refund_status = any (array['none'::text, 'partial'::text, 'full'::text])),
  constraint orders_refunded check (0 <= refunded_minor and refunded_minor <= total_minor),
  constraint orders_source_check check (source = any (array['web'::text, 'app'::text, 'pos'::text, 'phone'::text])),
  constraint orders_status_check check (status = any (array['pending'::text, 'accepted'::text, 'processing'::text, 'preparing'::text, 'ready'::text, 'out_for_delivery'::text, 'delivered'::text, 'completed'::text, 'canceled'::text, 'rejected'::text, 'returned'::text])),
  constraint orders_subtotal_minor_check check (subtotal_minor >= 0),
  constraint orders_token_check check (token >= 1 and token <= 999),
  constraint orders_total_minor_check check (total_minor >= 0)
);
create index orders_amends on orders using btree (amends) where (amends is not null);
create index orders_booking on orders using btree (booking_id) where (booking_id is not null);
create index orders_branch on orders using btree (branch_id, created_at desc);
create index orders_codes_trgm on orders using gin (order_number gin_trgm_ops, replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text) gin_trgm_ops);
create index orders_contact on orders using btree (contact_phone) where (contact_phone is not null);
create index orders_counter on orders using btree (created_at) where ((source = 'pos'::text) and (payment_status = 'paid'::text));
create index orders_created on orders using btree (created_at desc);
create index orders_next_step on orders using btree (next_step_at) where (next_step_at is not null);
create index orders_open on orders using btree (branch_id, slot_starts_at) where (status = any (array['pending'::text, 'accepted'::text, 'processing'::text, 'preparing'::text, 'ready'::text, 'out_for_delivery'::text, 'delivered'::text]));
create index orders_placed_by on orders using btree (placed_by) where (placed_by is not null);
create index orders_plate on orders using btree (plate) where (plate is not null);
create index orders_plate_key on orders using btree (replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text)) where (plate is not null);
create index orders_pos on orders using btree (created_at desc, id desc) where (source = 'pos'::text);
create index orders_promo_code on orders using btree (promo_code_id) where (promo_code_id is not null);
create index orders_refunded on orders using btree (created_at) include (refunded_minor, currency, branch_id, source) where (refunded_minor > 0);
create index orders_released on orders using btree (branch_id, released_at) where (released_at is not null);
create index orders_status on orders using btree (status);
create index orders_token on orders using btree (token, created_at desc);
create index orders_total on orders using btree (total_minor);
create index orders_unpaid_cash on orders using btree (user_id, created_at) where ((payment_method = 'cash'::text) and (payment_status = 'unpaid'::text) and (status = 'canceled'::text));
create index orders_user on orders using btree (user_id, created_at desc) where (user_id is not null);
create trigger orders_changed after update on orders for each row when (old.status is distinct from new.status or old.payment_status is distinct from new.payment_status or old.total_minor is distinct from new.total_minor or old.refunded_minor is distinct from new.refunded_minor) execute function note_changed_quarter();
create trigger orders_placed after insert or delete on orders for each row execute function note_changed_quarter();
create trigger orders_report_days after insert on orders for each row execute function note_report_days();
create trigger orders_report_days_changed after update on orders for each row when (old.branch_id is distinct from new.branch_id or old.created_at is distinct from new.created_at or old.released_at is distinct from new.released_at or old.payment_status is distinct from new.payment_status or old.payment_method is distinct from new.payment_method or old.currency is distinct from new.currency or old.source is distinct from new.source or old.order_type is distinct from new.order_type or old.is_example is distinct from new.is_example or old.includes_tax is distinct from new.includes_tax or old.subtotal_minor is distinct from new.subtotal_minor or old.offer_minor is distinct from new.offer_minor or old.coupon_minor is distinct from new.coupon_minor or old.delivery_charge_minor is distinct from new.delivery_charge_minor or old.delivery_net_minor is distinct from new.delivery_net_minor or old.delivery_taxes is distinct from new.delivery_taxes or old.total_minor is distinct from new.total_minor or old.refunded_minor is distinct from new.refunded_minor or old.commission is distinct from new.commission or old.goods_minor is distinct from new.goods_minor or old.promotion_minor is distinct from new.promotion_minor or old.tax_minor is distinct from new.tax_minor) execute function note_report_days();
create trigger orders_report_days_deleted before delete on orders for each row execute function note_report_days();

create table page_schedules (
  name text not null,
  publish_at timestamptz,
  withdraw_at timestamptz,
  user_id uuid not null,
  failed_at timestamptz,
  failed_reason text,
  constraint page_schedules_pkey primary key (name),
  constraint page_schedules_name_fkey foreign key (name) references page_texts(name) on delete cascade,
  constraint page_schedules_failed_reason_check check (failed_reason = any (array['mistakes'::text, 'permission'::text])) not valid,
  constraint page_schedules_order_check check (publish_at < withdraw_at)
);

create table page_text_moves (
  old_name text not null,
  name text not null,
  constraint page_text_moves_pkey primary key (old_name),
  constraint page_text_moves_name_fkey foreign key (name) references page_texts(name) on delete cascade
);
create index page_text_moves_name on page_text_moves using btree (name);

create table page_text_versions (
  name text not null,
  number integer not null,
  text_en text not null,
  text_fr text not null,
  file_hash text not null,
  published_at timestamptz not null,
  constraint page_text_versions_pkey primary key (name, number),
  constraint page_text_versions_name_fkey foreign key (name) references page_texts(name) on delete cascade,
  constraint page_text_versions_number_check check (number > 0)
);

create table page_texts (
  name text not null,
  version integer not null default 0,
  draft_en text,
  draft_fr text,
  drafted_at timestamptz,
  published integer,
  began_at timestamptz,
  constraint page_texts_pkey primary key (name),
  constraint page_texts_published foreign key (name, published) references page_text_versions(name, number),
  constraint page_texts_draft check ((draft_en is null) = (draft_fr is null) and (draft_en is null) = (drafted_at is null)),
  constraint page_texts_draft_en_check check (length(draft_en) <= 40000),
  constraint page_texts_draft_fr_check check (length(draft_fr) <= 40000)
);

create table paper_reminders (
  vehicle_id uuid not null,
  kind text not null,
  expires_on date not null,
  days integer not null,
  sent_at timestamptz not null,
  constraint paper_reminders_pkey primary key (vehicle_id, kind, expires_on, days),
  constraint paper_reminders_vehicle_id_fkey foreign key (vehicle_id) references vehicles(id) on delete cascade
);

create table park_changes (
  xid bigint not null default pg_current_xact_id()::text::bigint,
  what text not null,
  park_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
  constraint park_changes_pkey primary key (xid, what, park_id),
  constraint park_changes_what_check check (what = any (array['park'::text, 'parks'::text, 'places'::text, 'reference'::text]))
);

create table park_chargers (
  id uuid not null,
  park_id uuid not null,
  connector text not null,
  power_kw double precision not null,
  chargers integer not null,
  price_minor bigint not null,
  price_unit text not null,
  currency text not null,
  created_at timestamptz not null,
  constraint park_chargers_pkey primary key (id),
  constraint park_chargers_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_chargers_chargers_check check (chargers > 0),
  constraint park_chargers_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint park_chargers_power_kw_check check (power_kw > 0::double precision),
  constraint park_chargers_price_minor_check check (price_minor >= 0),
  constraint park_chargers_price_unit_check check (price_unit = any (array['kwh'::text, 'hour'::text]))
);
create index park_chargers_park on park_chargers using btree (park_id);

create table park_claims (
  id uuid not null,
  park_id uuid not null,
  user_id uuid not null,
  company text not null,
  phone text,
  message text,
  language text not null,
  state text not null default 'open'::text,
  code_hash bytea,
  code_tries integer not null default 0,
  code_until timestamptz,
  proof text,
  partner_id uuid,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint park_claims_pkey primary key (id),
  constraint park_claims_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_claims_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint park_claims_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint park_claims_company_check check (company <> ''::text),
  constraint park_claims_decided check ((state = 'open'::text) = (decided_at is null)),
  constraint park_claims_language_check check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint park_claims_proof_check check (proof = any (array['code'::text, 'staff'::text])),
  constraint park_claims_state_check check (state = any (array['open'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))
);
create index park_claims_created on park_claims using btree (created_at);
create unique index park_claims_open on park_claims using btree (park_id, user_id) where (state = 'open'::text);
create index park_claims_user on park_claims using btree (user_id, created_at);

create table park_entrances (
  id uuid not null,
  park_id uuid not null,
  "position" integer not null,
  name text,
  lat double precision not null,
  lng double precision not null,
  photo_id uuid,
  constraint park_entrances_pkey primary key (id),
  constraint park_entrances_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_entrances_photo_id_fkey foreign key (photo_id) references park_photos(id) on delete set null,
  constraint park_entrances_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint park_entrances_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision)
);
create index park_entrances_park on park_entrances using btree (park_id, "position");
create index park_entrances_photo on park_entrances using btree (photo_id) where (photo_id is not null);
create trigger park_entrances_come_wallet_pass after insert or update of park_id, "position", name on park_entrances for each row when (new."position" = 0) execute function note_park_passes();
create trigger park_entrances_go_wallet_pass after delete on park_entrances for each row when (old."position" = 0) execute function note_park_passes();

create table park_handles (
  handle text not null,
  park_id uuid not null,
  constraint park_handles_pkey primary key (handle),
  constraint park_handles_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_handles_handle_check check (handle = lower(handle))
);
create index park_handles_park on park_handles using btree (park_id);

create table park_listings (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  company text not null,
  phone text,
  message text,
  language text not null,
  park_id uuid,
  name text,
  place_kind text,
  address text,
  city text,
  country_id integer not null,
  lat double precision,
  lng double precision,
  capacity integer,
  hour_minor bigint,
  day_cap_minor bigint,
  connector text,
  power_kw double precision,
  chargers integer,
  price_minor bigint,
  price_unit text,
  currency text not null,
  state text not null default 'open'::text,
  partner_id uuid,
  reason text,
  created_at timestamptz not null,
  decided_at timestamptz,
  constraint park_listings_pkey primary key (id),
  constraint park_listings_country_id_fkey foreign key (country_id) references countries(id),
  constraint park_listings_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_listings_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint park_listings_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint park_listings_capacity_check check (capacity >= 1 and capacity <= 20000),
  constraint park_listings_charger check (kind <> 'charger'::text or connector is not null and power_kw is not null and chargers is not null and price_minor is not null and price_unit is not null),
  constraint park_listings_company_check check (company <> ''::text),
  constraint park_listings_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint park_listings_day_cap_minor_check check (day_cap_minor > 0),
  constraint park_listings_decided check ((state = 'open'::text) = (decided_at is null)),
  constraint park_listings_hour_minor_check check (hour_minor >= 0),
  constraint park_listings_kind_check check (kind = any (array['space'::text, 'charger'::text])),
  constraint park_listings_language_check check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint park_listings_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint park_listings_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision),
  constraint park_listings_place check (park_id is not null or name is not null and address is not null and city is not null and lat is not null and lng is not null),
  constraint park_listings_price_minor_check check (price_minor >= 0),
  constraint park_listings_price_unit_check check (price_unit = any (array['kwh'::text, 'hour'::text])),
  constraint park_listings_space check (kind <> 'space'::text or capacity is not null and hour_minor is not null),
  constraint park_listings_state_check check (state = any (array['open'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))
);
create index park_listings_created on park_listings using btree (created_at);
create index park_listings_user on park_listings using btree (user_id, created_at);

create table park_mistakes (
  id uuid not null,
  park_id uuid not null,
  kind text not null,
  body text,
  email text,
  user_id uuid,
  language text not null,
  created_at timestamptz not null,
  settled_at timestamptz,
  outcome text,
  constraint park_mistakes_pkey primary key (id),
  constraint park_mistakes_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_mistakes_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint park_mistakes_kind_check check (kind = any (array['closed'::text, 'price'::text, 'hours'::text, 'position'::text, 'limits'::text, 'other'::text])),
  constraint park_mistakes_language_check check (language ~ '^[a-z]{2}$'::text) not valid
);
create index park_mistakes_open on park_mistakes using btree (created_at) where (settled_at is null);
create index park_mistakes_park on park_mistakes using btree (park_id);
create index park_mistakes_user on park_mistakes using btree (user_id) where (user_id is not null);

create table park_overrides (
  park_id uuid not null,
  field text not null,
  value jsonb not null,
  imported jsonb not null,
  changed_at timestamptz not null,
  constraint park_overrides_pkey primary key (park_id, field),
  constraint park_overrides_park_id_fkey foreign key (park_id) references parks(id) on delete cascade
);

create table park_photos (
  id uuid not null,
  park_id uuid not null,
  "position" integer not null,
  content bytea not null,
  small bytea not null,
  width integer not null,
  height integer not null,
  description_en text not null,
  description_fr text not null,
  rights text not null,
  credit text,
  created_at timestamptz not null,
  constraint park_photos_pkey primary key (id),
  constraint park_photos_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_photos_content_check check (octet_length(content) >= 1 and octet_length(content) <= 5242880),
  constraint park_photos_credit check (rights = 'own'::text or credit is not null),
  constraint park_photos_rights_check check (rights = any (array['own'::text, 'permission'::text])),
  constraint park_photos_small_check check (octet_length(small) >= 1 and octet_length(small) <= 1048576)
);
create index park_photos_park on park_photos using btree (park_id, "position");
create trigger park_photos_emptied after truncate on park_photos for each statement execute function note_all('parks');
create trigger park_photos_index_change after insert or delete or update on park_photos for each row when (current_setting('parkwell.all_parks_change'::text, true) is distinct from 'on'::text) execute function note_part_of_park();

create table park_sources (
  source text not null,
  source_id text not null,
  park_id uuid not null,
  amenities text[] not null,
  observed_at text,
  imported_at timestamptz not null,
  fingerprint bytea not null,
  constraint park_sources_pkey primary key (source, source_id),
  constraint park_sources_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint park_sources_source_fkey foreign key (source) references sources(code)
);
create index park_sources_park on park_sources using btree (park_id);

create table parked_sales (
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  name text not null,
  sale jsonb not null,
  parked_by uuid not null,
  parked_at timestamptz not null,
  constraint parked_sales_pkey primary key (id),
  constraint parked_sales_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint parked_sales_parked_by_fkey foreign key (parked_by) references users(id),
  constraint parked_sales_register_id_fkey foreign key (register_id) references registers(id) on delete cascade
);
create index parked_sales_branch on parked_sales using btree (branch_id, parked_at);
create index parked_sales_person on parked_sales using btree (parked_by);
create index parked_sales_register on parked_sales using btree (register_id);

create table parks (
  id uuid not null,
  source text not null,
  source_id text not null,
  park_code text not null,
  slug text not null,
  name text,
  kind text not null,
  uses text[] not null default '{}'::text[],
  country_id integer not null,
  state_id integer,
  city text,
  address text,
  lat double precision not null,
  lng double precision not null,
  timezone text not null,
  opening_hours text,
  access text,
  fee boolean,
  operator text,
  description text,
  amenities text[] not null default '{}'::text[],
  accessible_bays integer,
  accessible_bay_width_cm integer,
  step_free boolean,
  lift boolean,
  max_height_cm integer,
  max_length_cm integer,
  max_width_cm integer,
  capacity integer,
  capacity_is_estimate boolean not null default false,
  area_m2 integer,
  rates_text text,
  rates_parsed jsonb,
  rates_currency text,
  derived text[] not null default '{}'::text[],
  possible_duplicate_of text,
  cancellation text not null default 'flexible'::text,
  examples text[] not null default '{}'::text[],
  observed_at text,
  imported_at timestamptz not null,
  fingerprint bytea not null,
  folded text not null,
  check_in text not null default 'clock'::text,
  rating_sum integer not null default 0,
  rating_count integer not null default 0,
  near jsonb,
  partner_id uuid,
  version integer not null default 1,
  is_on_sale boolean not null default true,
  contact_email text,
  confirm_by timestamptz,
  confirm_reminded_days smallint,
  lapsed_at timestamptz,
  access_level text,
  gate_code text,
  access_steps_en text,
  access_steps_fr text,
  description_fr text,
  constraint parks_pkey primary key (id),
  constraint parks_park_code_key unique (park_code),
  constraint parks_slug_key unique (slug),
  constraint parks_source_unique unique (source, source_id),
  constraint parks_country_id_fkey foreign key (country_id) references countries(id),
  constraint parks_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint parks_source_fkey foreign key (source) references sources(code),
  constraint parks_state_id_fkey foreign key (state_id) references states(id),
  constraint parks_cancellation_check check (cancellation = any (array['flexible'::text, 'strict'::text])),
  constraint parks_capacity_check check (capacity > 0),
  constraint parks_check_in_check check (check_in = any (array['clock'::text, 'scan'::text])),
  constraint parks_code_readable check (park_code ~ '^[2-9A-HJKMNP-TV-Z]{1,8}$'::text),
  constraint parks_kind_check check (kind = any (array['surface'::text, 'garage'::text, 'underground'::text, 'street'::text, 'driveway'::text, 'unknown'::text])),
  constraint parks_lapsed check (lapsed_at is null or confirm_by is not null),
  constraint parks_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint parks_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision),
  constraint parks_max_height_cm_check check (max_height_cm > 0),
  constraint parks_max_length_cm_check check (max_length_cm > 0),
  constraint parks_max_width_cm_check check (max_width_cm > 0),
  constraint parks_rating_count_check check (rating_count >= 0),
  constraint parks_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$'::text)
);
create index parks_confirm_by on parks using btree (confirm_by) where ((confirm_by is not null) and (lapsed_at is null));
create index parks_country on parks using btree (country_id, city);
create index parks_duplicates on parks using btree (possible_duplicate_of) where (possible_duplicate_of is not null);
create index parks_folded_trgm on parks using gin (folded gin_trgm_ops);
create index parks_partner_id on parks using btree (partner_id) where (partner_id is not null);
create trigger parks_emptied after truncate on parks for each statement execute function note_all('parks');
create trigger parks_index_change after insert or delete or update on parks for each row when (current_setting('parkwell.all_parks_change'::text, true) is distinct from 'on'::text) execute function note_park();
create trigger parks_wallet_pass after update of name, near, city, address, lat, lng, timezone, access_level, gate_code, access_steps_en, access_steps_fr on parks for each row when (old.name is distinct from new.name or old.near is distinct from new.near or old.city is distinct from new.city or old.address is distinct from new.address or old.lat is distinct from new.lat or old.lng is distinct from new.lng or old.timezone is distinct from new.timezone or old.access_level is distinct from new.access_level or old.gate_code is distinct from new.gate_code or old.access_steps_en is distinct from new.access_steps_en or old.access_steps_fr is distinct from new.access_steps_fr) execute function note_park_passes();

create table partners (
  id uuid not null,
  name text not null,
  country_id integer not null,
  email text,
  phone text,
  website text,
  is_active boolean not null default true,
  is_example boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  constraint partners_pkey primary key (id),
  constraint partners_name_key unique (country_id, name),
  constraint partners_country_id_fkey foreign key (country_id) references countries(id),
  constraint partners_name_check check (name <> ''::text)
);

create table pass_keys (
  id text not null,
  key jsonb not null,
  signed_pw1 boolean not null default false,
  created_at timestamptz not null,
  retired_at timestamptz,
  accepted_until timestamptz,
  constraint pass_keys_pkey primary key (id),
  constraint pass_keys_check check ((retired_at is null) = (accepted_until is null)),
  constraint pass_keys_id_check check (id ~ '^[0-9a-f]{8}$'::text)
);
create unique index pass_keys_signing on pass_keys using btree ((true)) where (retired_at is null);

create table payees (
  id uuid not null,
  partner_id uuid,
  branch_id uuid,
  currency text not null,
  country_id integer not null,
  state_id integer,
  timezone text not null,
  is_paused boolean not null default false,
  pause_reason text,
  entity text,
  legal_name text,
  registration_number text,
  tax_number text,
  address text,
  identity text not null default 'missing'::text,
  identity_reason text,
  identity_until date,
  identity_at timestamptz,
  identity_by uuid,
  closed_until timestamptz,
  next_closing_at timestamptz not null,
  negative_since timestamptz,
  reminded_at timestamptz,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint payees_pkey primary key (id),
  constraint payees_branch unique (branch_id, currency),
  constraint payees_partner unique (partner_id, currency),
  constraint payees_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint payees_country_id_fkey foreign key (country_id) references countries(id),
  constraint payees_identity_by_fkey foreign key (identity_by) references users(id),
  constraint payees_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint payees_state_id_fkey foreign key (state_id) references states(id),
  constraint payees_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint payees_entity_check check (entity = any (array['person'::text, 'company'::text])),
  constraint payees_identity_check check (identity = any (array['missing'::text, 'pending'::text, 'verified'::text, 'refused'::text, 'expired'::text])),
  constraint payees_one_side check ((partner_id is null) <> (branch_id is null)),
  constraint payees_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$'::text)
);
create index payees_closing on payees using btree (next_closing_at);

create table payment_customers (
  provider text not null,
  customer_id text not null,
  user_id uuid,
  created_at timestamptz not null,
  constraint payment_customers_pkey primary key (provider, customer_id),
  constraint payment_customers_user_id_fkey foreign key (user_id) references users(id) on delete set null,
  constraint payment_customers_provider_check check (provider = any (array['paystack'::text, 'wave'::text, 'stripe'::text]))
);
create index payment_customers_erased on payment_customers using btree (created_at) where (user_id is null);
create unique index payment_customers_user on payment_customers using btree (user_id, provider) where (user_id is not null);

create table payout_accounts (
  id uuid not null,
  payee_id uuid not null,
  method text not null,
  currency text not null,
  holder_name text not null,
  bank_code text,
  bank_name text,
  number text,
  masked text not null,
  recipient text,
  state text not null default 'pending'::text,
  reason text,
  usable_from timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  verified_at timestamptz,
  replaced_at timestamptz,
  constraint payout_accounts_pkey primary key (id),
  constraint payout_accounts_created_by_fkey foreign key (created_by) references users(id),
  constraint payout_accounts_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payout_accounts_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint payout_accounts_method_check check (method = any (array['paystack'::text, 'wave'::text, 'stripe'::text, 'bank'::text])),
  constraint payout_accounts_state_check check (state = any (array['pending'::text, 'verified'::text, 'refused'::text]))
);
create unique index payout_accounts_current on payout_accounts using btree (payee_id) where (replaced_at is null);

create table payout_history (
  id uuid not null,
  payout_id uuid not null,
  state text not null,
  cause text not null,
  actor_id uuid,
  at timestamptz not null,
  constraint payout_history_pkey primary key (id),
  constraint payout_history_actor_id_fkey foreign key (actor_id) references users(id),
  constraint payout_history_payout_id_fkey foreign key (payout_id) references payouts(id)
);
create index payout_history_payout on payout_history using btree (payout_id, at);

create table payout_reconciliations (
  provider text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  listed integer,
  differences integer,
  constraint payout_reconciliations_pkey primary key (provider, day)
);

create table payout_terms (
  id uuid not null,
  payee_id uuid,
  currency text not null,
  valid_from timestamptz not null,
  commission integer not null,
  schedule text not null,
  minimum_minor bigint not null,
  reserve integer not null,
  reserve_days integer not null,
  set_by uuid,
  constraint payout_terms_pkey primary key (id),
  constraint payout_terms_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payout_terms_set_by_fkey foreign key (set_by) references users(id),
  constraint payout_terms_commission_check check (commission >= 0 and commission <= 100000),
  constraint payout_terms_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint payout_terms_minimum_check check (minimum_minor >= 0),
  constraint payout_terms_reserve_check check (reserve >= 0 and reserve <= 100000 and reserve_days >= 0 and reserve_days <= 180),
  constraint payout_terms_schedule_check check (schedule = any (array['weekly'::text, 'monthly'::text, 'on_request'::text]))
);
create unique index payout_terms_of_currency on payout_terms using btree (currency, valid_from) where (payee_id is null);
create unique index payout_terms_of_payee on payout_terms using btree (payee_id, valid_from) where (payee_id is not null);

create table payouts (
  id uuid not null,
  year integer not null,
  serial integer not null,
  number text not null,
  payee_id uuid not null,
  account_id uuid not null,
  method text not null,
  currency text not null,
  amount_minor bigint not null,
  state text not null,
  is_automatic boolean not null,
  needs_second boolean not null,
  proposed_by uuid,
  proposed_at timestamptz not null,
  approved_by uuid,
  approved_at timestamptz,
  second_by uuid,
  second_at timestamptz,
  reference text,
  tries integer not null default 0,
  send_after timestamptz,
  sent_at timestamptz,
  provider_id text,
  fee_minor bigint,
  failure text,
  bank_reference text,
  paid_at timestamptz,
  ended_at timestamptz,
  version integer not null default 1,
  returned_minor bigint not null default 0,
  fee_returned_minor bigint,
  constraint payouts_pkey primary key (id),
  constraint payouts_number_key unique (number),
  constraint payouts_reference_key unique (reference),
  constraint payouts_serial unique (year, currency, serial),
  constraint payouts_account_id_fkey foreign key (account_id) references payout_accounts(id),
  constraint payouts_approved_by_fkey foreign key (approved_by) references users(id),
  constraint payouts_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint payouts_proposed_by_fkey foreign key (proposed_by) references users(id),
  constraint payouts_second_by_fkey foreign key (second_by) references users(id),
  constraint payouts_amount_check check (amount_minor > 0),
  constraint payouts_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint payouts_method_check check (method = any (array['paystack'::text, 'wave'::text, 'stripe'::text, 'bank'::text])),
  constraint payouts_returned_check check (returned_minor >= 0 and returned_minor <= amount_minor) not valid,
  constraint payouts_state_check check (state = any (array['proposed'::text, 'approved'::text, 'sending'::text, 'sent'::text, 'paid'::text, 'failed'::text, 'returned'::text, 'canceled'::text])),
  constraint payouts_two_persons check (second_by is null or second_by <> approved_by)
);
create unique index payouts_open on payouts using btree (payee_id) where (state = any (array['proposed'::text, 'approved'::text, 'sending'::text, 'sent'::text]));
create index payouts_payee on payouts using btree (payee_id, proposed_at desc);

create table permissions (
  name text not null,
  constraint permissions_pkey primary key (name)
);

create table pictures (
  id uuid not null,
  content bytea not null,
  small bytea not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null,
  constraint pictures_pkey primary key (id),
  constraint pictures_height_check check (height > 0),
  constraint pictures_width_check check (width > 0)
);

create table places (
  id text not null,
  kind text not null,
  name text not null,
  folded text not null,
  country_id integer not null,
  state_id integer,
  city text,
  lat double precision not null,
  lng double precision not null,
  population integer,
  iata text,
  icao text,
  weight real not null default 0,
  source text not null,
  licence text not null,
  slug text,
  name_fr text,
  approximate boolean not null default false,
  constraint places_pkey primary key (id),
  constraint places_country_id_fkey foreign key (country_id) references countries(id),
  constraint places_state_id_fkey foreign key (state_id) references states(id),
  constraint places_kind_check check (kind = any (array['city'::text, 'area'::text, 'airport'::text, 'station'::text, 'stadium'::text, 'poi'::text, 'neighbourhood'::text, 'arena'::text, 'theatre'::text, 'convention_centre'::text, 'museum'::text, 'mall'::text, 'market'::text, 'university'::text, 'hospital'::text, 'landmark'::text])),
  constraint places_lat_check check (lat >= '-90'::integer::double precision and lat <= 90::double precision),
  constraint places_lng_check check (lng >= '-180'::integer::double precision and lng <= 180::double precision)
);
create index places_country_kind on places using btree (country_id, kind, weight desc);
create index places_folded_trgm on places using gin (folded gin_trgm_ops) where (slug is not null);
create unique index places_slug on places using btree (kind, slug);
create trigger places_change after insert or delete or update or truncate on places for each statement execute function note_all('places');

create table planned_tariffs (
  id uuid not null,
  park_id uuid not null,
  vehicle_type_id integer not null,
  starts_at timestamptz not null,
  currency text not null,
  free_minutes integer not null,
  increment_minutes integer not null,
  increment_minor bigint not null,
  day_cap_minor bigint,
  day_cap_reset_hour integer not null,
  terms jsonb not null,
  created_at timestamptz not null,
  constraint planned_tariffs_pkey primary key (id),
  constraint planned_tariffs_once unique (park_id, vehicle_type_id, starts_at),
  constraint planned_tariffs_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint planned_tariffs_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint planned_tariffs_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text]))
);
create index planned_tariffs_start on planned_tariffs using btree (starts_at);

create table pool_capacities (
  pool_id integer not null,
  starts_at timestamptz not null,
  capacity integer not null,
  created_at timestamptz not null,
  constraint pool_capacities_pkey primary key (pool_id, starts_at),
  constraint pool_capacities_pool_id_fkey foreign key (pool_id) references pools(id) on delete cascade,
  constraint pool_capacities_capacity_check check (capacity >= 0 and capacity <= 32000)
);

create table pool_closures (
  id uuid not null,
  park_id uuid not null,
  vehicle_class text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  reason text not null,
  created_at timestamptz not null,
  notice_en text,
  notice_fr text,
  constraint pool_closures_pkey primary key (id),
  constraint pool_closures_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint pool_closures_notice check ((notice_en is null) = (notice_fr is null)),
  constraint pool_closures_order check (ends_at > starts_at),
  constraint pool_closures_vehicle_class_check check (vehicle_class = any (array['car'::text, 'motorcycle'::text, 'large'::text]))
);
create index pool_closures_park on pool_closures using btree (park_id, starts_at);
create trigger pool_closures_emptied after truncate on pool_closures for each statement execute function note_all('parks');
create trigger pool_closures_index_change after insert or delete or update on pool_closures for each row when (current_setting('parkwell.all_parks_change'::text, true) is distinct from 'on'::text) execute function note_part_of_park();

create table pool_days (
  pool_id integer not null,
  day date not null,
  cap smallint not null,
  used smallint[] not null,
  blocked smallint[],
  constraint pool_days_pkey primary key (pool_id, day),
  constraint pool_days_pool_id_fkey foreign key (pool_id) references pools(id) on delete cascade,
  constraint pool_days_blocked check (blocked is null or array_length(blocked, 1) = 96),
  constraint pool_days_not_negative check (0 <= all (used)),
  constraint pool_days_not_oversold check (cap >= all (used)),
  constraint pool_days_slots check (cardinality(used) = 96)
) with (fillfactor=70);
create trigger pool_days_blocked_spaces before update of used on pool_days for each row when (new.blocked is not null) execute function refuse_blocked_spaces();

create table pools (
  id integer not null generated always as identity,
  park_id uuid not null,
  vehicle_class text not null,
  capacity integer not null,
  is_example boolean not null,
  capacity_now integer,
  constraint pools_pkey primary key (id),
  constraint pools_class_unique unique (park_id, vehicle_class),
  constraint pools_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint pools_capacity_check check (capacity >= 1 and capacity <= 32000),
  constraint pools_capacity_now_check check (capacity_now >= 0 and capacity_now <= 32000),
  constraint pools_vehicle_class_check check (vehicle_class = any (array['car'::text, 'motorcycle'::text, 'large'::text]))
);
create trigger pools_emptied after truncate on pools for each statement execute function note_all('parks');
create trigger pools_index_change after insert or delete or update on pools for each row when (current_setting('parkwell.all_parks_change'::text, true) is distinct from 'on'::text) execute function note_part_of_park();

create table prepared_replies (
  id uuid not null,
  branch_id uuid not null,
  name text not null,
  text text not null,
  text_fr text not null,
  version integer not null default 1,
  constraint prepared_replies_pkey primary key (id),
  constraint prepared_replies_name unique (branch_id, name),
  constraint prepared_replies_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint prepared_replies_text_check check (length(text) <= 1000),
  constraint prepared_replies_text_fr_check check (length(text_fr) <= 1000)
);

create table prices (
  id uuid not null,
  item_id uuid,
  variation_id uuid,
  extra_id uuid,
  currency text not null,
  branch_id uuid,
  amount_minor bigint not null,
  version integer not null default 1,
  constraint prices_pkey primary key (id),
  constraint prices_once unique nulls not distinct (item_id, variation_id, extra_id, currency, branch_id),
  constraint prices_branch foreign key (branch_id, currency) references branches(id, currency) on delete cascade,
  constraint prices_extra_id_fkey foreign key (extra_id) references item_extras(id) on delete cascade,
  constraint prices_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint prices_variation_id_fkey foreign key (variation_id) references item_variations(id) on delete cascade,
  constraint prices_amount_minor_check check (amount_minor >= 0),
  constraint prices_chargeable check (currency <> 'NGN'::text or (amount_minor % 100::bigint) = 0),
  constraint prices_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint prices_of_one check (num_nonnulls(item_id, variation_id, extra_id) = 1)
);
create index prices_extra on prices using btree (extra_id) where (extra_id is not null);
create index prices_variation on prices using btree (variation_id) where (variation_id is not null);
create trigger prices_shops after insert or delete or update or truncate on prices for each statement execute function note_shops('catalogue');

create table promo_branches (
  promo_code_id uuid not null,
  branch_id uuid not null,
  constraint promo_branches_pkey primary key (promo_code_id, branch_id),
  constraint promo_branches_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint promo_branches_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id) on delete cascade
);
create index promo_branches_branch on promo_branches using btree (branch_id);

create table promo_codes (
  id uuid not null,
  code text not null,
  kind text not null,
  value bigint not null,
  currency text,
  least_minor bigint,
  most_minor bigint,
  limit_per_person integer,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  is_active boolean not null,
  is_example boolean not null default false,
  created_at timestamptz not null,
  version integer not null default 1,
  scope text not null default 'parking'::text,
  name text,
  name_fr text,
  description text,
  description_fr text,
  picture text,
  funded_by text not null default 'us'::text,
  free_delivery boolean not null default false,
  most_uses integer,
  constraint promo_codes_pkey primary key (id),
  constraint promo_codes_code_key unique (code),
  constraint promo_codes_code_check check (code = upper(code)),
  constraint promo_codes_currency check (currency is not null or kind = 'percentage'::text and least_minor is null and most_minor is null),
  constraint promo_codes_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint promo_codes_dates check (ends_at > starts_at),
  constraint promo_codes_funded_by_check check (funded_by = any (array['us'::text, 'branch'::text])),
  constraint promo_codes_kind_check check (kind = any (array['percentage'::text, 'fixed'::text])),
  constraint promo_codes_least_minor_check check (least_minor > 0),
  constraint promo_codes_limit_per_person_check check (limit_per_person > 0),
  constraint promo_codes_most_minor_check check (most_minor > 0),
  constraint promo_codes_most_uses_check check (most_uses > 0),
  constraint promo_codes_percentage check (kind <> 'percentage'::text or value <= 100000),
  constraint promo_codes_scope_check check (scope = any (array['parking'::text, 'shop'::text, 'both'::text])),
  constraint promo_codes_value_check check (value > 0 or value = 0 and free_delivery)
);
create index promo_codes_by_key on promo_codes using btree (replace(replace(code, '-'::text, ''::text), '_'::text, ''::text));

create table promo_totals (
  promo_code_id uuid not null,
  used integer not null,
  most integer not null,
  constraint promo_totals_pkey primary key (promo_code_id),
  constraint promo_totals_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id) on delete cascade,
  constraint promo_totals_limit check (used <= most),
  constraint promo_totals_used_check check (used >= 0)
);

create table promo_uses (
  promo_code_id uuid not null,
  user_id uuid not null,
  used integer not null,
  most integer,
  constraint promo_uses_pkey primary key (promo_code_id, user_id),
  constraint promo_uses_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id),
  constraint promo_uses_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint promo_uses_limit check (most is null or used <= most),
  constraint promo_uses_used_check check (used >= 0)
);

create table provider_fees (
  id uuid not null,
  provider text not null,
  fee_id text not null,
  top_up_id uuid not null,
  told text not null,
  currency text not null,
  amount_minor bigint,
  transfer_id uuid,
  told_at timestamptz not null,
  constraint provider_fees_pkey primary key (id),
  constraint provider_fees_once unique (provider, fee_id),
  constraint provider_fees_top_up_id_fkey foreign key (top_up_id) references top_ups(id),
  constraint provider_fees_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint provider_fees_amount_minor_check check (amount_minor <> 0),
  constraint provider_fees_booked check ((amount_minor is null) = (transfer_id is null)),
  constraint provider_fees_provider_check check (provider = any (array['paystack'::text, 'wave'::text, 'stripe'::text]))
);
create index provider_fees_top_up on provider_fees using btree (top_up_id);

create table push_campaign_recipients (
  campaign_id uuid not null,
  user_id uuid not null,
  key text not null,
  zone text not null,
  due_at timestamptz not null,
  state text not null default 'waiting'::text,
  sent_at timestamptz,
  devices integer not null default 0,
  gone integer not null default 0,
  failed integer not null default 0,
  clicked_at timestamptz,
  constraint push_campaign_recipients_pkey primary key (campaign_id, user_id),
  constraint push_campaign_recipients_campaign_id_fkey foreign key (campaign_id) references push_campaigns(id) on delete cascade,
  constraint push_campaign_recipients_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint push_campaign_recipients_state_check check (state = any (array['waiting'::text, 'sent'::text, 'skipped'::text]))
);
create index push_campaign_recipients_due on push_campaign_recipients using btree (due_at) where (state = 'waiting'::text);
create unique index push_campaign_recipients_key on push_campaign_recipients using btree (key);
create index push_campaign_recipients_user on push_campaign_recipients using btree (user_id, sent_at);

create table push_campaigns (
  id uuid not null,
  title text not null,
  title_fr text not null,
  text text not null,
  text_fr text not null,
  link text,
  role text not null,
  country_id integer,
  city text,
  branch_id uuid,
  activity text,
  within_days integer,
  send_at timestamptz not null,
  status text not null default 'draft'::text,
  recipients integer,
  version integer not null default 1,
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  constraint push_campaigns_pkey primary key (id),
  constraint push_campaigns_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint push_campaigns_country_id_fkey foreign key (country_id) references countries(id),
  constraint push_campaigns_activity_check check (activity = any (array['booking'::text, 'order'::text, 'any'::text])),
  constraint push_campaigns_role_check check (role = any (array['customers'::text, 'staff'::text, 'everyone'::text])),
  constraint push_campaigns_status_check check (status = any (array['draft'::text, 'scheduled'::text, 'sending'::text, 'sent'::text, 'cancelled'::text])),
  constraint push_campaigns_within_check check ((activity is null) = (within_days is null))
);
create index push_campaigns_branch on push_campaigns using btree (branch_id) where (branch_id is not null);
create index push_campaigns_country on push_campaigns using btree (country_id) where (country_id is not null);
create index push_campaigns_listed on push_campaigns using btree (send_at desc, id desc);

create table push_messages (
  id uuid not null,
  user_id uuid not null,
  order_id uuid not null,
  topic text not null,
  params jsonb not null,
  created_at timestamptz not null,
  constraint push_messages_pkey primary key (id),
  constraint push_messages_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint push_messages_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index push_messages_created on push_messages using btree (created_at, id);
create index push_messages_order on push_messages using btree (order_id);
create index push_messages_user on push_messages using btree (user_id);

create table push_subscriptions (
  id uuid not null,
  user_id uuid not null,
  session_id uuid not null,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  language text not null,
  created_at timestamptz not null,
  constraint push_subscriptions_pkey primary key (id),
  constraint push_subscriptions_endpoint_key unique (endpoint),
  constraint push_devices_session_id_fkey foreign key (session_id) references sessions(id) on delete cascade,
  constraint push_devices_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint push_devices_endpoint_check check (char_length(endpoint) <= 1000),
  constraint push_devices_language_check check (language ~ '^[a-z]{2}$'::text) not valid
);
create index push_subscriptions_session on push_subscriptions using btree (session_id);
create index push_subscriptions_user on push_subscriptions using btree (user_id, created_at);

create table quotes (
  id uuid not null,
  park_id uuid not null,
  vehicle_type_id integer not null,
  tariff_id uuid not null,
  start_time timestamptz not null,
  end_time timestamptz not null,
  lines jsonb not null,
  total_minor bigint not null,
  currency text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  promo_code_id uuid,
  event_id uuid,
  priced_from timestamptz not null,
  constraint quotes_pkey primary key (id),
  constraint quotes_event_id_fkey foreign key (event_id) references events(id),
  constraint quotes_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint quotes_promo_code_id_fkey foreign key (promo_code_id) references promo_codes(id),
  constraint quotes_tariff_id_fkey foreign key (tariff_id) references tariffs(id) on delete cascade,
  constraint quotes_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint quotes_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint quotes_total_minor_check check (total_minor >= 0)
);
create index quotes_expires on quotes using btree (expires_at);

create table receipt_prints (
  order_id uuid not null,
  prints integer not null,
  constraint receipt_prints_pkey primary key (order_id),
  constraint receipt_prints_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint receipt_prints_prints_check check (prints > 0)
);

create table reconciliations (
  provider text not null,
  day date not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  listed integer,
  differences integer,
  constraint reconciliations_pkey primary key (provider, day)
);

create table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null,
  used_at timestamptz,
  constraint recovery_codes_pkey primary key (user_id, code_hash),
  constraint recovery_codes_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);

create table refunds (
  id uuid not null,
  reference text not null,
  top_up_id uuid not null,
  user_id uuid not null,
  provider text not null,
  kind text not null,
  origin text not null,
  provider_refund_id text,
  amount_minor bigint not null,
  owed_minor bigint not null default 0,
  currency text not null,
  status text not null,
  failure_reason text,
  transfer_id uuid not null,
  ended_transfer_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  held_until timestamptz,
  told text,
  constraint refunds_pkey primary key (id),
  constraint refunds_once unique (provider, kind, provider_refund_id),
  constraint refunds_reference_key unique (reference),
  constraint refunds_ended_transfer_id_fkey foreign key (ended_transfer_id) references ledger_transfers(id),
  constraint refunds_top_up_id_fkey foreign key (top_up_id) references top_ups(id),
  constraint refunds_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint refunds_user_id_fkey foreign key (user_id) references users(id),
  constraint refunds_amount_minor_check check (amount_minor > 0),
  constraint refunds_check check (owed_minor >= 0 and owed_minor <= amount_minor),
  constraint refunds_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint refunds_driver_has_it check (origin = 'provider'::text or owed_minor = 0),
  constraint refunds_ended check (origin = 'provider'::text or (status = any (array['done'::text, 'failed'::text])) = (ended_transfer_id is not null)),
  constraint refunds_kind_check check (kind = any (array['refund'::text, 'dispute'::text])),
  constraint refunds_origin_check check (origin = any (array['driver'::text, 'provider'::text])),
  constraint refunds_provider_check check (provider = any (array['paystack'::text, 'wave'::text, 'stripe'::text])),
  constraint refunds_status_check check (status = any (array['pending'::text, 'processing'::text, 'done'::text, 'failed'::text]))
);
create index refunds_amount on refunds using btree (amount_minor);
create index refunds_listed on refunds using btree (created_at desc, id desc);
create index refunds_owed on refunds using btree (user_id) where (owed_minor > 0);
create index refunds_provider_refund on refunds using btree (provider_refund_id) where (provider_refund_id is not null);
create index refunds_status on refunds using btree (status);
create index refunds_top_up on refunds using btree (top_up_id);
create index refunds_user on refunds using btree (user_id, created_at desc);
create index refunds_waiting on refunds using btree (next_check_at) where (status = any (array['pending'::text, 'processing'::text]));

create table registers (
  id uuid not null,
  branch_id uuid not null,
  name text not null,
  takes_terminal boolean not null,
  receipt_width text not null,
  status text not null default 'active'::text,
  is_example boolean not null default false,
  version integer not null default 1,
  takes_mobile_money boolean not null default false,
  constraint registers_pkey primary key (id),
  constraint registers_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint registers_receipt_width_check check (receipt_width = any (array['80'::text, '58'::text])),
  constraint registers_status_check check (status = any (array['active'::text, 'inactive'::text]))
);
create unique index registers_name on registers using btree (branch_id, lower(name));

create table report_recipients (
  schedule_id uuid not null,
  user_id uuid not null,
  constraint report_recipients_pkey primary key (schedule_id, user_id),
  constraint report_recipients_schedule_id_fkey foreign key (schedule_id) references report_schedules(id) on delete cascade,
  constraint report_recipients_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index report_recipients_user on report_recipients using btree (user_id);

create table report_schedules (
  id uuid not null,
  report text not null,
  every text not null,
  format text not null,
  filters jsonb not null default '{}'::jsonb,
  timezone text not null,
  created_by uuid,
  created_at timestamptz not null,
  next_at timestamptz not null,
  sent_at timestamptz,
  constraint report_schedules_pkey primary key (id),
  constraint report_schedules_created_by_fkey foreign key (created_by) references users(id),
  constraint report_schedules_every_check check (every = any (array['daily'::text, 'weekly'::text, 'monthly'::text])),
  constraint report_schedules_format_check check (format = any (array['csv'::text, 'xlsx'::text]))
);
create index report_schedules_due on report_schedules using btree (next_at);

create table reviews (
  id uuid not null,
  park_id uuid not null,
  user_id uuid not null,
  booking_id uuid not null,
  rating integer not null,
  body text,
  language text not null,
  created_at timestamptz not null,
  hidden_at timestamptz,
  hidden_reason text,
  reply text,
  replied_at timestamptz,
  constraint reviews_pkey primary key (id),
  constraint reviews_booking_id_key unique (booking_id),
  constraint reviews_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade,
  constraint reviews_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint reviews_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint reviews_hidden check ((hidden_at is null) = (hidden_reason is null)),
  constraint reviews_language_listed check (language ~ '^[a-z]{2}$'::text) not valid,
  constraint reviews_rating_check check (rating >= 1 and rating <= 5),
  constraint reviews_reply check ((reply is null) = (replied_at is null))
);
create index reviews_park on reviews using btree (park_id, created_at desc);

create table role_assignments (
  id uuid not null,
  user_id uuid not null,
  role_id uuid not null,
  partner_id uuid,
  created_at timestamptz not null,
  branch_id uuid,
  scope text not null,
  country_id integer,
  park_id uuid,
  constraint role_assignments_pkey primary key (id),
  constraint role_assignments_once unique nulls not distinct (user_id, role_id, country_id, partner_id, branch_id, park_id),
  constraint role_assignments_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint role_assignments_country_id_fkey foreign key (country_id) references countries(id),
  constraint role_assignments_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint role_assignments_partner_id_fkey foreign key (partner_id) references partners(id),
  constraint role_assignments_role foreign key (role_id) references roles(id),
  constraint role_assignments_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint role_assignments_place check ((scope = any (array['everywhere'::text, 'country'::text, 'partner'::text, 'branch'::text, 'park'::text])) and (scope = 'country'::text) = (country_id is not null) and (scope = 'partner'::text) = (partner_id is not null) and (scope = 'branch'::text) = (branch_id is not null) and (scope = 'park'::text) = (park_id is not null))
);
create index role_assignments_branch_id on role_assignments using btree (branch_id) where (branch_id is not null);
create index role_assignments_country_id on role_assignments using btree (country_id) where (country_id is not null);
create index role_assignments_park_id on role_assignments using btree (park_id) where (park_id is not null);
create index role_assignments_partner_id on role_assignments using btree (partner_id);
create index role_assignments_role_id on role_assignments using btree (role_id);

create table role_permissions (
  role_id uuid not null,
  permission text not null,
  constraint role_permissions_pkey primary key (role_id, permission),
  constraint role_permissions_permission_fkey foreign key (permission) references permissions(name),
  constraint role_permissions_role_id_fkey foreign key (role_id) references roles(id) on delete cascade
);

create table roles (
  id uuid not null,
  code text not null,
  name text not null,
  name_fr text not null,
  "position" integer not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  constraint roles_pkey primary key (id),
  constraint roles_code_key unique (code)
);

create table sale_discounts (
  id uuid not null,
  shift_id uuid not null,
  kind text not null,
  value bigint not null,
  reason text not null,
  given_by uuid not null,
  approved_by uuid,
  order_id uuid,
  created_at timestamptz not null,
  constraint sale_discounts_pkey primary key (id),
  constraint sale_discounts_order_id_key unique (order_id),
  constraint sale_discounts_approved_by_fkey foreign key (approved_by) references users(id),
  constraint sale_discounts_given_by_fkey foreign key (given_by) references users(id),
  constraint sale_discounts_order_id_fkey foreign key (order_id) references orders(id) on delete cascade,
  constraint sale_discounts_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint sale_discounts_kind_check check (kind = any (array['percentage'::text, 'fixed'::text])),
  constraint sale_discounts_value_check check (value > 0 and (kind = 'fixed'::text or value <= 100000))
);
create index sale_discounts_approver on sale_discounts using btree (approved_by) where (approved_by is not null);
create index sale_discounts_giver on sale_discounts using btree (given_by);
create index sale_discounts_shift on sale_discounts using btree (shift_id);

create table sale_quarters (
  quarter timestamptz not null,
  currency text not null,
  status text not null,
  orders integer not null,
  sold integer not null,
  gross_minor bigint not null,
  sales_minor bigint not null,
  constraint sale_quarters_pkey primary key (quarter, currency, status),
  constraint sale_quarters_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint sale_quarters_gross_minor_check check (gross_minor >= 0),
  constraint sale_quarters_orders_check check (orders > 0),
  constraint sale_quarters_sales_minor_check check (sales_minor >= 0),
  constraint sale_quarters_sold_check check (sold >= 0)
);

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

create table saved_views (
  id uuid not null,
  user_id uuid not null,
  list text not null,
  name text not null,
  query text not null,
  role_id uuid,
  created_at timestamptz not null,
  constraint saved_views_pkey primary key (id),
  constraint saved_views_role_id_fkey foreign key (role_id) references roles(id) on delete set null,
  constraint saved_views_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint saved_views_query_check check (length(query) <= 2000)
);
create index saved_views_role on saved_views using btree (role_id, list) where (role_id is not null);
create index saved_views_user on saved_views using btree (user_id, list);

create table second_factors (
  user_id uuid not null,
  secret text,
  pending_secret text,
  last_step bigint,
  confirmed_at timestamptz,
  constraint second_factors_pkey primary key (user_id),
  constraint second_factors_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint second_factors_confirmed check ((secret is null) = (confirmed_at is null))
);

create table servers (
  id uuid not null,
  version text not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  process text,
  constraint servers_pkey primary key (id)
);

create table sessions (
  id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  confirmed_at timestamptz,
  ends_with_browser boolean not null default false,
  factor_at timestamptz,
  constraint sessions_pkey primary key (id),
  constraint sessions_token_hash_key unique (token_hash),
  constraint sessions_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index sessions_user on sessions using btree (user_id);

create table settings (
  key text not null,
  value jsonb not null,
  constraint settings_pkey primary key (key)
);

create table shift_entries (
  id uuid not null,
  shift_id uuid not null,
  kind text not null,
  method text not null,
  amount_minor bigint not null,
  rounding_minor bigint not null default 0,
  order_id uuid,
  slip text,
  slip_repeated boolean not null default false,
  reason text,
  transfer_id uuid,
  actor_id uuid not null,
  at timestamptz not null,
  detail text,
  tendered_minor bigint,
  difference_minor bigint not null default 0,
  is_late boolean not null default false,
  booking_id uuid,
  constraint shift_entries_pkey primary key (id),
  constraint shift_entries_actor_id_fkey foreign key (actor_id) references users(id),
  constraint shift_entries_booking_id_fkey foreign key (booking_id) references bookings(id) not valid,
  constraint shift_entries_order_id_fkey foreign key (order_id) references orders(id),
  constraint shift_entries_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint shift_entries_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint shift_entries_kind_check check (kind = any (array['courier'::text, 'sale'::text, 'refund'::text, 'cash_in'::text, 'cash_out'::text, 'voided'::text, 'drawer_opened'::text])) not valid,
  constraint shift_entries_method_check check (method = any (array['cash'::text, 'terminal'::text, 'mobile_money'::text, 'wallet'::text])) not valid,
  constraint shift_entries_sign check (
case
    when kind = any (array['voided'::text, 'drawer_opened'::text]) then amount_minor = 0
    when kind = 'sale'::text then amount_minor >= 0
    else amount_minor <> 0 and (amount_minor > 0) = (kind = any (array['cash_in'::text, 'courier'::text]))
end) not valid,
  constraint shift_entries_transfer check ((transfer_id is null) = (kind = any (array['voided'::text, 'drawer_opened'::text]))) not valid
);
create index shift_entries_actor on shift_entries using btree (actor_id);
create index shift_entries_booking on shift_entries using btree (booking_id) where (booking_id is not null);
create index shift_entries_order on shift_entries using btree (order_id) where (order_id is not null);
create index shift_entries_shift on shift_entries using btree (shift_id, at);
create index shift_entries_slip on shift_entries using btree (shift_id, slip) where (slip is not null);
create index shift_entries_transfer on shift_entries using btree (transfer_id);

create table shift_operators (
  shift_id uuid not null,
  user_id uuid not null,
  first_at timestamptz not null,
  constraint shift_operators_pkey primary key (shift_id, user_id),
  constraint shift_operators_shift_id_fkey foreign key (shift_id) references shifts(id),
  constraint shift_operators_user_id_fkey foreign key (user_id) references users(id)
);

create table shifts (
  id uuid not null,
  register_id uuid not null,
  branch_id uuid not null,
  number integer not null,
  currency text not null,
  opened_by uuid not null,
  opened_at timestamptz not null,
  opening_count jsonb not null,
  opening_minor bigint not null,
  closed_at timestamptz,
  closing_count jsonb,
  expected_minor bigint,
  counted_minor bigint,
  discrepancy_reason text,
  needs_approval boolean not null default false,
  approved_by uuid,
  approved_at timestamptz,
  approval_note text,
  figures jsonb,
  is_example boolean not null default false,
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz,
  closed_by uuid,
  constraint shifts_pkey primary key (id),
  constraint shifts_number_key unique (register_id, number),
  constraint shifts_approved_by_fkey foreign key (approved_by) references users(id),
  constraint shifts_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint shifts_closed_by_fkey foreign key (closed_by) references users(id) not valid,
  constraint shifts_opened_by_fkey foreign key (opened_by) references users(id),
  constraint shifts_register_id_fkey foreign key (register_id) references registers(id),
  constraint shifts_approved_whole check ((approved_at is null) = (approved_by is null) and (needs_approval or approved_at is null)),
  constraint shifts_closed_whole check ((closed_at is null) = (counted_minor is null) and (closed_at is null) = (expected_minor is null) and (closed_at is null) = (figures is null)),
  constraint shifts_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint shifts_opening_minor_check check (opening_minor >= 0)
);
create index shifts_approver on shifts using btree (approved_by) where (approved_by is not null);
create index shifts_branch on shifts using btree (branch_id, opened_at desc);
create index shifts_closer on shifts using btree (closed_by) where (closed_by is not null);
create unique index shifts_open_person on shifts using btree (opened_by) where (closed_at is null);
create unique index shifts_open_register on shifts using btree (register_id) where (closed_at is null);
create index shifts_opened on shifts using btree (opened_at desc, id desc);
create index shifts_person on shifts using btree (opened_by);

create table shop_changes (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  part text not null,
  constraint shop_changes_pkey primary key (id),
  constraint shop_changes_part check (part = any (array['catalogue'::text, 'stock'::text, 'slots'::text]))
);
create index shop_changes_branch on shop_changes using btree (branch_id);

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
  constraint shop_figure_days_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint shop_figure_days_country_id_fkey foreign key (country_id) references countries(id),
  constraint shop_figure_days_branch_check check ((kind = 'item_page'::text) = (branch_id is null)),
  constraint shop_figure_days_count_check check (count > 0),
  constraint shop_figure_days_device_check check (device = any (array['phone'::text, 'tablet'::text, 'desktop'::text])),
  constraint shop_figure_days_kind_check check (kind = any (array['item_page'::text, 'cart'::text, 'checkout'::text]))
);
create index shop_figure_days_branch on shop_figure_days using btree (branch_id) where (branch_id is not null);

create table shop_versions (
  branch_id uuid not null,
  part text not null,
  changes bigint not null,
  constraint shop_versions_pkey primary key (branch_id, part)
);

create table sliders (
  id uuid not null,
  placement text not null,
  country_id integer,
  title text not null,
  title_fr text not null,
  text text,
  text_fr text,
  wide_picture text not null,
  narrow_picture text not null,
  alt text not null,
  alt_fr text not null,
  link text not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  "position" integer not null default 0,
  status text not null default 'inactive'::text,
  version integer not null default 1,
  created_at timestamptz not null,
  constraint sliders_pkey primary key (id),
  constraint sliders_country_id_fkey foreign key (country_id) references countries(id),
  constraint sliders_order check (ends_at is null or starts_at < ends_at),
  constraint sliders_placement_check check (placement = any (array['home'::text, 'marketplace'::text])),
  constraint sliders_status_check check (status = any (array['active'::text, 'inactive'::text])),
  constraint sliders_title_check check (title <> ''::text),
  constraint sliders_title_fr_check check (title_fr <> ''::text)
);
create index sliders_place on sliders using btree (placement, "position") where (status = 'active'::text);

create table slot_days (
  branch_id uuid not null,
  work_group text not null,
  starts_at timestamptz not null,
  cap integer not null,
  used integer not null,
  constraint slot_days_pkey primary key (branch_id, work_group, starts_at),
  constraint slot_days_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint slot_days_cap_check check (cap >= 0),
  constraint slot_days_not_full check (used <= cap),
  constraint slot_days_used_check check (used >= 0)
);
create trigger slot_days_emptied after truncate on slot_days for each statement execute function note_shops('slots');
create trigger slot_days_shop after insert or delete or update on slot_days for each row execute function note_shop('slots');

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
  constraint sms_gateways_country_check check (country ~ '^[A-Z]{2}$'::text),
  constraint sms_gateways_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint sms_gateways_maximum_check check (daily_maximum_minor >= 0),
  constraint sms_gateways_price_check check (price_micro > 0),
  constraint sms_gateways_provider_check check (provider = any (array['africastalking'::text, 'twilio'::text]))
);

create table sms_messages (
  id uuid not null,
  user_id uuid,
  kind text not null,
  to_number text not null,
  number_range text not null,
  country text not null,
  text text not null,
  parts smallint not null,
  state text not null default 'waiting'::text,
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
  constraint sms_messages_provider_once unique (provider, provider_id),
  constraint sms_messages_user_id_fkey foreign key (user_id) references users(id),
  constraint sms_messages_cost_check check ((cost_micro is null) = (cost_currency is null)),
  constraint sms_messages_state_check check (state = any (array['waiting'::text, 'sending'::text, 'sent'::text, 'delivered'::text, 'failed'::text, 'refused'::text, 'expired'::text, 'lost'::text]))
);
create index sms_messages_costs on sms_messages using btree (next_cost_at) where (next_cost_at is not null);
create index sms_messages_counted on sms_messages using btree (country, claimed_at);
create index sms_messages_due on sms_messages using btree (next_attempt_at) where (state = 'waiting'::text);
create index sms_messages_listed on sms_messages using btree (country, created_at desc, id desc);
create index sms_messages_number on sms_messages using btree (to_number, claimed_at);
create index sms_messages_range on sms_messages using btree (number_range, claimed_at);
create index sms_messages_sending on sms_messages using btree (claimed_at) where (state = 'sending'::text);
create index sms_messages_user on sms_messages using btree (user_id);

create table sold_items (
  quarter timestamptz not null,
  item_id uuid not null,
  quantity integer not null,
  constraint sold_items_pkey primary key (quarter, item_id),
  constraint sold_items_quantity_check check (quantity > 0)
);

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

create table sources (
  code text not null,
  title text not null,
  licence text not null,
  attribution text not null,
  url text,
  constraint sources_pkey primary key (code)
);
create trigger sources_change after insert or delete or update or truncate on sources for each statement execute function note_all('reference');

create table staff_notices (
  id uuid not null,
  user_id uuid not null,
  kind text not null,
  branch_id uuid,
  record_id uuid not null,
  params jsonb not null,
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  constraint staff_notices_pkey primary key (id),
  constraint staff_notices_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint staff_notices_user_id_fkey foreign key (user_id) references users(id) on delete cascade
);
create index staff_notices_created on staff_notices using btree (created_at);
create index staff_notices_unread on staff_notices using btree (record_id) where (read_at is null);
create index staff_notices_user on staff_notices using btree (user_id, created_at desc);

create table statement_lines (
  entry_id bigint not null,
  payee_id uuid not null,
  statement_id uuid,
  kind text not null,
  subject text,
  park_id uuid,
  at timestamptz not null,
  amount_minor bigint not null,
  rate integer not null,
  commission_minor bigint not null,
  booked_minor bigint not null,
  constraint statement_lines_pkey primary key (entry_id),
  constraint statement_lines_entry_id_fkey foreign key (entry_id) references ledger_entries(id),
  constraint statement_lines_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint statement_lines_statement_id_fkey foreign key (statement_id) references statements(id),
  constraint statement_lines_kind_check check (kind = any (array['sale'::text, 'extension'::text, 'order'::text, 'refund'::text, 'cash_kept'::text, 'moved'::text, 'correction'::text, 'payout'::text, 'payout_returned'::text]))
);
create index statement_lines_days on statement_lines using btree (payee_id, at);
create index statement_lines_open on statement_lines using btree (payee_id) where (statement_id is null);
create index statement_lines_parks on statement_lines using btree (payee_id, park_id);
create index statement_lines_statement on statement_lines using btree (statement_id, entry_id);
create index statement_lines_subject on statement_lines using btree (subject) where (subject is not null);

create table statement_marks (
  payee_id uuid not null,
  account_id uuid not null,
  through_entry bigint not null,
  constraint statement_marks_pkey primary key (payee_id, account_id),
  constraint statement_marks_account_id_fkey foreign key (account_id) references ledger_accounts(id),
  constraint statement_marks_payee_id_fkey foreign key (payee_id) references payees(id)
);

create table statements (
  id uuid not null,
  payee_id uuid not null,
  year integer not null,
  serial integer not null,
  number text not null,
  currency text not null,
  period_from timestamptz not null,
  period_until timestamptz not null,
  opening_minor bigint not null,
  sales_minor bigint not null,
  refunds_minor bigint not null,
  commission_minor bigint not null,
  taxes jsonb not null,
  tax_minor bigint not null,
  other_minor bigint not null,
  paid_minor bigint not null,
  closing_minor bigint not null,
  line_count integer not null,
  payee jsonb not null,
  transfer_id uuid,
  closed_at timestamptz not null,
  delivery_minor bigint not null default 0,
  cash_kept_minor bigint not null default 0,
  constraint statements_pkey primary key (id),
  constraint statements_number_key unique (number),
  constraint statements_period unique (payee_id, period_until),
  constraint statements_serial unique (year, currency, serial),
  constraint statements_payee_id_fkey foreign key (payee_id) references payees(id),
  constraint statements_currency_check check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint statements_sum check (closing_minor = (opening_minor + sales_minor + refunds_minor - commission_minor - tax_minor + other_minor + paid_minor))
);

create table states (
  id integer not null,
  country_id integer not null,
  code text not null,
  name text not null,
  name_fr text not null,
  constraint states_pkey primary key (id),
  constraint states_code_key unique (code),
  constraint states_country_id_fkey foreign key (country_id) references countries(id)
);
create trigger states_change after insert or delete or update or truncate on states for each statement execute function note_all('reference');
create trigger states_shops after insert or delete or update or truncate on states for each statement execute function note_shops('catalogue');

create table stock_alerts (
  id uuid not null,
  stock_level_id uuid not null,
  left_over integer not null,
  at timestamptz not null,
  constraint stock_alerts_pkey primary key (id),
  constraint stock_alerts_stock_level_id_fkey foreign key (stock_level_id) references stock_levels(id) on delete cascade
);

create table stock_levels (
  id uuid not null,
  branch_id uuid not null,
  item_id uuid not null,
  variation_id uuid,
  on_hand integer not null,
  reserved integer not null default 0,
  version integer not null default 1,
  constraint stock_levels_pkey primary key (id),
  constraint stock_levels_once unique nulls not distinct (branch_id, item_id, variation_id),
  constraint stock_levels_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint stock_levels_item_id_fkey foreign key (item_id) references items(id) on delete cascade,
  constraint stock_levels_variation foreign key (variation_id, item_id) references item_variations(id, item_id) on delete cascade,
  constraint stock_levels_enough check (0 <= reserved and reserved <= on_hand),
  constraint stock_levels_on_hand_check check (on_hand <= 1000000)
);
create trigger stock_levels_emptied after truncate on stock_levels for each statement execute function note_shops('stock');
create trigger stock_levels_shop after insert or delete or update on stock_levels for each row execute function note_shop('stock');

create table stock_movements (
  id uuid not null,
  stock_level_id uuid not null,
  at timestamptz not null,
  kind text not null,
  on_hand integer not null,
  reserved integer not null default 0,
  actor_id uuid,
  order_id uuid,
  note text,
  constraint stock_movements_pkey primary key (id),
  constraint stock_movements_stock_level_id_fkey foreign key (stock_level_id) references stock_levels(id),
  constraint stock_movements_kind_check check (kind = any (array['received'::text, 'reserved'::text, 'released'::text, 'sold'::text, 'returned'::text, 'waste'::text, 'recount'::text, 'moved'::text]))
);
create index stock_movements_level on stock_movements using btree (stock_level_id, at desc);
create index stock_movements_order on stock_movements using btree (order_id) where (order_id is not null);
create trigger stock_movements_append_only before delete or update on stock_movements for each row execute function refuse_stock_change();

create table tariffs (
  id uuid not null,
  park_id uuid not null,
  vehicle_type_id integer not null,
  version integer not null,
  currency text not null,
  free_minutes integer not null default 0,
  increment_minutes integer not null,
  increment_minor bigint not null,
  day_cap_minor bigint,
  day_cap_reset_hour integer not null default 0,
  is_example boolean not null,
  source text not null,
  observed_at text,
  created_at timestamptz not null,
  terms jsonb not null default '{}'::jsonb,
  constraint tariffs_pkey primary key (id),
  constraint tariffs_version_unique unique (park_id, vehicle_type_id, version),
  constraint tariffs_park_id_fkey foreign key (park_id) references parks(id) on delete cascade,
  constraint tariffs_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint tariffs_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint tariffs_day_cap_minor_check check (day_cap_minor > 0),
  constraint tariffs_day_cap_reset_hour_check check (day_cap_reset_hour >= 0 and day_cap_reset_hour <= 23),
  constraint tariffs_free_minutes_check check (free_minutes >= 0),
  constraint tariffs_increment_minor_check check (increment_minor >= 0),
  constraint tariffs_increment_minutes_check check (increment_minutes > 0),
  constraint tariffs_terms_object check (jsonb_typeof(terms) = 'object'::text)
);
create trigger tariffs_emptied after truncate on tariffs for each statement execute function note_all('parks');
create trigger tariffs_index_change after insert or delete or update on tariffs for each row when (current_setting('parkwell.all_parks_change'::text, true) is distinct from 'on'::text) execute function note_part_of_park();

create table tax_days (
  id uuid not null default gen_random_uuid(),
  branch_id uuid not null,
  day date not null,
  currency text not null,
  code text not null,
  rate double precision,
  source text,
  charges integer not null,
  taxable bigint not null,
  tax bigint not null,
  refunded bigint not null,
  constraint tax_days_pkey primary key (id)
);
create index tax_days_day on tax_days using btree (branch_id, day);

create table tax_rates (
  id uuid not null,
  code text not null,
  name text not null,
  name_fr text not null,
  class text not null,
  country_id integer not null,
  state_id integer,
  city text,
  kind text not null,
  value bigint not null,
  valid_from date not null,
  valid_to date,
  source text not null,
  source_date date not null,
  "position" integer not null default 0,
  is_example boolean not null default false,
  created_at timestamptz not null,
  constraint tax_rates_pkey primary key (id),
  constraint tax_rates_once unique nulls not distinct (code, class, country_id, state_id, city, valid_from),
  constraint tax_rates_country_id_fkey foreign key (country_id) references countries(id),
  constraint tax_rates_state_id_fkey foreign key (state_id) references states(id),
  constraint tax_rates_class_check check (class = any (array['standard'::text, 'food'::text, 'service'::text, 'exempt'::text])),
  constraint tax_rates_code_check check (code <> ''::text),
  constraint tax_rates_kind_check check (kind = any (array['percentage'::text, 'fixed'::text])),
  constraint tax_rates_order check (valid_to is null or valid_from < valid_to),
  constraint tax_rates_percentage check (kind = 'fixed'::text or value <= 100000),
  constraint tax_rates_source_check check (source <> ''::text),
  constraint tax_rates_value_check check (value >= 0)
);
create index tax_rates_place on tax_rates using btree (country_id, class);
create trigger tax_rates_shops after insert or delete or update or truncate on tax_rates for each statement execute function note_shops('catalogue');

create table text_consents (
  id uuid not null,
  user_id uuid not null,
  topic text not null,
  number text not null,
  agreed_at timestamptz not null,
  ended_at timestamptz,
  ended_by text,
  constraint text_consents_pkey primary key (id),
  constraint text_consents_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint text_consents_ended_by_check check (ended_by = any (array['settings'::text, 'link'::text, 'reply'::text, 'number'::text])),
  constraint text_consents_ended_check check ((ended_at is null) = (ended_by is null)),
  constraint text_consents_topic_check check (topic = any (array['bookings'::text, 'parking_ends'::text, 'orders'::text]))
);
create unique index text_consents_current on text_consents using btree (user_id, topic) where (ended_at is null);
create index text_consents_ended on text_consents using btree (ended_at) where (ended_at is not null);
create index text_consents_number on text_consents using btree (number) where (ended_at is null);
create index text_consents_user on text_consents using btree (user_id);

create table text_numbers (
  user_id uuid not null,
  number text,
  country text,
  confirmed_at timestamptz,
  pending_number text,
  code_sent_at timestamptz not null,
  stop_key text not null,
  constraint text_numbers_pkey primary key (user_id),
  constraint text_numbers_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint text_numbers_confirmed_check check ((number is null) = (confirmed_at is null) and (number is null) = (country is null))
);
create unique index text_numbers_number on text_numbers using btree (number) where (number is not null);
create unique index text_numbers_stop_key on text_numbers using btree (stop_key);

create table thread_messages (
  id uuid not null,
  thread_id uuid not null,
  author text not null,
  user_id uuid not null,
  "position" bigint not null generated always as identity,
  body text not null,
  photo_id uuid,
  created_at timestamptz not null,
  constraint thread_messages_pkey primary key (id),
  constraint thread_messages_photo_id_fkey foreign key (photo_id) references order_photos(id) on delete set null,
  constraint thread_messages_thread_id_fkey foreign key (thread_id) references threads(id) on delete cascade,
  constraint thread_messages_user_id_fkey foreign key (user_id) references users(id),
  constraint thread_messages_author_check check (author = any (array['customer'::text, 'branch'::text])),
  constraint thread_messages_body_check check (length(body) <= 1000)
);
create index thread_messages_photo on thread_messages using btree (photo_id) where (photo_id is not null);
create index thread_messages_thread on thread_messages using btree (thread_id, "position");
create index thread_messages_user on thread_messages using btree (user_id);

create table threads (
  id uuid not null,
  order_id uuid not null,
  branch_id uuid not null,
  claimed_by uuid,
  unread_by_branch integer not null default 0,
  unread_by_customer integer not null default 0,
  mail_branch_at timestamptz,
  mail_customer_at timestamptz,
  last_at timestamptz not null,
  constraint threads_pkey primary key (id),
  constraint threads_order unique (order_id),
  constraint threads_branch_id_fkey foreign key (branch_id) references branches(id),
  constraint threads_claimed_by_fkey foreign key (claimed_by) references users(id) on delete set null,
  constraint threads_order_id_fkey foreign key (order_id) references orders(id) on delete cascade
);
create index threads_branch on threads using btree (branch_id, last_at desc);
create index threads_claimed on threads using btree (claimed_by) where (claimed_by is not null);
create index threads_last on threads using btree (last_at desc);
create index threads_mail_branch on threads using btree (mail_branch_at) where (mail_branch_at is not null);
create index threads_mail_customer on threads using btree (mail_customer_at) where (mail_customer_at is not null);
create index threads_unread on threads using btree (branch_id) where (unread_by_branch > 0);

create table time_slots (
  id uuid not null,
  branch_id uuid not null,
  work_group text not null,
  weekday integer not null,
  opens_min integer not null,
  closes_min integer not null,
  order_type text not null,
  interval_min integer not null,
  capacity integer not null,
  version integer not null default 1,
  constraint time_slots_pkey primary key (id),
  constraint time_slots_branch_id_fkey foreign key (branch_id) references branches(id) on delete cascade,
  constraint time_slots_capacity_check check (capacity >= 0 and capacity <= 10000),
  constraint time_slots_closes_min_check check (closes_min <= 2880),
  constraint time_slots_interval_min_check check (interval_min = any (array[10, 15, 20, 30, 60])),
  constraint time_slots_opens_min_check check (opens_min >= 0 and opens_min <= 1439),
  constraint time_slots_order check ((opens_min + interval_min) <= closes_min and closes_min <= (opens_min + 1440)),
  constraint time_slots_order_type_check check (order_type = any (array['delivery'::text, 'takeaway'::text, 'both'::text])),
  constraint time_slots_weekday_check check (weekday >= 1 and weekday <= 7),
  constraint time_slots_work_group_check check (work_group = any (array['counter'::text, 'wash'::text, 'workshop'::text, 'kitchen'::text, 'delivery'::text]))
);
create index time_slots_branch on time_slots using btree (branch_id, weekday);
create trigger time_slots_emptied after truncate on time_slots for each statement execute function note_shops('catalogue');
create trigger time_slots_shop after insert or delete or update on time_slots for each row execute function note_shop('catalogue');

create table top_ups (
  id uuid not null,
  reference text not null,
  user_id uuid not null,
  provider text not null,
  provider_reference text,
  amount_minor bigint not null,
  currency text not null,
  status text not null,
  failure_reason text,
  payment_info jsonb,
  transfer_id uuid,
  created_at timestamptz not null,
  settled_at timestamptz,
  checked_at timestamptz,
  next_check_at timestamptz not null,
  held_until timestamptz,
  detail text,
  booking_id uuid,
  booked_id uuid,
  booking_result text,
  device text,
  is_example boolean not null default false,
  order_id uuid,
  order_result text,
  constraint top_ups_pkey primary key (id),
  constraint top_ups_reference_key unique (reference),
  constraint top_ups_booked_id_fkey foreign key (booked_id) references bookings(id),
  constraint top_ups_booking_id_fkey foreign key (booking_id) references bookings(id),
  constraint top_ups_order_id_fkey foreign key (order_id) references orders(id) on delete set null,
  constraint top_ups_transfer_id_fkey foreign key (transfer_id) references ledger_transfers(id),
  constraint top_ups_user_id_fkey foreign key (user_id) references users(id),
  constraint top_ups_amount_minor_check check (amount_minor > 0),
  constraint top_ups_booked check ((booked_id is not null) = (booking_result is not null and (booking_result = any (array['paid'::text, 'booked_again'::text, 'already_paid'::text])))),
  constraint top_ups_booking_result check (booking_result is null or booking_id is not null and status = 'success'::text and (booking_result = any (array['paid'::text, 'booked_again'::text, 'already_paid'::text, 'not_covered'::text, 'no_space'::text, 'price_changed'::text, 'not_offered'::text, 'over'::text, 'cancelled'::text, 'failed'::text]))),
  constraint top_ups_currency_listed check (currency = any (array['NGN'::text, 'CAD'::text, 'XOF'::text, 'USD'::text])),
  constraint top_ups_detail check (detail is null or detail = 'processing'::text and status = 'pending'::text or detail = 'partial'::text and status = 'success'::text),
  constraint top_ups_device_check check (device = any (array['phone'::text, 'tablet'::text, 'desktop'::text])),
  constraint top_ups_order_result check (order_result is null or status = 'success'::text and (order_result = any (array['paid'::text, 'already_paid'::text, 'not_covered'::text, 'over'::text, 'canceled'::text, 'failed'::text]))),
  constraint top_ups_provider_check check (provider = any (array['paystack'::text, 'wave'::text, 'stripe'::text])),
  constraint top_ups_purpose check (num_nonnulls(booking_id, order_id) <= 1),
  constraint top_ups_status_check check (status = any (array['pending'::text, 'success'::text, 'failed'::text]))
);
create index top_ups_amount on top_ups using btree (amount_minor);
create index top_ups_listed on top_ups using btree (created_at desc, id desc);
create index top_ups_order on top_ups using btree (order_id) where (order_id is not null);
create index top_ups_provider_reference on top_ups using btree (provider_reference) where (provider_reference is not null);
create index top_ups_status on top_ups using btree (status);
create index top_ups_user on top_ups using btree (user_id, created_at desc);
create index top_ups_waiting on top_ups using btree (next_check_at) where (status = 'pending'::text);

create table transfer_days (
  currency text not null,
  day date not null,
  kind text not null,
  branch text not null,
  provider text not null,
  transfers integer not null,
  amount bigint not null,
  constraint transfer_days_pkey primary key (currency, day, kind, branch, provider)
);

create table used_id_tokens (
  token_hash bytea not null,
  expires_at timestamptz not null,
  constraint used_id_tokens_pkey primary key (token_hash)
);

create table users (
  id uuid not null,
  email text not null,
  email_verified_at timestamptz,
  password_hash text,
  first_name text not null,
  last_name text,
  phone text,
  country_id integer not null,
  language text not null,
  photo_url text,
  terms_accepted_at timestamptz,
  created_at timestamptz not null,
  erased_at timestamptz,
  password_disputed boolean not null default false,
  disabled_at timestamptz,
  disabled_reason text,
  opened_by uuid,
  factor_due_at timestamptz,
  constraint users_pkey primary key (id),
  constraint users_email_unique unique (email),
  constraint users_country_id_fkey foreign key (country_id) references countries(id),
  constraint users_opened_by_fkey foreign key (opened_by) references users(id),
  constraint users_email_lower check (email = lower(email)),
  constraint users_language_check check (language ~ '^[a-z]{2}$'::text) not valid
);
create index users_created on users using btree (created_at desc, id desc);
create index users_opened_by on users using btree (opened_by) where (opened_by is not null);
create index users_phone on users using btree (phone) where ((phone is not null) and (erased_at is null));
create index users_state on users using btree ((
case
    when (disabled_at is null) then 'active'::text
    else 'disabled'::text
end)) where (erased_at is null);
create index users_words_trgm on users using gin (lower(translate(((((((email || ' '::text) || coalesce(first_name, ''::text)) || ' '::text) || coalesce(last_name, ''::text)) || ' '::text) || coalesce(phone, ''::text)), 'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžṢṣẸẹỊịỌọỤụǸǹȘșȚț’'::text, 'AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsEeIiOoUuNnSsTt'''::text)) gin_trgm_ops) where (erased_at is null);

create table vehicle_types (
  id integer not null,
  name text not null,
  name_fr text not null,
  vehicle_class text not null,
  length_cm integer not null,
  height_cm integer not null,
  width_cm integer not null,
  constraint vehicle_types_pkey primary key (id),
  constraint vehicle_types_vehicle_class_check check (vehicle_class = any (array['car'::text, 'motorcycle'::text, 'large'::text]))
);
create trigger vehicle_types_change after insert or delete or update or truncate on vehicle_types for each statement execute function note_all('reference');

create table vehicles (
  id uuid not null,
  user_id uuid not null,
  vehicle_type_id integer not null,
  plate text not null,
  country_code text not null,
  make text,
  model text,
  colour text,
  nickname text,
  height_cm integer,
  length_cm integer,
  width_cm integer,
  papers jsonb not null default '[]'::jsonb,
  is_default boolean not null,
  created_at timestamptz not null,
  papers_at timestamptz not null,
  constraint vehicles_pkey primary key (id),
  constraint vehicles_user_id_fkey foreign key (user_id) references users(id) on delete cascade,
  constraint vehicles_vehicle_type_id_fkey foreign key (vehicle_type_id) references vehicle_types(id),
  constraint vehicles_country_listed check (country_code = any (array['NG'::text, 'CA'::text, 'SN'::text, 'US'::text])),
  constraint vehicles_height_cm_check check (height_cm >= 50 and height_cm <= 600),
  constraint vehicles_length_cm_check check (length_cm >= 100 and length_cm <= 3000),
  constraint vehicles_width_cm_check check (width_cm >= 50 and width_cm <= 400)
);
create unique index vehicles_one_default on vehicles using btree (user_id) where is_default;
create unique index vehicles_one_plate on vehicles using btree (user_id, replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text));
create index vehicles_plate_key on vehicles using btree (replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text));
create index vehicles_plate_trgm on vehicles using gin (replace(replace(plate, ' '::text, ''::text), '-'::text, ''::text) gin_trgm_ops);
create index vehicles_user on vehicles using btree (user_id, created_at);
create index vehicles_with_papers on vehicles using btree (user_id) where (papers <> '[]'::jsonb);

create table wallet_passes (
  booking_id uuid not null,
  locale text not null,
  version integer not null default 1,
  modified_at timestamptz not null default date_trunc('second'::text, clock_timestamp()),
  created_at timestamptz not null,
  google_since timestamptz,
  google_due integer,
  google_claimed_until timestamptz,
  constraint wallet_passes_pkey primary key (booking_id),
  constraint wallet_passes_booking_id_fkey foreign key (booking_id) references bookings(id) on delete cascade
);
create index wallet_passes_google_due on wallet_passes using btree (modified_at) where (google_due is not null);

create table wallet_registrations (
  id uuid not null,
  device_id text not null,
  booking_id uuid not null,
  push_token text not null,
  registered_at timestamptz not null,
  push_due integer,
  claimed_until timestamptz,
  constraint wallet_registrations_pkey primary key (id),
  constraint wallet_registrations_device unique (device_id, booking_id),
  constraint wallet_registrations_booking_id_fkey foreign key (booking_id) references wallet_passes(booking_id) on delete cascade
);
create index wallet_registrations_booking on wallet_registrations using btree (booking_id);
create index wallet_registrations_due on wallet_registrations using btree (id) where (push_due is not null);
create index wallet_registrations_token on wallet_registrations using btree (push_token);

create table webhook_events (
  id uuid not null,
  provider text not null,
  event_key text not null,
  event_type text not null,
  reference text,
  provider_reference text,
  body bytea not null,
  received_at timestamptz not null,
  processed_at timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null,
  last_error text,
  constraint webhook_events_pkey primary key (id),
  constraint webhook_events_once unique (provider, event_key)
);
create index webhook_events_waiting on webhook_events using btree (next_attempt_at) where (processed_at is null);
