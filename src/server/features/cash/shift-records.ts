import type { FastifyReply } from 'fastify'
import { sql } from 'kysely'
import type { approveShift as approveEndpoint, ShiftRecord } from '#contract/cash/desk/shifts.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { Audited } from '#server/features/access/change.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import type { Access, Scope } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'
import type { drawZReport } from './draw-z-report.ts'
import { readStored, sumShift, toFigures, type ShiftTax } from './figures.ts'

interface Reader {
  scope: Scope
  access: Access
  user_id?: string
}

/** SQL: the state of the shift `s`. */
export const shiftState = sql<ShiftRecord['status']>`case when s.closed_at is null then 'open'
  when s.needs_approval and s.approved_at is null then 'to_approve' else 'closed' end`

/** Returns a shift of a branch in scope. Throws `not_found`. */
export async function getShift(db: Db | Tx, id: string, { scope, access, user_id }: Reader): Promise<ShiftRecord> {
  const row = await db
    .selectFrom('shifts as s')
    .innerJoin('registers as r', 'r.id', 's.register_id')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 's.opened_by').on('u.erased_at', 'is', null))
    .leftJoin('users as a', (join) => join.onRef('a.id', '=', 's.approved_by').on('a.erased_at', 'is', null))
    .leftJoin('users as c', (join) => join.onRef('c.id', '=', 's.closed_by').on('c.erased_at', 'is', null))
    .selectAll('s')
    .select(['r.name as register', 'b.name as branch', 'b.timezone', shiftState.as('status')])
    .select([colleagueName('u', access).as('operator'), colleagueName('a', access).as('approver')])
    .select(colleagueName('c', access).as('closer'))
    .where('s.id', '=', id)
    .where(withinBranches(sql.ref('b.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const currency = row.currency as Currency
  const money = (minor: bigint) => ({ amount: toMajor(minor, currency), currency })
  const sums = row.figures === null ? await sumShift(db, id) : readStored(row.figures)
  return {
    ...toFigures(sums, row.opening_minor, currency),
    id,
    title: `${row.register} · ${row.number}`,
    actions: [
      ...(row.status === 'to_approve' ? ['approve'] : []),
      ...(row.status === 'open' && row.opened_by !== user_id ? ['close'] : []),
    ],
    status: row.status,
    number: row.number,
    register_id: row.register_id,
    register: row.register,
    branch_id: row.branch_id,
    branch: row.branch,
    timezone: row.timezone,
    currency,
    operator: row.operator,
    opened_at: row.opened_at.toISOString(),
    closed_at: row.closed_at?.toISOString() ?? null,
    counted: row.counted_minor === null ? null : money(row.counted_minor),
    discrepancy: row.counted_minor === null ? null : money(row.counted_minor - row.expected_minor!),
    discrepancy_reason: row.discrepancy_reason,
    closed_by: row.closer,
    approved_by: row.approver,
    approved_at: row.approved_at?.toISOString() ?? null,
    approval_note: row.approval_note,
  }
}

/** Approves a discrepancy. Throws `not_found`, `shift_state` for one that needs none, and `own_shift` for one's own. */
export async function approveShift(
  tx: Tx,
  id: string,
  { note }: ParsedBody<typeof approveEndpoint>,
  { user_id, now, ...reader }: Reader & { user_id: string; now: Date },
): Promise<Audited<ShiftRecord>> {
  await sql`select from shifts where id = ${id}::uuid for update`.execute(tx)
  const before = await getShift(tx, id, reader)
  if (before.status !== 'to_approve') throw new AppError('shift_state')
  const { opened_by } = await tx.selectFrom('shifts').select('opened_by').where('id', '=', id).executeTakeFirstOrThrow()
  if (opened_by === user_id) throw new AppError('own_shift')
  await tx
    .updateTable('shifts')
    .set({ approved_by: user_id, approved_at: now, approval_note: note })
    .where('id', '=', id)
    .execute()
  const { number, discrepancy, branch_id } = before
  const change = { kind: 'shift', id, branch_id, after: { number, discrepancy, approval_note: note } }
  return { answer: await getShift(tx, id, reader), changes: [change] }
}

const drawing = { module: new URL('./draw-z-report.ts', import.meta.url).href, name: 'drawZReport' }

/** Draws the Z report of a closed shift in a worker. Throws `not_found`, and `shift_state` while the shift is open. */
export async function writeZReport(
  { db, workers }: Deps,
  id: string,
  { locale, ...reader }: { scope: Scope; access: Access; locale: Locale },
  reply: FastifyReply,
): Promise<Buffer> {
  const shift = await getShift(db, id, reader)
  if (shift.status === 'open') throw new AppError('shift_state')
  const { figures, country_code, opening_count, closing_count } = await db
    .selectFrom('shifts as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['s.figures', 's.opening_count', 's.closing_count', 'c.code as country_code'])
    .where('s.id', '=', id)
    .$narrowType<{ country_code: CountryCode }>()
    .executeTakeFirstOrThrow()
  const { taxes } = figures as { taxes: ShiftTax[] }
  const facts = { shift, taxes, country_code, opening_count, closing_count, locale }
  const file = await workers.documents.run<typeof drawZReport>(drawing, facts)
  const name = `z-${shift.register}-${shift.number}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')
  reply
    .type('application/pdf')
    .header('content-disposition', `inline; filename="${name}.pdf"`)
    .header('cache-control', 'private, no-store')
  return Buffer.from(file)
}
