import { sql } from 'kysely'
import type { AnswerOf, ParsedBody } from '#contract/endpoint.ts'
import { maxParked, type parkSale as parkEndpoint, type ParkedSale } from '#contract/orders/desk/pos.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Audited } from '#server/features/access/change.ts'
import { colleagueName } from '#server/features/access/contacts.ts'
import { getOpenShift, requireOpenShift, type Seller } from '#server/features/cash/entries.ts'
import type { Access } from '#server/http/caller.ts'
import { AppError } from '#server/http/errors.ts'

interface ParkingSeller extends Seller {
  access: Access
  now: Date
}

/** Sets a sale of the caller's shift aside. Throws `shift_needed`, and `too_many_parked` for a register that has 50. */
export async function parkSale(
  tx: Tx,
  { now, access: _access, ...seller }: ParkingSeller,
  { name, ...sale }: ParsedBody<typeof parkEndpoint>,
): Promise<Audited<AnswerOf<typeof parkEndpoint>>> {
  const { id: shift_id, register_id, branch_id } = await requireOpenShift(tx, seller)
  await sql`select from registers where id = ${register_id}::uuid for update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from parked_sales where register_id = ${register_id}::uuid`.execute(tx)
  if (rows[0]!.count >= maxParked) throw new AppError('too_many_parked', { most: maxParked })
  const id = newId(now.getTime())
  const parked = {
    id,
    register_id,
    branch_id,
    name,
    sale: JSON.stringify(sale),
    parked_by: seller.user_id,
    parked_at: now,
  }
  await tx.insertInto('parked_sales').values(parked).execute()
  return { answer: { id }, changes: [{ kind: 'shift', id: shift_id, branch_id, after: { parked: name } }] }
}

const parkedRows = (db: Db | Tx, access: Access) =>
  db
    .selectFrom('parked_sales as p')
    .innerJoin('registers as r', 'r.id', 'p.register_id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'p.parked_by').on('u.erased_at', 'is', null))
    .select(['p.id', 'p.name', 'p.sale', 'p.parked_at', 'r.name as register'])
    .select(colleagueName('u', access).as('parked_by'))
    .$narrowType<{ sale: Pick<ParkedSale, 'lines'> }>()

type Row = Awaited<ReturnType<ReturnType<typeof parkedRows>['executeTakeFirstOrThrow']>>

const toParked = ({ sale, parked_at, ...row }: Row): ParkedSale => ({
  ...sale,
  ...row,
  parked_at: parked_at.toISOString(),
})

/** Returns the sales that are set aside at the branch of the caller's open shift. Throws `shift_needed`. */
export async function listParkedSales(
  db: Db,
  { access, ...seller }: Omit<ParkingSeller, 'now'>,
): Promise<{ items: ParkedSale[] }> {
  const shift = await getOpenShift(db, seller)
  const rows = await parkedRows(db, access).where('p.branch_id', '=', shift.branch_id).orderBy('p.parked_at').execute()
  return { items: rows.map(toParked) }
}

/** Goes on with a sale that was set aside; the first register has it. Throws `shift_needed` and `not_found`. */
export async function takeParkedSale(
  tx: Tx,
  { access, now: _now, ...seller }: ParkingSeller,
  id: string,
): Promise<Audited<ParkedSale>> {
  const shift = await requireOpenShift(tx, seller)
  const row = await parkedRows(tx, access)
    .where('p.id', '=', id)
    .where('p.branch_id', '=', shift.branch_id)
    .forUpdate('p')
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  await tx.deleteFrom('parked_sales').where('id', '=', id).execute()
  const change = { kind: 'shift', id: shift.id, branch_id: shift.branch_id, after: { unparked: row.name } }
  return { answer: toParked(row), changes: [change] }
}
