-- Operators confirm spaces, hours and entrance of what they sell. Examples have no operator who could: they never lapse.
alter table parks add column confirm_by timestamptz, add column confirm_reminded_days smallint, add column lapsed_at timestamptz;
alter table parks add constraint parks_lapsed check (lapsed_at is null or confirm_by is not null);
update parks set confirm_by = now() + interval '90 days'
  where partner_id in (select partner_id from role_assignments where partner_id is not null);
create index parks_confirm_by on parks (confirm_by) where confirm_by is not null and lapsed_at is null;
