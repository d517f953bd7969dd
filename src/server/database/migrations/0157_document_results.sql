-- What agency or insurer gave back for a document that was not issued, in minor units of NGN; entered once.
alter table document_items add column returned_minor bigint check (returned_minor >= 0);
alter table document_items add constraint document_items_returned
  check (returned_minor is null or coalesce(result, '') in ('rejected', 'failed_inspection'));
-- Only road worthiness is inspected.
alter table document_items add constraint document_items_failed
  check (result is distinct from 'failed_inspection' or kind = 'road_worthiness');
