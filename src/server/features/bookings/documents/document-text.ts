import type { BookingDetails } from '#contract/bookings/bookings.ts'
import { formatPaperDay, formatPaperMoment, formatZonedTime, zoneName } from '#contract/dates.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { formatMoney } from '#contract/money.ts'
import { formatPercent } from '#contract/numbers.ts'
import { translate } from '#server/output/translate.ts'

type Change = BookingDetails['history'][number]

/** Texts of a booking's documents in the language and formats of `locale`, with times in the park's time zone. */
export function createDocumentText(booking: BookingDetails, locale: Locale) {
  const { timezone: timeZone } = booking.park
  const t = (key: string, params: Record<string, string | number> = {}) => translate(locale, `papers.${key}`, params)
  const money = (amount: number) => formatMoney(amount, booking.currency, locale)
  /** `Sat 21 November 2026 at 14:30`. */
  const when = (at: string) => formatPaperMoment(new Date(at), timeZone, locale)

  /** The details of a change: `until 21 November 2026 at 16:00`, `CA$2.26`. */
  function detailOf(detail: Change['detail']): string[] {
    const { until, amount, owed, from, to } = detail ?? {}
    return [
      ...(typeof until === 'string' ? [t('detail.until', { until: when(until) })] : []),
      ...(from !== undefined && to !== undefined ? [t('detail.plates', { from, to })] : []),
      ...(typeof amount === 'number' ? [money(amount)] : []),
      ...(typeof owed === 'number' && owed > 0 ? [t('detail.owed', { amount: money(owed) })] : []),
    ]
  }

  return {
    locale,
    language: languageIn(locale),
    t,
    money,
    when,
    signedMoney: (amount: number) => formatMoney(amount, booking.currency, locale, { sign: 'always' }),
    percent: (percent: number) => formatPercent(percent, locale),
    day: (at: string) => formatPaperDay(new Date(at), timeZone, locale),
    /** `14:30 GMT-5`, with the zone, because it can change between start and end. */
    clock: (at: string) => formatZonedTime(new Date(at), timeZone, locale),
    zone: () =>
      (['long', 'longOffset'] as const)
        .map((style) => zoneName(new Date(booking.start_time), timeZone, locale, style))
        .filter((name, n, names) => names.indexOf(name) === n)
        .join(', '),
    event: ({ cause, detail }: Change) => {
      const text = t(`event.${cause}`)
      const isMissing = text === `papers.event.${cause}`
      return [isMissing ? t('event.changed') : text, ...detailOf(detail)].join(' · ')
    },
    actor: ({ actor }: Change) => t(`by.${actor}`),
  }
}
export type DocumentText = ReturnType<typeof createDocumentText>
