import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Tx } from '#server/database/connect.ts'
import { mergePark, type Side } from '#server/features/parks/manage/merge.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'

/** Merges a car park into another record of it, with what is owed for its past bookings. Throws as `mergePark`. */
export async function mergeParkWithMoney(
  ...[tx, scope, id, body, now]: Parameters<typeof mergePark>
): Promise<Pick<Awaited<ReturnType<typeof mergePark>>, 'answer' | 'changes'>> {
  const { from, to, answer, changes } = await mergePark(tx, scope, id, body, now)
  await movePayable(tx, from, to, now)
  return { answer, changes }
}

/** A refund of a past booking is taken from the record that stays, so what was owed for it has to be there. */
async function movePayable(tx: Tx, from: Side, to: Side, at: Date): Promise<void> {
  const { rows } = await sql<{ currency: Currency; amount_minor: bigint }>`
    select a.currency, sum(e.amount_minor)::bigint as amount_minor
    from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind = 'park_payable' and a.owner = ${from.id} group by a.currency having sum(e.amount_minor) <> 0
    order by a.currency`.execute(tx)
  for (const { currency, amount_minor } of rows)
    await postTransfer(tx, {
      kind: 'settlement',
      reference: `park_merge/${from.id}/${currency}`,
      description: `park_merge:${from.park_code}`,
      currency,
      at,
      postings: [
        { account: { kind: 'park_payable', owner: from.id }, amount_minor: -amount_minor },
        { account: { kind: 'park_payable', owner: to.id }, amount_minor },
      ],
    })
}
