-- The distances of a branch's delivery are typed and charged in its country's unit, and kept as they were typed.
alter table branches add column distance_unit text;
update branches set distance_unit = case country_id when 4 then 'mi' else 'km' end;
alter table branches alter column distance_unit set not null;
alter table branches add constraint branches_unit_of_country
  check ((country_id, distance_unit) in ((1, 'km'), (2, 'km'), (3, 'km'), (4, 'mi')));

alter table branch_setup rename column radius_km to radius;
alter table branch_setup rename column free_delivery_km to free_distance;
alter table branch_setup rename column charge_per_km_minor to charge_per_unit_minor;
alter table delivery_charges rename column from_km to from_distance;
alter table delivery_charges rename column to_km to to_distance;

-- What was set in kilometres where miles are used becomes tenths of a mile; a band that is shorter than that is given up.
update branch_setup s set
  radius = round((radius / 1.609344)::numeric, 1),
  free_distance = round((free_distance / 1.609344)::numeric, 1),
  charge_per_unit_minor = round(charge_per_unit_minor * 1.609344)
  from branches b where b.id = s.branch_id and b.distance_unit = 'mi';
delete from delivery_charges d using branches b where b.id = d.branch_id and b.distance_unit = 'mi'
  and round((d.from_distance / 1.609344)::numeric, 1) = round((d.to_distance / 1.609344)::numeric, 1);
update delivery_charges d set
  from_distance = round((from_distance / 1.609344)::numeric, 1),
  to_distance = round((to_distance / 1.609344)::numeric, 1)
  from branches b where b.id = d.branch_id and b.distance_unit = 'mi';

alter table orders rename column distance_km to distance_m;
update orders set distance_m = distance_m * 1000 where distance_m is not null;
