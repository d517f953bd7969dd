-- The country that the sender had chosen, whose formats and words the mails about the lead have; null if none.
alter table leads add column country_code text check (country_code in ('NG', 'CA', 'SN', 'US'));
