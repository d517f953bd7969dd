import { sql } from 'kysely'
import type { Locale } from '#contract/formats.ts'
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
import type { SmsProviderName } from '#server/providers/sms/provider.ts'
import { endConsents, readConsents } from './consents.ts'
import { queueSms } from './outbox.ts'

/** Of a key that can do nothing but end messages: with 49 bits, and short, because it is part of a message. */
const stopKeyLength = 10

type Services = Pick<Deps, 'sms' | 'config'>

/** The countries to whose numbers text messages are sent now: they are among ours, their gateway is on and has a key. */
export async function findTextCountries(db: Db | Tx, { sms, config }: Services): Promise<string[]> {
  const active = await db
    .selectFrom('sms_gateways')
    .select(['country', 'provider'])
    .where('is_active', '=', true)
    .orderBy('country')
    .$narrowType<{ provider: SmsProviderName }>()
    .execute()
  return active
    .filter(({ country, provider }) => config.SMS_COUNTRIES.includes(country) && sms[provider] !== undefined)
    .map(({ country }) => country)
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
  const texted = await findTextCountries(db, services)
  const number = row.number !== null && row.number === row.phone ? row.number : null
  const valid_ms = settings().otp.code_minutes * minute_ms
  const isWaiting = row.pending_number !== null && row.code_sent_at!.getTime() + valid_ms > now.getTime()
  return {
    is_offered:
      settings().site.phone_verification && countries.some((code) => code !== undefined && texted.includes(code)),
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
  const isTexted =
    settings().site.phone_verification && (await findTextCountries(tx, deps)).includes(findPhoneCountry(number)!)
  if (!isTexted) throw fieldError('phone', 'sms_country')
  await countAttemptWithin(tx, deps, limits.textCode(deps.config, account.id, caller.ip), 'rate_limited')
  const code = await issueCode(tx, account.id, 'confirm_number', now)
  await tx
    .insertInto('text_numbers')
    .values({ user_id: account.id, pending_number: number, code_sent_at: now, stop_key: newCode(stopKeyLength) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pending_number: number, code_sent_at: now }))
    .execute()
  await textCode(
    tx,
    deps,
    { user_id: account.id, to: number, code, kind: 'code' },
    accountLocale(user.language, user.country_code as CountryCode),
    now,
  )
  return getTextSettings(tx, deps, account.id, now)
}

/** Sends a code, in the reader's language; `code_of_account` says that the number has an account. */
export async function textCode(
  tx: Tx,
  deps: Deps,
  sent: { user_id: string | null; to: string; code: string; kind: 'code' | 'code_of_account' },
  locale: Locale,
  now: Date,
): Promise<void> {
  const { code_minutes } = settings().otp
  const text = translate(locale, `sms.${sent.kind}`, {
    code: sent.code,
    product: settings().company.name,
    time: formatMinutes(code_minutes, locale),
  })
  const expires_at = new Date(now.getTime() + code_minutes * minute_ms)
  const { user_id, to } = sent
  await queueSms(tx, deps, { user_id, kind: 'code', to, text, expires_at, zone: null }, now)
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
    await takeNumber(tx, id, number, now)
    return getTextSettings(tx, deps, id, now)
  })

/**
 * Makes a number that a code has just proved the confirmed one of an account, and that of its profile. An account that had
 * it before loses it, and what was agreed to for another number ends.
 */
export async function takeNumber(tx: Tx, user_id: string, number: string, now: Date): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`text number ${number}`}, 0))`.execute(tx)
  await endConsents(tx, { number }, 'number', now)
  await tx.deleteFrom('text_numbers').where('number', '=', number).where('user_id', '!=', user_id).execute()
  await endConsents(tx, { user_id }, 'number', now)
  const confirmed = { number, country: findPhoneCountry(number)!, confirmed_at: now, pending_number: null }
  await tx
    .insertInto('text_numbers')
    .values({ user_id, ...confirmed, code_sent_at: now, stop_key: newCode(stopKeyLength) })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(confirmed))
    .execute()
  await tx.updateTable('users').set({ phone: number }).where('id', '=', user_id).execute()
}
