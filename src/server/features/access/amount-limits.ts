import { sql } from 'kysely'
import { defaultLimits, type Limits, type LimitsRecord, type updateLimits as contract } from '#contract/access/desk.ts'
import type { ParsedBody } from '#contract/endpoint.ts'
import { currencies, toMinor, type Currency } from '#contract/money.ts'
import type { Language } from '#contract/places/places.ts'
import { day_ms } from '#contract/time.ts'
import { parseAmount } from '#server/amounts.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Access } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import type { AuditedChange } from './audit.ts'
import { requireVersion } from './versions.ts'

const key = 'limits'

type StoredLimits = Limits & { version: number }

/** Returns the limits as they are stored: one row by its key, so that every process sees a change at once. */
export async function readLimits(db: Db | Tx): Promise<StoredLimits> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst()
  return { ...defaultLimits, version: 0, ...(row?.value as Partial<StoredLimits> | undefined) }
}

/**
 * Returns what a person may refund for a booking or an order without the password, which is their limit, and with it, in minor units.
 * Nobody exceeds limit 2 but those who may refund anything.
 */
export function findRefundLimits(
  { refund, refund_more }: Limits,
  access: Access,
  currency: Currency,
  resource: 'bookings' | 'orders' = 'bookings',
): { own_minor: bigint; most_minor: bigint | null } {
  const more_minor = toMinor(refund_more[currency], currency) ?? 0n
  const own_minor = access.has(`${resource}.refund_more`) ? more_minor : (toMinor(refund[currency], currency) ?? 0n)
  return { own_minor, most_minor: access.has(`${resource}.refund_any`) ? null : more_minor }
}

/** The calls with which staff give money away. */
const giving = ['giveGoodwill', 'extendForCustomer', 'moveForCustomer', 'refundBookingByStaff', 'refundOrderByStaff']

/**
 * Returns what a person gave within 24 hours, or asked to refund, for other records than `except`: goodwill and refunds of bookings
 * and orders in this currency. Locks the person's account, so that what they give at the same time is counted too.
 */
export async function sumGivenByPerson(
  tx: Tx,
  { user_id, now }: { user_id: string; now: Date },
  { currency, except }: { currency: Currency; except: string },
): Promise<bigint> {
  await sql`select from users where id = ${user_id} for no key update`.execute(tx)
  const { rows } = await sql<{ amount: number }>`
    select (g.given ->> 'amount')::float8 as amount from audit_log l
      cross join lateral (select coalesce(l.after -> 'goodwill', l.after -> 'refunded', l.after -> 'requested') as given) g
    where l.user_id = ${user_id} and l.at > ${new Date(now.getTime() - day_ms)} and l.action = any(${giving})
      and l.record_id <> ${except} and g.given ->> 'currency' = ${currency}`.execute(tx)
  return rows.reduce((sum, { amount }) => sum + (toMinor(amount, currency) ?? 0n), 0n)
}

/** Returns the limits as a record of the desk. */
export async function getLimitsRecord(db: Db | Tx, language: Language): Promise<LimitsRecord> {
  const { version, refund, refund_more, payout, reauth_minutes, export_rows } = await readLimits(db)
  const fields = currencies.flatMap((currency) => [
    [`refund_${currency}`, { amount: refund[currency], currency }],
    [`refund_more_${currency}`, { amount: refund_more[currency], currency }],
    [`payout_${currency}`, { amount: payout[currency], currency }],
    [`currency_${currency}`, currency],
  ])
  return {
    ...(Object.fromEntries(fields) as Omit<LimitsRecord, 'id' | 'title'>),
    id: key,
    title: translate(language, 'accounts.limits'),
    actions: ['update'],
    version,
    reauth_minutes,
    export_rows,
  }
}

/**
 * Changes the limits. Throws `changed_meanwhile`, and 422 for an amount that its currency does not have or a higher limit
 * that is below the lower one.
 */
export async function updateLimits(
  tx: Tx,
  { version, reauth_minutes, export_rows, ...amounts }: ParsedBody<typeof contract>,
  language: Language,
): Promise<{ answer: LimitsRecord; changes: AuditedChange[] }> {
  await tx
    .insertInto('settings')
    .values({ key, value: JSON.stringify({}) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  await tx.selectFrom('settings').select('key').where('key', '=', key).forUpdate().execute()
  const before = await readLimits(tx)
  await requireVersion(tx, { kind: 'settings', id: key, version: before.version }, version)
  const refund = readAmounts(amounts, 'refund')
  const refund_more = readAmounts(amounts, 'refund_more')
  const wrong = currencies.find((currency) => refund_more[currency] < refund[currency])
  if (wrong !== undefined) throw fieldError(`refund_more_${wrong}`, 'limit_order')
  const payout = readAmounts(amounts, 'payout')
  const after: StoredLimits = { refund, refund_more, payout, reauth_minutes, export_rows, version: before.version + 1 }
  await tx
    .updateTable('settings')
    .set({ value: JSON.stringify(after) })
    .where('key', '=', key)
    .execute()
  const change = { kind: 'settings', id: key, before: toLogged(before), after: toLogged(after) }
  return { answer: await getLimitsRecord(tx, language), changes: [change] }
}

type Amounts = Omit<ParsedBody<typeof contract>, 'version' | 'reauth_minutes' | 'export_rows'>

function readAmounts(amounts: Amounts, prefix: 'refund' | 'refund_more' | 'payout'): Record<Currency, number> {
  const read = currencies.map((currency) => {
    const field = `${prefix}_${currency}` as const
    parseAmount(field, amounts[field], currency)
    return [currency, amounts[field]]
  })
  return Object.fromEntries(read) as Record<Currency, number>
}

/** Flat, so that the log shows each field that was changed. */
const toLogged = ({ refund, refund_more, payout, reauth_minutes, export_rows }: Limits) => ({
  ...Object.fromEntries(currencies.map((currency) => [`refund_${currency}`, refund[currency]])),
  ...Object.fromEntries(currencies.map((currency) => [`refund_more_${currency}`, refund_more[currency]])),
  ...Object.fromEntries(currencies.map((currency) => [`payout_${currency}`, payout[currency]])),
  reauth_minutes,
  export_rows,
})
