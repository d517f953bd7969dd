-- An owner's vehicles with the same plate become one: the default, else the first, with what the others know in addition.
-- Of a document that several have, the later expiry counts. Bookings, orders and requests name plates, not vehicles.
create temporary table vehicle_merges on commit drop as
select id, first_value(id) over (
  partition by user_id, replace(replace(plate, ' ', ''), '-', '') order by is_default desc, created_at, id) as kept_id
from vehicles;
delete from vehicle_merges where kept_id in (select kept_id from vehicle_merges group by kept_id having count(*) = 1);

insert into paper_reminders (vehicle_id, kind, expires_on, days, sent_at)
select m.kept_id, r.kind, r.expires_on, r.days, min(r.sent_at)
from paper_reminders r join vehicle_merges m on m.id = r.vehicle_id and m.id <> m.kept_id
group by m.kept_id, r.kind, r.expires_on, r.days
on conflict do nothing;

update vehicles v set
  make = coalesce(v.make, o.make),
  model = coalesce(v.model, o.model),
  colour = coalesce(v.colour, o.colour),
  nickname = coalesce(v.nickname, o.nickname),
  height_cm = coalesce(v.height_cm, o.height_cm),
  length_cm = coalesce(v.length_cm, o.length_cm),
  width_cm = coalesce(v.width_cm, o.width_cm),
  papers_at = o.papers_at,
  papers = coalesce((
    select jsonb_agg(jsonb_build_object('kind', p.kind, 'expires_on', p.expires_on) order by p.kind)
    from (
      select paper->>'kind' as kind, max(paper->>'expires_on') as expires_on
      from vehicle_merges n join vehicles s on s.id = n.id cross join jsonb_array_elements(s.papers) paper
      where n.kept_id = v.id group by paper->>'kind') p), '[]')
from (
  select m.kept_id,
    (array_agg(s.make order by s.created_at, s.id) filter (where s.make is not null))[1] as make,
    (array_agg(s.model order by s.created_at, s.id) filter (where s.model is not null))[1] as model,
    (array_agg(s.colour order by s.created_at, s.id) filter (where s.colour is not null))[1] as colour,
    (array_agg(s.nickname order by s.created_at, s.id) filter (where s.nickname is not null))[1] as nickname,
    (array_agg(s.height_cm order by s.created_at, s.id) filter (where s.height_cm is not null))[1] as height_cm,
    (array_agg(s.length_cm order by s.created_at, s.id) filter (where s.length_cm is not null))[1] as length_cm,
    (array_agg(s.width_cm order by s.created_at, s.id) filter (where s.width_cm is not null))[1] as width_cm,
    max(s.papers_at) as papers_at
  from vehicle_merges m join vehicles s on s.id = m.id group by m.kept_id) o
where v.id = o.kept_id;

delete from vehicles v using vehicle_merges m where m.id = v.id and m.kept_id <> v.id;

create unique index vehicles_one_plate on vehicles (user_id, (replace(replace(plate, ' ', ''), '-', '')));
