-- A range of texts, so that a constraint can compare texts for equality without an extension: both engines know GiST for ranges.
create type text_range as range (subtype = text, collation = "C");

-- What a document costs in Nigeria, a line each: for a state, a kind, a category, a use, an engine capacity and a term. What is
-- null applies to all of them. Fees are never changed: a change ends one and begins another.
create table document_fees (
  id uuid primary key,
  state_id integer references states (id),
  -- A document, another inspection after one that failed, or delivery, which is for the whole request.
  kind text not null check (kind in ('vehicle_licence', 'road_worthiness', 'third_party_insurance', 'hackney_permit',
    'proof_of_ownership', 'reinspection', 'delivery')),
  part text not null check (part in ('government', 'insurer', 'service', 'delivery')),
  category text,
  use text check (use in ('private', 'commercial')),
  -- Engine capacity in cm³, both ends included.
  engine_from_cc integer check (engine_from_cc between 1 and 30000),
  engine_to_cc integer check (engine_to_cc between 1 and 30000),
  term_months integer check (term_months in (6, 12)),
  -- Whole naira.
  amount_minor bigint not null check (amount_minor between 0 and 10000000000 and amount_minor % 100 = 0),
  valid_from date not null,
  -- The day after its last; null: until further notice.
  valid_to date,
  source text not null check (source <> ''),
  -- When it was looked up there.
  observed_on date not null,
  entered_by uuid references users on delete set null,
  is_example boolean not null default false,
  created_at timestamptz not null,
  constraint document_fees_order check (valid_to is null or valid_from < valid_to),
  constraint document_fees_delivery check ((kind = 'delivery') = (part = 'delivery')
    and (kind <> 'delivery' or (category is null and use is null and engine_from_cc is null and term_months is null))),
  constraint document_fees_engine check ((engine_from_cc is null) = (engine_to_cc is null) and engine_from_cc <= engine_to_cc),
  constraint document_fees_term check (term_months is null or kind = 'vehicle_licence'),
  -- A null is an unbounded range, which overlaps everything: no request ever finds two fees for one line.
  constraint document_fees_overlap exclude using gist (
    text_range(kind || ' ' || part, kind || ' ' || part, '[]') with &&,
    int4range(state_id, state_id, '[]') with &&,
    text_range(category, category, '[]') with &&,
    text_range(use, use, '[]') with &&,
    int4range(engine_from_cc, engine_to_cc, '[]') with &&,
    int4range(term_months, term_months, '[]') with &&,
    daterange(valid_from, valid_to) with &&
  )
);
create index document_fees_entered_by on document_fees (entered_by) where entered_by is not null;

-- The one premium that is the same in every state: private motor, of the schedule of the National Insurance Commission.
insert into document_fees (id, kind, part, category, use, amount_minor, valid_from, source, observed_on, created_at)
select id, 'third_party_insurance', 'insurer', category, 'private', 1500000, '2023-01-01',
  'NAICOM circular NAICOM/DPR/CIR/46/2022, private motor', '2026-11-21', '2026-11-21T00:00:00Z'
from (values ('01998b00-0000-7000-8000-000000000001'::uuid, 'saloon'), ('01998b00-0000-7000-8000-000000000002'::uuid, 'suv')) as premium (id, category);
