import { sql } from 'kysely'
import { clockOptions, intlLocale, localeOf } from '#contract/formats.ts'
import { remindBefore_min } from '#contract/reminder-time.ts'
import type { CountryCode, Language } from '#contract/places.ts'
import type { ParkNear } from '#contract/park-near.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { translate } from '#server/translate.ts'
import { sendPush, type PushDevice, type PushMessage } from './send.ts'

type Ending = {
  booking_code: string
  user_id: string
  end_time: Date
  user_country: CountryCode
  timezone: string
  country_code: CountryCode
  name: string | null
  near: ParkNear | null
  address: string | null
  city: string | null
}

type Device = PushDevice & { id: string; user_id: string; language: Language }

const batchSize = 100

/**
 * Reminds drivers of bookings that are about to end, once for each end, on each browser where they asked for it. A booking
 * that extends itself needs no reminder. Claimed before it is sent: a failure is not repeated, as it would come too late.
 */
export async function remindOfEnds(deps: Deps): Promise<number> {
  for (let count = 0; ;) {
    const ending = await claimEnding(deps)
    if (ending.length > 0) await remind(deps, ending)
    count += ending.length
    if (ending.length < batchSize) return count
  }
}

async function claimEnding({ db, clock }: Deps): Promise<Ending[]> {
  const now = clock()
  const until = new Date(now.getTime() + remindBefore_min * 60_000)
  const { rows } = await sql<Ending>`
    with due as (
      select b.id from bookings b
      where b.status in ('active', 'checked_in') and b.end_time > ${now} and b.end_time <= ${until}
        and b.reminded_end is distinct from b.end_time and (b.auto_extend_until is null or b.auto_extend_until <= b.end_time)
        and exists (select from push_devices d where d.user_id = b.user_id)
      order by b.end_time limit ${batchSize} for update of b skip locked),
    claimed as (
      update bookings b set reminded_end = b.end_time from due where b.id = due.id
      returning b.booking_code, b.user_id, b.end_time, b.park_id)
    select c.booking_code, c.user_id, c.end_time, uc.code as user_country, p.timezone, pc.code as country_code, p.name, p.near,
      p.address, p.city
    from claimed c join users u on u.id = c.user_id join countries uc on uc.id = u.country_id
    join parks p on p.id = c.park_id join countries pc on pc.id = p.country_id`.execute(db)
  return rows
}

async function remind(deps: Deps, bookings: readonly Ending[]): Promise<void> {
  const users = [...new Set(bookings.map(({ user_id }) => user_id))]
  const devices: Device[] = await deps.db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .select(['d.id', 'd.user_id', 'd.endpoint', 'd.p256dh', 'd.auth', sql<Language>`d.language`.as('language')])
    .where('d.user_id', 'in', users)
    .where('s.expires_at', '>', deps.clock())
    .execute()
  await Promise.all(
    bookings.flatMap((booking) =>
      devices.filter(({ user_id }) => user_id === booking.user_id).map((device) => remindOn(deps, device, booking)),
    ),
  )
}

async function remindOn(deps: Deps, device: Device, booking: Ending): Promise<void> {
  const seconds = Math.ceil((booking.end_time.getTime() - deps.clock().getTime()) / 1_000)
  try {
    const outcome = await sendPush(deps, device, writeMessage(booking, device.language), seconds)
    if (outcome === 'gone') await deps.db.deleteFrom('push_devices').where('id', '=', device.id).execute()
  } catch (error) {
    deps.log.warn(`a reminder could not be sent to ${new URL(device.endpoint).host}: ${String(error)}`)
  }
}

const formatEnd = (at: Date, timeZone: string, locale: ReturnType<typeof localeOf>): string =>
  new Intl.DateTimeFormat(intlLocale(locale), { timeZone, ...clockOptions(locale) }).format(at)

function writeMessage(booking: Ending, language: Language): PushMessage {
  const locale = localeOf(language, booking.user_country)
  const say = (key: string, values?: Record<string, string>) => translate(locale, `end_reminder.${key}`, values)
  const { booking_code, end_time, timezone } = booking
  return {
    title: say('title', { time: formatEnd(end_time, timezone, locale) }),
    body: say('body', { park: labelPark(booking, locale) }),
    action: say('extend'),
    url: `/booking-details/${booking_code}`,
    tag: `end-${booking_code}`,
  }
}
