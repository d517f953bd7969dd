import { sql } from 'kysely'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { listEntries, type EntryFilter } from '#server/features/wallet/ledger/entries.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { postTransfer } from '#server/features/wallet/ledger/ledger.ts'
import { compare, median, option, printMachine, printTable, rate, ratio, startBench, whole, type Rate } from './lib.ts'
import { randomUpTo } from './town.ts'

/**
 * Ledger transfers (a customer pays a park and a fee) compared with bare transactions that write the same rows without
 * lookups or checks. Then pages of a wallet with a million entries.
 */

const rounds = option('rounds', 5)
const seconds = option('seconds', 3)
const customers = option('customers', 10_000)
const parks = option('parks', 500)
const entries = option('entries', 1_000_000)
const connections = 16

const bench = await startBench(connections)
const { database } = bench
const { db } = database

const id = (group: string, n: number) => `00000000-0000-7000-${group}-${n.toString(16).padStart(12, '0')}`
const idIn = (group: string) => sql`('00000000-0000-7000-${sql.raw(group)}-' || lpad(to_hex(n), 12, '0'))::uuid`
const fee = id('9002', 0)
const filled = 1_000_000_000

/** Creates customers with a balance, parks, and the fee account. */
async function buildBooks(): Promise<void> {
  await db.connection().execute(async (value) => {
    await sql`set session_replication_role = replica`.execute(value)
    const all = sql`generate_series(1, ${customers}::int) n`
    await sql`
      insert into ledger_accounts (id, kind, owner, currency, balance_minor, entry_count)
      select ${idIn('9000')}, 'customer', (${idIn('9000')})::text, 'CAD', ${filled}, 1 from ${all}`.execute(value)
    await sql`
      insert into ledger_accounts (id, kind, owner, currency)
      select ${idIn('9001')}, 'park_payable', 'park-' || n, 'CAD' from generate_series(1, ${parks}::int) n
      union all select ${fee}::uuid, 'fee_income', '', 'CAD'
      union all select ${id('9003', 0)}::uuid, 'adjustment', '', 'CAD'`.execute(value)
    await sql`
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select ${idIn('9000')}, 'adjustment', 'bench-' || n, 'bench', now() from ${all}`.execute(value)
    await sql`
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select ${idIn('9000')}, case side when 1 then ${idIn('9000')} else ${id('9003', 0)}::uuid end, 'CAD', side * ${sql.lit(filled)},
        case side when 1 then ${sql.lit(filled)} end, case side when 1 then 1 end, now()
      from ${all}, (values (1), (-1)) s(side)`.execute(value)
    await sql`set session_replication_role = origin`.execute(value)
  })
  await database.exec('vacuum analyze ledger_accounts, ledger_entries, ledger_transfers')
}

const any = () => ({ customer: randomUpTo(customers), park: randomUpTo(parks) })

const ledger = () => {
  const { customer, park } = any()
  return transact(db, (tx) =>
    postTransfer(tx, {
      kind: 'booking',
      reference: newId(),
      description: 'booking:BENCH234',
      currency: 'CAD',
      at: new Date(),
      postings: [
        { account: { kind: 'customer', owner: id('9000', customer) }, amount_minor: -450n },
        { account: { kind: 'park_payable', owner: `park-${park}` }, amount_minor: 400n },
        { account: { kind: 'fee_income', owner: '' }, amount_minor: 50n },
      ],
    }),
  )
}

const paid = (account: string) =>
  sql`update ledger_accounts set balance_minor = balance_minor - 450, entry_count = entry_count + 1
    where id = ${account} returning balance_minor, entry_count`
const head = (transfer: string) =>
  sql`insert into ledger_transfers (id, kind, reference, description, created_at)
    values (${transfer}, 'booking', ${transfer}, 'booking:BENCH234', now())`
const lines = sql`insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)`

/** The same rows written directly: three statements in a transaction. */
const bare = () => {
  const { customer, park } = any()
  const [transfer, account] = [newId(), id('9000', customer)]
  return transact(db, async (tx) => {
    const { rows } = await paid(account).execute(tx)
    const { balance_minor, entry_count } = rows[0] as { balance_minor: bigint; entry_count: bigint }
    await head(transfer).execute(tx)
    await sql`${lines} values
      (${transfer}, ${account}, 'CAD', -450, ${balance_minor}, ${entry_count}, now()),
      (${transfer}, ${id('9001', park)}, 'CAD', 400, null, null, now()),
      (${transfer}, ${fee}, 'CAD', 50, null, null, now())`.execute(tx)
  })
}

/** The same in the fewest round trips: begin, one statement, commit. */
const bareSingleStatement = () => {
  const { customer, park } = any()
  const [transfer, account] = [newId(), id('9000', customer)]
  return transact(db, (tx) =>
    sql`with paid as (${paid(account)}), head as (${head(transfer)})
      ${lines} select ${transfer}::uuid, a, 'CAD', m, case when m < 0 then balance_minor end, case when m < 0 then entry_count end, now()
      from paid, (values (${account}::uuid, -450), (${id('9001', park)}::uuid, 400), (${fee}::uuid, 50)) v(a, m)`.execute(
      tx,
    ),
  )
}

await buildBooks()
const each = (work: () => Promise<unknown>) => () => rate(bench, connections, seconds, work)
const figures = await compare(
  { ledger: each(ledger), bare: each(bare), bareSingleStatement: each(bareSingleStatement) },
  rounds,
)
const row = (name: string, { a_second, cpu_ms }: Rate) => [
  name,
  whole(a_second),
  ratio(a_second, figures.bare.a_second),
  ratio(a_second, figures.bareSingleStatement.a_second),
  cpu_ms.toFixed(2),
]
await printMachine(database)
printTable(
  ['transfers of three entries, 16 connections', 'a second', 'of bare', 'of bare in one statement', 'CPU ms each'],
  [
    row('ledger', figures.ledger),
    row('bare transaction, three statements', figures.bare),
    row('bare transaction, one statement', figures.bareSingleStatement),
  ],
)

/** One entry in 1,000 is a refund, one in ten an extension; three are corrections, among them the first. */
const kindOf = sql`case when n in (1, 500, 900) then 'adjustment' when n % 1000 = 7 then 'refund' when n % 10 = 3 then 'extension' else 'booking' end`
/** A minute apart, the last one now. */
const timeOf = (count: number) => sql`now() - (${count}::int - n) * interval '1 minute'`

/** A customer with `count` entries of one cent, in and out in turn. */
async function buildLongWallet(n: number, count: number): Promise<string> {
  const account = id('9004', n)
  await db.connection().execute(async (value) => {
    await sql`set session_replication_role = replica`.execute(value)
    await sql`
      insert into ledger_accounts (id, kind, owner, currency, balance_minor, entry_count)
      values (${account}, 'customer', ${account}, 'CAD', ${count % 2}, ${count})`.execute(value)
    const all = sql`generate_series(1, ${count}::int) n`
    await sql`
      insert into ledger_transfers (id, kind, reference, description, created_at)
      select ${idIn(`a00${n}`)}, ${kindOf}, ${`long-${n}-`} || n, 'bench', ${timeOf(count)} from ${all}`.execute(value)
    await sql`
      insert into ledger_entries (transfer_id, account_id, currency, amount_minor, balance_after_minor, position, created_at)
      select ${idIn(`a00${n}`)}, case side when 1 then ${account}::uuid else ${id('9003', 0)}::uuid end, 'CAD',
        side * case n % 2 when 1 then 1 else -1 end, case side when 1 then n % 2 end, case side when 1 then n end, ${timeOf(count)}
      from ${all}, (values (1), (-1)) s(side) order by n`.execute(value)
    await sql`set session_replication_role = origin`.execute(value)
    // Counts kinds per block, as transfers do when a block is full.
    await sql`select note_ledger_kinds(${account})`.execute(value)
  })
  return account
}

const size = 10
const short = await buildLongWallet(1, 1_000)
const long = await buildLongWallet(2, entries)
await database.exec('vacuum analyze ledger_accounts, ledger_entries, ledger_transfers')

/** Median duration in milliseconds. */
async function time(work: () => Promise<unknown>, times: number): Promise<number> {
  const took: number[] = []
  for (let n = 0; n < times; n += 1) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  return median(took)
}

const byNumber = (owner: string, page: number, filter: EntryFilter) => () =>
  listEntries(db, owner, { page, size, ...filter })
/** The usual implementation without numbered entries: count and offset. */
const byCounting =
  (owner: string, page: number, { kind, from, to }: EntryFilter) =>
  async () => {
    const own = sql`from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where a.kind = 'customer' and a.owner = ${owner}
      and (${kind ?? null}::text is null or t.kind = ${kind ?? null}) and e.created_at >= ${from ?? long_ago} and e.created_at < ${to ?? hereafter}`
    await sql`select count(*) ${own}`.execute(db)
    await sql`select e.*, t.* ${own} order by e.id desc limit ${size} offset ${(page - 1) * size}`.execute(db)
  }
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const [long_ago, hereafter] = [new Date(0), minutesAgo(-1_000)]
const middle = { from: minutesAgo(0.75 * entries), to: minutesAgo(0.25 * entries) }
const began = performance.now()
await listEntries(db, long, { page: 1, size, kind: 'refund' })
console.info(
  `\nfirst query for a kind, from the blocks that transfers have counted: ${(performance.now() - began).toFixed(1)} ms`,
)
const lastOf = async (filter: EntryFilter) =>
  Math.ceil((await listEntries(db, long, { page: 1, size, ...filter })).total / size)
const pages: [name: string, owner: string, page: number, filter?: EntryFilter][] = [
  ['1,000 entries, the first page', short, 1],
  [`${whole(entries)} entries, the first page`, long, 1],
  ['the same, page 1,000', long, 1_000],
  ['the same, the last page', long, entries / size],
  ['bookings only, the first page', long, 1, { kind: 'booking' }],
  ['bookings only, the last page', long, await lastOf({ kind: 'booking' }), { kind: 'booking' }],
  ['refunds only, one in a thousand, the first page', long, 1, { kind: 'refund' }],
  ['refunds only, the last page', long, await lastOf({ kind: 'refund' }), { kind: 'refund' }],
  ['corrections only, three entries', long, 1, { kind: 'adjustment' }],
  ['a kind without entries', long, 1, { kind: 'ticket' }],
  ['the middle half of the time, page 1,000', long, 1_000, middle],
  ['extensions of that time, page 1,000', long, 1_000, { kind: 'extension', ...middle }],
]
const pageRows: string[][] = []
for (const [name, owner, page, filter = {}] of pages) {
  const numbered = await time(byNumber(owner, page, filter), 50)
  const counted = await time(byCounting(owner, page, filter), 2)
  pageRows.push([name, numbered.toFixed(2), counted.toFixed(2), ratio(counted, numbered)])
}
console.info('')
printTable(['a page of ten, with the total', 'ms', 'count and offset, ms', 'times'], pageRows)
const { rows: last } = await listEntries(db, long, { page: entries / size, size })
console.info(
  `\nthe last page has ${last.length} entries; ledger: ${(await checkLedger(db)).join('\n') || 'every rule holds'}`,
)
await bench.stop()
