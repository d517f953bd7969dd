import { sql } from 'kysely'
import type { listSliders } from '#contract/catalogue/marketplace.ts'
import type {
  createSlider as createContract,
  Slider,
  updateSlider as updateContract,
} from '#contract/content/desk/sliders.ts'
import type { AnswerOf, ParsedBody, ParsedQuery } from '#contract/endpoint.ts'
import { countryIds } from '#contract/geography.ts'
import { pagePath } from '#contract/pages.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { sellsIn } from '#contract/settings/company.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newId } from '#server/database/ids.ts'
import { moveInOrder, nextPosition } from '#server/features/access/positions.ts'
import {
  deleteRecord,
  insertRecord,
  lockRecord,
  storeRecord,
  type VersionedRecord,
} from '#server/features/access/versioned-records.ts'
import { findCountry } from '#server/features/places/queries.ts'
import type { Scope } from '#server/http/caller.ts'
import { AppError, fieldError } from '#server/http/errors.ts'
import { requirePicture } from '#server/output/stored-pictures.ts'
import { requireLink } from '../surroundings.ts'

type Facts = ParsedBody<typeof createContract>

/** Returns the sliders of a place that are shown now, in their order. Throws 422 for an unknown country. */
export async function findSliders(
  db: Db,
  { placement, country }: ParsedQuery<typeof listSliders>,
  language: Language,
  now: Date,
): Promise<AnswerOf<typeof listSliders>> {
  const found = country === undefined ? undefined : await findCountry(db, country)
  if (country !== undefined && found === undefined) throw fieldError('country', 'country')
  const end = language === 'fr' ? '_fr' : ''
  const { rows } = await sql<AnswerOf<typeof listSliders>['items'][number]>`
    select id, ${sql.ref(`title${end}`)} as title, ${sql.ref(`text${end}`)} as text, wide_picture, narrow_picture,
      ${sql.ref(`alt${end}`)} as alt, link
    from sliders where placement = ${placement} and status = 'active' and starts_at <= ${now}::timestamptz
      and (ends_at is null or ends_at > ${now}::timestamptz) and (country_id is null or country_id = ${found?.id ?? null}::int)
    order by position, id limit 10`.execute(db)
  const isOff = found !== undefined && !sellsIn(found.code)
  return { items: isOff ? rows.filter(({ link }) => !link.startsWith(pagePath('marketplace'))) : rows }
}

/** Returns a slider for staff. Throws `not_found`. */
export async function getSlider(db: Db | Tx, _scope: Scope, id: string): Promise<Slider> {
  const row = await db
    .selectFrom('sliders as s')
    .leftJoin('countries as c', 'c.id', 's.country_id')
    .selectAll('s')
    .select('c.code as country_code')
    .where('s.id', '=', id)
    .executeTakeFirst()
  if (row === undefined) throw new AppError('not_found')
  const { country_id: _country, created_at: _created, starts_at, ends_at, ...facts } = row
  const isActive = row.status === 'active'
  return {
    ...facts,
    title: row.title,
    placement: row.placement as Slider['placement'],
    country_code: row.country_code as CountryCode | null,
    status: isActive ? 'active' : 'inactive',
    starts_at: starts_at.toISOString(),
    ends_at: ends_at?.toISOString() ?? null,
    actions: ['update', isActive ? 'deactivate' : 'activate', 'up', 'down', 'remove'],
  }
}

const sliders: VersionedRecord<Slider> = { kind: 'slider', table: 'sliders', get: getSlider }

async function toColumns(tx: Tx, { country_code, starts_at, ends_at, ...facts }: Facts, before?: Slider) {
  requireLink(facts.link)
  if ((facts.text === null) !== (facts.text_fr === null))
    throw fieldError(facts.text === null ? 'text' : 'text_fr', 'both_languages')
  for (const name of ['wide_picture', 'narrow_picture'] as const)
    if (facts[name] !== before?.[name]) await requirePicture(tx, name, facts[name])
  const times = { starts_at: new Date(starts_at), ends_at: ends_at === null ? null : new Date(ends_at) }
  if (times.ends_at !== null && times.ends_at <= times.starts_at) throw fieldError('ends_at', 'end_after_start')
  return { ...facts, ...times, country_id: country_code === null ? null : countryIds[country_code] }
}

const inPlace = (placement: string) => sql<boolean>`placement = ${placement}`

/** Creates an inactive slider after the others of its place. Throws 422. */
export async function createSlider(tx: Tx, scope: Scope, facts: Facts, now: Date) {
  const position = await nextPosition(tx, 'sliders', inPlace(facts.placement))
  const columns = await toColumns(tx, facts)
  return insertRecord(tx, sliders, scope, { id: newId(now.getTime()), ...columns, position, created_at: now })
}

/** Changes a slider. Throws `not_found`, `changed_meanwhile`, and 422. */
export async function updateSlider(
  tx: Tx,
  scope: Scope,
  id: string,
  { version, ...facts }: ParsedBody<typeof updateContract>,
) {
  const before = await lockRecord(tx, sliders, scope, id, version)
  const columns = await toColumns(tx, facts, before)
  const isMoved = facts.placement !== before.placement
  const position = isMoved ? await nextPosition(tx, 'sliders', inPlace(facts.placement)) : before.position
  return storeRecord(tx, sliders, scope, before, { ...columns, position })
}

/** Makes a slider active or inactive. Throws `not_found`. */
export async function switchSlider(tx: Tx, scope: Scope, id: string, status: Slider['status']) {
  const before = await lockRecord(tx, sliders, scope, id)
  if (before.status === status) return { answer: before, changes: [] }
  return storeRecord(tx, sliders, scope, before, { status })
}

/** Moves a slider before or after its neighbour. Throws `not_found`. */
export async function moveSlider(tx: Tx, scope: Scope, id: string, step: -1 | 1) {
  const before = await lockRecord(tx, sliders, scope, id)
  const isMoved = await moveInOrder(tx, 'sliders', id, step, inPlace(before.placement))
  return isMoved ? storeRecord(tx, sliders, scope, before, {}) : { answer: before, changes: [] }
}

/** Deletes a slider. Throws `not_found`, `changed_meanwhile`. */
export async function deleteSlider(tx: Tx, scope: Scope, id: string, version: number) {
  return deleteRecord(tx, sliders, await lockRecord(tx, sliders, scope, id, version))
}
