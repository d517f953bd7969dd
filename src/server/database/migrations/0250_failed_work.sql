-- Waiting rows whose work failed: they wait longer after each try, and are set aside after the last one.
create table failed_work (
  id uuid primary key,
  queue text not null,
  key text not null,
  -- What people call the row, such as a booking code.
  subject text,
  tries int not null check (tries >= 0),
  last_error text not null,
  failed_at timestamptz not null,
  -- Absent once the row is set aside.
  next_try_at timestamptz,
  set_aside_at timestamptz,
  unique (queue, key),
  check ((next_try_at is null) = (set_aside_at is not null))
);

alter table orders drop column step_retry_at;
alter table order_problems drop column retry_at;
