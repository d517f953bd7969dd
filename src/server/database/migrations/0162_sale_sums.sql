-- Sums of the orders placed in a quarter hour, over all branches: hours of every time zone begin with one. A job counts
-- a quarter again once something of it has changed, and readers count those that wait themselves.
create table sale_quarters (
  quarter timestamptz not null,
  currency text not null,
  status text not null,
  orders integer not null check (orders > 0),
  -- Paid and not given back as a whole, with their totals before refunds.
  sold integer not null check (sold >= 0),
  gross_minor bigint not null check (gross_minor >= 0),
  -- What was paid, less refunds.
  sales_minor bigint not null check (sales_minor >= 0),
  primary key (quarter, currency, status)
);

create table sold_items (
  quarter timestamptz not null,
  item_id uuid not null,
  quantity integer not null check (quantity > 0),
  primary key (quarter, item_id)
);

-- Only added to by those who change orders, so that they never wait for each other.
create table changed_quarters (
  id bigint generated always as identity primary key,
  quarter timestamptz not null
);

create function note_changed_quarter() returns trigger language plpgsql as $$
begin
  insert into changed_quarters (quarter)
  values (date_bin('15 minutes', coalesce(new.created_at, old.created_at), '2000-01-01Z'::timestamptz));
  return null;
end $$;
create trigger orders_placed after insert or delete on orders for each row execute function note_changed_quarter();
create trigger orders_changed after update on orders for each row
  when ((old.status, old.payment_status, old.total_minor, old.refunded_minor)
    is distinct from (new.status, new.payment_status, new.total_minor, new.refunded_minor))
  execute function note_changed_quarter();

create function note_changed_line() returns trigger language plpgsql as $$
begin
  insert into changed_quarters (quarter)
  select date_bin('15 minutes', created_at, '2000-01-01Z'::timestamptz) from orders where id = new.order_id;
  return null;
end $$;
create trigger order_lines_refunded after update on order_lines for each row
  when (old.refunded_quantity is distinct from new.refunded_quantity) execute function note_changed_line();

insert into changed_quarters (quarter)
select distinct date_bin('15 minutes', created_at, '2000-01-01Z'::timestamptz) from orders;
