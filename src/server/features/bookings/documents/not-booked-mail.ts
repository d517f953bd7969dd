import { localeOf } from '#contract/formats.ts'
import type { TopUpBookingResult } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { queueMail } from '#server/features/accounts/mail/queue-mail.ts'
import { labelPark } from '#server/features/parks/label.ts'
import type { TopUpPurpose } from '#server/features/wallet/hooks.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { translate } from '#server/output/translate.ts'
import { byHandle, findRows, requireRow, toBooking } from '../booking-rows.ts'
import { formatTime } from './mails.ts'

/** Results after which the space is still the driver's, or the driver no longer wanted one. */
const needsNoOther = new Set<TopUpBookingResult>(['already_paid', 'cancelled', 'not_covered'])

/** Tells a driver whose top-up arrived why it paid for no booking, where the money is, and where else to park. */
export async function queueNotBookedMail(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  topUp: TopUpPurpose & { credited_minor: bigint; booking_result: TopUpBookingResult },
  now: Date,
): Promise<void> {
  const { user_id, booking_id, booking_result, credited_minor, currency } = topUp
  const reader = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', user_id)
    .where('erased_at', 'is', null)
    .executeTakeFirst()
  if (reader === undefined) return
  const row = requireRow(await findRows(tx, byHandle(booking_id)))
  const { user_language: language, start_time, end_time, timezone, slug, lat, lng } = row
  const locale = localeOf(language, row.user_country)
  const park = labelPark(toBooking(row, language).park, locale)
  const amount = formatMinorAmount(credited_minor, currency, locale)
  const say = (key: string) => translate(locale, `booking_mails.${key}`, { amount })
  const title = say(booking_result === 'already_paid' ? 'not_booked.title_paid' : 'not_booked.title')
  const window = { start: start_time.toISOString(), end: end_time.toISOString() }
  const address = (path: string, query: Record<string, string>) =>
    `${publicUrl()}${path}?${new URLSearchParams(query).toString()}`
  const around = { lat: String(lat), lng: String(lng), place: park, ...window }
  await queueMail(
    tx,
    {
      to: row.email,
      language,
      base: publicUrl(),
      subject: title,
      title,
      blocks: [
        { kind: 'text', text: translate(locale, `wallet_answers.bookings.${booking_result}`) },
        { kind: 'text', text: say('not_booked.money') },
        {
          kind: 'facts',
          rows: [
            [say('facts.park'), park],
            [say('facts.from'), formatTime(start_time, timezone, locale)],
            [say('facts.to'), formatTime(end_time, timezone, locale)],
            [say('not_booked.added'), amount],
          ],
        },
        ...(needsNoOther.has(booking_result)
          ? [{ kind: 'button' as const, label: say('open'), url: `${publicUrl()}/booking-details/${row.booking_code}` }]
          : [
              { kind: 'button' as const, label: say('not_booked.nearby'), url: address('/search', around) },
              { kind: 'button' as const, label: say('not_booked.same_park'), url: address(`/park/${slug}`, window) },
            ]),
      ],
    },
    now,
  )
}
