import { formatShortMoment, formatTableMoment, zoneName } from '#web/time/format.ts'
import { deviceZone, differsFromDevice } from '#web/time/quarterHours.ts'
import { useDeskWords } from './words.ts'

const NO_BREAK = '\u00a0'
/** A line may end after a hyphen, in the middle of `GMT-5`. */
const MINUS = '\u2212'
const nameZone = (at: Date, zone: string, locale: string) =>
  `${NO_BREAK}${zoneName(at, zone, locale, 'short').replace('-', MINUS)}`

/** A moment in the zone of its place; where that is not the reader's, with its name. */
export function formatPlaceMoment(at: Date, zone: string, locale: string): string {
  const text = formatTableMoment(at, zone, locale)
  return differsFromDevice(at, zone) ? `${text}${nameZone(at, zone, locale)}` : text
}

/** The same, with the reader's own time on hover. */
export function Moment({ at, zone }: { at: Date; zone: string }) {
  const { locale } = useDeskWords()
  const own = deviceZone()
  return (
    <time
      dateTime={at.toISOString()}
      title={
        differsFromDevice(at, zone) ? `${formatShortMoment(at, own, locale)}${nameZone(at, own, locale)}` : undefined
      }
    >
      {formatPlaceMoment(at, zone, locale)}
    </time>
  )
}
