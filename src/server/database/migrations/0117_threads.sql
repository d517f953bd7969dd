-- What customers and branches write to each other about an order: one thread for each order.
create table threads (
  id uuid primary key,
  order_id uuid not null constraint threads_order unique references orders on delete cascade,
  branch_id uuid not null references branches,
  -- Who at the branch answers it.
  claimed_by uuid references users on delete set null,
  -- Messages of the other side that a side has not read.
  unread_by_branch integer not null default 0,
  unread_by_customer integer not null default 0,
  -- When a side is mailed about what it has not read; null: it was, or has nothing to read.
  mail_branch_at timestamptz,
  mail_customer_at timestamptz,
  last_at timestamptz not null
);
create index threads_branch on threads (branch_id, last_at desc);
create index threads_last on threads (last_at desc);
create index threads_claimed on threads (claimed_by) where claimed_by is not null;
create index threads_mail_branch on threads (mail_branch_at) where mail_branch_at is not null;
create index threads_mail_customer on threads (mail_customer_at) where mail_customer_at is not null;

create table thread_messages (
  id uuid primary key,
  thread_id uuid not null references threads on delete cascade,
  author text not null check (author in ('customer', 'branch')),
  user_id uuid not null references users,
  -- In the order in which they were written.
  position bigint generated always as identity,
  body text not null check (length(body) <= 1000),
  photo_id uuid references order_photos on delete set null,
  created_at timestamptz not null
);
create index thread_messages_thread on thread_messages (thread_id, position);
create index thread_messages_user on thread_messages (user_id);
create index thread_messages_photo on thread_messages (photo_id) where photo_id is not null;
