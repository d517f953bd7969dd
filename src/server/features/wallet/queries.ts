import { sql, type Selectable } from 'kysely'
import { toMajor } from '#contract/minor-units.ts'
import type { Currency } from '#contract/money.ts'
import { toPage, type Page } from '#contract/page.ts'
import type { Language } from '#contract/places.ts'
import type { Settled, TopUp as TopUpView, Transaction, Wallet } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { TopUpsTable } from '#server/database/tables.ts'
import type { Deps } from '#server/deps.ts'
import { listEntries, toTransaction, type Filter } from '#server/features/wallet/ledger/entries.ts'
import { findBalance } from '#server/features/wallet/ledger/ledger.ts'
import { refundableOf } from './rules.ts'
import { outcomeText, statusOf, type Outcome } from './wording.ts'

export type TopUp = Omit<Selectable<TopUpsTable>, 'currency'> & { currency: Currency }

/** A top-up by our reference, whoever's it is. */
export async function findTopUp(db: Db | Tx, reference: string): Promise<TopUp | undefined> {
  const row = await db.selectFrom('top_ups').selectAll().where('reference', '=', reference).executeTakeFirst()
  return row as TopUp | undefined
}

/** What a person has under way in each currency: top-ups begun and not yet decided, in minor units. */
export async function sumPending(db: Db | Tx, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('top_ups')
    .select(['currency', sql<bigint>`sum(amount_minor)::bigint`.as('pending_minor')])
    .where('user_id', '=', user_id)
    .where('status', '=', 'pending')
    .groupBy('currency')
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.pending_minor]))
}

/** What a person owes in each currency: debts are accounts of their own, with what is owed as a negative sum. */
async function sumOwed(db: Db, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select(['ledger_accounts.currency', sql<bigint>`-sum(ledger_entries.amount_minor)::bigint`.as('owed_minor')])
    .where('ledger_accounts.kind', '=', 'customer_debt')
    .where('ledger_accounts.owner', '=', user_id)
    .groupBy('ledger_accounts.currency')
    .having(sql<bigint>`sum(ledger_entries.amount_minor)`, '<', 0n)
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.owed_minor]))
}

/** Of that, what top-ups left that were taken back after they were spent. */
async function sumTakenBack(db: Db, user_id: string): Promise<Map<Currency, bigint>> {
  const rows = await db
    .selectFrom('refunds')
    .select(['currency', sql<bigint>`sum(owed_minor)::bigint`.as('owed_minor')])
    .where('user_id', '=', user_id)
    .where('owed_minor', '>', 0n)
    .groupBy('currency')
    .execute()
  return new Map(rows.map((row) => [row.currency as Currency, row.owed_minor]))
}

/** The wallet of a person whose country has the currency `own`: that one first, then every other they ever had. */
export async function getWallet(db: Db, user_id: string, own: Currency): Promise<Wallet> {
  const accounts = await db
    .selectFrom('ledger_accounts')
    .select(['currency', 'balance_minor'])
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .execute()
  const held = new Map(accounts.map((row) => [row.currency as Currency, row.balance_minor ?? 0n]))
  const pending = await sumPending(db, user_id)
  const owed = await sumOwed(db, user_id)
  const takenBack = await sumTakenBack(db, user_id)
  const known = new Set([...held.keys(), ...pending.keys(), ...owed.keys()])
  const others = [...known].filter((currency) => currency !== own).sort()
  const balanceIn = (currency: Currency) => ({
    balance: toMajor(held.get(currency) ?? 0n, currency),
    currency,
    pending: toMajor(pending.get(currency) ?? 0n, currency),
    owed: toMajor(owed.get(currency) ?? 0n, currency),
    owed_taken_back: toMajor(takenBack.get(currency) ?? 0n, currency),
  })
  return { status: 'success', data: { ...balanceIn(own), balances: [own, ...others].map(balanceIn) } }
}

/** One page of what moved in a person's wallet, newest first, in the reader's language. */
export async function listTransactions(
  db: Db,
  user_id: string,
  want: Filter & { page: number; size: number },
  language: Language,
): Promise<Page<Transaction>> {
  const { rows, total } = await listEntries(db, user_id, want)
  return toPage(
    rows.map((row) => toTransaction(row, language)),
    total,
    want.page,
    want.size,
  )
}

/** A person's top-ups, newest first, with what of them can go back. */
export async function listTopUps(
  { db, payments }: Pick<Deps, 'db' | 'payments'>,
  user_id: string,
  { page, size, status }: { page: number; size: number; status?: TopUpView['status'] | undefined },
): Promise<Page<TopUpView>> {
  const own = db
    .selectFrom('top_ups')
    .where('user_id', '=', user_id)
    .$if(status !== undefined, (query) => query.where('status', '=', status!))
  const { total } = await own.select(sql<bigint>`count(*)`.as('total')).executeTakeFirstOrThrow()
  const rows = await own
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(size)
    .offset((page - 1) * size)
    .execute()
  const returns = await findReturns(
    db,
    rows.map(({ id }) => id),
  )
  const owed = await sumOwed(db, user_id)
  const free = new Map<Currency, bigint>()
  for (const currency of new Set(rows.map((row) => row.currency as Currency)))
    free.set(currency, (await findBalance(db, user_id, currency)) - (owed.get(currency) ?? 0n))
  const items = rows.map((row): TopUpView => {
    const currency = row.currency as Currency
    const provider = row.provider as TopUpView['provider']
    const payment = returns.get(row.id) ?? { credited_minor: 0n, returned_minor: 0n }
    const hasParts = payments[provider]?.canRefundParts === true
    const back_minor = payments[provider] === undefined ? 0n : refundableOf(payment, free.get(currency) ?? 0n, hasParts)
    return {
      reference: row.reference,
      provider,
      amount: toMajor(payment.credited_minor === 0n ? row.amount_minor : payment.credited_minor, currency),
      currency,
      status: row.status as TopUpView['status'],
      created_at: row.created_at.toISOString(),
      pay_url: row.status === 'pending' ? addressOf(row.payment_info) : null,
      refundable: toMajor(back_minor, currency),
      refund_whole: !hasParts,
    }
  })
  return toPage(items, Number(total), page, size)
}

function addressOf(payment_info: unknown): string | null {
  const info = (payment_info ?? {}) as Partial<Record<string, string>>
  return info.authorization_url ?? info.checkout_url ?? info.payment_url ?? null
}

/** What credited top-ups brought, and what of them has gone back or is on its way, by their ids. */
async function findReturns(db: Db, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; credited_minor: bigint; returned_minor: bigint }>`
    select t.id, sum(e.amount_minor)::bigint as credited_minor,
      (select coalesce(sum(r.amount_minor), 0)::bigint from refunds r
        where r.top_up_id = t.id and r.status <> 'failed') as returned_minor
    from top_ups t
    join ledger_entries e on e.transfer_id = t.transfer_id
    join ledger_accounts a on a.id = e.account_id and a.kind = 'customer'
    where t.id = any(${ids}::uuid[]) group by t.id`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The answer about a payment: its amount (what was credited, else what was asked for) and the balance as it is now. */
export async function getSettled(
  db: Db,
  { outcome, topUp }: { outcome: Outcome; topUp: TopUp },
  language: Language,
): Promise<Settled> {
  const { transfer_id, reference, provider, currency } = topUp
  const amount_minor = transfer_id === null ? topUp.amount_minor : await getCredited(db, transfer_id)
  const balance_minor = await findBalance(db, topUp.user_id, currency)
  return {
    status: statusOf[outcome],
    message: outcomeText(outcome, { provider, amount_minor, currency }, language),
    data: {
      new_balance: toMajor(balance_minor, currency),
      currency,
      amount: toMajor(amount_minor, currency),
      reference,
    },
  }
}

async function getCredited(db: Db, transfer_id: string): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'ledger_entries.account_id')
    .select('amount_minor')
    .where('transfer_id', '=', transfer_id)
    .where('kind', '=', 'customer')
    .executeTakeFirstOrThrow()
  return row.amount_minor
}
