import { sql } from 'kysely'
import type { Currency } from '#contract/money.ts'
import type { transactionKinds } from '#contract/wallet.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/ids.ts'

/*
 * How a transfer is told. `reference` makes it happen once beside its `kind`: a top-up's own reference, a booking's id.
 * `description` is a short label with no language in it, `topic:subject`: `top_up:stripe`, `booking:ABCD1234` (for its
 * refund and its extension too). The statement puts it into the reader's words (`wording.ts`).
 */

export type AccountKind =
  | 'customer'
  | 'provider_clearing'
  | 'park_payable'
  | 'fee_income'
  | 'tax_payable'
  | 'adjustment'
/** `owner`: a user's id, a provider's name, a park's id, a tax's code; '' where there is but one. */
export type Account = { kind: AccountKind; owner: string }
export type Posting = { account: Account; amount_minor: bigint }
export type TransferKind = (typeof transactionKinds)[number]

/**
 * Writes one transfer of balanced postings in one currency, and moves the customers' balances with it.
 * Positive is what an account gains (a customer, a park, an office), negative what it gives; provider clearing is
 * negative by what the provider owes us. Each (kind, reference) happens once: a second try violates
 * `ledger_transfers_once`; a balance that would fall under zero violates `customer_balance_not_negative`.
 */
export async function post(
  tx: Tx,
  transfer: {
    kind: TransferKind
    reference: string
    description: string
    currency: Currency
    at: Date
    postings: Posting[]
  },
): Promise<{ transfer_id: string }> {
  const postings = merge(transfer.postings)
  const sum = postings.reduce((total, { amount_minor }) => total + amount_minor, 0n)
  if (sum !== 0n) throw new RangeError(`transfer ${transfer.kind} ${transfer.reference} is off by ${sum}`)
  const transfer_id = newId(transfer.at.getTime())
  await tx
    .insertInto('ledger_transfers')
    .values({
      id: transfer_id,
      kind: transfer.kind,
      reference: transfer.reference,
      description: transfer.description,
      created_at: transfer.at,
    })
    .execute()
  if (postings.length === 0) return { transfer_id }
  const accounts = await findOrOpenAccounts(
    tx,
    postings.map(({ account }) => account),
    transfer.currency,
  )
  const rows = postings
    .map(({ account, amount_minor }) => ({ ...accounts.get(keyOf(account))!, amount_minor }))
    // One order for everybody, so that two transfers between the same customers cannot wait for each other.
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  const entries = []
  for (const { id, kind, amount_minor } of rows) {
    const moved =
      kind === 'customer'
        ? await tx
            .updateTable('ledger_accounts')
            .set({ balance_minor: sql<bigint>`balance_minor + ${amount_minor}::bigint` })
            .where('id', '=', id)
            .returning('balance_minor')
            .executeTakeFirstOrThrow()
        : undefined
    entries.push({
      transfer_id,
      account_id: id,
      currency: transfer.currency,
      amount_minor,
      balance_after_minor: moved?.balance_minor ?? null,
      created_at: transfer.at,
    })
  }
  await tx.insertInto('ledger_entries').values(entries).execute()
  return { transfer_id }
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

const keyOf = ({ kind, owner }: Account) => `${kind}/${owner}`

async function findOrOpenAccounts(tx: Tx, wanted: Account[], currency: Currency) {
  const find = () =>
    tx
      .selectFrom('ledger_accounts')
      .select(['id', 'kind', 'owner'])
      .where('currency', '=', currency)
      .where((where) => where.or(wanted.map(({ kind, owner }) => where.and({ kind, owner }))))
      .execute()
  let found = await find()
  const known = new Set(found.map((row) => keyOf(row as Account)))
  const missing = [...new Map(wanted.map((account) => [keyOf(account), account])).values()].filter(
    (account) => !known.has(keyOf(account)),
  )
  if (missing.length > 0) {
    await tx
      .insertInto('ledger_accounts')
      .values(
        missing.map(({ kind, owner }) => ({
          id: newId(),
          kind,
          owner,
          currency,
          balance_minor: kind === 'customer' ? 0n : null,
        })),
      )
      .onConflict((conflict) => conflict.columns(['kind', 'owner', 'currency']).doNothing())
      .execute()
    found = await find()
  }
  return new Map(found.map((row) => [keyOf(row as Account), row]))
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

/** Every rule of the books, checked over all rows: an empty list means that they hold; else one sentence for each row that is wrong. */
export async function checkLedger(db: Db): Promise<string[]> {
  const unbalanced = await sql<{ transfer_id: string; currency: string; sum: bigint }>`
    select transfer_id, currency, sum(amount_minor)::bigint as sum from ledger_entries
    group by transfer_id, currency having sum(amount_minor) <> 0`.execute(db)
  const balances = await sql<{ id: string; owner: string; balance_minor: bigint; sum: bigint }>`
    select a.id, a.owner, a.balance_minor, coalesce(sum(e.amount_minor), 0)::bigint as sum
    from ledger_accounts a left join ledger_entries e on e.account_id = a.id
    where a.kind = 'customer' group by a.id having a.balance_minor <> coalesce(sum(e.amount_minor), 0)`.execute(db)
  const currencies = await sql<{ id: bigint }>`
    select e.id from ledger_entries e join ledger_accounts a on a.id = e.account_id where e.currency <> a.currency`.execute(
    db,
  )
  const running = await sql<{ id: bigint }>`
    select id from (
      select e.id, e.balance_after_minor, sum(e.amount_minor) over (partition by e.account_id order by e.id) as running
      from ledger_entries e join ledger_accounts a on a.id = e.account_id where a.kind = 'customer') r
    where balance_after_minor is distinct from running`.execute(db)
  const topUps = await sql<{ reference: string }>`
    select t.reference from top_ups t left join ledger_transfers l on l.id = t.transfer_id and l.kind = 'top_up' and l.reference = t.reference
    where (t.status = 'success') <> (l.id is not null)`.execute(db)
  const minted = await sql<{ id: string; reference: string }>`
    select l.id, l.reference from ledger_transfers l where l.kind = 'top_up' and not exists (
      select 1 from top_ups t
      join ledger_entries e on e.transfer_id = l.id and e.currency = t.currency and e.amount_minor > 0
      join ledger_accounts a on a.id = e.account_id and a.kind = 'customer' and a.owner = t.user_id::text
      where t.transfer_id = l.id)`.execute(db)
  return [
    ...unbalanced.rows.map((row) => `transfer ${row.transfer_id} is off by ${row.sum} ${row.currency}`),
    ...balances.rows.map(
      (row) => `account ${row.id} of ${row.owner} holds ${row.balance_minor}, its entries sum to ${row.sum}`,
    ),
    ...currencies.rows.map((row) => `entry ${row.id} is in another currency than its account`),
    ...running.rows.map((row) => `entry ${row.id} tells a balance that its predecessors do not give`),
    ...topUps.rows.map((row) => `top-up ${row.reference} and the books do not agree on whether it was credited`),
    ...minted.rows.map((row) => `transfer ${row.id} credits ${row.reference}, which no top-up of that person paid for`),
  ]
}
