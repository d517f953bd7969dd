-- Two people who edit one event notice each other.
alter table events add column version integer not null default 1;
alter table events add column cancelled_at timestamptz;
