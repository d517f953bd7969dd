-- A coupon may take nothing off but the delivery.
alter table promo_codes drop constraint promo_codes_value_check;
alter table promo_codes add constraint promo_codes_value_check check (value > 0 or (value = 0 and free_delivery));
