import { sql } from 'kysely'
import { remindBefore_min } from '#contract/bookings/reminder-time.ts'
import { formatTime } from '#contract/dates.ts'
import { pagePath } from '#contract/pages.ts'
import type { ParkNear } from '#contract/parks/park-near.ts'
import type { CountryCode, Language } from '#contract/places/places.ts'
import { minute_ms } from '#contract/time.ts'
import type { Deps } from '#server/deps.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import type { PushMessage } from './send.ts'
import { findSubscriptions, pushTo } from './subscriptions.ts'

interface Ending {
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
  const until = new Date(now.getTime() + remindBefore_min * minute_ms)
  const { rows } = await sql<Ending>`
    with due as (
      select b.id from bookings b
      where b.status in ('active', 'checked_in') and b.end_time > ${now} and b.end_time <= ${until}
        and b.reminded_end is distinct from b.end_time and (b.auto_extend_until is null or b.auto_extend_until <= b.end_time)
        and exists (select from push_subscriptions d where d.user_id = b.user_id)
        and not exists (
          select from notification_opt_outs n where n.user_id = b.user_id and n.topic = 'parking_ends' and n.channel = 'push')
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
