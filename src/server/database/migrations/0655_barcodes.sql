set local lock_timeout = '5s';

-- The barcodes of items and variations: 14 digits each, shorter ones with zeros before them.
create table item_barcodes (
  gtin text not null,
  item_id uuid not null,
  variation_id uuid,
  constraint item_barcodes_pkey primary key (gtin),
  constraint item_barcodes_item_id_fkey foreign key (item_id) references items (id) on delete cascade,
  constraint item_barcodes_variation_id_fkey foreign key (variation_id) references item_variations (id) on delete cascade,
  constraint item_barcodes_gtin_check check (gtin ~ '^[0-9]{14}$')
);
create index item_barcodes_item on item_barcodes (item_id);
create index item_barcodes_variation on item_barcodes (variation_id) where variation_id is not null;
