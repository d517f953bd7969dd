-- Taking orders on the phone came to the POS operator as a new permission. Databases with an older role had only that one
-- of the three that ship together: whoever places an order reads its record, and carries on with it.
with given as (
  insert into role_permissions (role_id, permission)
  select r.id, p.name from roles r join permissions p on p.name in ('orders.view', 'orders.update')
  where r.code = 'pos_operator'
    and exists (select from role_permissions c where c.role_id = r.id and c.permission = 'orders.create')
    -- A role that was changed in the desk keeps its changes, but for what it cannot do without.
    and (p.name = 'orders.view' or r.version = 1)
  on conflict do nothing returning role_id)
update access_version set version = version + 1 where exists (select from given);
