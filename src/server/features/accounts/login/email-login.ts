import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { EmailLogin, EmailLoginRequest } from '#contract/accounts/auth.ts'
import { countryIds } from '#contract/geography.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { allowsTextCodes, findCodeChannels } from '#contract/settings/code-channels.ts'
import { settings } from '#contract/settings/settings.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/errors.ts'
import type { ClientInfo } from '../client-info.ts'
import { mailLoginCode, mailNoAccount, toMailContext } from '../mail/account-mails.ts'
import { accountByEmail, type Account } from '../queries.ts'
import { guessFirstName } from '../rules.ts'
import { isMailAllowed, requireMailLeft, type Guess } from './attempts.ts'
import { claimUnverifiedAccount } from './claim-account.ts'
import { issueCode } from './codes.ts'
import { keysOf } from './known-sources.ts'
import { redeemLoginCode, type Redeemed } from './redeem-code.ts'
import { createLogin, type LoginResult } from './sessions.ts'

declare module '#server/deps.ts' {
  interface Hooks {
    /** The countries to whose numbers text messages are sent now: their gateway is on and has a key. */
    findTextCountries: (db: Db | Tx, services: Pick<Deps, 'sms' | 'config'>) => Promise<string[]>
  }
}

/** Throws `code_by_text` where the settings have login codes sent by text message, and a gateway sends them there. */
export async function requireEmailCodes(tx: Tx, deps: Deps, country: CountryCode | undefined): Promise<void> {
  if (!allowsTextCodes(settings())) return
  const texted = await deps.hooks.findTextCountries(tx, deps)
  if (!findCodeChannels(settings(), texted, country ?? deps.config.COUNTRIES[0]!).email)
    throw new AppError('code_by_text')
}

/**
 * Mails a code that logs in. An address without an account gets one only with the code, so that asking for one leaves
 * nothing of it but the code; where guests cannot order, it is mailed where to register instead. Within a minute of the last code, that one stays valid and nothing is sent. Throws
 * `rate_limited`, also after ten codes in an hour.
 */
export async function requestEmailLogin(
  tx: Tx,
  deps: Deps,
  { email, language }: Pick<z.output<typeof EmailLoginRequest>, 'email' | 'language'>,
  caller: ClientInfo,
  page: { language: Language; now: Date },
): Promise<void> {
  const { now } = page
  // There may be no row of the address to lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`log_in ${email}`}, 0))`.execute(tx)
  const account = await accountByEmail(tx, email).executeTakeFirst()
  await requireMailLeft(tx, deps.config, 'log_in', email, now)
  if (!(await isMailAllowed(tx, deps.config, 'log_in', email, now))) return
  const code = await issueCode(tx, email, 'log_in', now, account === undefined ? keysOf(caller) : [])
  const reader = account ?? { email, language: language ?? page.language }
  // The page must not reveal that the address has no account, so a code is issued all the same, and sent to nobody.
  if (account === undefined && !settings().site.guest_orders) return mailNoAccount(tx, toMailContext(deps, reader, now))
  const isOwned = account !== undefined && account.email_verified_at !== null
  await mailLoginCode(tx, toMailContext(deps, reader, now), code, isOwned)
}

/** Logs in with the mailed code, which also verifies the address and opens its account where it has none. */
export const logInWithEmail = (
  tx: Tx,
  deps: Deps,
  { email, code, country_code }: z.output<typeof EmailLogin>,
  guess: Guess,
  { language, now }: { language: Language; now: Date },
): Promise<Redeemed<LoginResult & { is_new_user: boolean }>> =>
  redeemLoginCode(tx, deps, { code, guess, now }, async (found) => {
    const account = found ?? (await openAccount(tx, email, now))
    const is_new_user = account.email_verified_at === null
    if (is_new_user) await claimUnverifiedAccount(tx, account, { country_code, language }, now)
    return { ...(await createLogin(tx, account.id, { caller: guess.caller, language, now })), is_new_user }
  })

/**
 * Opens the account of an address, unless another request has done so meanwhile, and returns it locked. Throws `guests_off` for
 * a code from before guests could no longer order.
 */
async function openAccount(tx: Tx, email: string, now: Date): Promise<Account> {
  if (!settings().site.guest_orders) throw new AppError('guests_off')
  await tx
    .insertInto('users')
    .values({
      id: newId(now.getTime()),
      email,
      first_name: guessFirstName(undefined, email),
      // Country and language are those of the driver, who claims the account at once.
      country_id: countryIds.NG,
      language: 'en',
      terms_accepted_at: now,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return accountByEmail(tx, email).forUpdate().executeTakeFirstOrThrow()
}
