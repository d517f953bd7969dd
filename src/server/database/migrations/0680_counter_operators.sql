set local lock_timeout = '5s';

-- The PIN with which a person unlocks the counter at which a colleague has a shift.
create table counter_pins (
  user_id uuid primary key references users(id) on delete cascade,
  pin_hash text not null,
  set_at timestamptz not null
);

-- A session that is that of a counter from its first lock to its end: it acts for whoever has unlocked it, and for nobody else.
create table counter_sessions (
  session_id uuid primary key references sessions(id) on delete cascade,
  shift_id uuid not null references shifts(id),
  -- Null while it is locked.
  operator_id uuid references users(id) on delete set null
);
create index counter_sessions_shift on counter_sessions (shift_id);

-- Who has unlocked the counter of a shift, beside the person who opened it.
create table shift_operators (
  shift_id uuid not null references shifts(id),
  user_id uuid not null references users(id),
  first_at timestamptz not null,
  primary key (shift_id, user_id)
);

alter table branch_setup add column counter_lock_minutes integer not null default 3;
alter table branch_setup add constraint branch_setup_counter_lock_minutes_check
  check (counter_lock_minutes between 1 and 60) not valid;
