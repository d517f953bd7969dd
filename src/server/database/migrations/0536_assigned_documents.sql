set local lock_timeout = '5s';

-- Who works on a request for vehicle documents; null while nobody does.
alter table document_requests add column assigned_to uuid;
create index document_requests_assigned on document_requests using btree (assigned_to) where assigned_to is not null;
