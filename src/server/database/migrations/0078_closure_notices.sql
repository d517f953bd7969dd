-- What customers are told about a closure, in both languages; `reason` is for staff.
alter table pool_closures add column notice_en text, add column notice_fr text,
  add constraint pool_closures_notice check ((notice_en is null) = (notice_fr is null));

-- The search index knows when whole car parks are closed.
create trigger pool_closures_come after insert on pool_closures referencing new table as come
  for each statement execute function note_parts_of_parks();
create trigger pool_closures_change after update on pool_closures referencing old table as gone new table as come
  for each statement execute function note_parts_of_parks();
create trigger pool_closures_go after delete on pool_closures referencing old table as gone
  for each statement execute function note_parts_of_parks();
create trigger pool_closures_emptied after truncate on pool_closures for each statement execute function note_all('parks');
select note_park_changes(array(select distinct park_id from pool_closures));
