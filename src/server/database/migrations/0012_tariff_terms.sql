-- What a tariff has beside free minutes, increments and the day's cap: tiers, windows, early_bird, month_minor, events
-- (src/server/features/parks/tariff-terms.ts writes and reads it; amounts are text).
alter table tariffs add column terms jsonb not null default '{}',
  add constraint tariffs_terms_object check (jsonb_typeof(terms) = 'object');
