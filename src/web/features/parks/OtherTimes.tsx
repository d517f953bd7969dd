import { ArrowRight, Clock3 } from 'lucide-react'
import type { OtherTime } from '#contract/parks/availability.ts'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatMoney, formatNumber, formatTime, formatWindow } from '#web/time/format.ts'
import { PageLink } from '#web/ui/PageLink.tsx'
import { useOtherTimes, type WindowQuery } from './api.ts'
import { isUsable, spacesOf } from './spaces.ts'

interface OtherTimesProps {
  park: Pick<ParkSummary, 'id' | 'timezone' | 'bookable' | 'open' | 'fits' | 'available'>
  /** Start of the requested window. */
  window: WindowQuery
  /** The park's page with the requested window. */
  to: string
}

/** Whether the window is the only obstacle, so that another time can help. */
const isOnlyNow = (park: OtherTimesProps['park']): boolean => park.bookable && park.fits !== false && !isUsable(park)

/**
 * The nearest time at which the park has space for the same duration, as one line; nothing if there is none that day.
 */
export function OtherTimeLink({ park, window, to }: OtherTimesProps) {
  const { t, locale } = useTranslation()
  const { data } = useOtherTimes(isOnlyNow(park) ? park.id : undefined, window)
  const other = data && nearerOf(data.before, data.after, window)
  if (!other) return null
  const time = formatTime(new Date(other.start_time), park.timezone, locale)
  return (
    <PageLink
      to={addressAt(to, other)}
      className="relative z-10 inline-flex min-h-8 items-center gap-1.5 font-semibold text-act hover:text-act-press touch:min-h-11"
    >
      <Clock3 aria-hidden="true" className="size-4 shrink-0" />
      {t('park.other_time', { time, price: formatMoney(other.total, other.currency, locale) })}
    </PageLink>
  )
}

/** The nearest times before and after, with price and free spaces; nothing if there are none that day. */
export function OtherTimes({ park, window, to }: OtherTimesProps) {
  const { t, locale } = useTranslation()
  const { data } = useOtherTimes(isOnlyNow(park) ? park.id : undefined, window)
  if (data === undefined) return null
  const times = [data.before, data.after].filter((candidate) => candidate !== null)
  if (times.length === 0) return <p className="mt-2 text-sm text-ink-2">{t('park.other_times_none')}</p>
  return (
    <section aria-label={t('park.other_times')} className="mt-3">
      <h3 className="mb-1.5 text-base">{t('park.other_times')}</h3>
      <ul className="grid gap-2">
        {times.map((other) => {
          const spaces = spacesOf({ bookable: true, available: other.available })!
          return (
            <li key={other.start_time}>
              <PageLink
                to={addressAt(to, other)}
                className="flex min-h-14 items-center gap-3 rounded-lg border border-edge bg-card px-3.5 py-2 hover:border-act"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">
                    {formatWindow(new Date(other.start_time), new Date(other.end_time), park.timezone, locale)}
                  </span>
                  <span className="block text-sm text-ink-2">
                    {formatMoney(other.total, other.currency, locale)}
                    {' · '}
                    {t(`park.spaces_${spaces.tone}`, {
                      count: spaces.count,
                      number: formatNumber(spaces.count, locale),
                    })}
                  </span>
                </span>
                <ArrowRight aria-hidden="true" className="size-4.5 shrink-0 text-act" />
              </PageLink>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Which of the two starts nearer to the requested start. */
function nearerOf(before: OtherTime | null, after: OtherTime | null, { start_time }: WindowQuery): OtherTime | null {
  const away = (time: OtherTime) => Math.abs(Date.parse(time.start_time) - Date.parse(start_time))
  if (before === null || after === null) return before ?? after
  return away(before) < away(after) ? before : after
}

/** The same address with another window. */
export function addressAt(to: string, { start_time, end_time }: Pick<OtherTime, 'start_time' | 'end_time'>): string {
  const [path = '', query] = to.split('?')
  const params = new URLSearchParams(query)
  params.set('start', start_time.replace('.000Z', 'Z'))
  params.set('end', end_time.replace('.000Z', 'Z'))
  return `${path}?${params.toString()}`
}
