-- The held order of the shop that a top-up was started to pay for, and what came of it when the money was credited.
alter table top_ups add column order_id uuid references orders on delete set null;
alter table top_ups add column order_result text;
alter table top_ups add constraint top_ups_order_result check (
  order_result is null or (status = 'success'
    and order_result in ('paid', 'already_paid', 'not_covered', 'over', 'canceled', 'failed')));
alter table top_ups add constraint top_ups_purpose check (num_nonnulls(booking_id, order_id) <= 1);
create index top_ups_order on top_ups (order_id) where order_id is not null;
