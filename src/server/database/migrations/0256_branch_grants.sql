-- The roles that ship get what the grid of the back office says for branches (docs/roles.md), where they were not changed in
-- the desk. Two permissions are new: past customers, and how to reach colleagues. Until now both came with the view, which
-- employees keep without them; every other role keeps what it had.
insert into permissions (name)
select name from (values ('customers.past'), ('employees.contacts')) v (name)
where exists (select from permissions) on conflict do nothing;
insert into role_permissions (role_id, permission)
select g.role_id, v.permission
from role_permissions g join roles r on r.id = g.role_id
join (values ('customers.view', 'customers.past'), ('employees.view', 'employees.contacts')) v (held, permission) on v.held = g.permission
where r.code <> 'employee'
on conflict do nothing;
insert into role_permissions (role_id, permission)
select r.id, p.name
from roles r join (values
  ('pos_operator', 'dashboard.view'), ('pos_operator', 'analytics.view'), ('pos_operator', 'coupons.view'),
  ('branch_manager', 'customers.view'), ('branch_manager', 'customers.past'), ('branch_manager', 'transactions.view'),
  ('branch_manager', 'coupons.view'), ('branch_manager', 'coupons.create'), ('branch_manager', 'coupons.update'),
  ('branch_manager', 'coupons.delete')) g (code, permission) on g.code = r.code
join permissions p on p.name = g.permission
where r.version = 1
on conflict do nothing;
delete from role_permissions g using roles r
where r.id = g.role_id and r.code = 'staff' and r.version = 1 and g.permission = 'partners.create';
update access_version set version = version + 1;
