import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { normalizeCode } from '#contract/codes.ts'
import { formatMomentOfMonth } from '#contract/dates.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { findTextCountries } from '#server/features/sms/numbers.ts'
import { queueSms } from '#server/features/sms/outbox.ts'
import { writeText } from '#server/features/sms/texts.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { accountLocale } from '#server/output/translate.ts'
import { findPhoneCountry, toStoredPhone } from '#server/phones.ts'
import { advanceOrder } from '../lifecycle/advance-orders.ts'
import { isHeld, lockOrder, type OrderRow } from '../lifecycle/change-status.ts'
import type { OrderCall } from '../order-call.ts'
import { findOwnOrderId } from '../queries.ts'

/** Somebody on the phone who has no account. */
interface OrderContact {
  name: string
  /** E.164. */
  phone: string
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex')

/** Reads who ordered. Throws 422 at `contact` for a number that is none. */
export const readContact = ({ name, phone }: { name: string; phone: string }, country: CountryCode): OrderContact => ({
  name: name.trim(),
  phone: toStoredPhone(phone, { countries: [country], field: 'contact' })!,
})

/**
 * Sends the number of a held order the link to pay it. Whoever opens the link and logs in has the order; an earlier link ends.
 * Throws 422 at `contact` where no text message can be sent to the number.
 */
export async function sendContactLink(tx: Tx, deps: Deps, order: OrderRow, now: Date): Promise<void> {
  const { id, order_number, contact_phone: to, held_until } = order
  const branch = await tx
    .selectFrom('branches as b')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select(['b.name', 'b.timezone', 'c.code'])
    .where('b.id', '=', order.branch_id)
    .executeTakeFirstOrThrow()
  const country = to === null ? undefined : findPhoneCountry(to)
  if (country === undefined || !(await findTextCountries(tx, deps)).includes(country))
    throw fieldError('contact', 'no_text_message')
  const key = randomBytes(16).toString('base64url')
  await tx
    .updateTable('orders')
    .set({ claim_hash: hashOf(key) })
    .where('id', '=', id)
    .execute()
  const locale = accountLocale(order.language as Language, branch.code as CountryCode)
  const pay_by = formatMomentOfMonth(held_until!, branch.timezone, locale)
  const path = `${pagePath('orderPay', { order: order_number })}?claim=${key}`
  const text = writeText(
    { kind: 'pay_link', locale, name: branch.name, params: { number: order_number, pay_by }, path },
    deps.publicUrl(),
    '',
  )
  // Somebody waits for it on the phone.
  const sms = { user_id: null, kind: 'order' as const, to: to!, text, expires_at: held_until!, zone: null }
  if (!(await queueSms(tx, deps, sms, now))) throw fieldError('contact', 'no_text_message')
}

/**
 * Gives a held order to the account that opens its link, once; whoever has it may call again. Throws `order_not_found` for
 * another key or somebody else's order, and `order_hold_over`.
 */
export async function claimOrder(
  tx: Tx,
  deps: Deps,
  { user, now }: OrderCall,
  handle: string,
  key: string,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where order_number = ${normalizeCode(handle)} and claim_hash = ${hashOf(key)}`.execute(tx)
  const [found] = rows
  // The account that has claimed it before.
  if (found === undefined) return findOwnOrderId(tx, user.user_id, handle)
  const order = await advanceOrder(tx, deps, await lockOrder(tx, found.id), now)
  if (!isHeld(order)) throw new AppError('order_hold_over')
  const owner = { user_id: user.user_id, contact_name: null, contact_phone: null, claim_hash: null }
  await tx
    .updateTable('orders')
    .set((of) => ({ ...owner, version: of('version', '+', 1) }))
    .where('id', '=', order.id)
    .execute()
  return order.id
}
