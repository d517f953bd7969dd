-- Services that customers say were not done as sold: their branch refunds the line or answers with a reason, otherwise the
-- clock refunds it.
create table order_problems (
  id uuid primary key,
  order_id uuid not null references orders on delete cascade,
  line_id uuid not null constraint order_problems_line unique references order_lines on delete cascade,
  status text not null default 'open' check (status in ('open', 'refunded', 'refused', 'not_answered')),
  text text not null check (length(text) <= 1000),
  photo_id uuid references order_photos on delete set null,
  -- The branch's words, where it does not refund.
  answer text,
  refund_id uuid references order_refunds,
  reported_at timestamptz not null,
  -- Until when the branch can answer.
  answer_by timestamptz not null,
  decided_at timestamptz,
  decided_by uuid,
  -- When the clock tries again after a failure.
  retry_at timestamptz,
  version integer not null default 1,
  constraint order_problems_decided check ((status = 'open') = (decided_at is null)),
  constraint order_problems_answer check (status <> 'refused' or answer is not null)
);
create index order_problems_order on order_problems (order_id);
create index order_problems_reported on order_problems (reported_at desc);
create index order_problems_due on order_problems (answer_by) where status = 'open';
create index order_problems_photo on order_problems (photo_id) where photo_id is not null;
create index order_problems_refund on order_problems (refund_id) where refund_id is not null;
