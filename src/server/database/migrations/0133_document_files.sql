-- Files of requests for vehicle documents: for their owner, and for staff who may see documents. Pictures are stored as they
-- were re-encoded, without where they were taken. Erased with the request, or long after the documents were delivered.
create table document_files (
  id uuid primary key,
  request_id uuid not null references document_requests on delete cascade,
  -- What it is: sent by the customer, the report of an inspection, or the scan of an issued document.
  purpose text not null check (purpose in ('customer', 'report', 'scan')),
  -- The document that it shows; null where it is of none or of several.
  kind text check (kind in ('vehicle_licence', 'road_worthiness', 'third_party_insurance', 'hackney_permit',
    'proof_of_ownership')),
  -- As the sender called it, without folders.
  name text not null check (char_length(name) between 1 and 120),
  type text not null check (type in ('application/pdf', 'image/jpeg')),
  content bytea not null constraint document_files_size check (octet_length(content) between 1 and 5242880),
  user_id uuid not null references users,
  created_at timestamptz not null
);
create index document_files_request on document_files (request_id, created_at);
create index document_files_user on document_files (user_id);
