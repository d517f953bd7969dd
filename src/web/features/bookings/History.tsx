import { useTranslation } from 'react-i18next'
import type { BookingDetails } from '#contract/bookings.ts'
import { formatDateTime } from '#web/lib/format.ts'
import { Section } from '#web/ui/Page.tsx'
import { sentenceOf } from './sentence.ts'

/** The booking's events, oldest first, in the park's local time. */
export function History({ booking }: { booking: BookingDetails }) {
  const { t, i18n } = useTranslation()
  return (
    <Section title={t('bookings.history')}>
      <ol className="ml-1.5 border-l-2 border-line">
        {booking.history.map((entry, index) => (
          <li
            key={index}
            className="relative pb-4 pl-5 before:absolute before:top-1.5 before:-left-[7px] before:size-3 before:rounded-full before:border-2 before:border-paper before:bg-ink-3 last:pb-0 last:before:bg-act"
          >
            <span className="block font-semibold">{sentenceOf(entry, booking, t, i18n.language)}</span>
            <time dateTime={entry.at} className="text-sm text-ink-2">
              {formatDateTime(new Date(entry.at), booking.park.timezone, i18n.language)}
            </time>
          </li>
        ))}
      </ol>
    </Section>
  )
}
