import { sql } from 'kysely'
import { readReference } from '#contract/codes.ts'
import { localeOf } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { TransactionRecord } from '#contract/wallet/desk/transactions.ts'
import type { AccountKind, TransferKind } from '#contract/wallet/ledger.ts'
import type { Db } from '#server/database/connect.ts'
import { isVisibleCustomer, nameOf } from '#server/features/access/contacts.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import { parseLabelSubject } from '../rules.ts'
import { describeEntry } from '../texts.ts'
import { transfersWithin } from './transfers-within.ts'

interface EntryRow {
  kind: AccountKind
  owner: string
  email: string | null
  park: string | null
  branch: string | null
  amount_minor: bigint
  balance_after_minor: bigint | null
  currency: Currency
}

interface Reader {
  scope: Scope
  access: Access
  language: Language
  country_code: CountryCode
}

/**
 * Returns a transfer of the ledger with its entries; balances are those of wallets, for those who may read these. Throws
 * `not_found`, also for one of other branches.
 */
export async function getTransactionRecord(
  db: Db,
  id: string,
  { scope, access, language, country_code }: Reader,
  now: Date,
): Promise<TransactionRecord> {
  const transfer = await db
    .selectFrom('ledger_transfers as t')
    .selectAll()
    .where('t.id', '=', id)
    .where(scope.everywhere ? sql<boolean>`true` : transfersWithin(scope))
    .executeTakeFirst()
  if (transfer === undefined) throw new AppError('not_found')
  const { kind, reference, description } = transfer
  const { rows } = await sql<EntryRow>`
    select a.kind, a.owner, e.amount_minor, e.balance_after_minor, e.currency,
      case when a.kind in ('customer', 'customer_debt') then (select ${nameOf('u', sql<boolean>`true`)} from users u where u.id = a.owner::uuid and u.erased_at is null
        and ${isVisibleCustomer('u', access, now)}) end as email,
      case when a.kind = 'park_payable' then (select coalesce(p.name, p.address, p.park_code) from parks p where p.id = a.owner::uuid) end as park,
      case when a.kind in ('branch_payable', 'order_held') then (select b.name from branches b where b.id::text = a.owner) end as branch
    from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.transfer_id = ${id} order by e.id`.execute(
    db,
  )
  const currency = rows[0]?.currency ?? 'NGN'
  const money = (amount_minor: bigint) => ({ amount: toMajor(amount_minor, currency), currency })
  const credited_minor = rows.reduce((sum, { amount_minor }) => (amount_minor > 0n ? sum + amount_minor : sum), 0n)
  const subject = parseLabelSubject(description)
  const text = describeEntry(kind, description, localeOf(language, country_code))
  return {
    id,
    title: text,
    actions: [],
    kind: kind as TransferKind,
    reference,
    description: text,
    amount: money(credited_minor),
    created_at: transfer.created_at.toISOString(),
    booking: subject === undefined ? null : await findBookingCode(db, subject),
    top_up_id: await findId(db, 'top_ups', kind === 'top_up' ? reference : undefined),
    refund_id: await findId(db, 'refunds', kind === 'refund' ? reference.replace(/\/.*$/, '') : undefined),
    adjustment_id: kind === 'adjustment' ? await findAdjustment(db, id) : null,
    entries: rows.map((row) => ({
      account: row.kind,
      owner:
        row.email ?? row.park ?? row.branch ?? (row.kind.startsWith('customer') || row.owner === '' ? null : row.owner),
      amount: money(row.amount_minor),
      balance_after:
        row.balance_after_minor === null || !access.has('customers.wallet') ? null : money(row.balance_after_minor),
    })),
  }
}

async function findBookingCode(db: Db, code: string): Promise<string | null> {
  const row = await db.selectFrom('bookings').select('booking_code').where('booking_code', '=', code).executeTakeFirst()
  return row?.booking_code ?? null
}

async function findId(db: Db, table: 'top_ups' | 'refunds', reference: string | undefined): Promise<string | null> {
  if (reference === undefined) return null
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('reference', '=', readReference(reference))
    .executeTakeFirst()
  return row?.id ?? null
}

async function findAdjustment(db: Db, transfer_id: string): Promise<string | null> {
  const row = await db.selectFrom('approvals').select('id').where('transfer_id', '=', transfer_id).executeTakeFirst()
  return row?.id ?? null
}
