import { Wrench } from 'lucide-react'
import { countryZones } from '#contract/geography.ts'
import { useReadOnly } from '#web/api/readOnly.ts'
import { useHydrating, useRendered } from '#web/page/rendering.ts'
import { useTranslation } from '#web/page/translation.ts'
import { readNow } from '#web/time/clock.ts'
import { zoneName } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { deviceZone } from '#web/time/quarterHours.ts'

/** Says on every page that nothing can be booked, paid or changed now, and until when. */
export function ReadOnlyBar() {
  const { t } = useTranslation()
  const deadline = useReadOnlyDeadline()
  if (deadline === undefined) return null
  return (
    <aside
      aria-label={t('shell.read_only.label')}
      className="flex items-center justify-center gap-2.5 bg-few-soft px-4 py-1.5 text-sm font-medium text-few print:hidden [&_svg]:size-4.5 [&_svg]:shrink-0"
    >
      <Wrench aria-hidden="true" />
      <p>{deadline === '' ? t('shell.read_only.open') : t('shell.read_only.until', { until: deadline })}</p>
    </aside>
  )
}

/**
 * Until when, as words of a sentence: on the reader's device in its time zone, in the server's HTML in the country's, which
 * is named. Empty where nobody has said or it has passed; undefined while everything can be changed.
 */
function useReadOnlyDeadline(): string | undefined {
  const { locale } = useTranslation()
  const readOnly = useReadOnly()
  const isHydrating = useHydrating()
  const { country } = useRendered()
  if (readOnly === undefined) return undefined
  const until = readOnly.until === undefined ? undefined : new Date(readOnly.until)
  if (until === undefined || until <= readNow()) return ''
  const zone = isHydrating ? (country === null ? 'UTC' : countryZones[country]) : deviceZone()
  const text = formatDeadlineInSentence(until, zone, locale)
  return isHydrating ? `${text} (${zoneName(until, zone, locale)})` : text
}
