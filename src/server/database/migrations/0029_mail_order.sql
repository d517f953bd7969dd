-- Mails of one instant are listed in the order in which they were queued.
alter table mails add column queue_number bigint not null generated always as identity;
