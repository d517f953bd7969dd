set local lock_timeout = '5s';

-- Owners of car parks see, invite and change the people of their operator, unless staff have changed the role.
insert into role_permissions (role_id, permission)
select r.id, p.name from roles r join permissions p on p.name in ('employees.view', 'employees.contacts', 'employees.update')
where r.code = 'partner' and r.version = 1
on conflict do nothing;
update access_version set version = version + 1;
