import { sql } from 'kysely'
import type { DeliveryBoy } from '#contract/deliveries/desk/deliveries.ts'
import type { Currency } from '#contract/money.ts'
import type { Db } from '#server/database/connect.ts'
import { colleagueName, isReachableColleague, onlyIf } from '#server/features/access/contacts.ts'
import { toMoney } from '#server/features/branches/records.ts'
import type { Staff } from '#server/features/orders/staff/staff-order.ts'
import { AppError } from '#server/http/errors.ts'
import { heldCash } from '../cash.ts'
import { doneToday, isDeliveryBoy, outNow, placesOf } from './lists.ts'

interface Row {
  name: string | null
  phone: string | null
  branch: string | null
  status: DeliveryBoy['status']
  on_duty_since: Date | null
  out_now: number
  done_today: number
  handed_over: number
  brought_back: number
  on_time: number
  held_minor: bigint
  currency: Currency
}

/** Returns somebody who delivers for a place in scope. Throws `not_found`. */
export async function getDeliveryBoy(
  db: Db,
  id: string,
  { scope, access, language, now }: Pick<Staff, 'scope' | 'access' | 'language' | 'now'>,
): Promise<DeliveryBoy> {
  const ended = (where: ReturnType<typeof sql>) =>
    sql<number>`(select count(*)::int from deliveries d where d.courier_id = u.id and ${where})`
  const { rows } = await sql<Row>`
    select ${colleagueName('u', access)} as name, ${onlyIf(isReachableColleague('u', access), sql.ref('u.phone'))} as phone,
      ${placesOf(scope, language)} as branch, case when u.disabled_at is null then 'active' else 'disabled' end as status,
      c.on_duty_since, ${outNow} as out_now, ${doneToday(now)} as done_today,
      ${ended(sql`d.state = 'handed_over'`)} as handed_over, ${ended(sql`d.state = 'brought_back'`)} as brought_back,
      ${ended(sql`d.state = 'handed_over' and d.ended_at <= d.promised_at`)} as on_time,
      ${heldCash.minor} as held_minor, ${heldCash.currency} as currency
    from users u join countries n on n.id = u.country_id left join couriers c on c.user_id = u.id
    where u.id = ${id}::uuid and u.erased_at is null and ${isDeliveryBoy(scope)}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new AppError('not_found')
  const { on_time, held_minor, currency, on_duty_since, ...rest } = row
  return {
    ...rest,
    id,
    title: row.name ?? row.phone ?? id,
    actions: [],
    on_duty_since: on_duty_since?.toISOString() ?? null,
    on_time_percent: row.handed_over === 0 ? null : Math.round((100 * on_time) / row.handed_over),
    cash: toMoney(held_minor, currency),
  }
}
