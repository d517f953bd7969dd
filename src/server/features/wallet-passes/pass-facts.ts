import type { BookingStatus } from '#contract/bookings/bookings.ts'
import { formatMomentOfMonth, formatTime, zoneName } from '#contract/dates.ts'
import { languageIn, type Locale } from '#contract/formats.ts'
import { pagePath } from '#contract/pages.ts'
import type { Language } from '#contract/places/places.ts'
import type { Db, Tx } from '#server/database/connect.ts'
import type { Deps } from '#server/deps.ts'
import { type BookingRow, toBooking } from '#server/features/bookings/booking-rows.ts'
import { isPassInUse, signPass } from '#server/features/bookings/documents/pass.ts'
import { longestOverstay_ms } from '#server/features/bookings/lifecycle/next-step.ts'
import { findAccess } from '#server/features/parks/access.ts'
import { labelPark } from '#server/features/parks/label.ts'
import { translate } from '#server/output/translate.ts'

/** `cancelled`: the booking never was or is no more; `ended`: its time is over. */
export type PassState = 'valid' | 'cancelled' | 'ended'

export const stateOf = (status: BookingStatus): PassState => {
  if (isPassInUse(status)) return 'valid'
  return status === 'completed' || status === 'no_show' ? 'ended' : 'cancelled'
}

/** What the pass of a booking shows in either wallet, in the words and forms of its reader, with times at the car park. */
export interface PassFacts {
  booking_id: string
  booking_code: string
  state: PassState
  /** The text of the QR code, as on the booking's page; undefined for a pass that is not valid. */
  code: string | undefined
  plate: string
  park: string
  address: string
  lat: number
  lng: number
  start: Date
  end: Date
  /** When the pass expires: drivers who overstay still leave with it where the exit scans it. */
  expires: Date
  texts: { start: string; end: string; end_time: string; zone: string; state: string }
  access: { name: string; text: string }[]
  /** The page of the booking. */
  url: string
  language: Language
  t: (key: string, values?: Record<string, string>) => string
}

export async function describePass(
  db: Db | Tx,
  { publicUrl }: Pick<Deps, 'publicUrl'>,
  row: BookingRow,
  locale: Locale,
): Promise<PassFacts> {
  const { park, plate, booking_code, status } = toBooking(row, languageIn(locale))
  const t = (key: string, values?: Record<string, string>) => translate(locale, `wallet_passes.${key}`, values)
  const state = stateOf(status)
  const { start_time: start, end_time: end } = row
  const when = (at: Date) => formatMomentOfMonth(at, park.timezone, locale)
  const name = labelPark(park, locale)
  return {
    booking_id: row.id,
    booking_code,
    state,
    code: state === 'valid' ? await signPass(db, row) : undefined,
    plate,
    park: name,
    address: [park.address, park.city].filter((part) => part !== null && part !== '' && part !== name).join(', '),
    lat: park.lat,
    lng: park.lng,
    start,
    end,
    expires: row.check_in === 'scan' ? new Date(end.getTime() + longestOverstay_ms) : end,
    texts: {
      start: when(start),
      end: when(end),
      end_time: formatTime(end, park.timezone, locale),
      zone: zoneName(start, park.timezone, locale),
      state: t(`state.${state}`),
    },
    access: state === 'valid' ? await describeAccess(db, row.park_id, locale) : [],
    url: publicUrl() + pagePath('bookingDetails', { bookingCode: booking_code }),
    language: languageIn(locale),
    t,
  }
}

async function describeAccess(db: Db | Tx, park_id: string, locale: Locale): Promise<PassFacts['access']> {
  const access = await findAccess(db, park_id, languageIn(locale))
  if (access === null) return []
  const t = (key: string, values?: Record<string, string>) => translate(locale, `booking_access.${key}`, values)
  const [entrance] = access.entrances
  const lines = [
    ...(entrance === undefined
      ? []
      : [entrance.name === null ? t('entrance') : t('entrance_named', { name: entrance.name })]),
    ...(access.gate_code === null ? [] : [`${t('gate_code')} ${access.gate_code}`]),
    ...(access.level === null ? [] : [t('level', { level: access.level })]),
    ...access.steps,
  ]
  return lines.length === 0 ? [] : [{ name: t('title'), text: lines.join('\n') }]
}
