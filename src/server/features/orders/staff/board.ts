import { sql } from 'kysely'
import { roundToCash } from '#contract/cash/cash.ts'
import type { Currency } from '#contract/money.ts'
import type { BoardCard, BoardColumn, OrderBoard } from '#contract/orders/desk/order-board.ts'
import type { OrderStatus } from '#contract/orders/order-states.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import { withinBranches } from '#server/features/access/scope-condition.ts'
import { toMoney } from '#server/features/branches/records.ts'
import { labelColumns, type LabelRow } from '#server/features/parks/label.ts'
import { isDueInCash, type OrderRow } from '../lifecycle/change-status.ts'
import { promisedAt } from '../order-mails.ts'
import { describeDestination } from './describe-destination.ts'
import { toChoices } from './own-reasons.ts'
import { findNextStep } from './staff-actions.ts'
import type { Staff } from './staff-order.ts'

/** More open orders than people can look at; the list shows all. */
const mostCards = 500

type BranchRow = Omit<OrderBoard['branches'][number], 'reject_reasons'> & {
  reject_reasons: string[]
  reject_reasons_fr: string[]
}
type Row = OrderRow &
  LabelRow & {
    branch: string
    timezone: string
    accepted_at: Date | null
    cash_step_minor: bigint
  }

/** Returns the open orders of the caller's branches, or of one of them, and what was handed over today in its time zone. */
export async function findBoard(
  db: Db,
  { scope, language, now }: Staff,
  branch_id: string | undefined,
): Promise<OrderBoard> {
  const isChosen = branch_id === undefined ? sql<boolean>`true` : sql<boolean>`b.id = ${branch_id}::uuid`
  const { rows } = await sql<Row>`
    select o.*, b.name as branch, b.timezone, c.cash_step_minor, ${labelColumns},
      (select min(h.at) from order_history h where h.order_id = o.id and h.to_status = 'accepted') as accepted_at
    from orders o join branches b on b.id = o.branch_id join currency_settings c on c.code = o.currency left join parks p on p.id = o.park_id
    where ${withinBranches(sql.ref('b.id'), scope)} and ${isChosen}
      and o.status in ('pending', 'accepted', 'processing', 'preparing', 'ready', 'out_for_delivery', 'delivered', 'completed')
      and (o.status not in ('delivered', 'completed') or exists (select from order_history h where h.order_id = o.id
        and h.to_status = o.status and h.from_status <> h.to_status
        and h.at >= date_trunc('day', ${now}::timestamptz at time zone b.timezone) at time zone b.timezone))
      and not (o.status = 'pending' and o.payment_status = 'unpaid' and o.payment_method is null)
      -- What was handed over today was placed in the last weeks.
      and (o.status not in ('delivered', 'completed') or o.created_at > ${now}::timestamptz - interval '35 days')
    order by (o.status in ('delivered', 'completed')), o.slot_starts_at + make_interval(mins => o.delay_minutes), o.id
    limit ${mostCards}`.execute(db)
  const items = await findItems(
    db,
    rows.map(({ id }) => id),
    language,
  )
  const { rows: branches } = await sql<BranchRow>`
    select b.id, b.name, s.shows_order_number, s.prints_tickets, s.proof = 'code_or_photo' as takes_photos, s.reject_reasons, s.reject_reasons_fr from branches b join branch_setup s on s.branch_id = b.id
    where ${withinBranches(sql.ref('b.id'), scope)} order by b.name`.execute(db)
  return {
    cards: rows.map((row) => toCard(row, items.get(row.id) ?? [], language)),
    branches: branches.map(({ reject_reasons: en, reject_reasons_fr: fr, ...branch }) => ({
      ...branch,
      reject_reasons: toChoices({ en, fr }, language),
    })),
  }
}

const columnOf = (status: OrderStatus): BoardColumn =>
  status === 'delivered' || status === 'completed' ? 'done' : (status as BoardColumn)

function toCard(row: Row, items: BoardCard['items'], language: Language): BoardCard {
  return {
    id: row.id,
    order_number: row.order_number,
    token: row.token,
    status: row.status,
    column: columnOf(row.status),
    branch_id: row.branch_id,
    branch: row.branch,
    timezone: row.timezone,
    order_type: row.order_type,
    promised_at: promisedAt(row).toISOString(),
    accepted_at: row.accepted_at?.toISOString() ?? null,
    destination: describeDestination(row, row, language),
    plate: row.plate,
    items,
    note: row.note,
    payment_status: row.payment_status as BoardCard['payment_status'],
    cash_due: isDueInCash(row)
      ? toMoney(roundToCash(row.total_minor, row.cash_step_minor), row.currency as Currency)
      : null,
    next: findNextStep(
      row,
      items.map(({ work_group }) => work_group),
    ),
    created_at: row.created_at.toISOString(),
  }
}

async function findItems(db: Db, ids: readonly string[], language: Language): Promise<Map<string, BoardCard['items']>> {
  if (ids.length === 0) return new Map()
  const isFrench = language === 'fr'
  const rows = await db
    .selectFrom('order_lines')
    .select(['order_id', 'name', 'name_fr', 'variation_name', 'variation_name_fr', 'extras', 'note', 'work_group'])
    .select(['quantity', 'refunded_quantity'])
    .where('order_id', 'in', [...ids])
    .orderBy('position')
    .execute()
  const found = new Map<string, BoardCard['items']>()
  for (const row of rows) {
    const variation = isFrench ? row.variation_name_fr : row.variation_name
    const extras = (row.extras as { name: string; name_fr: string }[]).map((extra) =>
      isFrench ? extra.name_fr : extra.name,
    )
    const quantity = row.quantity - row.refunded_quantity
    if (quantity === 0) continue
    const item = {
      name: isFrench ? row.name_fr : row.name,
      quantity,
      details: [...(variation === null ? [] : [variation]), ...extras],
      note: row.note,
      work_group: row.work_group as BoardCard['items'][number]['work_group'],
    }
    found.set(row.order_id, [...(found.get(row.order_id) ?? []), item])
  }
  return found
}
