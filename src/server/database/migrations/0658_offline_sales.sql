set local lock_timeout = '5s';

-- What a sale without a network took beyond the price of the server, or less than it.
alter table shift_entries add column difference_minor bigint not null default 0;
-- Whether it came after its shift was closed, whose figures it no longer changes.
alter table shift_entries add column is_late boolean not null default false;
