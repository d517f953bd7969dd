import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { claimEntries } from './lines.ts'
import { addMissingPayees, getPayee, readTerms } from './payees.ts'

/**
 * Stores what of a car park is its operator’s before it changes hands: its entries that are on no statement yet, and the
 * bookings without any that can still be charged, which are those that were free and whose car did not come: a scan that
 * arrives later shows that it did. What can be charged otherwise is ahead or has an entry.
 */
export async function assignEarnings(
  tx: Tx,
  { park_id, partner_id }: { park_id: string; partner_id: string },
  now: Date,
): Promise<void> {
  await addMissingPayees(tx, now)
  const payees = await tx.selectFrom('payees').select('id').where('partner_id', '=', partner_id).execute()
  for (const { id } of payees) {
    const payee = await getPayee(tx, id, { lock: true })
    // All that is there: entries are dated by the clock of who wrote them, which may be ahead.
    await claimEntries(tx, payee, await readTerms(tx, payee), 'infinity')
  }
  await sql`
    insert into no_show_holders (booking_id, partner_id)
    select b.id, ${partner_id}::uuid from bookings b
    where b.park_id = ${park_id}::uuid and b.status = 'no_show'
      and not exists (select from statement_lines l where l.subject = b.booking_code and l.park_id is not null)
    on conflict do nothing`.execute(tx)
}

/** Lets the next closings read all entries of a car park, which may belong to somebody else from now on. */
export const forgetMarks = (tx: Tx, park_id: string) =>
  sql`delete from statement_marks m using ledger_accounts a
    where a.id = m.account_id and a.kind = 'park_payable' and a.owner = ${park_id}`.execute(tx)
