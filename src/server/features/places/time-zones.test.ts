import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { CountryCode } from '#contract/places/places.ts'
import { findTimeZone } from './time-zones.ts'

/** The offsets of a zone in January and July, by which zones of the same time are told to be the same. */
const offsetsOf = (timeZone: string): string =>
  [0, 6]
    .map((month) =>
      new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).format(
        new Date(Date.UTC(2025, month, 15, 12)),
      ),
    )
    .join()

/** Places near the borders of zones, whose time is known. */
test.each<[name: string, state: string, lat: number, lng: number, zone: string]>([
  ['Toronto', 'CA-ON', 43.653, -79.384, 'America/Toronto'],
  ['Thunder Bay', 'CA-ON', 48.382, -89.246, 'America/Toronto'],
  ['Kenora', 'CA-ON', 49.767, -94.489, 'America/Winnipeg'],
  ['Dryden', 'CA-ON', 49.783, -92.75, 'America/Winnipeg'],
  ['Atikokan', 'CA-ON', 48.757, -91.624, 'America/Atikokan'],
  ['Windsor', 'CA-ON', 42.317, -83.036, 'America/Toronto'],
  ['Gatineau', 'CA-QC', 45.429, -75.71, 'America/Toronto'],
  ['Sept-Îles', 'CA-QC', 50.217, -66.382, 'America/Toronto'],
  ['Havre-Saint-Pierre', 'CA-QC', 50.234, -63.598, 'America/Toronto'],
  ['Blanc-Sablon', 'CA-QC', 51.426, -57.133, 'America/Blanc-Sablon'],
  ['Cap-aux-Meules', 'CA-QC', 47.378, -61.865, 'America/Halifax'],
  ['Pointe-à-la-Croix', 'CA-QC', 48.016, -66.682, 'America/Toronto'],
  ['Percé', 'CA-QC', 48.524, -64.213, 'America/Toronto'],
  ['Fermont', 'CA-QC', 52.783, -67.082, 'America/Toronto'],
  ['Campbellton', 'CA-NB', 48.008, -66.673, 'America/Moncton'],
  ['Edmundston', 'CA-NB', 47.373, -68.325, 'America/Moncton'],
  ['Labrador City', 'CA-NL', 52.95, -66.917, 'America/Goose_Bay'],
  ['Happy Valley-Goose Bay', 'CA-NL', 53.302, -60.326, 'America/Goose_Bay'],
  ["St. John's", 'CA-NL', 47.561, -52.713, 'America/St_Johns'],
  ['L’Anse-au-Loup', 'CA-NL', 51.523, -56.831, 'America/St_Johns'],
  ['Lloydminster, Saskatchewan', 'CA-SK', 53.278, -109.99, 'America/Edmonton'],
  ['Lloydminster, Alberta', 'CA-AB', 53.278, -110.02, 'America/Edmonton'],
  ['Cold Lake', 'CA-AB', 54.465, -110.182, 'America/Edmonton'],
  ['Regina', 'CA-SK', 50.45, -104.618, 'America/Regina'],
  ['Swan River', 'CA-MB', 52.106, -101.268, 'America/Winnipeg'],
  ['Dawson Creek', 'CA-BC', 55.76, -120.236, 'America/Dawson_Creek'],
  ['Fort St. John', 'CA-BC', 56.247, -120.848, 'America/Dawson_Creek'],
  ['Cranbrook', 'CA-BC', 49.513, -115.769, 'America/Edmonton'],
  ['Creston', 'CA-BC', 49.096, -116.513, 'America/Dawson_Creek'],
  ['Nelson', 'CA-BC', 49.493, -117.294, 'America/Vancouver'],
  ['Valemount', 'CA-BC', 52.833, -119.253, 'America/Vancouver'],
  ['Iqaluit', 'CA-NU', 63.747, -68.517, 'America/Iqaluit'],
  ['Rankin Inlet', 'CA-NU', 62.81, -92.114, 'America/Rankin_Inlet'],
  ['Cambridge Bay', 'CA-NU', 69.117, -105.06, 'America/Cambridge_Bay'],
  ['Indianapolis', 'US-IN', 39.768, -86.158, 'America/Indiana/Indianapolis'],
  ['Gary', 'US-IN', 41.593, -87.346, 'America/Chicago'],
  ['Evansville', 'US-IN', 37.972, -87.571, 'America/Chicago'],
  ['Oakland City', 'US-IN', 38.339, -87.345, 'America/Chicago'],
  ['Vincennes', 'US-IN', 38.677, -87.529, 'America/Indiana/Indianapolis'],
  ['South Bend', 'US-IN', 41.677, -86.252, 'America/Indiana/Indianapolis'],
  ['Phoenix', 'US-AZ', 33.448, -112.074, 'America/Phoenix'],
  ['Window Rock, Navajo', 'US-AZ', 35.681, -109.053, 'America/Denver'],
  ['Kayenta, Navajo', 'US-AZ', 36.728, -110.255, 'America/Denver'],
  ['First Mesa, Hopi', 'US-AZ', 35.837, -110.382, 'America/Phoenix'],
  ['Yuma', 'US-AZ', 32.725, -114.624, 'America/Phoenix'],
  ['Page', 'US-AZ', 36.915, -111.456, 'America/Phoenix'],
  ['Pensacola', 'US-FL', 30.421, -87.217, 'America/Chicago'],
  ['Panama City', 'US-FL', 30.159, -85.66, 'America/Chicago'],
  ['Tallahassee', 'US-FL', 30.438, -84.281, 'America/New_York'],
  ['Chattahoochee', 'US-FL', 30.705, -84.846, 'America/New_York'],
  ['Blountstown', 'US-FL', 30.444, -85.047, 'America/Chicago'],
  ['Louisville', 'US-KY', 38.253, -85.758, 'America/New_York'],
  ['Bowling Green', 'US-KY', 36.969, -86.481, 'America/Chicago'],
  ['Chattanooga', 'US-TN', 35.046, -85.309, 'America/New_York'],
  ['Nashville', 'US-TN', 36.163, -86.782, 'America/Chicago'],
  ['El Paso', 'US-TX', 31.762, -106.485, 'America/Denver'],
  ['Amarillo', 'US-TX', 35.222, -101.831, 'America/Chicago'],
  ['La Joya', 'US-TX', 26.247, -98.481, 'America/Chicago'],
  ['Goodland', 'US-KS', 39.351, -101.71, 'America/Denver'],
  ['Scottsbluff', 'US-NE', 41.867, -103.667, 'America/Denver'],
  ['Rapid City', 'US-SD', 44.081, -103.231, 'America/Denver'],
  ['Pierre', 'US-SD', 44.368, -100.351, 'America/Chicago'],
  ['Fort Pierre', 'US-SD', 44.354, -100.374, 'America/Denver'],
  ['Bismarck', 'US-ND', 46.808, -100.784, 'America/Chicago'],
  ['Williston', 'US-ND', 48.147, -103.618, 'America/Chicago'],
  ['Dickinson', 'US-ND', 46.879, -102.79, 'America/Denver'],
  ['Coeur d’Alene', 'US-ID', 47.677, -116.78, 'America/Los_Angeles'],
  ['Boise', 'US-ID', 43.615, -116.202, 'America/Boise'],
  ['Ontario, Oregon', 'US-OR', 44.027, -116.963, 'America/Boise'],
  ['Portland', 'US-OR', 45.515, -122.679, 'America/Los_Angeles'],
  ['West Wendover', 'US-NV', 40.739, -114.073, 'America/Denver'],
  ['Las Vegas', 'US-NV', 36.17, -115.14, 'America/Los_Angeles'],
  ['Detroit', 'US-MI', 42.331, -83.046, 'America/Detroit'],
  ['Iron Mountain', 'US-MI', 45.82, -88.066, 'America/Menominee'],
  ['Marquette', 'US-MI', 46.544, -87.395, 'America/Detroit'],
  ['Calais', 'US-ME', 45.184, -67.277, 'America/New_York'],
  ['Columbus, Georgia', 'US-GA', 32.461, -84.988, 'America/New_York'],
  ['Anchorage', 'US-AK', 61.218, -149.9, 'America/Anchorage'],
  ['Adak', 'US-AK', 51.88, -176.658, 'America/Adak'],
  ['Petersburg', 'US-AK', 56.813, -132.956, 'America/Sitka'],
  ['Honolulu', 'US-HI', 21.307, -157.858, 'Pacific/Honolulu'],
])('%s (%s) has its time', (_name, state, lat, lng, zone) => {
  const found = findTimeZone(state.slice(0, 2) as CountryCode, lat, lng, state)
  expect([found, offsetsOf(found)]).toEqual([found, offsetsOf(zone)])
})

test('countries with one time have it beside their neighbours too', () => {
  // Across from Barra in the Gambia, and on the border with Mauritania.
  expect(findTimeZone('SN', 13.6, -16.5)).toBe('Africa/Dakar')
  expect(findTimeZone('SN', 16.65, -14.96, 'SN-SL')).toBe('Africa/Dakar')
  expect(findTimeZone('NG', 6.37, 2.71, 'NG-OG')).toBe('Africa/Lagos')
})

test('a position on water has the time of the nearby land, with its state or without', () => {
  expect(findTimeZone('US', 37.75, -122.9)).toBe('America/Los_Angeles')
  expect(findTimeZone('US', 37.75, -122.9, 'US-CA')).toBe('America/Los_Angeles')
  expect(findTimeZone('CA', 43.5, -79.3, 'CA-ON')).toBe('America/Toronto')
  expect(findTimeZone('US', 30.1, -86.5, 'US-FL')).toBe('America/Chicago')
})

test('every state and province is known, and every shipped place in it has one of few times', () => {
  const folder = new URL('../../../../data/places/', import.meta.url)
  const zones = new Map<string, Set<string>>()
  for (const country of ['CA', 'US'] as const)
    for (const line of readFileSync(new URL(`cities_${country}.ndjson`, folder), 'utf8')
      .trim()
      .split('\n')) {
      const { lat, lng, state_code } = JSON.parse(line) as { lat: number; lng: number; state_code: string }
      const found = zones.get(state_code) ?? new Set()
      zones.set(state_code, found.add(findTimeZone(country, lat, lng, state_code)))
      // Without a table, the coarse position would decide.
      expect(findTimeZone(country, lat, 0, state_code), state_code).not.toMatch(/^(?:Europe|Africa|Etc)\//)
    }
  expect(zones.size).toBe(64)
  const several = [...zones].filter(([, found]) => found.size > 1).map(([state]) => state)
  expect(several.toSorted()).toEqual(
    'CA-BC CA-NL CA-NU CA-ON CA-QC CA-SK US-AL US-AZ US-FL US-ID US-IN US-KS US-KY US-MI US-ND US-NE US-NV US-OR US-SD US-TN US-TX'.split(
      ' ',
    ),
  )
})
