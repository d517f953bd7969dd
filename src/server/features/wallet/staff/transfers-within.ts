import { sql, type RawBuilder } from 'kysely'
import type { Scope } from '#server/http/caller.ts'

/** The transfers with an entry of an account that belongs to a branch, or to a car park of a country, in the scope. */
export const transfersWithin = ({ branch_ids, country_ids }: Scope): RawBuilder<boolean> => sql<boolean>`t.id in (
  select e.transfer_id from ledger_accounts a join ledger_entries e on e.account_id = a.id
  where a.kind in ('order_held', 'branch_payable') and a.owner = any(${[...branch_ids]}::text[])
    or a.kind = 'park_payable' and a.owner in (select p.id::text from parks p where p.country_id = any(${[...country_ids]}::int[])))`
