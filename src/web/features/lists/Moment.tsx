import { formatShortMoment, formatTableMoment, zoneName } from '#web/time/format.ts'
import { deviceZone, differsFromDevice } from '#web/time/quarterHours.ts'
import { useDeskWords } from './words.ts'

const NO_BREAK = '\u00a0'

/** A moment in the zone of its place; where that is not the reader's, with its name. */
export function formatPlaceMoment(at: Date, zone: string, locale: string): string {
  const text = formatTableMoment(at, zone, locale)
  return differsFromDevice(at, zone) ? `${text}${NO_BREAK}${zoneName(at, zone, locale, 'short')}` : text
}

/** The same, with the reader's own time on hover. */
export function Moment({ at, zone }: { at: Date; zone: string }) {
  const { locale } = useDeskWords()
  const own = deviceZone()
  return (
    <time
      dateTime={at.toISOString()}
      title={
        differsFromDevice(at, zone)
          ? `${formatShortMoment(at, own, locale)}${NO_BREAK}${zoneName(at, own, locale, 'short')}`
          : undefined
      }
    >
      {formatPlaceMoment(at, zone, locale)}
    </time>
  )
}
