import { formatMailMoment } from '#contract/dates.ts'
import type { Currency } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { TopUpBookingResult } from '#contract/wallet/wallet.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { labelPark } from '#server/features/parks/label.ts'
import type { TopUpPurpose } from '#server/features/wallet/hooks.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import { accountLocale, translate } from '#server/output/translate.ts'
import { byHandle, findRows, requireRow, toBooking, type BookingRow } from '../booking-rows.ts'

/** Results after which the space is still the driver's, or the driver no longer wanted one. */
const needsNoOther = new Set<TopUpBookingResult>(['already_paid', 'cancelled', 'not_covered'])

interface NotBookedMailData {
  booking_result: TopUpBookingResult
  credited_minor: bigint
  currency: Currency
  /** As its reader knows it. */
  park_label: string
  booking: Pick<BookingRow, 'booking_code' | 'start_time' | 'end_time' | 'timezone' | 'slug' | 'lat' | 'lng'>
}

export const notBookedMails = defineMails<NotBookedMailData>()({
  section: 'booking_mails',
  recipient: 'the driver of the booking',
  event: 'booking_money',
  kinds: {
    not_booked: {
      cause: 'a top-up arrives that was to pay for a booking and did not',
      subject: 'not_booked.title',
    },
    paid_twice: {
      cause: 'a top-up arrives for a booking that was paid by another one',
      subject: 'not_booked.title_paid',
      title: 'not_booked.title_paid',
    },
  },
  toParams: ({ credited_minor, currency }, { locale }) => ({
    amount: formatMinorAmount(credited_minor, currency, locale),
  }),
  write: (_kind, { booking_result, credited_minor, currency, park_label, booking }, { locale, base, tShared: t }) => {
    const { booking_code, start_time, end_time, timezone, slug, lat, lng } = booking
    const window = { start: start_time.toISOString(), end: end_time.toISOString() }
    const address = (path: string, query: Record<string, string>) =>
      `${base}${path}?${new URLSearchParams(query).toString()}`
    const around = { lat: String(lat), lng: String(lng), place: park_label, ...window }
    return {
      blocks: [
        { kind: 'text', text: translate(locale, `wallet_answers.bookings.${booking_result}`) },
        { kind: 'text', text: t('not_booked.money') },
        {
          kind: 'facts',
          rows: [
            [t('facts.park'), park_label],
            [t('facts.from'), formatMailMoment(start_time, timezone, locale)],
            [t('facts.to'), formatMailMoment(end_time, timezone, locale)],
            [t('not_booked.added'), formatMinorAmount(credited_minor, currency, locale)],
          ],
        },
        ...(needsNoOther.has(booking_result)
          ? [
              {
                kind: 'button' as const,
                label: t('open'),
                url: base + pagePath('bookingDetails', { bookingCode: booking_code }),
              },
            ]
          : [
              { kind: 'button' as const, label: t('not_booked.nearby'), url: address(pagePath('search'), around) },
              {
                kind: 'button' as const,
                label: t('not_booked.same_park'),
                url: address(pagePath('park', { slug }), window),
              },
            ]),
      ],
    }
  },
})

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
  const locale = accountLocale(row.user_language, row.user_country)
  const park_label = labelPark(toBooking(row, row.user_language).park, locale)
  const data = { booking_result, credited_minor, currency, park_label, booking: row }
  const kind = booking_result === 'already_paid' ? 'paid_twice' : 'not_booked'
  await queueMail(tx, notBookedMails, { kind, to: row.email, locale, base: publicUrl(), data }, now)
}
