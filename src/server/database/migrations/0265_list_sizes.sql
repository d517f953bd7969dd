-- How many rows a page of a list of the desk has, as each person last chose.
create table list_sizes (
  user_id uuid not null references users (id) on delete cascade,
  list text not null,
  size int not null check (size in (10, 25, 50, 100, 500, 1000)),
  primary key (user_id, list)
);
