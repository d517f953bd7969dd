import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { transactionKinds } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'

/*
 * How a transfer is told. `reference` makes it happen once beside its `kind`: a top-up's own reference, a booking's id.
 * `description` is a short label with no language in it, `topic:subject`: `top_up:stripe`, `booking:ABCD1234` (for its
 * refund and its extensions too), `overstay:ABCD1234`, `due:ABCD1234` (a debt that is paid), `sent_back:RF-…` (see
 * `refund-books.ts`). The statement puts it into the reader's words (`wording.ts`).
 */

export type AccountKind =
  | 'customer'
  | 'customer_debt'
  | 'provider_clearing'
  | 'refund_clearing'
  | 'park_payable'
  | 'fee_income'
  | 'tax_payable'
  | 'promotion'
  | 'adjustment'
/** `owner`: a user's id, a provider's name, a park's id, a tax's code; '' where there is but one. */
export type Account = { kind: AccountKind; owner: string }
export type Posting = { account: Account; amount_minor: bigint }
export type TransferKind = (typeof transactionKinds)[number]

export type Transfer = {
  kind: TransferKind
  reference: string
  description: string
  currency: Currency
  at: Date
  postings: Posting[]
}

/**
 * Writes one transfer of balanced postings in one currency, and moves the customers' balances with it.
 * Positive is what an account gains (a customer, a park, an office), negative what it gives; provider clearing is
 * negative by what the provider owes us, a debt by what a customer does. Each (kind, reference) happens once: a second
 * try violates `ledger_transfers_once`; a balance that would fall under zero violates `customer_balance_not_negative`.
 */
export async function post(tx: Tx, transfer: Transfer): Promise<{ transfer_id: string }> {
  const [transfer_id] = await postAll(tx, [transfer])
  return { transfer_id: transfer_id! }
}

/** The same for many at once, in two statements; their ids in the order given. */
export async function postAll(tx: Tx, transfers: readonly Transfer[]): Promise<string[]> {
  const merged = transfers.map((transfer) => {
    const postings = merge(transfer.postings)
    const sum = postings.reduce((total, { amount_minor }) => total + amount_minor, 0n)
    if (sum !== 0n) throw new RangeError(`transfer ${transfer.kind} ${transfer.reference} is off by ${sum}`)
    return { ...transfer, id: newId(transfer.at.getTime()), postings }
  })
  const wanted = merged.flatMap(({ postings, currency }) => postings.map(({ account }) => ({ ...account, currency })))
  const accounts = await findOrOpenAccounts(tx, wanted)
  const entries = merged.flatMap(({ id, at, currency, postings }) =>
    postings.map(({ account, amount_minor }) => ({
      transfer_id: id,
      account_id: accounts.get(keyOf({ ...account, currency }))!,
      is_customer: account.kind === 'customer',
      currency,
      amount_minor,
      at,
    })),
  )
  await write(tx, merged, entries)
  return merged.map(({ id }) => id)
}

type Entry = {
  transfer_id: string
  account_id: string
  is_customer: boolean
  currency: Currency
  amount_minor: bigint
  at: Date
}

/** Moves the balances of customers by all their entries at once, and writes the transfers and entries, in one statement. */
async function write(tx: Tx, transfers: readonly (Transfer & { id: string })[], entries: readonly Entry[]) {
  const moves = new Map<string, { amount: bigint; count: number }>()
  // What a customer held after an entry, and its number, is what there is in the end, less what came later.
  const later = entries.map(() => ({ amount: 0n, count: 0 }))
  for (const [n, { account_id, is_customer, amount_minor }] of [...entries.entries()].toReversed()) {
    if (!is_customer) continue
    later[n] = moves.get(account_id) ?? later[n]!
    moves.set(account_id, { amount: later[n]!.amount + amount_minor, count: later[n]!.count + 1 })
  }
  const wanted = [...moves].map(([id, { amount, count }]) => ({ id, amount: String(amount), count }))
  const heads = transfers.map(({ id, kind, reference, description, at }) => ({ id, kind, reference, description, at }))
  const rows = entries.map((entry, n) => ({
    ...entry,
    amount_minor: String(entry.amount_minor),
    later: String(later[n]!.amount),
    later_count: later[n]!.count,
    n,
  }))
  // Balances are locked in one order by everybody, so that two transfers between the same customers cannot wait for each other.
  await sql`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w(id uuid, amount bigint, count bigint)),
    locked as (select a.id from ledger_accounts a where a.id in (select id from wanted) order by a.id for update),
    moved as (
      update ledger_accounts a set balance_minor = a.balance_minor + w.amount, entry_count = a.entry_count + w.count
      from locked l join wanted w on w.id = l.id where a.id = l.id
      returning a.id, a.balance_minor, a.entry_count),
    transfers as (
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb)
        as t(id uuid, kind text, reference text, description text, at timestamptz))
    insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
    select e.transfer_id, e.account_id, e.currency, e.amount_minor, m.balance_minor - e.later, m.entry_count - e.later_count, e.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as e(n int, transfer_id uuid, account_id uuid, currency text, amount_minor bigint, later bigint, later_count bigint, at timestamptz)
    left join moved m on m.id = e.account_id
    order by e.n`.execute(tx)
}

/** One posting for each account, so that a statement shows a transfer as one line; what comes to nothing is left out. */
function merge(postings: Posting[]): Posting[] {
  const merged = new Map<string, Posting>()
  for (const { account, amount_minor } of postings) {
    const before = merged.get(keyOf(account))?.amount_minor ?? 0n
    merged.set(keyOf(account), { account, amount_minor: before + amount_minor })
  }
  return [...merged.values()].filter(({ amount_minor }) => amount_minor !== 0n)
}

const keyOf = ({ kind, owner, currency = '' }: Account & { currency?: Currency | '' }) => `${kind}/${owner}/${currency}`

type AccountOf = Account & { currency: Currency }

/** The ids of accounts, those without one opened. */
async function findOrOpenAccounts(tx: Tx, wanted: readonly AccountOf[]): Promise<Map<string, string>> {
  const byKey = new Map(wanted.map((account) => [keyOf(account), account]))
  // In one order by everybody, so that two who open the same ones cannot wait for each other.
  const distinct = [...byKey.keys()].toSorted().map((key) => byKey.get(key)!)
  if (distinct.length === 0) return new Map()
  const find = async () => {
    const { rows } = await sql<AccountOf & { id: string }>`
      select a.id, a.kind, a.owner, a.currency from ledger_accounts a
      join jsonb_to_recordset(${JSON.stringify(distinct)}::jsonb) as w(kind text, owner text, currency text)
        on a.kind = w.kind and a.owner = w.owner and a.currency = w.currency`.execute(tx)
    return new Map(rows.map((row) => [keyOf(row), row.id]))
  }
  const found = await find()
  const missing = distinct.filter((account) => !found.has(keyOf(account)))
  if (missing.length === 0) return found
  await tx
    .insertInto('ledger_accounts')
    .values(
      missing.map(({ kind, owner, currency }) => ({
        id: newId(),
        kind,
        owner,
        currency,
        balance_minor: kind === 'customer' ? 0n : null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['kind', 'owner', 'currency']).doNothing())
    .execute()
  return find()
}

/** A customer's money in one currency. */
export type Purse = { user_id: string; currency: Currency }
/** What stands for a purse in a map. */
export const purseKey = ({ user_id, currency }: Purse): string => `${user_id} ${currency}`

/** The balances of several purses by `purseKey`, in minor units, those that there are. */
export async function findBalances(db: Db | Tx, purses: readonly Purse[]): Promise<Map<string, bigint>> {
  if (purses.length === 0) return new Map()
  const { rows } = await sql<Purse & { balance_minor: bigint | null }>`
    select a.owner as user_id, a.currency, a.balance_minor
    from unnest(${purses.map(({ user_id }) => user_id)}::text[], ${purses.map(({ currency }) => currency)}::text[]) w(owner, currency)
    join ledger_accounts a on a.kind = 'customer' and a.owner = w.owner and a.currency = w.currency`.execute(db)
  return new Map(rows.map((row) => [purseKey(row), row.balance_minor ?? 0n]))
}

/** A customer's balance in one currency, in minor units; nothing yet is 0. */
export async function findBalance(db: Db | Tx, user_id: string, currency: Currency): Promise<bigint> {
  const row = await db
    .selectFrom('ledger_accounts')
    .select('balance_minor')
    .where('kind', '=', 'customer')
    .where('owner', '=', user_id)
    .where('currency', '=', currency)
    .executeTakeFirst()
  return row?.balance_minor ?? 0n
}
