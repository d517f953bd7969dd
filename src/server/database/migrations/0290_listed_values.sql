-- Amounts are shown with the digits of their currency, texts in a known language: no row holds another one.
alter table countries add constraint countries_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table ledger_entries add constraint ledger_entries_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table top_ups add constraint top_ups_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table refunds add constraint refunds_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table quotes add constraint quotes_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table bookings add constraint bookings_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table tariffs add constraint tariffs_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table planned_tariffs add constraint planned_tariffs_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table park_chargers add constraint park_chargers_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table park_listings add constraint park_listings_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table promo_codes add constraint promo_codes_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table orders add constraint orders_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));
alter table sale_quarters add constraint sale_quarters_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD'));

alter table reviews add constraint reviews_language_listed check (language in ('en', 'fr'));
alter table item_reviews add constraint item_reviews_language_listed check (language in ('en', 'fr'));
alter table orders add constraint orders_language_listed check (language in ('en', 'fr'));
alter table document_requests add constraint document_requests_language_listed check (language in ('en', 'fr'));
alter table vehicles add constraint vehicles_country_listed check (country_code in ('NG', 'CA', 'SN', 'US'));

-- Passes are packed from these codes, in the letters and digits that they are drawn from.
alter table bookings add constraint bookings_code_readable check (booking_code ~ '^[2-9A-HJKMNP-TV-Z]{8}$');
alter table parks add constraint parks_code_readable check (park_code ~ '^[2-9A-HJKMNP-TV-Z]{1,8}$');

-- array_length() of an empty array is null, which a check lets pass.
alter table pool_days drop constraint pool_days_slots;
alter table pool_days add constraint pool_days_slots check (cardinality(used) = 96);

-- Each has a transfer of its own, whose references are listed: more than one for each quarter hour of a month is a mistake.
alter table bookings add constraint bookings_charges_counted check (charges between 0 and 3000);

-- Days and times are told in these zones, by their IANA names.
alter table parks add constraint parks_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$');
alter table events add constraint events_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$');
alter table branches add constraint branches_timezone_named check (timezone ~ '^(UTC|[A-Z][A-Za-z]+(/[A-Z][A-Za-z0-9_+-]+)+)$');

-- Passes have room for the longest plate; accounts of customers name them.
alter table bookings add constraint bookings_plate_length check (char_length(plate) <= 12);
alter table ledger_accounts add constraint ledger_accounts_customer_named check (
  kind not in ('customer', 'customer_debt') or owner ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$');
