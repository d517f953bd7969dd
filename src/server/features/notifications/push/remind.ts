import { sql } from 'kysely'
import { remindBefore_min } from '#contract/bookings/reminder-time.ts'
import { formatTime } from '#contract/dates.ts'
import { isSent } from '#contract/notifications/events.ts'
import { pagePath } from '#contract/pages.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Tx } from '#server/database/connect.ts'
import { transact } from '#server/database/transact.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { queueTexts, type CustomerText } from '#server/features/sms/texts.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import type { PushMessage } from './send.ts'
import { findSubscriptions, pushTo } from './subscriptions.ts'

interface Ending {
  booking_code: string
  user_id: string
  email: string
  /** Whether a browser shows reminders. */
  by_push: boolean
  end_time: Date
  user_country: CountryCode
  user_language: Language
  timezone: string
  country_code: CountryCode
  name: string | null
  near: ParkNear | null
  address: string | null
  city: string | null
}

const batchSize = 100

/**
 * Reminds drivers of bookings that are about to end, once for each end, on each browser where they asked for it and by text
 * message. A booking that extends itself needs no reminder. Claimed before it is sent: a failure is not repeated, as it would
 * come too late.
 */
export async function remindOfEnds(deps: Deps): Promise<number> {
  for (let count = 0; ;) {
    const ending = await claimEnding(deps)
    const byPush = ending.filter(({ by_push }) => by_push)
    if (byPush.length > 0) await remind(deps, byPush)
    count += ending.length
    if (ending.length < batchSize) return count
  }
}

/** Claims bookings and, in the same transaction, queues the text messages. */
const claimEnding = (deps: Deps): Promise<Ending[]> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock()
    const ending = await claim(tx, now)
    await queueTexts(
      tx,
      deps,
      ending.map((booking) => toText(booking, now)),
      now,
    )
    return ending
  })

async function claim(tx: Tx, now: Date): Promise<Ending[]> {
  const until = new Date(now.getTime() + remindBefore_min * minute_ms)
  const { rows } = await sql<Ending>`
    with due as (
      select b.id, w.by_push from bookings b cross join lateral (select
        ${isSent('parking_ends', 'push')} and exists (select from push_subscriptions d where d.user_id = b.user_id)
          and not exists (select from notification_opt_outs n
            where n.user_id = b.user_id and n.topic = 'parking_ends' and n.channel = 'push') as by_push,
        ${isSent('parking_ends', 'sms')} and exists (select from text_consents c
          where c.user_id = b.user_id and c.topic = 'parking_ends' and c.ended_at is null) as by_text) w
      where b.status in ('active', 'checked_in') and b.end_time > ${now} and b.end_time <= ${until}
        and b.reminded_end is distinct from b.end_time and (b.auto_extend_until is null or b.auto_extend_until <= b.end_time)
        and (w.by_push or w.by_text)
      order by b.end_time limit ${batchSize} for update of b skip locked),
    claimed as (
      update bookings b set reminded_end = b.end_time from due where b.id = due.id
      returning b.booking_code, b.user_id, b.end_time, b.park_id, due.by_push)
    select c.booking_code, c.user_id, c.by_push, c.end_time, u.email, u.language as user_language, uc.code as user_country, p.timezone, pc.code as country_code, p.name, p.near,
      p.address, p.city
    from claimed c join users u on u.id = c.user_id join countries uc on uc.id = u.country_id
    join parks p on p.id = c.park_id join countries pc on pc.id = p.country_id`.execute(tx)
  return rows
}

async function remind(deps: Deps, bookings: readonly Ending[]): Promise<void> {
  const browsers = await findSubscriptions(
    deps,
    bookings.map(({ user_id }) => user_id),
  )
  await Promise.all(
    bookings.flatMap((booking) => {
      const seconds = Math.ceil((booking.end_time.getTime() - deps.clock().getTime()) / 1_000)
      return browsers
        .filter(({ user_id }) => user_id === booking.user_id)
        .map((browser) => pushTo(deps, browser, writeMessage(booking, browser.language), seconds))
    }),
  )
}

function toText(booking: Ending, now: Date): CustomerText {
  const { booking_code, email, end_time, timezone, user_language, user_country } = booking
  const locale = accountLocale(user_language, user_country)
  return {
    email,
    topic: 'parking_ends',
    kind: 'parking_ends',
    locale,
    name: labelPark(booking, locale),
    params: { time: formatTime(end_time, timezone, locale) },
    path: pagePath('bookingDetails', { bookingCode: booking_code }),
    zone: timezone,
    about_at: now,
    expires_at: end_time,
  }
}

function writeMessage(booking: Ending, language: Language): PushMessage {
  const locale = accountLocale(language, booking.user_country)
  const t = (key: string, values?: Record<string, string>) => translate(locale, `end_reminder.${key}`, values)
  const { booking_code, end_time, timezone } = booking
  return {
    title: t('title', { time: formatTime(end_time, timezone, locale) }),
    body: t('body', { park: labelPark(booking, locale) }),
    action: t('extend'),
    action_url: `${pagePath('bookingDetails', { bookingCode: booking_code })}?do=extend`,
    url: pagePath('bookingDetails', { bookingCode: booking_code }),
    tag: `end-${booking_code}`,
  }
}
