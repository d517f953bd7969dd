import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { attributeSpending } from './spending.ts'

export interface DisputedPayment {
  user_id: string
  currency: Currency
  /** The transfer that credited it; null for a payment that was never credited. */
  transfer_id: string | null
}

export interface Sale {
  kind: 'booking' | 'order' | 'document'
  id: string
  code: string
  /** What of its price the payment paid. */
  paid_minor: bigint
  at: Date
}

const saleKinds: Readonly<Record<string, Sale['kind']>> = {
  booking: 'booking',
  extension: 'booking',
  order: 'order',
  document: 'document',
}

interface WalletEntry {
  transfer_id: string
  kind: string
  reference: string
  amount_minor: bigint
  at: Date
  source: string | null
}

/** The movements of a wallet, oldest first, with the payment that a debit was paid or refunded with. */
async function findMovements(db: Db | Tx, { user_id, currency }: DisputedPayment): Promise<WalletEntry[]> {
  const { rows } = await sql<WalletEntry>`
    select e.transfer_id, t.kind, t.reference, e.amount_minor, e.created_at as at, coalesce(p.transfer_id, r.transfer_id) as source
    from ledger_accounts a join ledger_entries e on e.account_id = a.id join ledger_transfers t on t.id = e.transfer_id
    left join lateral (select u.transfer_id from top_ups u where u.user_id = ${user_id}::uuid and u.transfer_id is not null
      and ((t.kind = 'booking' and u.booked_id::text = t.reference) or (t.kind = 'order' and u.order_id::text = t.reference))
      order by u.settled_at limit 1) p on true
    left join lateral (select u.transfer_id from refunds f join top_ups u on u.id = f.top_up_id
      where t.kind = 'refund' and f.transfer_id = e.transfer_id limit 1) r on true
    where a.kind = 'customer' and a.owner = ${user_id} and a.currency = ${currency}
    order by e.position`.execute(db)
  return rows
}

/** Returns what a payment paid for, oldest first, and what of it was not spent: it is in the wallet, or went back. */
export async function findSales(
  db: Db | Tx,
  payment: DisputedPayment,
): Promise<{ sales: Sale[]; unspent_minor: bigint }> {
  const { transfer_id } = payment
  const entries = transfer_id === null ? [] : await findMovements(db, payment)
  const movements = entries.map(({ transfer_id: id, amount_minor, source }) => ({
    id,
    amount_minor,
    ...(source === null ? {} : { source }),
  }))
  const spent = attributeSpending(movements, transfer_id ?? '')
  const credited = movements.find(({ id }) => id === transfer_id)?.amount_minor ?? 0n
  const sales = new Map<string, Omit<Sale, 'code'>>()
  for (const { transfer_id: by, kind, reference, at } of entries) {
    const sold = saleKinds[kind]
    const paid_minor = spent.get(by)
    if (sold === undefined || paid_minor === undefined) continue
    const id = reference.replace(/\/.*$/, '')
    const before = sales.get(id)
    sales.set(
      id,
      before ? { ...before, paid_minor: before.paid_minor + paid_minor } : { kind: sold, id, paid_minor, at },
    )
  }
  const codes = await findCodes(db, [...sales.keys()])
  return {
    sales: [...sales.values()].flatMap((sale) => {
      const code = codes.get(sale.id)
      return code === undefined ? [] : [{ ...sale, code }]
    }),
    unspent_minor: [...sales.values()].reduce((rest, { paid_minor }) => rest - paid_minor, credited),
  }
}

async function findCodes(db: Db | Tx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: string; code: string }>`
    select id::text, booking_code as code from bookings where id = any(${ids}::uuid[])
    union all select id::text, order_number from orders where id = any(${ids}::uuid[])
    union all select id::text, number from document_requests where id = any(${ids}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, code }) => [id, code]))
}
