set local lock_timeout = '5s';

-- What staff offer in place of a line: `order_id` is the order that replaces `quantity` units of it. It is done once that order is
-- paid, in the transaction that refunds the line; until then the line stays as it was sold.
create table order_substitutions (
  order_id uuid not null,
  line_id uuid not null,
  quantity integer not null,
  stock text not null,
  offered_by uuid not null,
  offered_at timestamptz not null,
  done_at timestamptz,
  refund_id uuid,
  constraint order_substitutions_pkey primary key (order_id),
  constraint order_substitutions_order_id_fkey foreign key (order_id) references orders (id) on delete cascade,
  constraint order_substitutions_line_id_fkey foreign key (line_id) references order_lines (id) on delete cascade,
  constraint order_substitutions_refund_id_fkey foreign key (refund_id) references order_refunds (id),
  constraint order_substitutions_quantity_check check (quantity > 0),
  constraint order_substitutions_stock_check check (stock in ('return', 'waste')),
  constraint order_substitutions_refunded check (refund_id is null or done_at is not null)
);
create index order_substitutions_line on order_substitutions using btree (line_id);
create index order_substitutions_refund on order_substitutions using btree (refund_id) where refund_id is not null;
