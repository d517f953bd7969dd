import type { Candidate, Origin, ParkRowInput } from '../row.ts'
import { parseDay, parseDegrees, roundDegrees, parseText } from '../values.ts'
import { parseWordedHours } from './worded-hours.ts'

const parkingFacilities: Record<string, ParkRowInput['kind']> = {
  PARKING_GARAGE: 'garage',
  PAY_GARAGE: 'garage',
  PARKING_LOT: 'surface',
  PAY_LOT: 'surface',
  STREET_PARKING: 'street',
}
const parkingName = /\b(parking|garage|park\s*(and|&|n)\s*ride|car ?park|parkade)\b/i

const canadianProvinces = new Set(['AB', 'BC', 'MB', 'NB', 'NL', 'NS', 'NT', 'NU', 'ON', 'PE', 'QC', 'SK', 'YT'])

/** The country of a station. Files of the United States alone have no column for it; no province is called as a state. */
const findCountry = (fields: Record<string, string>): string | null =>
  parseText(fields['Country']) ?? (canadianProvinces.has(fields['State'] ?? '') ? 'CA' : 'US')

/**
 * Reads the CSV of the Alternative Fuels Data Center. Only electric stations whose facility type or name says that they
 * are in a car park are imported.
 */
export function readNrel(records: readonly Record<string, string>[], { source }: Origin): Candidate[] {
  return records.map((fields, index): Candidate => {
    // Spreadsheets may add decimals.
    const source_id = (fields['ID'] ?? '').replace(/\.0+$/, '')
    if (!/^\d+$/.test(source_id)) return { source_id: `line ${index + 2}`, refusal: 'bad_row' }
    const facility = fields['Facility Type'] ?? ''
    const name = parseText(fields['Station Name'])
    if (fields['Fuel Type Code'] !== 'ELEC') return { source_id, refusal: 'not_a_car_park' }
    if (facility === 'CAR_DEALER') return { source_id, refusal: 'car_dealer' }
    const kind = parkingFacilities[facility] ?? (/\bgarage\b/i.test(name ?? '') ? 'garage' : 'unknown')
    if (parkingFacilities[facility] === undefined && !parkingName.test(name ?? ''))
      return { source_id, refusal: 'charging_station_only' }
    // E: open. A file without the column has no others.
    if ((parseText(fields['Status Code']) ?? 'E') !== 'E') return { source_id, refusal: 'closed' }
    const [lat, lng] = [parseDegrees(fields['Latitude']), parseDegrees(fields['Longitude'])]
    if (lat === undefined || lng === undefined) return { source_id, refusal: 'missing_position' }
    const [country_code, state] = [findCountry(fields), parseText(fields['State'])]
    const row: ParkRowInput = {
      source,
      source_id,
      name,
      kind,
      lat: roundDegrees(lat),
      lng: roundDegrees(lng),
      address: parseText(fields['Street Address']),
      city: parseText(fields['City']),
      state_code: state === null ? null : `${country_code}-${state}`,
      country_code,
      opening_hours: parseWordedHours(fields['Access Days Time'] ?? ''),
      access: parseText(fields['Access Code']),
      fee: /\bpay lot\b/i.test(fields['Access Days Time'] ?? '') ? true : null,
      covered: kind === 'garage' ? true : kind === 'surface' ? false : null,
      ev: true,
      source_date: parseDay(fields['Date Last Confirmed']),
    }
    return { source_id, row }
  })
}
