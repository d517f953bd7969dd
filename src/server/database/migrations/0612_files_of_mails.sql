set local lock_timeout = '5s';

-- A file that is attached to a mail; deleted with the text once it is sent.
alter table mails add column file bytea;
alter table mails add column file_name text;
