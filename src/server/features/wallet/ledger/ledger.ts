import { sql, type RawBuilder } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { AccountKind, TransferKind } from '#contract/wallet/ledger.ts'
import { arrayOf } from '#server/database/array.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'

/** `owner`: a user's id, a provider's name, a park's id a branch's id or a tax's code; '' where a kind has one account. */
export interface Account {
  kind: AccountKind
  owner: string
}
export interface Posting {
  account: Account
  amount_minor: bigint
}

/**
 * `(kind, reference)` is unique, so a transfer happens once. `description` is a label without language, `topic:subject`
 * (`top_up:stripe`, `booking:ABCD1234`, `sent_back:RF-…`); `describeEntry` in `texts.ts` puts it into words.
 */
export interface Transfer {
  kind: TransferKind
  reference: string
  description: string
  currency: Currency
  at: Date
  postings: Posting[]
}

/**
 * Posts one transfer of balanced postings in one currency and updates the customers' balances. A positive posting
 * credits its account; `provider_clearing` and `customer_debt` are negative by what is owed to us. Violates
 * `ledger_transfers_once` on a repeat, `customer_balance_not_negative` when a balance would drop below zero.
 */
export async function postTransfer(tx: Tx, transfer: Transfer): Promise<{ transfer_id: string }> {
  const [transfer_id] = await postTransfers(tx, [transfer])
  return { transfer_id: transfer_id! }
}

/** Posts many transfers in one statement (three when a customer account is new). Returns their ids, in order. */
export async function postTransfers(tx: Tx, transfers: readonly Transfer[]): Promise<string[]> {
  const merged = transfers.map((transfer) => {
    const postings = mergePostings(transfer.postings)
    const sum = postings.reduce((total, { amount_minor }) => total + amount_minor, 0n)
    if (sum !== 0n) throw new RangeError(`transfer ${transfer.kind} ${transfer.reference} is off by ${sum}`)
    return { ...transfer, id: newId(transfer.at.getTime()), postings }
  })
  const [single, second] = merged
  if (single !== undefined && second === undefined && (await writeSingleCustomerTransfer(tx, single)))
    return [single.id]
  const entries = merged.flatMap(({ id, at, currency, postings }) =>
    postings.map(({ account, amount_minor }) => ({ transfer_id: id, ...account, currency, amount_minor, at })),
  )
  if (!(await writeTransfers(tx, merged, entries))) {
    await openAccounts(tx, entries)
    if (!(await writeTransfers(tx, merged, entries))) throw new Error('an account that was just opened is missing')
  }
  return merged.map(({ id }) => id)
}

const isOfCustomer = ({ account }: Posting): boolean => account.kind === 'customer'

/**
 * The fast path of `postTransfers`: one transfer, one customer account, all accounts existing. It takes half the time of
 * the general statement (`bench/ledger.ts`), because it opens no accounts and orders no locks. Returns false, with
 * nothing written, for any other transfer.
 */
export async function writeSingleCustomerTransfer(
  tx: Tx,
  { id, ...transfer }: Transfer & { id: string },
): Promise<boolean> {
  const { kind, reference, description, currency, at, postings } = transfer
  const [customer, second] = postings.filter(isOfCustomer)
  if (customer === undefined || second !== undefined) return false
  const rest = postings.filter((posting) => !isOfCustomer(posting))
  const { rows } = await sql`
    with a as materialized (
      select l.id, w.amount
      from unnest(${rest.map(({ account }) => account.kind)}::text[], ${rest.map(({ account }) => account.owner)}::text[],
        ${rest.map(({ amount_minor }) => String(amount_minor))}::bigint[]) as w(kind, owner, amount)
      join ledger_accounts l on l.kind = w.kind and l.owner = w.owner and l.currency = ${currency}),
    moved as (
      update ledger_accounts set balance_minor = balance_minor + ${customer.amount_minor}::bigint, entry_count = entry_count + 1
      where kind = 'customer' and owner = ${customer.account.owner} and currency = ${currency}
        and (select count(*) from a) = ${rest.length}::int
      returning id, balance_minor, entry_count),
    head as (
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select ${id}::uuid, ${kind}::text, ${reference}::text, ${description}::text, ${at}::timestamptz from moved),
    lines as (
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select ${id}::uuid, id, ${currency}::text, ${customer.amount_minor}::bigint, balance_minor, entry_count, ${at}::timestamptz from moved
      union all select ${id}::uuid, a.id, ${currency}::text, a.amount, null, null, ${at}::timestamptz from moved, a)
    select from moved`.execute(tx)
  return rows.length === 1
}

type Entry = LedgerAccount & { transfer_id: string; amount_minor: bigint; at: Date }
interface BalanceChange {
  account: LedgerAccount
  amount: bigint
  count: bigint
}

/**
 * Updates all customer balances and writes the transfers and entries in one statement, opening accounts other than
 * customers'. Returns false, with no entry written, when a customer account is missing or another transaction is just
 * opening one of the accounts.
 */
async function writeTransfers(
  tx: Tx,
  transfers: readonly (Transfer & { id: string })[],
  entries: readonly Entry[],
): Promise<boolean> {
  const moves = new Map<string, BalanceChange>()
  // An entry's balance and position are the final ones less the sum and count of the entries after it.
  const later = entries.map(() => ({ amount: 0n, count: 0n }))
  for (const [n, entry] of [...entries.entries()].toReversed()) {
    if (entry.kind !== 'customer') continue
    const { amount, count } = moves.get(accountKey(entry)) ?? later[n]!
    later[n] = { amount, count }
    moves.set(accountKey(entry), { account: entry, amount: amount + entry.amount_minor, count: count + 1n })
  }
  const moved = [...moves.values()]
  const accounts = sortDistinctAccounts(entries)
  const of = <T, V>(all: readonly T[], value: (value: T) => V): V[] => all.map(value)
  // Accounts are locked in id order, so that two transfers between the same customers cannot deadlock.
  // Arrays, not JSON: the planner expects 100 rows from JSON and then scans all accounts.
  const { rows } = await sql`
    with requested as materialized (
      select w.*, a.id
      from unnest(${of(accounts, () => newId())}::uuid[], ${of(accounts, ({ kind }) => kind)}::text[],
        ${of(accounts, ({ owner }) => owner)}::text[], ${of(accounts, ({ currency }) => currency)}::text[])
        with ordinality as w(new_id, kind, owner, currency, n)
      left join ledger_accounts a on a.kind = w.kind and a.owner = w.owner and a.currency = w.currency),
    opened as (
      insert into ledger_accounts (id, kind, owner, currency)
      select new_id, kind, owner, currency from requested where id is null and kind <> 'customer' order by n
      on conflict (kind, owner, currency) do nothing returning id, kind, owner, currency),
    account as materialized (
      select id, kind, owner, currency from requested where id is not null
      union all select id, kind, owner, currency from opened),
    e as materialized (
      select e.*, a.id as account_id
      from unnest(${of(entries, ({ transfer_id }) => transfer_id)}::uuid[], ${of(entries, ({ kind }) => kind)}::text[],
        ${of(entries, ({ owner }) => owner)}::text[], ${of(entries, ({ currency }) => currency)}::text[],
        ${of(entries, ({ amount_minor }) => String(amount_minor))}::bigint[], ${of(entries, ({ at }) => at)}::timestamptz[],
        ${of(later, ({ amount }) => String(amount))}::bigint[], ${of(later, ({ count }) => String(count))}::bigint[])
        with ordinality as e(transfer_id, kind, owner, currency, amount_minor, at, later, later_count, n)
      join account a on a.kind = e.kind and a.owner = e.owner and a.currency = e.currency),
    whole as materialized (select (select count(*) from e) = ${entries.length}::int as is_whole),
    locked as materialized (
      select a.id, w.amount, w.count
      from unnest(${of(moved, ({ account }) => account.owner)}::text[], ${of(moved, ({ account }) => account.currency)}::text[],
        ${of(moved, ({ amount }) => String(amount))}::bigint[], ${of(moved, ({ count }) => String(count))}::bigint[])
        as w(owner, currency, amount, count)
      join ledger_accounts a on a.kind = 'customer' and a.owner = w.owner and a.currency = w.currency
      where (select is_whole from whole) order by a.id for update of a),
    moved as (
      update ledger_accounts a set balance_minor = a.balance_minor + l.amount, entry_count = a.entry_count + l.count
      from locked l where a.id = l.id returning a.id, a.balance_minor, a.entry_count),
    transfers as (
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select t.* from unnest(${of(transfers, ({ id }) => id)}::uuid[], ${of(transfers, ({ kind }) => kind)}::text[],
        ${of(transfers, ({ reference }) => reference)}::text[], ${of(transfers, ({ description }) => description)}::text[],
        ${of(transfers, ({ at }) => at)}::timestamptz[]) as t
      where (select is_whole from whole) returning id),
    entries as (
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select e.transfer_id, e.account_id, e.currency, e.amount_minor, m.balance_minor - e.later, m.entry_count - e.later_count, e.at
      from e left join moved m on m.id = e.account_id
      where (select is_whole from whole) order by e.n)
    select is_whole from whole`.execute(tx)
  return (rows[0] as { is_whole: boolean }).is_whole
}

/** Sums the postings of each account, so that a statement shows one line per transfer, and drops zero sums. */
function mergePostings(postings: Posting[]): Posting[] {
  const merged = new Map<string, Posting>()
  for (const { account, amount_minor } of postings) {
    const before = merged.get(accountKey(account))?.amount_minor ?? 0n
    merged.set(accountKey(account), { account, amount_minor: before + amount_minor })
  }
  return [...merged.values()].filter(({ amount_minor }) => amount_minor !== 0n)
}

const accountKey = ({ kind, owner, currency = '' }: Account & { currency?: Currency | '' }) =>
  `${kind}/${owner}/${currency}`

type LedgerAccount = Account & { currency: Currency }

/** Distinct accounts in one global order, so that transactions opening the same ones cannot deadlock. */
function sortDistinctAccounts(accounts: readonly LedgerAccount[]): LedgerAccount[] {
  const byKey = new Map(accounts.map((account) => [accountKey(account), account]))
  return [...byKey.keys()].toSorted().map((key) => byKey.get(key)!)
}

/** Opens the accounts that do not exist yet. */
async function openAccounts(tx: Tx, required: readonly LedgerAccount[]): Promise<void> {
  const accounts = sortDistinctAccounts(required)
  await sql`
    insert into ledger_accounts (id, kind, owner, currency, balance_minor)
    select a.id, a.kind, a.owner, a.currency, case when a.kind = 'customer' then 0 end
    from unnest(${accounts.map(() => newId())}::uuid[], ${accounts.map(({ kind }) => kind)}::text[],
      ${accounts.map(({ owner }) => owner)}::text[], ${accounts.map(({ currency }) => currency)}::text[])
      with ordinality as a(id, kind, owner, currency, n)
    order by a.n on conflict (kind, owner, currency) do nothing`.execute(tx)
}

/** A customer's money in one currency. */
export interface WalletAccount {
  user_id: string
  currency: Currency
}
/** A wallet account as a map key. */
export const walletAccountKey = ({ user_id, currency }: WalletAccount): string => `${user_id} ${currency}`

/** The balances of several accounts as one value of any statement, for `toBalances`. */
export const balancesExpression = (accounts: readonly WalletAccount[]): RawBuilder<BalanceRow[]> => sql<BalanceRow[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('user_id', a.owner, 'currency', a.currency, 'balance_minor', a.balance_minor::text)), '[]')
  from unnest(${arrayOf(
    accounts.map(({ user_id }) => user_id),
    'text',
  )}, ${arrayOf(
    accounts.map(({ currency }) => currency),
    'text',
  )}) w(owner, currency)
  join ledger_accounts a on a.kind = 'customer' and a.owner = w.owner and a.currency = w.currency)`

type BalanceRow = WalletAccount & { balance_minor: string | null }

/** Existing balances in minor units, by `walletAccountKey`. */
export const readBalances = (stored: readonly BalanceRow[]): Map<string, bigint> =>
  new Map(stored.map((row) => [walletAccountKey(row), BigInt(row.balance_minor ?? 0)]))

/** A user's balance in one currency, in minor units; 0 before their first entry. */
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
