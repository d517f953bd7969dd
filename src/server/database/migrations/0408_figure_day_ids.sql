set local lock_timeout = '5s';

-- A schema that moves to another node needs a key for each row: part of this table's own may be null.
alter table figure_days add column id uuid;
alter table figure_days alter column id set default gen_random_uuid();
update figure_days set id = gen_random_uuid() where id is null;
create unique index figure_days_pkey on figure_days (id);
alter table figure_days add constraint figure_days_pkey primary key using index figure_days_pkey;
