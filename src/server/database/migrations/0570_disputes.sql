set local lock_timeout = '5s';

-- Payments that the payer's bank questions or has taken back: what it claims, and until when evidence is taken.
create table disputes (
  id uuid not null,
  top_up_id uuid not null,
  provider text not null,
  provider_dispute_id text not null,
  claim text,
  stage text not null,
  is_inquiry boolean not null default false,
  amount_minor bigint not null,
  currency text not null,
  answer_by timestamptz,
  reported_at timestamptz not null,
  checked_at timestamptz not null,
  ended_at timestamptz,
  constraint disputes_pkey primary key (id),
  constraint disputes_once unique (provider, provider_dispute_id),
  constraint disputes_top_up_id_fkey foreign key (top_up_id) references top_ups (id),
  constraint disputes_amount_check check (amount_minor > 0),
  constraint disputes_currency_listed check (currency in ('NGN', 'CAD', 'XOF', 'USD')),
  constraint disputes_ended check ((stage in ('needs_answer', 'answered')) = (ended_at is null)),
  constraint disputes_provider_check check (provider in ('paystack', 'wave', 'stripe')),
  constraint disputes_stage_check check (stage in ('needs_answer', 'answered', 'won', 'lost', 'given_up'))
);
create index disputes_top_up on disputes (top_up_id);
create index disputes_listed on disputes (reported_at desc, id desc);
create index disputes_waiting on disputes (answer_by) where (stage = 'needs_answer');

-- Those of which money moved before; the provider's next report, or a colleague who asks it, says where they are.
insert into disputes (id, top_up_id, provider, provider_dispute_id, stage, amount_minor, currency, reported_at, checked_at, ended_at)
select id, top_up_id, provider, provider_refund_id, case status when 'failed' then 'won' else 'needs_answer' end,
  amount_minor, currency, created_at, created_at, case status when 'failed' then coalesce(settled_at, created_at) end
from refunds where kind = 'dispute' and provider_refund_id is not null;
