import * as z from 'zod'
import type { Candidate, Origin, ParkRowInput, ParsedRate } from '../row.ts'
import { parseCount, parseDegrees, parseNumber, roundDegrees, parseText } from '../values.ts'

/** The fields read from a car park of Toronto's Green P file. Numbers are strings; `max_height` 0.00 means no limit. */
const CarPark = z.object({
  id: z.union([z.string().min(1), z.number()]).transform(String),
  address: z.string().nullish(),
  lat: z.string().nullish(),
  lng: z.string().nullish(),
  rate: z.string().nullish(),
  rate_half_hour: z.string().nullish(),
  carpark_type: z.string().nullish(),
  capacity: z.string().nullish(),
  max_height: z.string().nullish(),
  rate_details: z
    .object({
      periods: z.array(
        z.object({ title: z.string(), rates: z.array(z.object({ when: z.string(), rate: z.string() })) }),
      ),
    })
    .nullish(),
  monthly_permit_price: z.string().nullish(),
})
type CarPark = z.infer<typeof CarPark>

const classifyRate = (when: string): string => {
  if (/^night|overnight/i.test(when)) return 'overnight_max'
  if (/^day max/i.test(when)) return 'daily_max'
  return 'other'
}

/** Parses "$9.0"; undefined for "NO MAXIMUM", "FREE", "CLOSED" and sentences. */
const parsePrice = (text: string) => parseNumber(/^\$\s*(\d+(?:\.\d+)?)\s*$/.exec(text)?.[1])

function parseRates(park: CarPark): ParkRowInput['rates'] {
  const parsed: ParsedRate[] = []
  const raw = [parseText(park.rate)].filter((line) => line !== null)
  const half_hour = parseNumber(park.rate_half_hour)
  if (half_hour !== undefined && half_hour > 0) parsed.push({ type: 'per_interval', amount: half_hour, minutes: 30 })
  for (const { title, rates } of park.rate_details?.periods ?? []) {
    // "Please Note" and "PLEASE BE ADVISED" entries contain a sentence instead of a price.
    for (const { when, rate } of rates.filter((line) => !/^please/i.test(line.when))) {
      raw.push(`${title.trim()}: ${when.trim()} ${rate.trim()}`.trim())
      const amount = parsePrice(rate)
      const window = /\(([^)]*)\)/.exec(when)?.[1]?.trim()
      if (amount === undefined) continue
      parsed.push({ type: classifyRate(when), amount, ...(window === undefined ? {} : { window }), days: title.trim() })
    }
  }
  const monthly = parseNumber(park.monthly_permit_price)
  if (monthly !== undefined && monthly > 0) parsed.push({ type: 'monthly', amount: monthly })
  return raw.length === 0 ? null : { currency: 'CAD', raw: raw.join(' | '), parsed }
}

/** Reads Toronto's Green P file (`{carparks: […]}`). */
export function readGreenP(carparks: readonly unknown[], { source, source_date }: Origin): Candidate[] {
  return carparks.map((entry, index): Candidate => {
    const parsed = CarPark.safeParse(entry)
    if (!parsed.success) return { source_id: `entry ${index + 1}`, refusal: 'bad_row' }
    const park = parsed.data
    const [lat, lng] = [parseDegrees(park.lat), parseDegrees(park.lng)]
    if (lat === undefined || lng === undefined) return { source_id: park.id, refusal: 'missing_position' }
    const address = parseText(park.address)
    const height = parseNumber(park.max_height)
    const type = parseText(park.carpark_type)
    const isGarage = type === 'garage'
    const row: ParkRowInput = {
      source,
      source_id: park.id,
      name: `Green P Carpark ${park.id}${address === null ? '' : ` - ${address}`}`,
      kind: isGarage ? 'garage' : type === null ? 'unknown' : 'surface',
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address,
      city: 'Toronto',
      state_code: 'CA-ON',
      country_code: 'CA',
      capacity: parseCount(park.capacity) || null,
      rates: parseRates(park),
      access: 'public',
      fee: true,
      covered: type === null ? null : isGarage,
      max_height: height !== undefined && height > 0 ? height : null,
      operator: 'Toronto Parking Authority (Green P)',
      source_date,
    }
    return { source_id: park.id, row }
  })
}
