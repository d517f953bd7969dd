set local lock_timeout = '5s';

-- Searches of the desk: names by their words without accents, parts of codes and plates, and amounts. What `lists/words.ts`
-- makes of a text is what these indexes have.
drop index users_words_trgm;
create index users_words_trgm on users using gin ((
  lower(translate(email || ' ' || coalesce(first_name, '') || ' ' || coalesce(last_name, '') || ' ' || coalesce(phone, ''),
  'ÀÁÂÃÄÅÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝàáâãäåçèéêëìíîïñòóôõöøùúûüýÿĀāĂăĄąĆćĈĉĊċČčĎďĐđĒēĔĕĖėĘęĚěĜĝĞğĠġĢģĤĥĦħĨĩĪīĬĭĮįİıĴĵĶķĹĺĻļĽľŁłŃńŅņŇňŌōŎŏŐőŔŕŖŗŘřŚśŜŝŞşŠšŢţŤťŨũŪūŬŭŮůŰűŲųŴŵŶŷŸŹźŻżŽžṢṣẸẹỊịỌọỤụǸǹȘșȚț’',
  'AAAAAACEEEEIIIINOOOOOOUUUUYaaaaaaceeeeiiiinoooooouuuuyyAaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiJjKkLlLlLlLlNnNnNnOoOoOoRrRrRrSsSsSsSsTtTtUuUuUuUuUuUuWwYyYZzZzZzSsEeIiOoUuNnSsTt'''))) gin_trgm_ops)
  where erased_at is null;
create index bookings_codes_trgm on bookings using gin (booking_code gin_trgm_ops, plate_key gin_trgm_ops);
create index orders_codes_trgm on orders using gin (order_number gin_trgm_ops, (replace(replace(plate, ' ', ''), '-', '')) gin_trgm_ops);
create index vehicles_plate_trgm on vehicles using gin ((replace(replace(plate, ' ', ''), '-', '')) gin_trgm_ops);
create index bookings_total on bookings (total_minor);
create index orders_total on orders (total_minor);
create index top_ups_amount on top_ups (amount_minor);
create index refunds_amount on refunds (amount_minor);
create index ledger_entries_amount on ledger_entries (amount_minor) where amount_minor > 0;
