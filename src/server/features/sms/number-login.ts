import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { EmailLogin } from '#contract/accounts/auth.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { allowsTextCodes } from '#contract/settings/code-channels.ts'
import { settings } from '#contract/settings/settings.ts'
import type { NumberLoginRequest } from '#contract/sms/number-login.ts'
import { minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import type { ClientInfo } from '#server/features/accounts/client-info.ts'
import { isMailAllowed, requireMailLeft, type Guess } from '#server/features/accounts/login/attempts.ts'
import { issueCode, revokeCodes } from '#server/features/accounts/login/codes.ts'
import { logInWithEmail } from '#server/features/accounts/login/email-login.ts'
import { keysOf } from '#server/features/accounts/login/known-sources.ts'
import { redeemNumberCode, type Redeemed } from '#server/features/accounts/login/redeem-code.ts'
import { createLogin, type LoginResult } from '#server/features/accounts/login/sessions.ts'
import { mailNumberLogin, toMailContext } from '#server/features/accounts/mail/account-mails.ts'
import { hashToken } from '#server/features/accounts/queries.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { accountLocale } from '#server/output/translate.ts'
import { findPhoneCountry, readPhone } from '#server/phones.ts'
import { findTextCountries, takeNumber, textCode } from './numbers.ts'

/** How long a proved number waits for an email address, whose code takes its time. */
const proof_ms = 60 * minute_ms

type Login = LoginResult & { is_new_user: boolean }
/** When a page is asked for something, and in which language. */
interface Page {
  language: Language
  now: Date
}

/** The countries to whose numbers login codes are sent: none while the settings have them emailed. */
export const findLoginCountries = async (db: Db | Tx, deps: Pick<Deps, 'sms' | 'config'>): Promise<string[]> =>
  allowsTextCodes(settings()) ? findTextCountries(db, deps) : []

/**
 * The account that a number logs in to: the one that has confirmed it, and whose profile still has it. Whoever works here
 * enters an emailed code as well, because a number can pass to another person.
 */
const accountByNumber = (tx: Tx, number: string) =>
  tx
    .selectFrom('text_numbers as n')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'n.user_id').onRef('u.phone', '=', 'n.number'))
    .innerJoin('countries as c', 'c.id', 'u.country_id')
    .select(['u.id', 'u.email', 'u.language', 'c.code as country_code'])
    .where('n.number', '=', number)
    .where('u.erased_at', 'is', null)
    .where((row) => row.not(row.exists(row.selectFrom('role_assignments as r').whereRef('r.user_id', '=', 'u.id'))))
    .$narrowType<{ language: Language; country_code: CountryCode }>()
    .executeTakeFirst()

/**
 * Sends a code that logs in to a number, and returns the number in E.164. The response is the same for numbers without an
 * account. Within a minute of the last code, that one stays valid and nothing is sent. Throws 422 for what is no number and
 * for one of a country that gets no codes, `code_by_email` where none does, and `rate_limited` after ten codes in an hour.
 */
export async function requestNumberLogin(
  tx: Tx,
  deps: Deps,
  { phone, country_code, language }: z.output<typeof NumberLoginRequest>,
  caller: ClientInfo,
  page: Page,
): Promise<string> {
  const { now } = page
  const texted = await findLoginCountries(tx, deps)
  if (texted.length === 0) throw new AppError('code_by_email')
  const country = country_code ?? deps.config.COUNTRIES[0]!
  const number = readPhone(phone, [country])
  if (number === undefined) throw fieldError('phone', 'phone')
  if (!texted.includes(findPhoneCountry(number)!)) throw fieldError('phone', 'sms_country')
  // There may be no row of the number to lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`log_in ${number}`}, 0))`.execute(tx)
  const account = await accountByNumber(tx, number)
  await requireMailLeft(tx, deps.config, 'log_in_number', number, now)
  if (!(await isMailAllowed(tx, deps.config, 'log_in_number', number, now))) return number
  const code = await issueCode(tx, number, 'log_in_number', now, account === undefined ? keysOf(caller) : [])
  const reader = account ?? { language: language ?? page.language, country_code: country }
  const kind = account === undefined ? 'code' : 'code_of_account'
  const locale = accountLocale(reader.language, reader.country_code)
  await textCode(tx, deps, { user_id: account?.id ?? null, to: number, code, kind }, locale, now)
  return number
}

/**
 * Logs in with the code of a text message, or returns the proof of a number that has no account yet. The owner of an account
 * is mailed of a login with a device that it does not know.
 */
export const logInWithNumber = (
  tx: Tx,
  deps: Deps,
  { number, code }: { number: string; code: string },
  guess: Guess,
  { language, now }: Page,
): Promise<Redeemed<{ login: Login | null; proof: string | null }>> =>
  redeemNumberCode(tx, deps, { code, guess, now }, async () => {
    const account = await accountByNumber(tx, number)
    if (account === undefined) return { login: null, proof: await issueProof(tx, number, now) }
    if (!guess.source.is_known) await mailNumberLogin(tx, toMailContext(deps, account, now))
    const login = await createLogin(tx, account.id, { caller: guess.caller, language, now })
    return { login: { ...login, is_new_user: false }, proof: null }
  })

/** Stores that a number is proved, in place of an earlier proof. Only the response has the token; the database has its hash. */
async function issueProof(tx: Tx, number: string, now: Date): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await revokeCodes(tx, number, 'number_proof')
  await tx
    .insertInto('email_codes')
    .values({
      id: newId(now.getTime()),
      number,
      purpose: 'number_proof',
      code_hash: hashToken(token),
      created_at: now,
      expires_at: new Date(now.getTime() + proof_ms),
    })
    .execute()
  return token
}

/** Throws `number_unproved` without a proof of the number that is still valid. */
export async function requireProof(
  tx: Tx,
  { number, proof }: { number: string; proof: string },
  now: Date,
): Promise<void> {
  const found = await tx
    .selectFrom('email_codes')
    .select('id')
    .where('number', '=', number)
    .where('purpose', '=', 'number_proof')
    .where('code_hash', '=', hashToken(proof))
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()
  if (found === undefined) throw new AppError('number_unproved')
}

/** Logs in with an emailed code, as `logInWithEmail` does, and gives the account the proved number. Throws `number_unproved`. */
export async function logInWithNumberAndEmail(
  tx: Tx,
  deps: Deps,
  { number, proof, ...entry }: z.output<typeof EmailLogin> & { number: string; proof: string },
  guess: Guess,
  page: Page,
): Promise<Redeemed<Login>> {
  await requireProof(tx, { number, proof }, page.now)
  const entered = await logInWithEmail(tx, deps, entry, guess, page)
  if (entered.verdict !== 'right') return entered
  const { user } = entered.done
  await revokeCodes(tx, number, 'number_proof')
  if (!(await hasNumber(tx, user.id, number))) await takeNumber(tx, user.id, number, page.now)
  return { verdict: 'right', done: { ...entered.done, user: { ...user, phone: number } } }
}

/** Whether an account has confirmed a number before, as that of somebody who works here. */
async function hasNumber(tx: Tx, user_id: string, number: string): Promise<boolean> {
  const row = await tx
    .selectFrom('text_numbers as n')
    .innerJoin('users as u', (join) => join.onRef('u.id', '=', 'n.user_id').onRef('u.phone', '=', 'n.number'))
    .select('n.user_id')
    .where('n.user_id', '=', user_id)
    .where('n.number', '=', number)
    .executeTakeFirst()
  return row !== undefined
}
