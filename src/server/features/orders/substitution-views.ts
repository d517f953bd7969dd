import type { Currency } from '#contract/money.ts'
import type { OrderDetails, Substitution } from '#contract/orders/orders.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { OrderRow } from './lifecycle/change-status.ts'
import { describeLines, planReplacedLine } from './lifecycle/replaced-lines.ts'

const findRows = (db: Db | Tx) =>
  db
    .selectFrom('order_substitutions as s')
    .innerJoin('order_lines as l', 'l.id', 's.line_id')
    .innerJoin('orders as o', 'o.id', 's.order_id')
    .leftJoin('order_refunds as r', 'r.id', 's.refund_id')
    .select(['s.order_id', 's.line_id', 's.quantity', 's.done_at', 'l.order_id as first_id', 'r.amount_minor'])
    .select(['o.order_number', 'o.total_minor', 'o.held_until', 'o.status'])

type SubstitutionRow = Awaited<ReturnType<ReturnType<typeof findRows>['execute']>>[number]

/** What the units that are replaced refund: as it was, or as it would be now. */
async function readRefund(db: Db | Tx, first: OrderRow, row: SubstitutionRow): Promise<bigint> {
  if (row.done_at !== null) return row.amount_minor ?? 0n
  return (await planReplacedLine(db, first, row)).refund_minor
}

const nameLines = async (db: Db | Tx, order_id: string, language: Language): Promise<string> =>
  describeLines(
    language,
    await db.selectFrom('order_lines').selectAll().where('order_id', '=', order_id).orderBy('position').execute(),
  )

/** What replaces lines of an order, and what is offered for them and can still be paid. */
export async function findSubstitutions(db: Db | Tx, first: OrderRow, language: Language): Promise<Substitution[]> {
  const rows = await findRows(db).where('l.order_id', '=', first.id).orderBy('s.order_id').execute()
  const shown = rows.filter(({ done_at, status }) => done_at !== null || status === 'pending')
  return Promise.all(
    shown.map(async (row) => {
      const due_minor = row.total_minor - (await readRefund(db, first, row))
      return {
        line_id: row.line_id,
        order_number: row.order_number,
        quantity: row.quantity,
        name: await nameLines(db, row.order_id, language),
        is_done: row.done_at !== null,
        due: toMoney(due_minor > 0n ? due_minor : 0n, first.currency as Currency),
        held_until: row.held_until?.toISOString() ?? null,
      }
    }),
  )
}

/** What an order replaces of another; null where it replaces nothing, or nobody confirmed it. */
export async function findReplaced(
  db: Db | Tx,
  { id, amends, status }: Pick<OrderRow, 'id' | 'amends' | 'status'>,
  language: Language,
): Promise<Pick<OrderDetails, 'replaces' | 'is_substitute'>> {
  if (amends === null) return { replaces: null, is_substitute: false }
  const row = await findRows(db).where('s.order_id', '=', id).executeTakeFirst()
  if (row === undefined || (row.done_at === null && status !== 'pending'))
    return { replaces: null, is_substitute: row !== undefined }
  const first = (await db
    .selectFrom('orders')
    .selectAll()
    .where('id', '=', row.first_id)
    .executeTakeFirstOrThrow()) as OrderRow
  const line = await db.selectFrom('order_lines').selectAll().where('id', '=', row.line_id).executeTakeFirstOrThrow()
  const refund_minor = await readRefund(db, first, row)
  const due_minor = row.total_minor - refund_minor
  const currency = first.currency as Currency
  const replaces = {
    order_number: first.order_number,
    name: describeLines(language, [{ ...line, quantity: row.quantity }]),
    refund: toMoney(refund_minor, currency),
    due: toMoney(due_minor > 0n ? due_minor : 0n, currency),
  }
  return { replaces, is_substitute: true }
}
