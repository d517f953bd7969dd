import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import type { Locale } from '#contract/formats.ts'
import type { claimPark as claimContract, ParkClaim } from '#contract/partners/partners.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { NothingLeft } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { Deps } from '#server/deps.ts'
import { countAttemptWithin, type Limit } from '#server/features/accounts/login/attempts.ts'
import { findCountry } from '#server/features/accounts/queries.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { AppError } from '#server/http/errors.ts'
import { toNetwork } from '#server/http/network.ts'
import { translate } from '#server/output/translate.ts'
import { toStoredPhone } from '#server/phones.ts'
import { claimCode_minutes, claimCode_tries, isClaimCode, makeClaimCode } from './claim-codes.ts'
import { mailClaimCode, mailDecision } from './mails.ts'
import { findOrMakePartner, givePark } from './operators.ts'

/** Who claims, and from where. */
export interface Claimant {
  user_id: string
  ip: string
  language: Language
  locale: Locale
}

interface ClaimRow {
  id: string
  park_id: string
  slug: string
  park_name: string
  country_id: number
  partner_of_park: string | null
  contact_email: string | null
  user_id: string
  email: string
  language: Language
  company: string
  state: ParkClaim['state']
  reason: string | null
  code_hash: Uint8Array | null
  code_tries: number
  code_until: Date | null
  created_at: Date
}

const selectClaims = (db: Db | Tx) =>
  db
    .selectFrom('park_claims as c')
    .innerJoin('parks as p', 'p.id', 'c.park_id')
    .innerJoin('users as u', 'u.id', 'c.user_id')
    .select(['c.id', 'c.park_id', 'p.slug', 'p.country_id', 'p.partner_id as partner_of_park', 'p.contact_email'])
    .select(['c.user_id', 'u.email', 'c.language', 'c.company', 'c.state', 'c.reason', 'c.code_hash', 'c.code_tries'])
    .select(['c.code_until', 'c.created_at'])
    .select(sql<string>`coalesce(p.name, p.address, p.park_code)`.as('park_name'))

export const toClaim = ({ id, park_id, slug, park_name, company, state, reason, created_at }: ClaimRow): ParkClaim => ({
  id,
  park: { id: park_id, slug, name: park_name },
  company,
  state,
  reason,
  created_at: created_at.toISOString(),
})

/** The claims of a person, newest first. */
export async function findClaims(db: Db, user_id: string): Promise<ParkClaim[]> {
  const rows = await selectClaims(db)
    .where('c.user_id', '=', user_id)
    .orderBy('c.created_at', 'desc')
    .limit(50)
    .execute()
  return (rows as ClaimRow[]).map(toClaim)
}

/** Locks a claim and returns it. Throws `not_found`. */
export async function lockClaim(tx: Tx, id: string): Promise<ClaimRow> {
  await tx.selectFrom('park_claims').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await selectClaims(tx).where('c.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  return row as ClaimRow
}

async function lockOwnClaim(tx: Tx, id: string, user_id: string): Promise<ClaimRow> {
  const claim = await lockClaim(tx, id)
  if (claim.user_id !== user_id) throw new AppError('not_found')
  return claim
}

/** Per account and network, and so that nobody can flood a car park's contact with mail. */
const claimLimits = ({ user_id, ip }: Claimant, park_id: string): Limit[] => [
  { kind: 'park_claim', subject: user_id, most: 20, minutes: 24 * 60 },
  { kind: 'park_claim_network', subject: toNetwork(ip), most: 60, minutes: 60 },
  { kind: 'park_claim_mail', subject: park_id, most: 10, minutes: 60 },
  { kind: 'park_claim_again', subject: `${user_id} ${park_id}`, most: 1, minutes: 1 },
]

/**
 * Stores a claim for a car park without an operator, and mails a code to its published contact. The answer does not say
 * whether there is one. Repeated, it mails a new code. Throws `park_not_found`, `park_has_partner`,
 * `rate_limited`, and 422 for a phone number that is none.
 */
export async function claimPark(
  tx: Tx,
  deps: Deps,
  claimant: Claimant,
  { park: handle, company, phone, message, ...rest }: ParsedBody<typeof claimContract>,
  now: Date,
): Promise<{ message: string; claim: ParkClaim }> {
  rest satisfies NothingLeft
  const { user_id, language, locale } = claimant
  const park_id = await getParkId(tx, handle)
  const number = phone === undefined ? null : await readPhoneOf(tx, park_id, user_id, phone)
  await countAttemptWithin(tx, deps, claimLimits(claimant, park_id), 'rate_limited')
  const park = await tx
    .selectFrom('parks')
    .select(['partner_id', 'contact_email'])
    .where('id', '=', park_id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (park.partner_id !== null) throw new AppError('park_has_partner')
  const open = await tx
    .selectFrom('park_claims')
    .select('id')
    .where('park_id', '=', park_id)
    .where('user_id', '=', user_id)
    .where('state', '=', 'open')
    .executeTakeFirst()
  const id = open?.id ?? newId(now.getTime())
  const columns = { company, phone: number, message: message ?? null, language, ...noCode }
  if (open === undefined)
    await tx
      .insertInto('park_claims')
      .values({ ...columns, id, park_id, user_id, created_at: now })
      .execute()
  else await tx.updateTable('park_claims').set(columns).where('id', '=', id).execute()
  const row = await lockClaim(tx, id)
  if (park.contact_email !== null) await issueClaimCode(tx, deps, { ...row, contact_email: park.contact_email }, now)
  return { message: translate(locale, 'partners.claimed'), claim: toClaim(row) }
}

/** A claimant's number as it is stored: of the car park's country, else of the account's. Throws 422. */
async function readPhoneOf(db: Db | Tx, park_id: string, user_id: string, typed: string): Promise<string | null> {
  const park = await db
    .selectFrom('parks as p')
    .innerJoin('countries as c', 'c.id', 'p.country_id')
    .select('c.code')
    .where('p.id', '=', park_id)
    .executeTakeFirst()
  return toStoredPhone(typed, { countries: [park?.code as CountryCode | undefined, await findCountry(db, user_id)] })
}

const noCode = { code_hash: null, code_tries: 0, code_until: null }

/** Makes a new code for a claim, which replaces the last one, and mails it to the car park's contact. */
export async function issueClaimCode(
  tx: Tx,
  deps: Deps,
  claim: Pick<ClaimRow, 'id' | 'language' | 'park_name'> & { contact_email: string },
  now: Date,
): Promise<void> {
  const { code, code_hash } = makeClaimCode(claim.id)
  const code_until = new Date(now.getTime() + claimCode_minutes * minute_ms)
  await tx.updateTable('park_claims').set({ code_hash, code_tries: 0, code_until }).where('id', '=', claim.id).execute()
  await mailClaimCode(tx, deps, { ...claim, to: claim.contact_email }, code, now)
}

/** Codes are limited as those of logins are: five tries each, and ten wrong ones in a quarter of an hour. */
const proofLimits = ({ config }: Deps, { user_id, ip }: Claimant): Limit[] => [
  { kind: 'claim_code', subject: user_id, most: config.RATE_LOGIN_ACCOUNT, minutes: 15 },
  { kind: 'claim_code_network', subject: toNetwork(ip), most: config.RATE_LOGIN_ADDRESS, minutes: 15 },
]

/**
 * Proves a claim by the mailed code, and gives the car park to the operator. A claim without a contact, a wrong, an old and
 * a used code all answer the same: null, so that the try is stored. Throws `not_found`, `park_has_partner` and
 * `too_many_attempts`.
 */
export async function proveClaim(
  tx: Tx,
  deps: Deps,
  claimant: Claimant,
  { id, code }: { id: string; code: string },
  now: Date,
): Promise<ParkClaim | null> {
  await countAttemptWithin(tx, deps, proofLimits(deps, claimant), 'too_many_attempts')
  const claim = await lockOwnClaim(tx, id, claimant.user_id)
  const isRight = isClaimCode(claim.code_hash, id, code)
  const isOver = claim.code_tries >= claimCode_tries || claim.code_until === null || claim.code_until <= now
  if (claim.state === 'open' && isRight && !isOver) return toClaim(await approve(tx, deps, claim, 'code', now))
  await tx
    .updateTable('park_claims')
    .set((row) => ({ code_tries: row('code_tries', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return null
}

/** Returns a proved claim. Throws `invalid_code` for null. */
export function requireProved(claim: ParkClaim | null): ParkClaim {
  if (claim === null) throw new AppError('invalid_code')
  return claim
}

/** Gives the car park of an open claim to its operator and mails them. Throws `park_has_partner`. */
export async function approve(
  tx: Tx,
  deps: Deps,
  claim: ClaimRow,
  proof: 'code' | 'staff',
  now: Date,
): Promise<ClaimRow> {
  const partner_id = await findOrMakePartner(tx, claim, now)
  await givePark(tx, claim.park_id, partner_id, now)
  await addMissingPayees(tx, now)
  await tx
    .updateTable('park_claims')
    .set({ state: 'approved', proof, partner_id, code_hash: null, decided_at: now })
    .where('id', '=', claim.id)
    .execute()
  await mailDecision(tx, deps, { ...claim, subject: claim.park_name, decision: 'claim_approved' }, now)
  return lockClaim(tx, claim.id)
}

/** Withdraws an open claim. Throws `not_found`, `invalid_transition`. */
export async function withdrawClaim(
  tx: Tx,
  { user: { user_id }, now }: { user: { user_id: string }; now: Date },
  id: string,
): Promise<ParkClaim> {
  const claim = await lockOwnClaim(tx, id, user_id)
  if (claim.state !== 'open') throw new AppError('invalid_transition')
  await tx
    .updateTable('park_claims')
    .set({ state: 'withdrawn', decided_at: now, code_hash: null })
    .where('id', '=', id)
    .execute()
  return toClaim(await lockClaim(tx, id))
}
