import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { examplePrivateCode } from '#contract/events/events.ts'
import { countryIds } from '#contract/geography.ts'
import { day_ms, minute_ms } from '#contract/time.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import { newCode, newId } from '#server/database/ids.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { hashPrivateCode } from '#server/features/access/grants.ts'
import { toSearchText } from '#server/features/events/queries.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { writeExamplePrices } from './event-prices.ts'
import { exampleEvents, type ExampleEvent } from './venues.ts'

/** Returns the day and the times of an example event that is written at `now`. */
export function calculateTimes({ in_days, timezone, doors, starts, minutes }: ExampleEvent, now: Date) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const day = today.add({ days: in_days })
  const at = (time: string) =>
    new Date(day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds)
  const starts_at = at(starts)
  return { day, doors_at: at(doors), starts_at, ends_at: new Date(starts_at.getTime() + minutes * minute_ms) }
}

function toRow(event: ExampleEvent, private_code_hash: Buffer, now: Date) {
  const { example, kind, what, venue, at_fr, city, country_code, lat, lng, timezone, cancellation } = event
  const { day, ...times } = calculateTimes(event, now)
  const name = `Example ${what[0]} at ${venue}`
  const name_fr = `Exemple ${what[1]} ${at_fr}`
  return {
    id: newId(now.getTime()),
    event_code: `E${newCode()}`,
    slug: `${normalizeText(name).replaceAll(' ', '-')}-${day.toString()}`,
    name,
    name_fr,
    description: `This event is an example made up for this demo. Nothing is planned at ${venue} at that time, as far as we know. The venue and the streets around it are real.`,
    description_fr: `Cet événement est un exemple inventé pour cette démonstration. À notre connaissance, rien n’est prévu ${at_fr} à ce moment-là. Le lieu et les rues alentour sont réels.`,
    kind,
    venue,
    city,
    country_id: countryIds[country_code],
    lat,
    lng,
    timezone,
    ...times,
    cancellation: cancellation ?? 'flexible',
    private_code_hash: event.is_private ? private_code_hash : null,
    example,
    folded: toSearchText({ name, name_fr, venue, city }),
    created_at: now,
  }
}

/** Days that a past example event stays, so that links to its page keep working. */
const retention_days = 7

/**
 * Writes the example events that have no upcoming date, with the event prices of parks nearby, and deletes past ones
 * without bookings. Idempotent.
 */
export async function writeExampleEvents(db: Db, now = new Date()): Promise<void> {
  await transact(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(727277)`.execute(tx)
    const upcoming = await tx
      .selectFrom('events')
      .select('example')
      .where('example', 'is not', null)
      .where('ends_at', '>', now)
      .execute()
    const upcomingKeys = new Set(upcoming.map(({ example }) => example))
    const missing = exampleEvents.filter(({ example }) => !upcomingKeys.has(example))
    if (missing.length > 0) await insertMissing(tx, missing, now)
    // Always, because parks may have been added since.
    await writeExamplePrices(tx, now)
  })
}

async function insertMissing(tx: Tx, missing: readonly ExampleEvent[], now: Date): Promise<void> {
  const cutoff = new Date(now.getTime() - retention_days * day_ms)
  const hash = await hashPrivateCode(tx, examplePrivateCode)
  await sql`delete from events e where example is not null and (ends_at < ${cutoff} or private_code_hash = ${hash})
    and not exists (select from bookings b where b.event_id = e.id)
    and not exists (select from quotes q where q.event_id = e.id)`.execute(tx)
  // The private code must only open the upcoming event.
  await sql`update events set private_code_hash = null, state = 'draft' where private_code_hash = ${hash} and ends_at <= ${now}`.execute(
    tx,
  )
  await tx
    .insertInto('events')
    .values(missing.map((event) => toRow(event, hash, now)))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** Replaces past example events by new ones if the demo is on. */
export async function renewExampleEvents({ db, config, clock }: Deps): Promise<void> {
  if (config.demo && !config.is_cell) await writeExampleEvents(db, clock())
}
