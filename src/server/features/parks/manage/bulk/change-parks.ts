import { sql } from 'kysely'
import { formatShortMoment } from '#contract/dates.ts'
import type { BulkChange, BulkEdit, BulkReport } from '#contract/desk/bulk-changes.ts'
import type { Locale } from '#contract/formats.ts'
import { toMajor, type Currency } from '#contract/money.ts'
import type { ParkChangeBody } from '#contract/parks/desk/park-changes.ts'
import type { TariffRequest } from '#contract/parks/desk/tariffs.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { AuditedChange } from '#server/features/access/audit.ts'
import {
  digestOf,
  emptyReport,
  findBulkChanges,
  requireUnchanged,
  storeBulkChange,
  takeBulkChange,
} from '#server/features/access/bulk-changes.ts'
import { withinParks } from '#server/features/access/scope-condition.ts'
import { parseTariff, toTariffRequest } from '#server/features/pricing/tariff-request.ts'
import { fromStoredTerms } from '#server/features/pricing/tariff-terms.ts'
import { calculateHourPrice } from '#server/features/pricing/tariff.ts'
import { noScope } from '#server/http/caller.ts'
import { AppError, describeProblem } from '#server/http/errors.ts'
import { translate } from '#server/output/translate.ts'
import { waitForImport } from '../overrides.ts'
import { planParks, type ParkEdit, type PlannedPark, type PlannedRow } from './park-plan.ts'
import { storeParkEdits, type Changer } from './store-park-edits.ts'

type Done<T> = Promise<{ answer: T; changes: AuditedChange[] }>

/** What is stored with a change to undo it: the versions of the car parks after it, and their names. */
interface Content {
  edits: ParkEdit[]
  marks: Record<string, { version: number; name: string }>
}

/** What each kind of change needs besides the permission to change car parks. */
const needs: Record<ParkEdit['kind'], Permission> = {
  hours: 'parks.update',
  tariff: 'tariffs.update',
  closure: 'capacity.update',
}
const kindOf = { hours: 'hours', prices: 'tariff', closure: 'closure' } as const

type Row = Omit<PlannedPark, 'tariffs'> & { version: number }
type FoundPark = PlannedPark & { version: number }

/** Locks the parks for a change, and reads what a plan needs. Those outside the scope of the permission are left out. */
async function readParks(
  tx: Tx,
  ids: readonly string[],
  kind: ParkEdit['kind'],
  { user }: Changer,
  locks: boolean,
): Promise<FoundPark[]> {
  const scopes = (['parks.update', needs[kind]] as const).map((name) => user.access.get(name) ?? noScope)
  if (locks) {
    await waitForImport(tx)
    await sql`select from parks where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx)
  }
  const { rows } = await sql<Row>`
    select p.id, coalesce(p.name, p.address, p.park_code) as name, p.timezone, c.code as country_code, s.name as state_name,
      c.currency, p.partner_id, p.opening_hours, p.version
    from parks p join countries c on c.id = p.country_id left join states s on s.id = p.state_id
    where p.id = any(${ids}::uuid[]) and ${withinParks('p', scopes[0]!)} and ${withinParks('p', scopes[1]!)}
    order by name, p.id`.execute(tx)
  const tariffs = kind === 'tariff' ? await readTariffs(tx, rows) : new Map<string, PlannedPark['tariffs']>()
  return rows.map((row) => ({ ...row, tariffs: tariffs.get(row.id) ?? [] }))
}

interface StoredTariff {
  park_id: string
  vehicle_type_id: number
  vehicle_type: string
  vehicle_type_fr: string
  currency: Currency
  free_minutes: number
  increment_minutes: number
  increment_minor: bigint
  day_cap_minor: bigint | null
  day_cap_reset_hour: number
  terms: unknown
}

async function readTariffs(tx: Tx, parks: readonly Row[]): Promise<ReadonlyMap<string, PlannedPark['tariffs']>> {
  const { rows } = await sql<StoredTariff>`
    select distinct on (t.park_id, t.vehicle_type_id) t.park_id, t.vehicle_type_id, v.name as vehicle_type, v.name_fr as vehicle_type_fr, t.currency, t.free_minutes,
      t.increment_minutes, t.increment_minor, t.day_cap_minor, t.day_cap_reset_hour, t.terms
    from tariffs t join vehicle_types v on v.id = t.vehicle_type_id join parks p on p.id = t.park_id
      join countries c on c.id = p.country_id and c.currency = t.currency
    where t.park_id = any(${parks.map(({ id }) => id)}::uuid[])
    order by t.park_id, t.vehicle_type_id, t.version desc`.execute(tx)
  const tariffs = rows.map(({ currency, ...row }) => ({
    ...row,
    tariff: toTariffRequest({ ...row, ...fromStoredTerms(row.terms) }, currency),
  }))
  return Map.groupBy(tariffs, ({ park_id }) => park_id)
}

/** Changes the chosen car parks, or previews that. Throws `forbidden` and 422. */
export async function changeParks(tx: Tx, body: ParkChangeBody, changer: Changer): Done<BulkReport> {
  const kind = kindOf[body.change]
  if (!changer.user.access.has(needs[kind])) throw new AppError('forbidden')
  const parks = await readParks(tx, body.ids, kind, changer, body.stores)
  const rows = planParks(parks, body, changer.now)
  const digest = digestOf(rows.map(({ park, edits }) => [park.id, edits]))
  const is_stale = body.stores && body.digest !== digest
  const preview = { ...describe(rows, changer.locale), digest, is_stale }
  if (!body.stores || is_stale || preview.changed === 0) return { answer: preview, changes: [] }
  const edits = rows.flatMap((row) => row.edits)
  const stored = await storeParkEdits(tx, edits, parks, changer)
  const change = await storeBulkChange(
    tx,
    {
      area: 'parks',
      source: 'selection',
      name: body.change,
      changed: preview.changed,
      added: 0,
      content: { edits: stored.edits, marks: await readMarks(tx, edits) } satisfies Content,
    },
    { user_id: changer.user.user_id, now: changer.now },
  )
  return { answer: { ...preview, stored: true, change }, changes: stored.changes }
}

async function readMarks(tx: Tx, edits: readonly ParkEdit[]): Promise<Content['marks']> {
  const ids = [...new Set(edits.map(({ park_id }) => park_id))]
  const { rows } = await sql<{ id: string; version: number; name: string }>`
    select id, version, coalesce(name, address, park_code) as name from parks where id = any(${ids}::uuid[])`.execute(
    tx,
  )
  return Object.fromEntries(rows.map(({ id, version, name }) => [id, { version, name }]))
}

function describe(rows: readonly PlannedRow[], locale: Locale): Omit<BulkReport, 'digest' | 'is_stale'> {
  const reported = rows.map(({ park, edits, problem }) => ({
    line: null,
    name: park.name,
    outcome: problem !== null ? ('refused' as const) : edits.length > 0 ? ('changed' as const) : ('unchanged' as const),
    edits: edits.map((edit) => describeEdit(edit, park, locale)),
    reason: problem === null ? null : describeReason(problem, locale),
  }))
  const count = (outcome: string) => reported.filter((row) => row.outcome === outcome).length
  return {
    ...emptyReport,
    changed: count('changed'),
    unchanged: count('unchanged'),
    refused: count('refused'),
    prices: rows.flatMap(({ edits }) => edits.filter(({ kind }) => kind === 'tariff')).length,
    rows: reported.filter(({ outcome }) => outcome !== 'unchanged'),
  }
}

/** A tariff is shown by its price of an hour. */
function describeEdit(edit: ParkEdit, { currency, timezone, tariffs }: PlannedPark, locale: Locale): BulkEdit {
  if (edit.kind === 'hours') return { field: 'opening_hours', of: null, before: edit.before, after: edit.after }
  if (edit.kind === 'closure') {
    const [from, to] = [edit.starts_at, edit.ends_at].map((at) => formatShortMoment(new Date(at), timezone, locale))
    return { field: 'closure', of: null, before: null, after: `${from!} – ${to!}` }
  }
  const [before, after] = [edit.before, edit.after].map((tariff) => hourPrice(tariff, currency))
  const priced = tariffs.find(({ vehicle_type_id }) => vehicle_type_id === edit.vehicle_type_id)!
  const name = locale.startsWith('fr') ? priced.vehicle_type_fr : priced.vehicle_type
  const of = `${currency} ${translate(locale, 'desk.parks.bulk.hour_of', { name })}`
  return { field: 'price', of, before: before!, after: after! }
}

const hourPrice = (tariff: TariffRequest, currency: Currency): number =>
  toMajor(calculateHourPrice(parseTariff(tariff, currency)).amount_minor, currency)

function describeReason(error: AppError, locale: Locale): string {
  const [problem] = error.fields
  return problem === undefined ? translate(locale, `errors.${error.code}`) : describeProblem(problem, locale)
}

/**
 * Undoes a change as one. Throws `not_found`, also for car parks that are no longer the caller's, `undo_done`, `undo_expired`, and
 * `undo_changed` where a car park was changed since.
 */
export async function undoParkChange(tx: Tx, id: string, changer: Changer): Done<BulkChange> {
  const { edits, marks } = await takeBulkChange<Content>(tx, 'parks', id, changer.now)
  const kind = edits[0]!.kind
  if (!changer.user.access.has(needs[kind])) throw new AppError('forbidden')
  const parks = await readParks(tx, Object.keys(marks), kind, changer, true)
  if (parks.length < Object.keys(marks).length) throw new AppError('not_found')
  requireUnchanged(parks.flatMap(({ id: park, name, version }) => (marks[park]!.version === version ? [] : [name])))
  const { changes } = await storeParkEdits(tx, edits, parks, changer, 'undo')
  const [answer] = await findBulkChanges(tx, 'parks', changer.now, { id })
  return { answer: answer!, changes }
}

/** The last changes: all of them for those who may change every car park, else one's own. */
export const listParkChanges = (db: Db, { user, now }: Omit<Changer, 'locale'>): Promise<BulkChange[]> =>
  findBulkChanges(
    db,
    'parks',
    now,
    user.access.get('parks.update')?.everywhere === true ? {} : { actor_id: user.user_id },
  )
