-- Appointments belong to a request, and go with it.
delete from inspection_appointments where request_id not in (select id from document_requests);
alter table inspection_appointments add constraint inspection_appointments_request_id_fkey
  foreign key (request_id) references document_requests on delete cascade;

-- How many of its reminders were due so far: a day and two hours before.
alter table inspection_appointments add column reminders_sent integer not null default 0;
create index inspection_appointments_coming on inspection_appointments (starts_at) where status = 'booked';
