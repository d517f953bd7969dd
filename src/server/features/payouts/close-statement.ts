import { sql } from 'kysely'
import { findCommissionTaxes } from '#contract/payouts/terms.ts'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Account, Posting } from '#server/features/wallet/ledger/ledger.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { claimEntries } from './lines.ts'
import { takeNumber } from './numbers.ts'
import { getPayee, readTerms, type Payee } from './payees.ts'
import { calculateTaxes, findNextPeriodEnd } from './rules.ts'

/** The sums of a statement’s lines, in minor units; sales and refunds before the commission. */
interface LineSums {
  sales_minor: bigint
  refunds_minor: bigint
  commission_minor: bigint
  /** Of the commission, what is taken now. */
  charged_minor: bigint
  other_minor: bigint
  /** Of the sales, what a branch took for bringing its orders itself; of the other entries, the cash that it kept. */
  delivery_minor: bigint
  cash_kept_minor: bigint
  paid_minor: bigint
  line_count: number
  first_at: Date
}

/**
 * Closes the period of a payee that has ended: its entries that are on no statement yet get on this one, what is owed for
 * them moves from its car parks or its branch to its account, and our commission and the taxes on it are taken. A period
 * without entries has no statement. Returns the statement’s id. Closes nothing before the period’s end.
 */
export async function closeStatement(tx: Tx, payee_id: string, now: Date): Promise<string | undefined> {
  const payee = await getPayee(tx, payee_id, { lock: true })
  if (payee.next_closing_at > now) return undefined
  const until = payee.next_closing_at
  const terms = await readTerms(tx, payee)
  await claimEntries(tx, payee, terms, until)
  const statement_id = await writeStatement(tx, payee, until, now)
  await tx
    .updateTable('payees')
    .set({ closed_until: until, next_closing_at: findNextPeriodEnd(terms.at(until).schedule, payee.timezone, until) })
    .where('id', '=', payee.id)
    .execute()
  return statement_id
}

async function writeStatement(tx: Tx, payee: Payee, until: Date, now: Date): Promise<string | undefined> {
  const sums = await sumOpenLines(tx, payee.id, until)
  if (sums.line_count === 0) return undefined
  const id = newId(now.getTime())
  const number = await takeNumber(tx, 'statements', payee, until)
  const taxes = calculateTaxes(sums.commission_minor, findCommissionTaxes(payee.country, payee.state), payee.currency)
  const tax_minor = taxes.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const { currency } = payee
  const moved = await sumByAccount(tx, payee.id, until)
  const moved_minor = moved.reduce((sum, { amount_minor }) => sum + amount_minor, 0n)
  const postings: Posting[] = [
    ...moved.map(({ kind, owner, amount_minor }) => ({ account: { kind, owner }, amount_minor: -amount_minor })),
    {
      account: { kind: 'payee_payable', owner: payee.id },
      amount_minor: moved_minor - sums.charged_minor - tax_minor,
    },
    { account: { kind: 'fee_income', owner: '' }, amount_minor: sums.charged_minor },
    ...taxes.map(({ code, amount_minor }) => ({
      account: { kind: 'tax_payable' as const, owner: code },
      amount_minor,
    })),
  ]
  const transfer_id = postings.every(({ amount_minor }) => amount_minor === 0n)
    ? null
    : (
        await postTransfer(tx, {
          kind: 'settlement',
          reference: `statement/${id}`,
          description: `statement:${number.number}`,
          currency,
          at: now,
          postings,
        })
      ).transfer_id
  const opening_minor = await findLastClosing(tx, payee.id)
  const { sales_minor, refunds_minor, commission_minor, other_minor, paid_minor, first_at } = sums
  const start = payee.closed_until ?? payee.created_at
  await tx
    .insertInto('statements')
    .values({
      id,
      payee_id: payee.id,
      ...number,
      currency,
      period_from: first_at < start && payee.closed_until === null ? first_at : start,
      period_until: until,
      opening_minor,
      sales_minor,
      refunds_minor,
      commission_minor,
      taxes: JSON.stringify(taxes.map((tax) => ({ ...tax, amount_minor: String(tax.amount_minor) }))),
      tax_minor,
      other_minor,
      delivery_minor: sums.delivery_minor,
      cash_kept_minor: sums.cash_kept_minor,
      paid_minor,
      closing_minor:
        opening_minor + sales_minor + refunds_minor - commission_minor - tax_minor + other_minor + paid_minor,
      line_count: sums.line_count,
      payee: sql`(select jsonb_build_object('name', ${payee.name}::text, 'entity', entity, 'legal_name', legal_name,
        'registration_number', registration_number, 'tax_number', tax_number, 'address', address)
        from payees where id = ${payee.id}::uuid)`,
      transfer_id,
      closed_at: now,
    })
    .execute()
  await sql`update statement_lines set statement_id = ${id}::uuid
    where payee_id = ${payee.id}::uuid and statement_id is null and at < ${until}`.execute(tx)
  return id
}

/** SQL: the delivery in the line `l` of an order that its branch brought, less what was refunded of it before. */
const deliveryOf = sql`(select o.delivery_net_minor - coalesce((select sum(x.goods_minor) from order_refunds f
    join order_refund_lines x on x.refund_id = f.id and x.line_id is null
    where f.order_id = o.id and f.status = 'done'
      and exists (select from ledger_entries e where e.transfer_id = f.transfer_id and e.id < l.entry_id)), 0)
  from orders o where o.order_number = l.subject and o.delivered_by = 'branch')`

async function sumOpenLines(tx: Tx, payee_id: string, until: Date): Promise<LineSums> {
  const { rows } = await sql<LineSums>`
    select coalesce(sum(amount_minor + booked_minor) filter (where kind in ('sale', 'extension', 'order')), 0)::bigint as sales_minor,
      coalesce(sum(amount_minor + booked_minor) filter (where kind = 'refund'), 0)::bigint as refunds_minor,
      coalesce(sum(commission_minor), 0)::bigint as commission_minor,
      coalesce(sum(commission_minor - booked_minor), 0)::bigint as charged_minor,
      coalesce(sum(amount_minor) filter (where kind in ('cash_kept', 'moved', 'correction')), 0)::bigint as other_minor,
      coalesce(sum(${deliveryOf}) filter (where kind = 'order'), 0)::bigint as delivery_minor,
      coalesce(sum(amount_minor) filter (where kind = 'cash_kept'), 0)::bigint as cash_kept_minor,
      coalesce(sum(amount_minor) filter (where kind in ('payout', 'payout_returned')), 0)::bigint as paid_minor,
      count(*)::int as line_count, min(at) as first_at
    from statement_lines l where payee_id = ${payee_id}::uuid and statement_id is null and at < ${until}`.execute(tx)
  return rows[0]!
}

/** What the lines move from the accounts of car parks and branches. */
async function sumByAccount(tx: Tx, payee_id: string, until: Date): Promise<(Account & { amount_minor: bigint })[]> {
  const { rows } = await sql<Account & { amount_minor: bigint }>`
    select a.kind, a.owner, sum(l.amount_minor)::bigint as amount_minor
    from statement_lines l join ledger_entries e on e.id = l.entry_id join ledger_accounts a on a.id = e.account_id
    where l.payee_id = ${payee_id}::uuid and l.statement_id is null and l.at < ${until} and a.kind <> 'payee_payable'
    group by a.kind, a.owner order by a.kind, a.owner`.execute(tx)
  return rows
}

async function findLastClosing(tx: Tx, payee_id: string): Promise<bigint> {
  const row = await tx
    .selectFrom('statements')
    .select('closing_minor')
    .where('payee_id', '=', payee_id)
    .orderBy('period_until', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.closing_minor ?? 0n
}
