import * as z from 'zod'
import { numberIn, roundDegrees, textIn } from '#server/features/park-import/values.ts'
import type { Candidate, Origin, ParkRowInput, ParsedRate } from '#server/features/park-import/row.ts'

/** What we read of one car park of Toronto's Green P file. Its numbers are text, and `max_height` 0.00 means none. */
const CarPark = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  address: z.string(),
  lat: z.string(),
  lng: z.string(),
  rate: z.string(),
  rate_half_hour: z.string(),
  carpark_type: z.string(),
  capacity: z.string(),
  max_height: z.string(),
  rate_details: z
    .object({
      periods: z.array(
        z.object({ title: z.string(), rates: z.array(z.object({ when: z.string(), rate: z.string() })) }),
      ),
    })
    .optional(),
  monthly_permit_price: z.string().default(''),
})
type CarPark = z.infer<typeof CarPark>

const typeOf = (when: string): string => {
  if (/^night|overnight/i.test(when)) return 'overnight_max'
  if (/^day max/i.test(when)) return 'daily_max'
  return 'other'
}

/** The price in "$9.0"; undefined in "NO MAXIMUM", "FREE", "CLOSED" and sentences. */
const priceIn = (text: string) => numberIn(/^\$\s*(\d+(?:\.\d+)?)\s*$/.exec(text)?.[1])

function ratesOf(park: CarPark): ParkRowInput['rates'] {
  const parsed: ParsedRate[] = []
  const raw = [park.rate.trim()]
  const half_hour = numberIn(park.rate_half_hour)
  if (half_hour !== undefined && half_hour > 0) parsed.push({ type: 'per_interval', amount: half_hour, minutes: 30 })
  for (const { title, rates } of park.rate_details?.periods ?? []) {
    // "Please Note" and "PLEASE BE ADVISED" stand among the rates, with a sentence instead of a price.
    for (const { when, rate } of rates.filter((entry) => !/^please/i.test(entry.when))) {
      raw.push(`${title.trim()}: ${when.trim()} ${rate.trim()}`.trim())
      const amount = priceIn(rate)
      const window = /\(([^)]*)\)/.exec(when)?.[1]?.trim()
      if (amount === undefined) continue
      parsed.push({ type: typeOf(when), amount, ...(window === undefined ? {} : { window }), days: title.trim() })
    }
  }
  const monthly = numberIn(park.monthly_permit_price)
  if (monthly !== undefined && monthly > 0) parsed.push({ type: 'monthly', amount: monthly })
  return { currency: 'CAD', raw: raw.join(' | '), parsed }
}

/** Toronto's Green P file (`{carparks: […]}`). */
export function readGreenP(carparks: readonly unknown[], { source, source_date }: Origin): Candidate[] {
  return carparks.map((given, index): Candidate => {
    const parsed = CarPark.safeParse(given)
    if (!parsed.success) return { source_id: `entry ${index + 1}`, refusal: 'bad_row' }
    const park = parsed.data
    const [lat, lng] = [numberIn(park.lat), numberIn(park.lng)]
    if (lat === undefined || lng === undefined) return { source_id: park.id, refusal: 'missing_position' }
    const address = textIn(park.address)
    const height = numberIn(park.max_height)
    const isGarage = park.carpark_type === 'garage'
    const row: ParkRowInput = {
      source,
      source_id: park.id,
      name: `Green P Carpark ${park.id}${address === null ? '' : ` - ${address}`}`,
      kind: isGarage ? 'garage' : 'surface',
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address,
      city: 'Toronto',
      state_code: 'CA-ON',
      country_code: 'CA',
      capacity: numberIn(park.capacity) || null,
      rates: ratesOf(park),
      access: 'public',
      fee: true,
      covered: isGarage,
      max_height: height !== undefined && height > 0 ? height : null,
      operator: 'Toronto Parking Authority (Green P)',
      source_date,
    }
    return { source_id: park.id, row }
  })
}
