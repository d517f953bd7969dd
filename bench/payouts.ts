import { sql } from 'kysely'
import { newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import { closeStatement } from '#server/features/payouts/close-statement.ts'
import { unstated } from '#server/features/payouts/lines.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { addLedgerDays } from '#server/features/reports/days/ledger-days.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import { findOrCreatePartner } from '#test/kits/desk/access-kit.ts'
import { option, printMachine, printTable, startBench, whole } from './lib.ts'

/**
 * Closing a statement of an operator: with so many entries, and with a week’s entries after them; and reading what was sold since
 * then, as the list of payees shows it, beside the sum of all entries.
 */

const entries = option('entries', 1_000_000)
const week = option('week', 20_000)
const parks = option('parks', 20)

const bench = await startBench(4)
const { database, deps } = bench
const { db } = database

const partner_id = await findOrCreatePartner(db, 'CA', 'Bench Parking')
await sql`update parks set partner_id = ${partner_id}::uuid where id in (
  select id from parks where country_id = (select id from countries where code = 'CA') order by id limit ${parks}::int)`.execute(
  db,
)
await addMissingPayees(db, new Date())
const { id: payee_id } = await db
  .selectFrom('payees')
  .select('id')
  .where('partner_id', '=', partner_id)
  .executeTakeFirstOrThrow()
await sql`insert into payout_terms (id, payee_id, currency, valid_from, commission, schedule, minimum_minor, reserve, reserve_days)
  values (${newId()}, ${payee_id}, 'CAD', '2020-01-01', 12500, 'weekly', 0, 0, 0)`.execute(db)
await sql`insert into ledger_accounts (id, kind, owner, currency)
  select gen_random_uuid(), 'park_payable', id::text, 'CAD' from parks where partner_id = ${partner_id}::uuid
  union all select gen_random_uuid(), 'adjustment', '', 'CAD'`.execute(db)

/** Books sales, of which one in twenty is refunded in part, a second apart and the last one a minute ago. */
async function buildSales(first: number, count: number): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql`create temporary table made as
      select n, gen_random_uuid() as transfer_id, case when n % 20 = 0 then 'refund' else 'booking' end as kind,
        'booking:B' || case when n % 20 = 0 then n - 1 else n end as description, now() - (${count}::int - n + ${first}::int + 60) * interval '1 second' as at,
        case when n % 20 = 0 then -300 else 1000 + n % 700 end as minor
      from generate_series(${first}::int, ${first + count - 1}::int) n`.execute(connection)
    await sql`insert into ledger_transfers (id, kind, reference, description, created_at)
      select transfer_id, kind, 'bench-' || n, description, at from made`.execute(connection)
    await sql`insert into ledger_entries (transfer_id, account_id, currency, amount_minor, created_at)
      select m.transfer_id, a.id, 'CAD', m.minor * s.side, m.at
      from made m cross join (values (1), (-1)) s(side) join (
        select id, kind, row_number() over (partition by kind order by id) - 1 as nth from ledger_accounts
        where kind in ('park_payable', 'adjustment') and currency = 'CAD') a
        on case s.side when 1 then a.kind = 'park_payable' and a.nth = (m.n - case when m.kind = 'refund' then 1 else 0 end) % ${parks}::int else a.kind = 'adjustment' end
      order by m.n`.execute(connection)
    await sql`drop table made`.execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })
  // As the job does each minute; a closing takes its mark.
  await addLedgerDays(deps)
  await database.exec('vacuum analyze ledger_accounts, ledger_entries, ledger_transfers, statement_lines')
}

const everything = sql<bigint>`(select coalesce(sum(e.amount_minor), 0)::bigint from ledger_accounts a
  join ledger_entries e on e.account_id = a.id where a.currency = y.currency
    and a.kind = 'park_payable' and a.owner in (select p.id::text from parks p where p.partner_id = y.partner_id))`

/** The median of 9 reads of the amount that is on no statement, and the amount. */
async function read(amount: typeof unstated): Promise<{ ms: number; minor: bigint }> {
  const times: number[] = []
  let minor = 0n
  for (let n = 0; n < 9; n += 1) {
    const start = performance.now()
    const { rows } = await sql<{
      minor: bigint
    }>`select ${amount} as minor from payees y where y.id = ${payee_id}`.execute(db)
    times.push(performance.now() - start)
    minor = rows[0]!.minor
  }
  return { ms: times.toSorted((a, b) => a - b)[4]!, minor }
}

async function readBoth(when: string): Promise<string[]> {
  const [ours, peer] = [await read(unstated), await read(everything)]
  if (ours.minor !== peer.minor) throw new Error(`${ours.minor} is not ${peer.minor}`)
  return [when, ours.ms.toFixed(1), peer.ms.toFixed(1)]
}

async function close(): Promise<string[]> {
  await sql`update payees set next_closing_at = now() where id = ${payee_id}`.execute(db)
  const [began, cpu] = [performance.now(), bench.cpu()]
  const statement = await transact(db, (tx) => closeStatement(tx, payee_id, new Date()))
  const took_s = (performance.now() - began) / 1_000
  const { line_count } = await db
    .selectFrom('statements')
    .select('line_count')
    .where('id', '=', statement!)
    .executeTakeFirstOrThrow()
  const memory = process.memoryUsage.rss() / 1_048_576
  return [whole(line_count), took_s.toFixed(1), ((bench.cpu() - cpu) / 1_000).toFixed(1), whole(memory)]
}

await printMachine(database)
const rows: string[][] = []
const reads: string[][] = []
await buildSales(1, entries)
rows.push(['the first statement', ...(await close())])
await database.exec('vacuum analyze statement_lines')
reads.push(await readBoth(`after a statement of ${whole(entries)}`))
await buildSales(entries + 1, week)
reads.push(await readBoth(`and ${whole(week)} since then`))
rows.push([`a week after ${whole(entries)} entries`, ...(await close())])
await sql`update payees set next_closing_at = now() where id = ${payee_id}`.execute(db)
const began = performance.now()
await transact(db, (tx) => closeStatement(tx, payee_id, new Date()))
rows.push(['a week without entries', '0', ((performance.now() - began) / 1_000).toFixed(1), '', ''])
printTable(['closing', 'lines', 's', 'processor s', 'memory of the process, MB'], rows)
printTable(['sold since the last statement', 'from the marks, ms', 'sum of all entries, ms'], reads)
const rule = performance.now()
console.info(
  `\nledger: ${(await checkLedger(deps.db)).join('\n') || 'every rule holds'} (${((performance.now() - rule) / 1_000).toFixed(1)} s)`,
)
await bench.stop()
