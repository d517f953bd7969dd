import { sql } from 'kysely'
import type { WorkGroup } from '#contract/catalogue/shop-rules.ts'
import type { OrderType } from '#contract/orders/order-states.ts'
import { day_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { isOpenDuring } from '#server/features/parks/opening-hours.ts'
import type { ShopBranch } from './shop-branch.ts'
import { recall } from './shop-versions.ts'
import type { SlotPlan, SlotRule } from './slots.ts'

/** When a branch works and when not, with when it is open. */
interface WorkHours {
  rules: SlotRule[]
  closures: SlotPlan['closures']
  isOpen: SlotPlan['isOpen']
}

const recallHours = (db: Db | Tx, branch: ShopBranch, now: Date): Promise<WorkHours> =>
  recall(db, branch.versions, {
    name: 'hours',
    parts: ['catalogue'],
    now,
    load: () => loadHours(db, branch, now),
  })

async function loadHours(db: Db | Tx, branch: ShopBranch, now: Date): Promise<WorkHours> {
  const rules = await db.selectFrom('time_slots').selectAll().where('branch_id', '=', branch.id).execute()
  const closures = await db
    .selectFrom('branch_closures')
    .select(['starts_at', 'ends_at'])
    .where('branch_id', '=', branch.id)
    .where('ends_at', '>', now)
    .execute()
  return { rules: rules as unknown as SlotRule[], closures, isOpen: rememberHours(branch) }
}

/** What orders take from a day before `now` on, or near a time. */
async function loadTaken(db: Db | Tx, branch_id: string, now: Date, near?: Date): Promise<SlotPlan['taken']> {
  const taken = await db
    .selectFrom('slot_days')
    .select(['work_group', 'starts_at', 'used'])
    .where('branch_id', '=', branch_id)
    .where('starts_at', '>', new Date((near ?? now).getTime() - day_ms))
    .where(
      near === undefined
        ? sql<boolean>`true`
        : sql<boolean>`starts_at < ${new Date(near.getTime() + 2 * day_ms)}::timestamptz`,
    )
    .where('used', '>', 0)
    .execute()
  return taken as { work_group: WorkGroup; starts_at: Date; used: number }[]
}

/**
 * What says when a branch takes orders of a type: its rules, what is taken, closures and hours. With `near`, what is taken
 * is known around this time at least.
 */
export async function loadSlotPlan(
  db: Db | Tx,
  branch: ShopBranch,
  order_type: OrderType,
  now: Date,
  near?: Date,
): Promise<SlotPlan> {
  const hours = await recallHours(db, branch, now)
  const toPlan = (taken: SlotPlan['taken']): SlotPlan => {
    const isOn = order_type === 'takeaway' ? branch.takeaway_on : branch.delivery_on
    return {
      timezone: branch.timezone,
      rules: isOn ? hours.rules : [],
      taken,
      closures: hours.closures,
      isOpen: hours.isOpen,
      order_type,
      lead_minutes: branch.preparation_minutes,
      days_ahead: order_type === 'takeaway' ? branch.takeaway_days_ahead : branch.delivery_days_ahead,
    }
  }
  // The same plan each time, because what is found in it is remembered with it.
  return recall(db, branch.versions, {
    name: `slots for ${order_type}`,
    parts: ['catalogue', 'slots'],
    now,
    load: async () => toPlan(await loadTaken(db, branch.id, now)),
    loadHere: async () => toPlan(await loadTaken(db, branch.id, now, near)),
  })
}

/** Whether a branch is open during a period, read once for each: every item is looked for in the same slots. */
function rememberHours(branch: ShopBranch): SlotPlan['isOpen'] {
  const known = new Map<string, boolean>()
  return (start, end) => {
    const key = `${start.getTime()} ${end.getTime()}`
    const isOpen = known.get(key) ?? isOpenDuring(branch, start, end) === true
    if (known.size >= mostPeriods) known.clear()
    known.set(key, isOpen)
    return isOpen
  }
}
const mostPeriods = 20_000
