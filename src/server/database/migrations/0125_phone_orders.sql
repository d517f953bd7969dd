-- Orders that staff place for customers on the phone, who pay them by a link.
alter table orders drop constraint orders_source_check;
alter table orders add constraint orders_source_check check (source in ('web', 'app', 'pos', 'phone'));
alter table orders add column placed_by uuid references users;
create index orders_placed_by on orders (placed_by) where placed_by is not null;

-- Staff who opened an account whose address is not verified yet: its name and telephone are no stranger's.
alter table users add column opened_by uuid references users;
create index users_opened_by on users (opened_by) where opened_by is not null;

-- A telephone number as +2348031234567, whatever it was typed with; without its country's code it is one of the account's
-- country. Null for what has too few or too many digits.
create function normalize_phone(phone text, country_id integer) returns text language sql immutable parallel safe as $$
  select case when length(digits) between 8 and 15 then '+' || digits end
  from (
    select case
      when typed like '+%' then bare
      when typed like '00%' then substr(bare, 3)
      when country_id = 1 and bare like '234%' and length(bare) = 13 then bare
      when country_id = 3 and bare like '221%' and length(bare) = 12 then bare
      when country_id in (2, 4) and bare like '1%' and length(bare) = 11 then bare
      else case country_id when 1 then '234' when 3 then '221' else '1' end || ltrim(bare, '0')
    end as digits
    from (select trim(phone) as typed, regexp_replace(phone, '[^0-9]', '', 'g') as bare) t
  ) n
$$;
create index users_normalized_phone on users (normalize_phone(phone, country_id)) where phone is not null and erased_at is null;
