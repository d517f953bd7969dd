import { Car, Clock } from 'lucide-react'
import type { ParkSummary } from '#contract/parks/parks.ts'
import { useTranslation } from '#web/page/translation.ts'
import { formatNumber, formatWindow } from '#web/time/format.ts'
import { formatDeadlineInSentence } from '#web/time/inSentence.ts'
import { useRunningQuarter } from '#web/time/useRunningQuarter.ts'
import { Tag } from '#web/ui/Tag.tsx'
import { spacesOf } from './spaces.ts'

/** Tags for free spaces, closed, does not fit, not bookable, example. */
export function ParkTags({ park }: { park: ParkSummary }) {
  const { t } = useTranslation()
  return (
    <>
      {/* Free spaces of a closed park cannot be used. */}
      {park.open !== false && <SpacesTag park={park} />}
      {park.open === false && (
        <Tag tone="full" icon={<Clock aria-hidden="true" />}>
          <ClosedText park={park} />
        </Tag>
      )}
      {park.fits === false && (
        <Tag tone="full" icon={<Car aria-hidden="true" />}>
          {t('park.does_not_fit')}
        </Tag>
      )}
      {!park.bookable && <Tag>{t('park.not_bookable')}</Tag>}
      {park.examples.length > 0 && <ExampleTag />}
    </>
  )
}

/** Until when a car park is closed by its operator, or that it is closed at this time. */
export function ClosedText({ park: { closure, timezone } }: { park: Pick<ParkSummary, 'closure' | 'timezone'> }) {
  const { t, locale } = useTranslation()
  const now = useRunningQuarter()
  if (closure === undefined) return t('park.closed_then')
  const [start, end] = [new Date(closure.starts_at), new Date(closure.ends_at)]
  return start > now
    ? t('park.closed_between', { window: formatWindow(start, end, timezone, locale) })
    : t('park.closed_until', { until: formatDeadlineInSentence(end, timezone, locale) })
}

/** Number of free spaces in the window; nothing if they are not counted. */
export function SpacesTag({ park }: { park: Pick<ParkSummary, 'bookable' | 'available'> }) {
  const { t, locale } = useTranslation()
  const spaces = spacesOf(park)
  if (spaces === undefined) return null
  const { tone, count } = spaces
  return <Tag tone={tone}>{t(`park.spaces_${tone}`, { count, number: formatNumber(count, locale) })}</Tag>
}

/** Marks demo data. */
export function ExampleTag() {
  const { t } = useTranslation()
  return (
    <span title={t('common.example_hint')} className="relative inline-flex">
      <Tag tone="example">{t('common.example')}</Tag>
    </span>
  )
}
