import { normalizeCode } from '#contract/codes.ts'
import { countryCodes } from '#contract/geography.ts'
import type { OrderCustomer } from '#contract/orders/desk/phone-orders.ts'
import type { CounterCustomer } from '#contract/orders/desk/pos.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import type { Db } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { isPassText, readPass } from '#server/features/bookings/documents/pass.ts'
import { isShiftOf, type Seller } from '#server/features/cash/entries.ts'
import { AppError } from '#server/http/errors.ts'
import { findOrderCustomers, getOrderCustomer } from '../phone/customers.ts'

/** Enough of an address or a number to recognise it, and too little to use it. */
const shorten = (text: string): string => {
  const [name = '', host] = text.split('@')
  return host === undefined ? `••• ${text.slice(-4)}` : `${name.slice(0, 2)}•••@${host}`
}

export const toCounterCustomer = ({
  id,
  name,
  email,
  phone,
  is_disabled,
  vehicles,
}: OrderCustomer): CounterCustomer => ({
  id,
  name: name === email ? shorten(email) : name,
  contact: shorten(phone ?? email),
  is_disabled,
  vehicles,
})

/**
 * Returns the accounts with a phone number or an email address, exactly, or whose booking, order or parking pass it is. Throws
 * `shift_needed`.
 */
export async function findCounterCustomers(
  { db, clock }: Deps,
  { language, ...seller }: Seller & { language: Language },
  search: string,
): Promise<{ items: CounterCustomer[] }> {
  const shift = await db
    .selectFrom('shifts as s')
    .innerJoin('branches as b', 'b.id', 's.branch_id')
    .innerJoin('countries as c', 'c.id', 'b.country_id')
    .select('c.code')
    .where(isShiftOf(seller))
    .where('s.closed_at', 'is', null)
    .executeTakeFirst()
  if (shift === undefined) throw new AppError('shift_needed')
  const owner = await findOwner(db, search, clock())
  const country_code = (countryCodes.find((code) => code === shift.code) ?? 'NG') as CountryCode
  const found =
    owner === undefined
      ? (await findOrderCustomers(db, { search, country_code }, language)).items
      : [await getOrderCustomer(db, owner, language)]
  return {
    items: found.map(toCounterCustomer),
  }
}

/** Whose booking, order or pass a text is; undefined for anything else. */
async function findOwner(db: Db, search: string, now: Date): Promise<string | undefined> {
  const text = search.trim()
  const pass = isPassText(text) ? await readPass(db, text, now) : undefined
  if (isPassText(text) && pass === undefined) return undefined
  // A receipt's code is a link that ends with the number.
  const code = normalizeCode(pass?.booking_code ?? text.split('/').at(-1)!)
  if (!/^[A-Z0-9]{6,12}$/.test(code)) return undefined
  const known = db
    .selectFrom('users')
    .select('id')
    .where('erased_at', 'is', null)
    .where('id', 'not in', db.selectFrom('guest_accounts').select('user_id'))
  const booking = await db
    .selectFrom('bookings')
    .select('user_id')
    .where('booking_code', '=', code)
    .where('user_id', 'in', known)
    .executeTakeFirst()
  if (booking !== undefined || pass !== undefined) return booking?.user_id
  const order = await db
    .selectFrom('orders')
    .select('user_id')
    .where('order_number', '=', code)
    .where('user_id', 'in', known)
    .executeTakeFirst()
  return order?.user_id ?? undefined
}
