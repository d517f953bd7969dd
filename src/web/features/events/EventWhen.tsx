import { useTranslation } from 'react-i18next'
import type { EventSummary } from '#contract/events.ts'
import { cx } from '#web/ui/cx.ts'

const partsOf = (at: string, zone: string, locale: string) => {
  const format = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
    timeZone: zone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
  })
  return Object.fromEntries(format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]))
}

/** The day of an event in the venue's time zone, as a calendar leaf. Decorative: the date is also given in text. */
export function DayLeaf({
  event,
  className,
}: {
  event: Pick<EventSummary, 'starts_at' | 'timezone'>
  className?: string
}) {
  const { language } = useTranslation().i18n
  const { weekday, day, month } = partsOf(event.starts_at, event.timezone, language)
  return (
    <span
      aria-hidden="true"
      className={cx(
        'grid w-17 content-start justify-items-center overflow-hidden rounded-lg border border-line bg-card pb-1.5 text-ink sm:w-20',
        className,
      )}
    >
      <span className="w-full bg-ink py-0.5 text-center text-xs font-semibold text-paper">{month}</span>
      <span className="mt-1 text-xl leading-none font-bold tabular-nums sm:text-2xl">{day}</span>
      <span className="mt-0.5 text-xs text-ink-2">{weekday}</span>
    </span>
  )
}
