import type { CountryCode } from './places.ts'

export interface Destination {
  kind: 'city' | 'airport'
  /** What is asked of the suggestions; what it is called and where it lies is what they answer. */
  query: string
}

/** Where most drivers of a country go: its great cities and its busiest airports, by their codes. */
export const destinations: Record<CountryCode, readonly Destination[]> = {
  NG: [
    { kind: 'city', query: 'Lagos' },
    { kind: 'city', query: 'Abuja' },
    { kind: 'city', query: 'Port Harcourt' },
    { kind: 'city', query: 'Kano' },
    { kind: 'city', query: 'Ibadan' },
    { kind: 'city', query: 'Benin City' },
    { kind: 'airport', query: 'LOS' },
    { kind: 'airport', query: 'ABV' },
  ],
  CA: [
    { kind: 'city', query: 'Toronto' },
    { kind: 'city', query: 'Montréal' },
    { kind: 'city', query: 'Vancouver' },
    { kind: 'city', query: 'Québec' },
    { kind: 'city', query: 'Calgary' },
    { kind: 'city', query: 'Ottawa' },
    { kind: 'airport', query: 'YYZ' },
    { kind: 'airport', query: 'YUL' },
  ],
  SN: [
    { kind: 'city', query: 'Dakar' },
    { kind: 'city', query: 'Thiès' },
    { kind: 'city', query: 'Saint-Louis' },
    { kind: 'city', query: 'Mbour' },
    { kind: 'city', query: 'Touba' },
    { kind: 'city', query: 'Ziguinchor' },
    { kind: 'city', query: 'Kaolack' },
    { kind: 'airport', query: 'DSS' },
  ],
  US: [
    { kind: 'city', query: 'New York' },
    { kind: 'city', query: 'Los Angeles' },
    { kind: 'city', query: 'Chicago' },
    { kind: 'city', query: 'San Francisco' },
    { kind: 'city', query: 'Seattle' },
    { kind: 'city', query: 'Boston' },
    { kind: 'airport', query: 'JFK' },
    { kind: 'airport', query: 'LAX' },
  ],
}
