set local lock_timeout = '5s';

-- Locked by whoever enters a fee of a document, so that of two at once the second sees what the first has entered.
create table document_fee_locks (
  kind text not null,
  part text not null,
  primary key (kind, part)
);

-- A null applies to everything, so no request ever finds two fees for one line. Distributed engines have no exclusion
-- constraints; the error is that of the constraint before.
create function refuse_overlapping_fee() returns trigger language plpgsql set search_path from current as $$
begin
  insert into document_fee_locks (kind, part) values (new.kind, new.part)
  on conflict (kind, part) do update set part = excluded.part;
  if exists (select from document_fees f
    where f.id <> new.id and f.kind = new.kind and f.part = new.part
      and (f.state_id is null or new.state_id is null or f.state_id = new.state_id)
      and (f.category is null or new.category is null or f.category = new.category)
      and (f.use is null or new.use is null or f.use = new.use)
      and (f.term_months is null or new.term_months is null or f.term_months = new.term_months)
      and (f.engine_from_cc is null or new.engine_from_cc is null
        or f.engine_from_cc <= new.engine_to_cc and new.engine_from_cc <= f.engine_to_cc)
      and (new.valid_to is null or f.valid_from < new.valid_to)
      and (f.valid_to is null or new.valid_from < f.valid_to)) then
    raise exception 'another fee applies to the same requests' using errcode = 'exclusion_violation',
      constraint = 'document_fees_overlap', table = 'document_fees';
  end if;
  return null;
end $$;
create trigger document_fees_overlap after insert or update on document_fees
  for each row execute function refuse_overlapping_fee();

alter table document_fees drop constraint document_fees_overlap;
drop type text_range;
