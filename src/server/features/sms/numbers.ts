import { sql } from 'kysely'
import { formatMinutes } from '#contract/numbers.ts'
import type { CountryCode } from '#contract/places/places.ts'
import { settings } from '#contract/settings/settings.ts'
import type { TextSettings } from '#contract/sms/numbers.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { countAttemptWithin, limits, type Guess } from '#server/features/accounts/login/attempts.ts'
import { issueCode } from '#server/features/accounts/login/codes.ts'
import { redeemCode, type Redeemed } from '#server/features/accounts/login/redeem-code.ts'
import { accountByEmail } from '#server/features/accounts/queries.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { fieldError } from '#server/http/errors.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { findPhoneCountry, readPhone } from '#server/phones.ts'
import { endConsents, readConsents } from './consents.ts'
import { findGateway } from './gateways.ts'
import { queueSms } from './outbox.ts'

/** Of a key that can do nothing but end messages: with 49 bits, and short, because it is part of a message. */
const stopKeyLength = 10

type Services = Pick<Deps, 'sms' | 'config'>

/** Whether text messages are sent to numbers of a country now: it is one of ours, its gateway is on and has a key. */
export async function isTextable(
  db: Db | Tx,
  { sms, config }: Services,
  country: string | undefined,
): Promise<boolean> {
  if (country === undefined || !config.SMS_COUNTRIES.includes(country)) return false
  const gateway = await findGateway(db, country)
  return gateway?.is_active === true && sms[gateway.provider] !== undefined
}

/** Returns an account's number and what it has agreed to. A number counts only while it is that of the profile. */
export async function getTextSettings(
  db: Db | Tx,
  services: Services,
  user_id: string,
  now: Date,
): Promise<TextSettings> {
  const row = await db
    .selectFrom('users as u')
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .leftJoin('text_numbers as n', 'n.user_id', 'u.id')
    .select(['u.phone', 'c.code as account_country', 'n.number', 'n.pending_number', 'n.code_sent_at'])
    .where('u.id', '=', user_id)
    .executeTakeFirstOrThrow()
  const countries = [row.phone === null ? undefined : findPhoneCountry(row.phone), row.account_country]
  const offered = await Promise.all(countries.map((country) => isTextable(db, services, country)))
  const number = row.number !== null && row.number === row.phone ? row.number : null
  const valid_ms = settings().otp.code_minutes * minute_ms
  const isWaiting = row.pending_number !== null && row.code_sent_at!.getTime() + valid_ms > now.getTime()
  return {
    is_offered: settings().site.phone_verification && offered.includes(true),
    number,
    suggested: isWaiting ? row.pending_number : row.phone,
    code_sent_at: isWaiting ? row.code_sent_at!.toISOString() : null,
    topics: await readConsents(db, user_id, number),
  }
}

/**
 * Sends a code to a number, which replaces the one before. Throws 422 for what is no number, for one of a country that gets
 * no text messages and while the site's settings offer no confirmation, and `rate_limited` within the wait of the settings and
 * after ten codes in an hour.
 */
export async function sendTextCode(
  tx: Tx,
  deps: Deps,
  { user, now }: { user: SignedIn; now: Date },
  typed: string,
  caller: ClientInfo,
): Promise<TextSettings> {
  const account = await accountByEmail(tx, user.email).forUpdate().executeTakeFirstOrThrow()
  const number = readPhone(typed, [user.country_code])
  if (number === undefined) throw fieldError('phone', 'phone')
  const { phone_verification } = settings().site
  if (!phone_verification || !(await isTextable(tx, deps, findPhoneCountry(number))))
    throw fieldError('phone', 'sms_country')
  await countAttemptWithin(tx, deps, limits.textCode(deps.config, account.id, caller.ip), 'rate_limited')
  const code = await issueCode(tx, account.id, 'confirm_number', now)
  await tx
    .insertInto('text_numbers')
    .values({ user_id: account.id, pending_number: number, code_sent_at: now, stop_key: newCode(stopKeyLength) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_number: number, code_sent_at: now }))
    .execute()
  const { code_minutes } = settings().otp
  const locale = accountLocale(user.language, user.country_code as CountryCode)
  const text = translate(locale, 'sms.code', {
    code,
    product: settings().company.name,
    time: formatMinutes(code_minutes, locale),
  })
  const expires_at = new Date(now.getTime() + code_minutes * minute_ms)
  await queueSms(tx, deps, { user_id: account.id, kind: 'code', to: number, text, expires_at, zone: null }, now)
  return getTextSettings(tx, deps, account.id, now)
}

/**
 * Confirms the number that the code was sent to. It becomes that of the profile; an account that had confirmed it before has
 * lost it, because whoever has the phone now is its owner. What was agreed to for another number ends.
 */
export const confirmTextNumber = (
  tx: Tx,
  deps: Deps,
  { code, guess, now }: { code: string; guess: Guess; now: Date },
): Promise<Redeemed<TextSettings>> =>
  redeemCode(tx, deps, { purpose: 'confirm_number', code, guess, now }, async ({ id }) => {
    const { pending_number: number } = await tx
      .selectFrom('text_numbers')
      .select('pending_number')
      .where('user_id', '=', id)
      .executeTakeFirstOrThrow()
    if (number === null) throw fieldError('code', 'code_wrong')
    await sql`select pg_advisory_xact_lock(hashtextextended(${`text number ${number}`}, 0))`.execute(tx)
    await endConsents(tx, { number }, 'number', now)
    await tx.deleteFrom('text_numbers').where('number', '=', number).where('user_id', '!=', id).execute()
    await endConsents(tx, { user_id: id }, 'number', now)
    await tx
      .updateTable('text_numbers')
      .set({ number, country: findPhoneCountry(number)!, confirmed_at: now, pending_number: null })
      .where('user_id', '=', id)
      .execute()
    await tx.updateTable('users').set({ phone: number }).where('id', '=', id).execute()
    return getTextSettings(tx, deps, id, now)
  })
