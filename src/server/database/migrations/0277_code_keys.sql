-- Promo codes are found with or without the hyphens and underscores that they are written with, orders by plates alike.
create index promo_codes_by_key on promo_codes (replace(replace(code, '-', ''), '_', ''));
create index orders_plate_key on orders (replace(replace(plate, ' ', ''), '-', '')) where plate is not null;
