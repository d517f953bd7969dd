import { sql } from 'kysely'
import { toMajor } from '#contract/money.ts'
import type { DeskClaim, DeskListing } from '#contract/partners/desk/partner-requests.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { addMissingPayees } from '#server/features/payouts/payees.ts'
import { AppError } from '#server/http/errors.ts'
import { approve, issueClaimCode, lockClaim } from './claims.ts'
import { lockListing, selectListings, toListing, type ListingRow } from './listings.ts'
import { mailDecision } from './mails.ts'
import { findOrMakePartner } from './operators.ts'
import { publishListing } from './publish-listing.ts'

const actionsOf = (state: string): string[] => (state === 'open' ? ['approve', 'refuse'] : [])

/** Returns a claim for staff. Throws `not_found`. */
export async function getDeskClaim(db: Db | Tx, id: string): Promise<DeskClaim> {
  const { rows } = await sql<Omit<DeskClaim, 'title' | 'actions' | 'created_at' | 'decided_at'> & Dates>`
    select c.id, c.state, c.company, u.email, c.phone, c.message, c.reason, c.partner_id, o.name as partner, c.park_id,
      coalesce(p.name, p.address, p.park_code) as park, p.park_code, p.city, k.code as country, c.proof, c.created_at, c.decided_at,
      p.contact_email is not null as has_contact,
      (select count(*)::int from park_claims r where r.park_id = c.park_id and r.id <> c.id and r.state = 'open') as rivals
    from park_claims c join parks p on p.id = c.park_id join countries k on k.id = p.country_id join users u on u.id = c.user_id
      left join partners o on o.id = c.partner_id
    where c.id = ${id}`.execute(db)
  const [claim] = rows
  if (claim === undefined) throw new AppError('not_found')
  return {
    ...claim,
    ...toTexts(claim),
    title: `${claim.company}: ${claim.park}`,
    actions: [...(claim.state === 'open' ? ['send_code'] : []), ...actionsOf(claim.state)],
  }
}

interface Dates {
  created_at: Date
  decided_at: Date | null
}
const toTexts = ({ created_at, decided_at }: Dates) => ({
  created_at: created_at.toISOString(),
  decided_at: decided_at?.toISOString() ?? null,
})

/** Gives the car park of an open claim to its operator. Throws `not_found`, `invalid_transition`, `park_has_partner`. */
export async function approveClaim(
  tx: Tx,
  deps: Deps,
  id: string,
  now: Date,
): Promise<{ answer: DeskClaim; changes: AuditedChange[] }> {
  const claim = await lockClaim(tx, id)
  if (claim.state !== 'open') throw new AppError('invalid_transition')
  const before = await getDeskClaim(tx, id)
  await approve(tx, deps, claim, 'staff', now)
  return answerClaim(tx, before)
}

/** Mails the code of an open claim to a contact, which is kept for the car park. Throws `not_found`, `invalid_transition`. */
export async function sendClaimCode(
  tx: Tx,
  deps: Deps,
  id: string,
  contact: string,
  now: Date,
): Promise<{ answer: DeskClaim; changes: AuditedChange[] }> {
  const claim = await lockClaim(tx, id)
  if (claim.state !== 'open') throw new AppError('invalid_transition')
  await tx.updateTable('parks').set({ contact_email: contact }).where('id', '=', claim.park_id).execute()
  await issueClaimCode(tx, deps, { ...claim, contact_email: contact }, now)
  const change = { before: { contact: claim.contact_email }, after: { contact } }
  return { answer: await getDeskClaim(tx, id), changes: [{ kind: 'park_claim', id, ...change }] }
}

/** Refuses an open claim and mails the reason. Throws `not_found`, `invalid_transition`. */
export async function refuseClaim(
  tx: Tx,
  deps: Deps,
  id: string,
  reason: string,
  now: Date,
): Promise<{ answer: DeskClaim; changes: AuditedChange[] }> {
  const claim = await lockClaim(tx, id)
  if (claim.state !== 'open') throw new AppError('invalid_transition')
  const before = await getDeskClaim(tx, id)
  await tx
    .updateTable('park_claims')
    .set({ state: 'refused', reason, decided_at: now, code_hash: null })
    .where('id', '=', id)
    .execute()
  await mailDecision(tx, deps, { ...claim, subject: claim.park_name, decision: 'claim_refused', reason }, now)
  return answerClaim(tx, before)
}

async function answerClaim(tx: Tx, before: DeskClaim): Promise<{ answer: DeskClaim; changes: AuditedChange[] }> {
  const answer = await getDeskClaim(tx, before.id)
  const describe = ({ state, reason, partner, park, company }: DeskClaim) => ({ state, reason, partner, park, company })
  const { id, partner_id } = answer
  return {
    answer,
    changes: [{ kind: 'park_claim', id, partner_id, before: describe(before), after: describe(answer) }],
  }
}

const near_deg = 0.001

/** Returns an offered space or charger for staff. Throws `not_found`. */
export async function getDeskListing(db: Db | Tx, id: string): Promise<DeskListing> {
  const row = (await selectListings(db).where('l.id', '=', id).executeTakeFirst()) as unknown as ListingRow | undefined
  if (row === undefined) throw new AppError('not_found')
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from parks where country_id = ${row.country_id} and ${row.lat}::float8 is not null
      and id is distinct from ${row.park_id}::uuid
      and abs(lat - ${row.lat}::float8) < ${near_deg} and abs(lng - ${row.lng}::float8) < ${near_deg}`.execute(db)
  const { currency, country_code, hour_minor, day_cap_minor, price_minor } = row
  const money = (minor: bigint | null) => (minor === null ? null : { amount: toMajor(minor, currency), currency })
  const { name } = toListing(row)
  const { kind, company, email, phone, message, reason, partner_id, partner, park_id, state, place_kind } = row
  const { address, city, lat, lng, capacity, connector, power_kw, chargers, price_unit } = row
  return {
    id,
    kind,
    name,
    company,
    email,
    phone,
    message,
    reason,
    partner_id,
    partner,
    park_id,
    state,
    place_kind,
    address,
    city,
    lat,
    lng,
    capacity,
    connector,
    power_kw,
    chargers,
    price_unit,
    title: name,
    position: lat === null || lng === null ? null : `${lat}, ${lng}`,
    country: country_code,
    price_hour: money(hour_minor),
    day_cap: money(day_cap_minor),
    price: money(price_minor),
    nearby: rows[0]!.count,
    ...toTexts(row),
    actions: actionsOf(state),
  }
}

/** Adds an offered space or charger to the site and mails the operator. Throws `not_found`, `invalid_transition`. */
export async function approveListing(
  tx: Tx,
  deps: Deps,
  id: string,
  now: Date,
): Promise<{ answer: DeskListing; changes: AuditedChange[] }> {
  const listing = await lockListing(tx, id)
  if (listing.state !== 'open') throw new AppError('invalid_transition')
  const before = await getDeskListing(tx, id)
  const partner_id = await findOrMakePartner(tx, listing, now)
  // Meanwhile the operator may have released the car park that was to get the charger.
  if (listing.park_id !== null) await requireRun(tx, listing.park_id, partner_id)
  const park_id = await publishListing(tx, listing, partner_id, now)
  await addMissingPayees(tx, now)
  await tx
    .updateTable('park_listings')
    .set({ state: 'approved', partner_id, park_id, decided_at: now })
    .where('id', '=', id)
    .execute()
  await mailDecision(tx, deps, { ...listing, subject: before.name, decision: 'listing_approved' }, now)
  return answerListing(tx, before)
}

async function requireRun(tx: Tx, park_id: string, partner_id: string): Promise<void> {
  const park = await tx
    .selectFrom('parks')
    .select('partner_id')
    .where('id', '=', park_id)
    .forUpdate()
    .executeTakeFirst()
  if (park?.partner_id !== partner_id) throw new AppError('park_has_partner')
}

/** Refuses an offered space or charger and mails the reason. Throws `not_found`, `invalid_transition`. */
export async function refuseListing(
  tx: Tx,
  deps: Deps,
  id: string,
  reason: string,
  now: Date,
): Promise<{ answer: DeskListing; changes: AuditedChange[] }> {
  const listing = await lockListing(tx, id)
  if (listing.state !== 'open') throw new AppError('invalid_transition')
  const before = await getDeskListing(tx, id)
  await tx
    .updateTable('park_listings')
    .set({ state: 'refused', reason, decided_at: now })
    .where('id', '=', id)
    .execute()
  await mailDecision(tx, deps, { ...listing, subject: before.name, decision: 'listing_refused', reason }, now)
  return answerListing(tx, before)
}

async function answerListing(tx: Tx, before: DeskListing): Promise<{ answer: DeskListing; changes: AuditedChange[] }> {
  const answer = await getDeskListing(tx, before.id)
  const describe = ({ state, reason, partner, name, kind }: DeskListing) => ({ state, reason, partner, name, kind })
  const { id, partner_id } = answer
  return {
    answer,
    changes: [{ kind: 'park_listing', id, partner_id, before: describe(before), after: describe(answer) }],
  }
}
