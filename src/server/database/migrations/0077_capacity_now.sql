-- The capacity of a pool now, where it has changed from an instant on: `capacity` is that of the last change. A job follows the
-- changes that begin later, so that the search index reads the car park again. Null: it never changed.
alter table pools add column capacity_now integer check (capacity_now between 0 and 32000);
update pools o set capacity_now = coalesce((
  select s.capacity from pool_capacities s where s.pool_id = o.id and s.starts_at <= now() order by s.starts_at desc limit 1), 0)
where exists (select from pool_capacities s where s.pool_id = o.id);

-- A car park none of whose spaces are examples any more no longer says that it has some.
update parks p set examples = array_remove(p.examples, 'capacity')
where 'capacity' = any(p.examples) and not ('park' = any(p.examples))
  and exists (select from pools o join pool_capacities s on s.pool_id = o.id where o.park_id = p.id)
  and not exists (select from pools o where o.park_id = p.id and o.is_example);
