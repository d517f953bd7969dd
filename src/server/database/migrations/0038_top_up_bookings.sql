-- The held booking that a top-up was started to pay for, and what came of it when the money was credited. `booked_id` is
-- the booking that stands: the hold itself, or a new one if the hold had expired.
alter table top_ups add column booking_id uuid references bookings;
alter table top_ups add column booked_id uuid references bookings;
alter table top_ups add column booking_result text;
alter table top_ups add constraint top_ups_booking_result check (
  booking_result is null or (booking_id is not null and status = 'success' and booking_result in (
    'paid', 'booked_again', 'already_paid', 'not_covered', 'no_space', 'price_changed', 'not_offered', 'over', 'cancelled', 'failed')));
alter table top_ups add constraint top_ups_booked check (
  (booked_id is not null) = (booking_result is not null and booking_result in ('paid', 'booked_again', 'already_paid')));
