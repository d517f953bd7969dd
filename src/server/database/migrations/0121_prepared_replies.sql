-- What a branch often answers customers, in both languages.
create table prepared_replies (
  id uuid primary key,
  branch_id uuid not null references branches on delete cascade,
  name text not null,
  text text not null check (length(text) <= 1000),
  text_fr text not null check (length(text_fr) <= 1000),
  version integer not null default 1,
  constraint prepared_replies_name unique (branch_id, name)
);
