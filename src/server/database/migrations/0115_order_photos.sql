-- Photos about an order, re-encoded without their metadata: for its customer and its branch only. What nothing shows is
-- deleted after a day.
create table order_photos (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- Who sent it: the customer or somebody at the branch.
  user_id uuid not null references users,
  content bytea not null check (octet_length(content) between 1 and 5242880),
  created_at timestamptz not null
);
create index order_photos_order on order_photos (order_id);
create index order_photos_user on order_photos (user_id);
create index order_photos_created on order_photos (created_at);

alter table order_returns add column photo_id uuid references order_photos on delete set null;
create index order_returns_photo on order_returns (photo_id) where photo_id is not null;
