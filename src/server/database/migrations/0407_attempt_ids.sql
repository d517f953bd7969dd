set local lock_timeout = '5s';

-- An attempt that succeeded is withdrawn by its id: the place of a row differs from node to node.
alter table failed_attempts add column id uuid;
alter table failed_attempts alter column id set default gen_random_uuid();
update failed_attempts set id = gen_random_uuid() where id is null;
create unique index failed_attempts_pkey on failed_attempts (id);
alter table failed_attempts add constraint failed_attempts_pkey primary key using index failed_attempts_pkey;
