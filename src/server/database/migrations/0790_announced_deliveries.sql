set local lock_timeout = '5s';

-- For which offer couriers have been notified: another one follows each time that a delivery is offered again.
alter table deliveries add column announced_for timestamptz;
update deliveries set announced_for = offered_from where state = 'offered';
create index deliveries_to_announce on deliveries (offered_from)
  where state = 'offered' and announced_for is distinct from offered_from;
