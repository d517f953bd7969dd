-- Issued documents are written into the customer's vehicle with the plate of the request.
alter table document_requests drop column vehicle_id;
