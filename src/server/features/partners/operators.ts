import { sql } from 'kysely'
import type { Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { assignRole } from '#server/features/access/assignments.ts'
import { startTerm } from '#server/features/parks/confirmation.ts'
import { closeUntilReady } from '#server/features/parks/manage/park-needs.ts'
import { assignEarnings, forgetMarks } from '#server/features/payouts/change-hands.ts'
import { AppError } from '#server/http/errors.ts'

/** A person who becomes the operator of a car park. */
export interface Operator {
  user_id: string
  country_id: number
  company: string
}

const partnerRole = 'partner'

/** Returns the active partners of a person in a country, for which they have the role of a partner. */
export async function findOwnPartners(tx: Tx, user_id: string, country_id: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('role_assignments as a')
    .innerJoin('roles as r', 'r.id', 'a.role_id')
    .innerJoin('partners as p', 'p.id', 'a.partner_id')
    .select('p.id')
    .where('a.user_id', '=', user_id)
    .where('r.code', '=', partnerRole)
    .where('p.country_id', '=', country_id)
    .where('p.is_active', '=', true)
    .orderBy('a.created_at')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Returns the partner of an operator: the one that they have in the country, else a new one with them as its partner. A
 * new one never takes over another's name: who claims does not get what belongs to a company of the same name.
 */
export async function findOrMakePartner(tx: Tx, operator: Operator, now: Date): Promise<string> {
  const { user_id, country_id, company } = operator
  const [own] = await findOwnPartners(tx, user_id, country_id)
  if (own !== undefined) return own
  const id = newId(now.getTime())
  const { email } = await tx.selectFrom('users').select('email').where('id', '=', user_id).executeTakeFirstOrThrow()
  const name = await findFreeName(tx, country_id, company)
  await tx.insertInto('partners').values({ id, name, country_id, email, created_at: now, changed_at: now }).execute()
  const role = await tx.selectFrom('roles').select('id').where('code', '=', partnerRole).executeTakeFirstOrThrow()
  await assignRole(tx, { user_id, role_id: role.id, scope: 'partner', partner_id: id }, now)
  return id
}

async function findFreeName(tx: Tx, country_id: number, company: string): Promise<string> {
  // Two companies of one name are rare: they wait for each other rather than fail.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`partner ${country_id} ${company}`}, 0))`.execute(tx)
  const { rows } = await sql<{ name: string }>`
    select name from partners where country_id = ${country_id} and (name = ${company} or name like ${`${company.replaceAll(/[%_\\]/g, '\\$&')} (%)`})`.execute(
    tx,
  )
  const taken = new Set(rows.map(({ name }) => name))
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? company : `${company} (${number})`
    if (!taken.has(name)) return name
  }
}

/** Gives a car park to a partner, who has confirmed its facts by asking for it; it is closed to customers until it has what they need. Throws `park_has_partner` if it has one, whoever was faster. */
export async function givePark(tx: Tx, park_id: string, partner_id: string, now: Date): Promise<void> {
  const given = await tx
    .updateTable('parks')
    .set((row) => ({ partner_id, version: row('version', '+', 1) }))
    .where('id', '=', park_id)
    .where('partner_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (given === undefined) throw new AppError('park_has_partner')
  await forgetMarks(tx, park_id)
  await closeUntilReady(tx, park_id, now)
  await startTerm(tx, park_id, now)
}

/**
 * Takes a car park from its partner: nobody can book it until it has another one. Throws `not_found` for a car park that the
 * partner does not run, and `park_booked` while bookings are ahead, which somebody must serve.
 */
export async function assignPark(tx: Tx, park_id: string, partner_id: string, now: Date): Promise<void> {
  const park = await tx
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', park_id)
    .forUpdate()
    .executeTakeFirst()
  if (park?.partner_id !== partner_id) throw new AppError('not_found')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from bookings
    where park_id = ${park_id} and status in ('pending', 'active', 'checked_in', 'overstayed')`.execute(tx)
  if (rows[0]!.count > 0) throw new AppError('park_booked', { count: rows[0]!.count })
  // What was earned until now is theirs.
  await assignEarnings(tx, { park_id, partner_id }, now)
  // Their guards do not stay at the gate.
  await tx.deleteFrom('role_assignments').where('park_id', '=', park_id).execute()
  await tx
    .updateTable('parks')
    .set((row) => ({
      partner_id: null,
      confirm_by: null,
      confirm_reminded_days: null,
      lapsed_at: null,
      version: row('version', '+', 1),
    }))
    .where('id', '=', park_id)
    .execute()
}
