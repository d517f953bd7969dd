-- Requests for vehicle documents of Nigeria. A draft may have any field missing or unfinished; what is quoted was checked.
create table document_requests (
  id uuid primary key,
  number text not null constraint document_requests_number_key unique,
  user_id uuid not null references users,
  vehicle_id uuid references vehicles on delete set null,
  status text not null default 'draft' check (status in ('draft', 'quoted', 'paid', 'document_review', 'action_required',
    'inspection_booked', 'inspection_passed', 'inspection_failed', 'with_agency', 'issued', 'rejected', 'dispatched',
    'ready_for_pickup', 'delivered', 'cancelled', 'refunded')),
  version integer not null default 1,
  -- The two letters after the hyphen in states.code.
  state text,
  plate text,
  category text,
  use text check (use in ('private', 'commercial')),
  make text,
  model text,
  year integer,
  colour text,
  engine_cc integer,
  chassis_number text,
  engine_number text,
  owner_name text,
  owner_address text,
  owner_phone text,
  owner_email text,
  -- [{kind, expires_on}].
  held jsonb not null default '[]',
  handover text check (handover in ('delivery', 'pickup')),
  delivery_address text,
  language text not null,
  -- Since when a complete draft waits for a fee that nobody has entered yet.
  waiting_since timestamptz,
  -- [{kind, part, of, amount_minor, source, observed_on, is_example, released_minor, refunded_minor}]; minor units of NGN.
  lines jsonb not null default '[]',
  total_minor bigint not null default 0 check (total_minor >= 0),
  -- Where its money went: to agencies, insurers, us and the tax office, or back.
  released_minor bigint not null default 0 check (released_minor >= 0),
  refunded_minor bigint not null default 0 check (refunded_minor >= 0),
  quoted_at timestamptz,
  quote_expires_at timestamptz,
  paid_at timestamptz,
  delivered_at timestamptz,
  -- What staff asked the customer for, and how many reminders were sent since.
  asked_at timestamptz,
  reminders_sent integer not null default 0,
  agency_receipt text,
  courier text,
  tracking_number text,
  pickup_place text,
  pickup_hours text,
  handover_code text check (handover_code ~ '^[0-9]{4}$'),
  wrong_codes integer not null default 0,
  codes_locked_until timestamptz,
  is_example boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Nothing is both released and refunded.
  constraint document_requests_spent_once check (released_minor + refunded_minor <= total_minor),
  constraint document_requests_paid check (paid_at is not null or (released_minor = 0 and refunded_minor = 0))
);
create index document_requests_user on document_requests (user_id, updated_at desc);
create index document_requests_vehicle on document_requests (vehicle_id) where vehicle_id is not null;
create index document_requests_status on document_requests (status, updated_at);
create index document_requests_waiting on document_requests (waiting_since) where waiting_since is not null;
create index document_requests_quotes on document_requests (quote_expires_at) where status = 'quoted';

-- The documents of a request, each with its own result.
create table document_items (
  id uuid primary key,
  request_id uuid not null references document_requests on delete cascade,
  kind text not null check (kind in ('vehicle_licence', 'road_worthiness', 'third_party_insurance', 'hackney_permit',
    'proof_of_ownership')),
  term_months integer check (term_months in (6, 12)),
  result text check (result in ('issued', 'rejected', 'failed_inspection')),
  -- Of the issued document.
  document_number text,
  issued_on date,
  expires_on date,
  reason text,
  inspection_passed_at timestamptz,
  constraint document_items_once unique (request_id, kind),
  -- Road worthiness is never certified without an inspection.
  constraint document_items_inspected check (not (kind = 'road_worthiness' and result = 'issued' and inspection_passed_at is null))
);

create table document_history (
  id bigint generated always as identity primary key,
  request_id uuid not null references document_requests on delete cascade,
  at timestamptz not null,
  from_status text,
  to_status text not null,
  cause text not null,
  actor text not null check (actor in ('customer', 'staff', 'clock', 'server')),
  actor_id uuid,
  detail jsonb
);
create index document_history_request on document_history (request_id, id);
