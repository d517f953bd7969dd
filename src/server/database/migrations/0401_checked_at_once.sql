set local lock_timeout = '5s';

-- Distributed engines check constraints within the statement. A version is stored before its page names it.
alter table page_texts alter constraint page_texts_published not deferrable;

-- Pictures change places one after the other, with their item locked. A picture that is added locks the item here.
create function refuse_taken_picture_place() returns trigger language plpgsql set search_path from current as $$
begin
  perform from items where id = new.item_id for no key update;
  if exists (select from item_pictures p where p.item_id = new.item_id and p.position = new.position and p.id <> new.id) then
    raise exception 'another picture has this place' using errcode = 'unique_violation',
      constraint = 'item_pictures_place', table = 'item_pictures';
  end if;
  return null;
end $$;
create trigger item_pictures_place after insert on item_pictures
  for each row execute function refuse_taken_picture_place();
alter table item_pictures drop constraint item_pictures_place;
-- squawk-ignore require-concurrent-index-creation
create index item_pictures_item on item_pictures (item_id, position);
