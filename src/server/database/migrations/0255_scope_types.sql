-- What a role is held for has a type: everything, a country with its branches and car parks, a partner, a branch, or, for
-- guards, a car park.
alter table role_assignments
  add column scope text,
  add column country_id integer references countries (id),
  add column park_id uuid references parks (id) on delete cascade;
update role_assignments set scope =
  case when partner_id is not null then 'partner' when branch_id is not null then 'branch' else 'everywhere' end;
alter table role_assignments alter column scope set not null;

-- The car parks of guards were rows of their own, beside a role that named none.
alter table role_assignments drop constraint role_assignments_once, drop constraint role_assignments_place;
insert into role_assignments (id, user_id, role_id, scope, park_id, created_at)
select gen_random_uuid(), g.user_id, r.id, 'park', g.park_id, g.created_at
from park_guards g join roles r on r.code = 'guard';
delete from role_assignments a using roles r
where r.id = a.role_id and r.code = 'guard' and a.scope <> 'park' and exists (select from park_guards g where g.user_id = a.user_id);
drop table park_guards;

alter table role_assignments
  add constraint role_assignments_once unique nulls not distinct (user_id, role_id, country_id, partner_id, branch_id, park_id),
  add constraint role_assignments_place check (
    scope in ('everywhere', 'country', 'partner', 'branch', 'park')
    and (scope = 'country') = (country_id is not null)
    and (scope = 'partner') = (partner_id is not null)
    and (scope = 'branch') = (branch_id is not null)
    and (scope = 'park') = (park_id is not null));
create index role_assignments_country_id on role_assignments (country_id) where country_id is not null;
create index role_assignments_park_id on role_assignments (park_id) where park_id is not null;
