-- What customers send back of an order that was handed over: requested, approved or refused, received and refunded.
create table order_returns (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  -- Counted within the order.
  number integer not null,
  status text not null default 'requested' check (status in ('requested', 'approved', 'refused', 'refunded')),
  reason text not null check (reason in ('damaged', 'wrong_item', 'not_as_described', 'not_needed', 'other')),
  note text,
  -- The branch's words, where it refuses.
  answer text,
  -- What became of the goods once they were received.
  stock text check (stock in ('return', 'waste')),
  refund_id uuid references order_refunds,
  requested_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  received_at timestamptz,
  version integer not null default 1,
  constraint order_returns_number unique (order_id, number),
  constraint order_returns_refunded check ((status = 'refunded') = (received_at is not null))
);
create index order_returns_requested on order_returns (requested_at desc);
create index order_returns_refund on order_returns (refund_id) where refund_id is not null;

create table order_return_lines (
  return_id uuid not null references order_returns on delete cascade,
  line_id uuid not null references order_lines on delete cascade,
  quantity integer not null check (quantity > 0),
  primary key (return_id, line_id)
);
create index order_return_lines_line on order_return_lines (line_id);
