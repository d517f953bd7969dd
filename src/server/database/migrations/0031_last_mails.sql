-- The confirmation of an erasure is deleted once it is sent, because it has the address.
alter table mails add column is_last boolean not null default false;
create index mails_last on mails (id) where is_last;
