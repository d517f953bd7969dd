-- Photos that an order shows by itself: of a service before and after it, and of what was handed over without a code.
-- They are deleted after 90 days. Null: something else shows it.
alter table order_photos add column shows text check (shows in ('before', 'after', 'handover'));
create index order_photos_shown on order_photos (order_id, id) where shows is not null;
