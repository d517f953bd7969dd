-- No call required the role admin, which had the same rights as staff.
update users set role = 'staff' where role = 'admin';
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (role in ('customer', 'guard', 'staff'));
