-- The message from the site of which staff made a request; one request at most.
alter table document_requests add column lead_id uuid references leads on delete set null;
create unique index document_requests_lead on document_requests (lead_id) where lead_id is not null;
