import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
import { toMajor } from '#contract/money.ts'
import type { StatementRecord } from '#contract/payouts/desk/statements.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { drawStatement } from './draw-statement.ts'
import { withinPayees } from './payee-records.ts'
import { payeeName, payeesWithPlaces } from './payees.ts'
import type { StatedLine, StatementFacts } from './statement-facts.ts'

async function getRow(db: Db | Tx, id: string, scope: Scope): Promise<StatementFacts> {
  const { rows } = await sql<StatementFacts>`
    select s.*, ${payeeName} as payee_name, c.code as country, y.timezone, coalesce(o.is_example, b.is_example) as is_example
    from statements s join ${payeesWithPlaces} on y.id = s.payee_id
    where s.id = ${id}::uuid and ${withinPayees(scope)}`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  return rows[0]
}

/** Returns a statement of a payee in scope. Throws `not_found`. */
export async function getStatementRecord(db: Db | Tx, id: string, scope: Scope): Promise<StatementRecord> {
  const row = await getRow(db, id, scope)
  const { currency } = row
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  return {
    id,
    title: row.number,
    actions: [],
    number: row.number,
    payee_id: row.payee_id,
    payee: row.payee_name,
    country: row.country,
    currency,
    timezone: row.timezone,
    period_from: row.period_from.toISOString(),
    period_until: row.period_until.toISOString(),
    closed_at: row.closed_at.toISOString(),
    opening: money(row.opening_minor),
    sales: money(row.sales_minor),
    refunds: money(row.refunds_minor),
    commission: money(-row.commission_minor),
    tax: money(-row.tax_minor),
    taxes: row.taxes.map(({ code, rate, amount_minor }) => ({
      code,
      rate: rate / 1_000,
      amount: money(BigInt(amount_minor)),
    })),
    other: money(row.other_minor),
    paid: money(row.paid_minor),
    closing: money(row.closing_minor),
    line_count: row.line_count,
    is_example: row.is_example,
  }
}

/** So many lines are drawn; a longer statement has them in its files. */
export const mostDrawnLines = 2_000

const drawing = { module: new URL('./draw-statement.ts', import.meta.url).href, name: 'drawStatement' }

/** Draws a statement in a worker. Throws `not_found`. */
export async function writeStatementFile(
  { db, workers }: Deps,
  id: string,
  { scope, locale }: { scope: Scope; locale: Locale },
  reply: FastifyReply,
): Promise<Buffer> {
  const statement = await getRow(db, id, scope)
  const { rows: lines } = await sql<StatedLine>`
    select l.at, l.kind, l.subject, coalesce(p.name, p.address, p.park_code) as place,
      l.amount_minor + l.booked_minor as gross_minor, l.commission_minor
    from statement_lines l left join parks p on p.id = l.park_id
    where l.statement_id = ${id}::uuid order by l.entry_id limit ${mostDrawnLines}`.execute(db)
  const file = await workers.documents.run<typeof drawStatement>(drawing, { statement, lines, locale })
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${statement.number.toLowerCase()}.pdf"`)
    .header('cache-control', 'private, no-store')
  return Buffer.from(file)
}
