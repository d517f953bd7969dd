set local lock_timeout = '5s';

-- The search index knows the first photo of each car park.
create trigger park_photos_come after insert on park_photos referencing new table as come
  for each statement execute function note_parts_of_parks();
create trigger park_photos_change after update on park_photos referencing old table as gone new table as come
  for each statement execute function note_parts_of_parks();
create trigger park_photos_go after delete on park_photos referencing old table as gone
  for each statement execute function note_parts_of_parks();
create trigger park_photos_emptied after truncate on park_photos for each statement execute function note_all('parks');
select note_park_changes(array(select distinct park_id from park_photos));
