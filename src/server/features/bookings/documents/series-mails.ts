import type { Access } from '#contract/bookings/access.ts'
import type { Booking } from '#contract/bookings/bookings.ts'
import { formatMailMoment } from '#contract/dates.ts'
import { toMinor } from '#contract/money.ts'
import { pagePath } from '#contract/pages.ts'
import type { Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { defineMails, queueMail } from '#server/features/accounts/mail/mail-kinds.ts'
import { findAccess } from '#server/features/parks/access.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { formatMinorAmount } from '#server/features/wallet/texts.ts'
import type { SignedIn } from '#server/http/caller.ts'
import { accountLocale } from '#server/output/translate.ts'
import { listAccess, toMoney } from './mails.ts'

interface SeriesMailData {
  /** Of one car park and vehicle, the first one first. */
  bookings: readonly Booking[]
  access: Access | null
}

/** One mail for bookings of a weekly series that are made or cancelled together. */
export const seriesMails = defineMails<SeriesMailData>()({
  section: 'booking_mails',
  recipient: 'the driver of the bookings',
  event: 'booking_confirmed',
  kinds: {
    series_booked: { cause: 'the driver books again every week: one for all bookings' },
    series_cancelled: {
      cause: 'the driver cancels several bookings of a weekly series: one for all of them',
      event: 'booking_cancelled',
    },
  },
  toParams: ({ bookings }, { locale }) => ({ park: labelPark(bookings[0]!.park, locale) }),
  write: (kind, { bookings, access }, { locale, base, t, tShared }) => {
    const [first] = bookings as [Booking, ...Booking[]]
    const { park, plate, currency } = first
    const isBooked = kind === 'series_booked'
    const amountOf = ({ total, refunded }: Booking) => (isBooked ? total : refunded)
    const address = [park.address, park.city].filter((part) => part !== null).join(', ')
    const all_minor = bookings.reduce((sum, booking) => sum + (toMinor(amountOf(booking), currency) ?? 0n), 0n)
    return {
      blocks: [
        { kind: 'text', text: t('intro') },
        {
          kind: 'facts',
          rows: [
            [tShared('facts.park'), labelPark(park, locale)],
            ...(address === '' || park.name === null ? [] : [[tShared('facts.address'), address] as const]),
            [tShared('facts.plate'), plate],
            ...bookings.map(
              (booking) =>
                [
                  formatMailMoment(new Date(booking.start_time), park.timezone, locale),
                  `${booking.booking_code} · ${toMoney(amountOf(booking), booking, locale)}`,
                ] as const,
            ),
            [tShared(isBooked ? 'facts.paid' : 'facts.refunded'), formatMinorAmount(all_minor, currency, locale)],
          ],
        },
        ...(isBooked ? listAccess(access, locale) : []),
        { kind: 'button', label: tShared('open_all'), url: base + pagePath('bookings') },
      ],
    }
  },
})

/** Queues one mail about bookings of a series, in the language of its driver. */
export async function mailSeries(
  tx: Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  { email, language, country_code }: Pick<SignedIn, 'email' | 'language' | 'country_code'>,
  { kind, bookings }: { kind: keyof typeof seriesMails.kinds; bookings: readonly Booking[] },
  now: Date,
): Promise<void> {
  const access = kind === 'series_booked' ? await findAccess(tx, bookings[0]!.park.id, language) : null
  await queueMail(
    tx,
    seriesMails,
    { kind, to: email, locale: accountLocale(language, country_code), base: publicUrl(), data: { bookings, access } },
    now,
  )
}
