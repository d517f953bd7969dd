-- What staff does with a review: hides it with a reason, and replies once.
alter table reviews add column hidden_at timestamptz;
alter table reviews add column hidden_reason text;
alter table reviews add column reply text;
alter table reviews add column replied_at timestamptz;
alter table reviews add constraint reviews_hidden check ((hidden_at is null) = (hidden_reason is null));
alter table reviews add constraint reviews_reply check ((reply is null) = (replied_at is null));

-- What came of reported mistakes and of bookings where nobody could park.
alter table park_mistakes add column outcome text;
alter table cannot_park_reports add column settled_at timestamptz;
alter table cannot_park_reports add column outcome text;
create index cannot_park_reports_created on cannot_park_reports (created_at);
