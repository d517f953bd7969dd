set local lock_timeout = '5s';

-- What came back of a payout, which may be a part of it, and what the provider gave back of its fee; null until it is known.
alter table payouts add column returned_minor bigint not null default 0;
alter table payouts add column fee_returned_minor bigint;
alter table payouts add constraint payouts_returned_check check (returned_minor between 0 and amount_minor) not valid;
