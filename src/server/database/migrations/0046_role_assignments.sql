-- Roles become assignments. The roles themselves are those that ship (src/contract/permissions.ts); their permissions are
-- added when the server starts.
insert into roles (id, code, name, name_fr, position, changed_at) values
  (gen_random_uuid(), 'guard', 'Guard', 'Gardien', 1, now()),
  (gen_random_uuid(), 'staff', 'Staff', 'Équipe', 7, now());
insert into role_assignments (id, user_id, role_id, created_at)
select gen_random_uuid(), u.id, r.id, now() from users u join roles r on r.code = u.role;
alter table users drop column role;
