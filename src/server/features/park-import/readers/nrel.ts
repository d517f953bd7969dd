import { parseNumber, roundDegrees, parseText } from '#server/features/park-import/values.ts'
import type { Candidate, Origin, ParkRowInput } from '#server/features/park-import/row.ts'

const parkingFacilities: Record<string, ParkRowInput['kind']> = {
  PARKING_GARAGE: 'garage',
  PAY_GARAGE: 'garage',
  PARKING_LOT: 'surface',
  PAY_LOT: 'surface',
  STREET_PARKING: 'street',
}
const parkingName = /\b(parking|garage|park\s*(and|&|n)\s*ride|car ?park|parkade)\b/i

/** Converts common wordings to OSM syntax; null for others. */
function parseOpeningHours(words: string): string | null {
  if (/^24 hours daily\b/i.test(words)) return '24/7'
  const match = /^(\d{1,2})(?::(\d\d))?(am|pm)-(\d{1,2})(?::(\d\d))?(am|pm) daily$/i.exec(words.trim())
  if (match === null) return null
  const toTime = (hour: string, minutes: string | undefined, half: string) =>
    `${String((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)).padStart(2, '0')}:${minutes ?? '00'}`
  return `Mo-Su ${toTime(match[1]!, match[2], match[3]!)}-${toTime(match[4]!, match[5], match[6]!)}`
}

/**
 * Reads the CSV of the Alternative Fuels Data Center. Only electric stations whose facility type or name says that they
 * are in a car park are imported.
 */
export function readNrel(records: readonly Record<string, string>[], { source }: Origin): Candidate[] {
  return records.map((fields, index): Candidate => {
    const source_id = fields['ID'] ?? ''
    if (!/^\d+$/.test(source_id)) return { source_id: `line ${index + 2}`, refusal: 'bad_row' }
    const facility = fields['Facility Type'] ?? ''
    const name = parseText(fields['Station Name'])
    if (fields['Fuel Type Code'] !== 'ELEC') return { source_id, refusal: 'not_a_car_park' }
    if (facility === 'CAR_DEALER') return { source_id, refusal: 'car_dealer' }
    const kind = parkingFacilities[facility] ?? (/\bgarage\b/i.test(name ?? '') ? 'garage' : 'unknown')
    if (parkingFacilities[facility] === undefined && !parkingName.test(name ?? ''))
      return { source_id, refusal: 'charging_station_only' }
    if (fields['Status Code'] !== 'E') return { source_id, refusal: 'closed' }
    const [lat, lng] = [parseNumber(fields['Latitude']), parseNumber(fields['Longitude'])]
    if (lat === undefined || lng === undefined) return { source_id, refusal: 'missing_position' }
    const row: ParkRowInput = {
      source,
      source_id,
      name,
      kind,
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address: parseText(fields['Street Address']),
      city: parseText(fields['City']),
      state_code: parseText(fields['State']) === null ? null : `${fields['Country']}-${fields['State']}`,
      country_code: parseText(fields['Country']),
      opening_hours: parseOpeningHours(fields['Access Days Time'] ?? ''),
      access: parseText(fields['Access Code']),
      fee: /\bpay lot\b/i.test(fields['Access Days Time'] ?? '') ? true : null,
      covered: kind === 'garage' ? true : kind === 'surface' ? false : null,
      ev: true,
      source_date: parseText(fields['Date Last Confirmed']),
    }
    return { source_id, row }
  })
}
