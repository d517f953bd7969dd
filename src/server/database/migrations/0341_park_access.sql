set local lock_timeout = '5s';

-- How to get in, beside the entrances: shown to whoever has booked.
alter table parks add column access_level text;
alter table parks add column gate_code text;
alter table parks add column access_steps_en text;
alter table parks add column access_steps_fr text;
