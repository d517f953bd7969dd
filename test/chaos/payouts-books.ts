import { sql } from 'kysely'
import { expect } from 'vitest'
import { chargedUnit, type Currency } from '#contract/money.ts'
import { findCommissionTaxes } from '#contract/payouts/terms.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { checkLedger } from '#server/features/wallet/ledger/ledger-check.ts'
import type { Scenario } from './payouts-scenario.ts'

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

/** An amount’s share, towards zero, in units that the currency charges. */
function shareOf(amount_minor: bigint, rate: number, currency: Currency): bigint {
  const unit = chargedUnit(currency)
  const units = (amount_minor * BigInt(rate)) / (100_000n * unit)
  return units * unit
}

interface Entry {
  id: bigint
  currency: Currency
  amount_minor: bigint
  subject: string
  kind: string
  owner: string
}

/** All entries of car parks and branches but those of statements, with the code of what was sold. */
async function readEntries({ world: { db } }: Scenario): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select e.id, e.currency, e.amount_minor, split_part(t.description, ':', 2) as subject, a.kind, a.owner
    from ledger_entries e join ledger_accounts a on a.id = e.account_id join ledger_transfers t on t.id = e.transfer_id
    where a.kind in ('park_payable', 'branch_payable') and t.description not like 'statement:%' order by e.id`.execute(
    db,
  )
  return rows
}

/**
 * Compares statements, payouts and the providers’ books with what the scenario knows that was sold for whom. Fails with one
 * sentence for each discrepancy.
 */
export async function expectConsistentPayouts(scenario: Scenario): Promise<void> {
  const { world } = scenario
  const entries = await readEntries(scenario)
  expect(entries.length).toBeGreaterThan(100)
  expect([
    ...(await findWrongLines(scenario, entries)),
    ...(await findWrongStatements(scenario)),
    ...(await findWrongTotals(scenario, entries)),
    ...(await findWrongCash(scenario)),
    ...(await findWrongPayouts(scenario)),
    ...(await checkLedger(world.db)),
  ]).toEqual([])
}

/** Whom an entry was sold for; what a shift moved is its branch’s. */
const sellerOf = ({ sold, ordered, branches }: Scenario, { subject, owner }: Entry): string | undefined =>
  sold.get(subject)?.payee_id ?? ordered.get(subject) ?? branches.find(({ id }) => id === owner)?.seller.payee_id

const commissionOf = ({ sold }: Scenario, { subject, amount_minor, currency }: Entry): bigint =>
  shareOf(amount_minor, sold.get(subject)?.rate ?? 0, currency)

/** Each entry is on one statement, of whom it was sold for, with the commission of that day. */
async function findWrongLines(scenario: Scenario, entries: readonly Entry[]): Promise<string[]> {
  const lines = await scenario.world.db.selectFrom('statement_lines').selectAll().execute()
  const byEntry = Map.groupBy(lines, ({ entry_id }) => entry_id)
  return entries.flatMap((entry) => {
    const stated = (byEntry.get(entry.id) ?? []).filter(({ statement_id }) => statement_id !== null)
    const [line] = stated
    if (line === undefined || stated.length > 1)
      return [`${entry.subject}: ${entry.amount_minor} is on ${stated.length} statements`]
    const payee_id = sellerOf(scenario, entry)
    if (line.payee_id !== payee_id)
      return [`${entry.subject} was sold for ${payee_id}, and stated for ${line.payee_id}`]
    const charged_minor = line.commission_minor - line.booked_minor
    const commission_minor = commissionOf(scenario, entry)
    if (line.amount_minor !== entry.amount_minor || charged_minor !== commission_minor)
      return [`${entry.subject}: ${charged_minor} was charged of ${entry.amount_minor}, not ${commission_minor}`]
    return []
  })
}

/** What a statement’s account had when it was closed: its transfer and those of statements before, and payouts before the period’s end. */
async function findWrongStatements({ world: { db } }: Scenario): Promise<string[]> {
  const { rows } = await sql<{
    payee_id: string
    number: string
    year: number
    serial: number
    currency: Currency
    opening_minor: bigint
    closing_minor: bigint
    at_close: bigint
    commission_minor: bigint
    tax_minor: bigint
    country: CountryCode
    state: string | null
  }>`
    select s.payee_id, s.number, s.year, s.serial, s.currency, s.opening_minor, s.closing_minor, s.commission_minor, s.tax_minor,
      c.code as country, z.code as state, (
        select coalesce(sum(e.amount_minor), 0)::bigint from ledger_accounts a join ledger_entries e on e.account_id = a.id
          join ledger_transfers t on t.id = e.transfer_id
        where a.kind = 'payee_payable' and a.owner = s.payee_id::text and a.currency = s.currency
          and case when t.description like 'statement:%' then exists (
              select from statements b where b.transfer_id = t.id and b.period_until <= s.period_until)
            else t.created_at < s.period_until end) as at_close
    from statements s join payees y on y.id = s.payee_id join countries c on c.id = y.country_id
      left join states z on z.id = y.state_id
    order by s.currency, s.year, s.serial`.execute(db)
  expect(rows.length).toBeGreaterThan(30)
  const last = new Map<string, bigint>()
  const serials = new Map<string, number>()
  const wrong: string[] = []
  for (const row of rows) {
    const { number, payee_id, opening_minor, closing_minor, at_close, year, serial, currency, commission_minor } = row
    if (closing_minor !== at_close) wrong.push(`${number} closes at ${closing_minor}, its account had ${at_close}`)
    const before = last.get(payee_id) ?? 0n
    if (opening_minor !== before) wrong.push(`${number} opens at ${opening_minor} after ${before}`)
    last.set(payee_id, closing_minor)
    const series = `${currency} ${year}`
    if (serial !== (serials.get(series) ?? 0) + 1) wrong.push(`${number} follows ${serials.get(series)}`)
    serials.set(series, serial)
    const taxes = findCommissionTaxes(row.country, row.state)
    const tax_minor = sum(taxes.map(({ rate }) => shareOf(commission_minor, rate, currency)))
    if (row.tax_minor !== tax_minor) wrong.push(`${number} has a tax of ${row.tax_minor}, not ${tax_minor}`)
  }
  return wrong
}

/** Statements show the cash that each branch took for us, less what it counted short, as cash that it has. */
async function findWrongCash({ world: { db }, cash, branches }: Scenario): Promise<string[]> {
  const { rows } = await sql<{ payee_id: string; minor: bigint }>`
    select payee_id, sum(amount_minor)::bigint as minor from statement_lines
    where kind = 'cash_kept' and statement_id is not null group by payee_id`.execute(db)
  expect(rows.length).toBeGreaterThan(0)
  return branches.flatMap(({ id, seller: { payee_id, name } }) => {
    const cash_minor = cash.get(id) ?? 0n
    const stated_minor = -(rows.find((row) => row.payee_id === payee_id)?.minor ?? 0n)
    if (cash_minor === stated_minor) return []
    return [`${name} has taken ${cash_minor} in cash, and ${stated_minor} is on its statements`]
  })
}

/** What was earned, less commission and tax, was paid or is owed. */
async function findWrongTotals(scenario: Scenario, entries: readonly Entry[]): Promise<string[]> {
  const { db } = scenario.world
  const payouts = await db
    .selectFrom('payouts')
    .select(['payee_id', 'state', 'amount_minor', 'returned_minor'])
    .execute()
  const statements = await db.selectFrom('statements').select(['payee_id', 'tax_minor']).execute()
  const { rows: balances } = await sql<{ owner: string; minor: bigint }>`
    select a.owner, sum(e.amount_minor)::bigint as minor from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind = 'payee_payable' group by a.owner`.execute(db)
  const { rows: leftOver } = await sql<{ owner: string; minor: bigint }>`
    select a.owner, sum(e.amount_minor)::bigint as minor from ledger_accounts a join ledger_entries e on e.account_id = a.id
    where a.kind in ('park_payable', 'branch_payable') group by a.owner having sum(e.amount_minor) <> 0`.execute(db)
  let paidAtAll = 0n
  const wrong = scenario.sellers.flatMap(({ payee_id, name }) => {
    const own = entries.filter((entry) => sellerOf(scenario, entry) === payee_id)
    const earned =
      sum(own.map((entry) => entry.amount_minor - commissionOf(scenario, entry))) -
      sum(statements.filter((row) => row.payee_id === payee_id).map(({ tax_minor }) => tax_minor))
    const isGone = ({ state }: { state: string }) => ['approved', 'sending', 'sent', 'paid'].includes(state)
    const paid = sum(
      payouts
        .filter((row) => row.payee_id === payee_id && isGone(row))
        .map(({ amount_minor, returned_minor }) => amount_minor - returned_minor),
    )
    paidAtAll += paid
    const owed = balances.find(({ owner }) => owner === payee_id)?.minor ?? 0n
    return earned === paid + owed ? [] : [`${name} earned ${earned}, was paid ${paid} and is owed ${owed}`]
  })
  expect(paidAtAll).toBeGreaterThan(0n)
  return [...wrong, ...leftOver.map(({ owner, minor }) => `${owner} is owed ${minor} on no statement`)]
}

/** The providers have each payout that we say they made, once, with its amount and to its account, and no other. */
async function findWrongPayouts({ world }: Scenario): Promise<string[]> {
  const rows = await world.db
    .selectFrom('payouts as p')
    .innerJoin('payout_accounts as k', 'k.id', 'p.account_id')
    .select([
      'p.id',
      'p.number',
      'p.reference',
      'p.method',
      'p.state',
      'p.amount_minor',
      'p.returned_minor',
      'k.recipient',
    ])
    .execute()
  const wrong: string[] = []
  for (const method of ['paystack', 'wave', 'stripe'] as const) {
    const lines = world.simulators.control.desks[method].payouts.lines()
    const own = rows.filter((row) => row.method === method)
    if (new Set(lines.map(({ reference }) => reference)).size < lines.length)
      wrong.push(`${method} has a reference twice`)
    for (const { id, number, state, amount_minor, reference, returned_minor, recipient } of own) {
      const sent = lines.filter((line) => line.reference.startsWith(`${id}-`))
      const paid = sent.filter((line) => line.state === 'paid')
      if (paid.length !== (state === 'paid' ? 1 : 0))
        wrong.push(`${number} is ${state}, and ${method} paid it ${paid.length} times`)
      const isOurs = (line: (typeof paid)[number]) =>
        line.amount_minor === amount_minor && line.returned_minor === returned_minor && line.reference === reference
      if (sent.some((line) => line.recipient !== recipient))
        wrong.push(`${number} went to another account than its own`)
      if (!paid.every(isOurs))
        wrong.push(
          `${number} of ${amount_minor} was paid by ${method} as ${JSON.stringify(paid, (_key, value) => (typeof value === 'bigint' ? String(value) : value))}`,
        )
    }
    const ours = new Set(own.map(({ id }) => id))
    for (const { reference } of lines)
      if (!ours.has(reference.replace(/-\d+$/, ''))) wrong.push(`${method} made ${reference}, which is none of ours`)
  }
  return wrong
}
