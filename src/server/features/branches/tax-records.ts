import { sql } from 'kysely'
import type { changeTax as changeContract, createTax as createContract, Tax } from '#contract/branches/desk/taxes.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { findState, pricesOf, toMoney } from './records.ts'

/* Tax rates as staff enters them. A rate is never changed, so that the taxes of an order can be looked up. */

interface TaxChange {
  answer: Tax
  changes: AuditedChange[]
}
type Figures = Pick<ParsedBody<typeof createContract>, 'type' | 'rate'>

type TaxRow = Omit<Tax, 'title' | 'actions' | 'percent' | 'amount' | 'rate' | 'currency'> & { value: bigint }

/** Today in UTC: rates begin and end with whole days. */
const today = (now: Date): string => now.toISOString().slice(0, 10)

/** When a rate, `t`, applies: before, on or after today. */
export const taxState = (now: Date) => sql<Tax['status']>`case
  when t.valid_from > ${today(now)}::date then 'coming' when t.valid_to <= ${today(now)}::date then 'over' else 'current' end`

/** Returns a tax rate. Throws `not_found`. */
export async function getTax(db: Db | Tx, id: string, now: Date): Promise<Tax> {
  const { rows } = await sql<TaxRow>`
    select t.id, t.code, t.name, t.name_fr, t.class, c.code as country_code, s.name as state, t.city, t.kind as type, t.value,
      t.valid_from::text, (t.valid_to - 1)::text as valid_to, t.source, t.source_date::text, t.is_example,
      ${taxState(now)} as status
    from tax_rates t join countries c on c.id = t.country_id left join states s on s.id = t.state_id
    where t.id = ${id}::uuid`.execute(db)
  if (rows[0] === undefined) throw new AppError('not_found')
  const { value, ...row } = rows[0]
  const { currency } = pricesOf[row.country_code]
  const isPercentage = row.type === 'percentage'
  return {
    ...row,
    currency,
    title: `${row.code.toUpperCase()}, ${[row.country_code, row.state, row.city].filter((part) => part !== null).join(' · ')}`,
    percent: isPercentage ? Number(value) / 1_000 : null,
    amount: isPercentage ? null : toMoney(value, currency),
    rate: isPercentage ? Number(value) / 1_000 : toMajor(value, currency),
    actions: row.status === 'over' ? [] : ['change', 'end', ...(row.status === 'coming' ? ['remove'] : [])],
  }
}

/** Converts a rate to thousandths of a percent, or to minor units. Throws 422. */
function toValue({ type, rate }: Figures, currency: Currency): bigint {
  if (type === 'fixed') return parseAmount('rate', rate, currency)
  if (rate > 100) throw fieldError('rate', 'too_large')
  if (Math.round(rate * 1_000) / 1_000 !== rate) throw fieldError('rate', 'fraction_percent')
  return BigInt(Math.round(rate * 1_000))
}

const describe = ({ title: _title, actions: _actions, status: _status, rate: _rate, ...facts }: Tax) => facts
const entry = (before: Tax | undefined, after: Tax | undefined): AuditedChange => ({
  kind: 'tax',
  id: (after ?? before)!.id,
  ...(before && { before: describe(before) }),
  ...(after && { after: describe(after) }),
})

/** Keeps others from entering rates meanwhile, so that two cannot come to overlap. */
const lockTaxes = (tx: Tx) => sql`select pg_advisory_xact_lock(727278)`.execute(tx)

/** A rate's tax, class and place, and when it is valid. */
interface Period {
  code: string
  class: string
  country_id: number
  state_id: number | null
  city: string | null
  position: number
  valid_from: string
  /** The day after its last. */
  valid_to: string | null
}

/** Throws 422 at `field` for a rate that would overlap another than `id` of its tax, class and place. */
async function requireFree(
  tx: Tx,
  rate: Omit<Period, 'position'>,
  field: string,
  id: string | null = null,
): Promise<void> {
  const { rows } = await sql`
    select from tax_rates where id is distinct from ${id}::uuid and code = ${rate.code} and class = ${rate.class}
      and country_id = ${rate.country_id} and state_id is not distinct from ${rate.state_id}::int
      and lower(city) is not distinct from lower(${rate.city}::text)
      and daterange(valid_from, valid_to) && daterange(${rate.valid_from}::date, ${rate.valid_to}::date)`.execute(tx)
  if (rows.length > 0) throw fieldError(field, 'tax_overlap')
}

const readPeriod = async (tx: Tx, id: string): Promise<Period> =>
  tx
    .selectFrom('tax_rates')
    .select(['code', 'class', 'country_id', 'state_id', 'city', 'position'])
    .select([sql<string>`valid_from::text`.as('valid_from'), sql<string | null>`valid_to::text`.as('valid_to')])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** Enters a rate. Throws 422 for one that overlaps another, for a state of another country and for a rate that is none. */
export async function createTax(tx: Tx, body: ParsedBody<typeof createContract>, now: Date): Promise<TaxChange> {
  const { country_code, state, type, rate, valid_from, valid_to, ...columns } = body
  await lockTaxes(tx)
  if (valid_to !== null && valid_to < valid_from) throw fieldError('valid_to', 'dates_order')
  const id = newId(now.getTime())
  const place = await toPlace(tx, country_code, state)
  const figures = { kind: type, value: toValue({ type, rate }, pricesOf[country_code].currency) }
  const period = { ...place, valid_from, valid_to: dayAfter(valid_to) }
  await requireFree(tx, { ...columns, ...period }, 'valid_from')
  await tx
    .insertInto('tax_rates')
    .values({ id, ...columns, ...period, ...figures, created_at: now })
    .execute()
  const answer = await getTax(tx, id, now)
  return { answer, changes: [entry(undefined, answer)] }
}

async function toPlace(tx: Tx, country_code: CountryCode, state: string | null) {
  const found = state === null ? null : await findState(tx, country_code, state)
  return { country_id: countryIds[country_code], state_id: found?.id ?? null }
}

const dayAfter = (day: string | null): string | null =>
  day === null ? null : new Date(Date.parse(day) + day_ms).toISOString().slice(0, 10)

async function lockTax(tx: Tx, id: string, action: string, now: Date): Promise<Tax> {
  await lockTaxes(tx)
  const tax = await getTax(tx, id, now)
  if (!tax.actions.includes(action)) throw new AppError('tax_over')
  return tax
}

const setEnd = (tx: Tx, id: string, valid_to: string | null) =>
  tx.updateTable('tax_rates').set({ valid_to }).where('id', '=', id).execute()

/** Ends a rate and begins another. Throws `not_found`, `tax_over`, and 422 for a day before today or before its first. */
export async function changeTax(
  tx: Tx,
  id: string,
  { type, rate, valid_from, ...texts }: ParsedBody<typeof changeContract>,
  now: Date,
): Promise<TaxChange> {
  const before = await lockTax(tx, id, 'change', now)
  if (valid_from < today(now)) throw fieldError('valid_from', 'day_past')
  if (valid_from <= before.valid_from) throw fieldError('valid_from', 'tax_before')
  if (before.valid_to !== null && valid_from > dayAfter(before.valid_to)!) throw fieldError('valid_from', 'tax_after')
  const { currency } = pricesOf[before.country_code]
  const value = toValue({ type, rate }, currency)
  const { valid_to, ...place } = await readPeriod(tx, id)
  await setEnd(tx, id, valid_from)
  await requireFree(tx, { ...place, valid_from, valid_to }, 'valid_from')
  const next = newId(now.getTime())
  const figures = { ...texts, kind: type, value }
  await tx
    .insertInto('tax_rates')
    .values({ id: next, ...place, ...figures, valid_from, valid_to, created_at: now })
    .execute()
  const [ended, answer] = [await getTax(tx, id, now), await getTax(tx, next, now)]
  return { answer, changes: [entry(before, ended), entry(undefined, answer)] }
}

/** Sets the last day of a rate, today or later. Throws `not_found`, `tax_over`, and 422 where another follows it. */
export async function endTax(tx: Tx, id: string, valid_to: string | null, now: Date): Promise<TaxChange> {
  const before = await lockTax(tx, id, 'end', now)
  // Yesterday: it ends before today begins.
  if (valid_to !== null && dayAfter(valid_to)! < today(now)) throw fieldError('valid_to', 'day_past')
  if (valid_to !== null && valid_to < before.valid_from) throw fieldError('valid_to', 'dates_order')
  await requireFree(tx, { ...(await readPeriod(tx, id)), valid_to: dayAfter(valid_to) }, 'valid_to', id)
  await setEnd(tx, id, dayAfter(valid_to))
  const answer = await getTax(tx, id, now)
  return { answer, changes: [entry(before, answer)] }
}

/** Deletes a rate that has not begun. Throws `not_found` and `tax_over`. */
export async function deleteTax(tx: Tx, id: string, now: Date) {
  const before = await lockTax(tx, id, 'remove', now)
  await tx.deleteFrom('tax_rates').where('id', '=', id).execute()
  return { answer: undefined, changes: [entry(before, undefined)] }
}
