set local lock_timeout = '5s';

-- Functions find the tables of their own schema, whoever calls them: the workers of a distributed engine have another path.
-- Those that are left out read no table.
alter function follow_pool set search_path from current;
alter function keep_catalogue_slug set search_path from current;
alter function note_changed_line set search_path from current;
alter function note_changed_quarter set search_path from current;
alter function note_filled_blocks set search_path from current;
alter function note_ledger_kinds set search_path from current;
alter function note_wallet_pass set search_path from current;
alter function refuse_audit_change set search_path from current;
alter function refuse_change set search_path from current;
alter function refuse_earlier_history set search_path from current;
alter function refuse_stock_change set search_path from current;

-- As before; the clock is read first, since updates of distributed tables call no volatile function.
create or replace function change_wallet_passes(booking_ids uuid[]) returns void language plpgsql set search_path from current as $$
declare
  moment timestamptz := date_trunc('second', clock_timestamp());
begin
  update wallet_passes set version = version + 1, modified_at = greatest(moment, modified_at + interval '1 second'),
    google_due = case when google_since is not null then version + 1 end
  where booking_id = any(booking_ids);
  if found then
    update wallet_registrations r set push_due = p.version
    from wallet_passes p where p.booking_id = any(booking_ids) and r.booking_id = p.booking_id;
  end if;
end $$;
