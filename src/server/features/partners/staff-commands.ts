import { sql } from 'kysely'
import type { ParsedBody } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import type { createDeskPartner, DeskPartner, updateDeskPartner } from '#contract/partners/desk/partners.ts'
import type { CountryCode } from '#contract/places/places.ts'
import type { NothingLeft } from '#server/database/columns.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import { withinPartners } from '#server/features/access/scope-condition.ts'
import { requireVersion } from '#server/features/access/versions.ts'
import { getParkId } from '#server/features/parks/queries.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { toStoredPhone } from '#server/phones.ts'
import { givePark, assignPark } from './operators.ts'

interface PartnerChange {
  answer: DeskPartner
  changes: AuditedChange[]
}

/** Returns a partner in the caller's scope. Throws `not_found`, also for another one. */
export async function getDeskPartner(db: Db | Tx, scope: Scope, id: string): Promise<DeskPartner> {
  const row = await db
    .selectFrom('partners as o')
    .innerJoin('countries as c', 'c.id', 'o.country_id')
    .select([
      'o.id',
      'o.name',
      'c.code as country_code',
      'o.email',
      'o.phone',
      'o.website',
      'o.is_active',
      'o.is_example',
    ])
    .select(['o.created_at', 'o.changed_at', 'o.version'])
    .select(sql<number>`(select count(*)::int from parks where partner_id = o.id)`.as('parks'))
    .select(
      sql<number>`(select count(distinct user_id)::int from role_assignments where partner_id = o.id)`.as('people'),
    )
    .where('o.id', '=', id)
    .where(withinPartners(sql.ref('o.id'), scope))
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { is_active, ...partner } = row
  return {
    ...partner,
    title: partner.name,
    country_code: partner.country_code as CountryCode,
    status: is_active ? 'active' : 'inactive',
    created_at: partner.created_at.toISOString(),
    changed_at: partner.changed_at.toISOString(),
    actions: [
      'update',
      ...(is_active ? ['add_park'] : ['activate']),
      ...(partner.parks > 0 ? ['remove_park'] : is_active ? ['deactivate'] : []),
    ],
  }
}

const describe = ({ name, country_code, email, phone, website, status }: DeskPartner) => ({
  name,
  country_code,
  email,
  phone,
  website,
  status,
})

/** Creates a partner. Throws `forbidden` for those who run only some partners, 422 for a name that exists or no phone number. */
export async function createPartner(
  tx: Tx,
  scope: Scope,
  { country_code, name, email, phone, website, ...rest }: ParsedBody<typeof createDeskPartner>,
  now: Date,
): Promise<PartnerChange> {
  rest satisfies NothingLeft
  if (!scope.everywhere) throw new AppError('forbidden')
  const id = newId(now.getTime())
  const country_id = countryIds[country_code]
  await requireFreeName(tx, country_id, name, id)
  const number = toStoredPhone(phone, { countries: [country_code] })
  const columns = { id, name, country_id, email, phone: number, website }
  await tx
    .insertInto('partners')
    .values({ ...columns, created_at: now, changed_at: now })
    .execute()
  const answer = await getDeskPartner(tx, scope, id)
  return { answer, changes: [{ kind: 'partner', id, partner_id: id, after: describe(answer) }] }
}

/** Throws 422: a partner of a country is found by its name. */
async function requireFreeName(tx: Tx, country_id: number, name: string, own_id: string): Promise<void> {
  const other = await tx
    .selectFrom('partners')
    .select('id')
    .where('country_id', '=', country_id)
    .where('name', '=', name)
    .where('id', '<>', own_id)
    .executeTakeFirst()
  if (other !== undefined) throw fieldError('name', 'partner_exists')
}

/** Changes a partner. Throws `not_found`, `changed_meanwhile`, and 422 for a name that exists or a country with car parks. */
export async function updatePartner(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, country_code, name, email, phone, website, ...rest }: ParsedBody<typeof updateDeskPartner>,
  now: Date,
): Promise<PartnerChange> {
  rest satisfies NothingLeft
  const before = await lockPartner(tx, scope, id)
  await requireVersion(tx, { kind: 'partner', id, version: before.version }, version)
  const country_id = countryIds[country_code]
  if (country_code !== before.country_code && before.parks > 0) throw fieldError('country_code', 'partner_country')
  await requireFreeName(tx, country_id, name, id)
  const number = toStoredPhone(phone, { countries: [country_code], kept: before.phone })
  return storePartner(tx, scope, before, { name, country_id, email, phone: number, website }, now)
}

/** Makes a partner active or inactive. Throws `not_found`, and `in_use` while it has car parks. */
export async function switchPartner(
  tx: Tx,
  scope: Scope,
  id: string,
  is_active: boolean,
  now: Date,
): Promise<PartnerChange> {
  const before = await lockPartner(tx, scope, id)
  if ((before.status === 'active') === is_active) return { answer: before, changes: [] }
  if (!is_active && before.parks > 0) throw new AppError('in_use', { count: before.parks })
  return storePartner(tx, scope, before, { is_active }, now)
}

/** Gives a car park without an operator to a partner. Throws `not_found`, `park_not_found`, `park_has_partner`. */
export async function addPark(tx: Tx, scope: Scope, id: string, handle: string, now: Date): Promise<PartnerChange> {
  const before = await lockPartner(tx, scope, id)
  if (!scope.everywhere) throw new AppError('forbidden')
  if (before.status !== 'active') throw new AppError('invalid_transition')
  const park_id = await getParkId(tx, handle)
  await givePark(tx, park_id, id, now)
  return answerPark(tx, scope, before, { park_id, partner: before.name }, now)
}

/** Takes a car park from a partner. Throws `not_found`, `park_not_found`, `park_booked`. */
export async function removePark(tx: Tx, scope: Scope, id: string, handle: string, now: Date): Promise<PartnerChange> {
  const before = await lockPartner(tx, scope, id)
  const park_id = await getParkId(tx, handle)
  await assignPark(tx, park_id, id, now)
  return answerPark(tx, scope, before, { park_id, partner: null }, now)
}

async function answerPark(
  tx: Tx,
  scope: Scope,
  { id, name }: DeskPartner,
  { park_id, partner }: { park_id: string; partner: string | null },
  now: Date,
): Promise<PartnerChange> {
  await tx.updateTable('partners').set({ changed_at: now }).where('id', '=', id).execute()
  const change = { kind: 'park', id: park_id, partner_id: id }
  const answer = await getDeskPartner(tx, scope, id)
  return {
    answer,
    changes: [{ ...change, before: { partner: partner === null ? name : null }, after: { partner } }],
  }
}

async function lockPartner(tx: Tx, scope: Scope, id: string): Promise<DeskPartner> {
  await tx.selectFrom('partners').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  return getDeskPartner(tx, scope, id)
}

async function storePartner(
  tx: Tx,
  scope: Scope,
  before: DeskPartner,
  columns: {
    name?: string
    country_id?: number
    email?: string | null
    phone?: string | null
    website?: string | null
    is_active?: boolean
  },
  now: Date,
): Promise<PartnerChange> {
  const { id } = before
  await tx
    .updateTable('partners')
    .set({ ...columns, version: before.version + 1, changed_at: now })
    .where('id', '=', id)
    .execute()
  const answer = await getDeskPartner(tx, scope, id)
  return {
    answer,
    changes: [{ kind: 'partner', id, partner_id: id, before: describe(before), after: describe(answer) }],
  }
}
