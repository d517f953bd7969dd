-- Ratings of orders that were handed over: one of the branch, and one of each item that the customer chose to rate.
create table item_reviews (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  branch_id uuid not null references branches,
  -- Null: of the branch.
  item_id uuid references items on delete cascade,
  user_id uuid not null references users,
  rating integer not null check (rating between 1 and 5),
  body text check (length(body) <= 2000),
  language text not null,
  created_at timestamptz not null,
  -- Hidden ones count in no average.
  hidden_at timestamptz,
  hidden_reason text,
  constraint item_reviews_once unique nulls not distinct (order_id, item_id),
  constraint item_reviews_hidden check ((hidden_at is null) = (hidden_reason is null))
);
create index item_reviews_branch on item_reviews (branch_id, created_at desc) where item_id is null;
create index item_reviews_of_branch on item_reviews (branch_id);
create index item_reviews_item on item_reviews (item_id, created_at desc) where item_id is not null;
create index item_reviews_user on item_reviews (user_id);
create index item_reviews_created on item_reviews (created_at desc);
