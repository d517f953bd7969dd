import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { examplePrivateCode } from '#contract/events.ts'
import { countryIds } from '#contract/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { normalizeText } from '#server/features/places/normalize-text.ts'
import { hashPrivateCode } from '#server/grants.ts'
import { newCode, newId } from '#server/ids.ts'
import { writeExamplePrices } from './event-prices.ts'
import { exampleEvents, type ExampleEvent } from './venues.ts'
import { toSearchText } from '#server/features/events/queries.ts'

/** Doors, start and end of an example that is written now. */
export function timesOf({ in_days, timezone, doors, starts, minutes }: ExampleEvent, now: Date) {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(timezone).toPlainDate()
  const day = today.add({ days: in_days })
  const at = (time: string) =>
    new Date(day.toZonedDateTime({ timeZone: timezone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds)
  const starts_at = at(starts)
  return { day, doors_at: at(doors), starts_at, ends_at: new Date(starts_at.getTime() + minutes * 60_000) }
}

function toRow(event: ExampleEvent, private_code_hash: Buffer, now: Date) {
  const { example, kind, what, venue, at_fr, city, country_code, lat, lng, timezone, cancellation } = event
  const { day, ...times } = timesOf(event, now)
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

/** So long an example that is over stays, for who comes back to its page. */
const kept_days = 7

/**
 * Writes each example that is not to come, so that there are always some, with the prices that parks around ask for its
 * time, and drops those that are long over and that nobody has booked for. A second call changes nothing.
 */
export async function writeExampleEvents(db: Db, now = new Date()): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(727277)`.execute(tx)
    const coming = await tx
      .selectFrom('events')
      .select('example')
      .where('example', 'is not', null)
      .where('ends_at', '>', now)
      .execute()
    const known = new Set(coming.map(({ example }) => example))
    const missing = exampleEvents.filter(({ example }) => !known.has(example))
    if (missing.length > 0) await write(tx, missing, now)
    // Also for parks that have come since.
    await writeExamplePrices(tx, now)
  })
}

async function write(tx: Tx, missing: readonly ExampleEvent[], now: Date): Promise<void> {
  const before = new Date(now.getTime() - kept_days * 24 * 60 * 60_000)
  const hash = await hashPrivateCode(tx, examplePrivateCode)
  await sql`delete from events e where example is not null and (ends_at < ${before} or private_code_hash = ${hash})
    and not exists (select from bookings b where b.event_id = e.id)
    and not exists (select from quotes q where q.event_id = e.id)`.execute(tx)
  // Its code opens the one to come alone.
  await sql`update events set private_code_hash = null, state = 'draft' where private_code_hash = ${hash} and ends_at <= ${now}`.execute(
    tx,
  )
  await tx
    .insertInto('events')
    .values(missing.map((event) => toRow(event, hash, now)))
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** Replaces example events that are over with new ones, where the demo is on. */
export async function renewExampleEvents({ db, config, clock }: Deps): Promise<void> {
  if (config.demo) await writeExampleEvents(db, clock())
}
